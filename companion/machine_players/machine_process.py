"""One started process that thinks for the machine's seats, as the loop sees it: lines in, choices out, and its end.

Invariant: after `kill`, nothing of the process is heard any more.
"""

import asyncio
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from msgspec import MsgspecError, json

from companion.machine_players.machine_messages import FromProcess, ToProcess

LONGEST_ANSWER: Final = 1 << 20
"""Bytes of one line of the process. A review of a long game has tens of thousands."""
COMMAND: Final = (sys.executable, "-P", "-m", "companion.machine_players")
"""-P: nothing is imported from the working directory."""


class MachineProcess:
    """`answered` takes each answer; `ended` is called once when the process ends by itself, or cannot be started."""

    def __init__(
        self, command: tuple[str, ...], answered: Callable[[FromProcess], None], ended: Callable[[str], None]
    ) -> None:
        self._command = command
        self._answered = answered
        self._ended = ended
        self._unsent: list[bytes] = []
        self._process: asyncio.subprocess.Process | None = None
        self._is_over = False
        self._task = asyncio.create_task(self._run())

    def send(self, messages: Iterable[ToProcess]) -> None:
        """Tell it something, as soon as it runs."""
        lines = b"".join(json.encode(message) + b"\n" for message in messages)
        if self._process is None:
            self._unsent.append(lines)
        else:
            self._write(lines)

    def kill(self) -> None:
        """End it, whatever it thinks about. One that has ended by itself is left to be cleared away."""
        if not self._is_over:
            self._is_over = True
            self._task.cancel()

    @property
    def is_closed(self) -> bool:
        """Whether nothing is left of it."""
        return self._task.done()

    async def closed(self) -> None:
        """Returns when nothing is left of it."""
        with suppress(asyncio.CancelledError):
            await self._task

    def _write(self, lines: bytes) -> None:
        assert self._process is not None
        assert self._process.stdin is not None
        if not self._process.stdin.is_closing():
            self._process.stdin.write(lines)

    async def _run(self) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_ANSWER,
                start_new_session=True,  # Ctrl-C is the daemon's
            )
        except OSError as error:
            self._end(f"it cannot be started: {error.strerror or error}")
            return
        try:
            self._write(b"".join(self._unsent))
            self._unsent.clear()
            self._end(await self._listen(self._process))
        finally:
            with suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()

    async def _listen(self, process: asyncio.subprocess.Process) -> str:
        """Pass on its choices until its output ends; returns why it did."""
        assert process.stdout is not None
        while line := await _line(process.stdout):
            try:
                answer = json.decode(line, type=FromProcess)
            except MsgspecError:
                return "it said something else than an answer"
            if not self._is_over:
                self._answered(answer)
        return "it has ended"

    def _end(self, why: str) -> None:
        if not self._is_over:
            self._is_over = True
            self._ended(why)


async def _line(output: asyncio.StreamReader) -> bytes:
    """The next line of an output, or its first part where it is longer than LONGEST_ANSWER, which is no answer."""
    try:
        return await output.readline()
    except ValueError:
        return b"longer than an answer may be"
