"""An outside program at a seat: one question a line, one answer a line, through its standard input and output.

A program is started anew for each game. It is asked `{"seat", "options", "view", "prompt"}` and answers `{"move": {...}}`,
each on a line of JSON; `seat` counts from 0, view, prompt and move are those of the engine protocol. When the game is over its
input ends, and it should end too.

Law: whatever a program does, it is a move, or one sentence of FaultError; and nothing of it is left when the seat is closed.
"""

import os
import selectors
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import msgspec

from companion.core.game import view_for_programs
from companion.core.prompt import Prompt
from companion.games.catalog import find_game

_MOST_BYTES: Final = 1 << 20
"""Bytes of an answer."""
_STOP_CHECK: Final = 0.2
"""Seconds between two looks at whether the contest was stopped."""
_GRACE: Final = 1.0
"""Seconds that a program has to end by itself after its game."""


class FaultError(Exception):
    """What a program did instead of a move, as the rest of a sentence that its name begins."""


class StoppedError(Exception):
    """The contest was stopped while a game went on."""


class Program:
    """One started program. `stopping` is asked now and then while it thinks."""

    watches = False

    def __init__(
        self, command: tuple[str, ...], options: object, time_limit: float, stopping: Callable[[], bool]
    ) -> None:
        self._options = options
        self._time_limit = time_limit
        self._stopping = stopping
        self._unread = b""
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
            )
        except OSError as error:
            raise FaultError(f"cannot be started: {(error.strerror or str(error)).lower()}") from error
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._to, False)
        os.set_blocking(self._from, False)

    def watch(self, view: object, announced: object) -> None:
        """It sees a view only when it is asked."""

    def move(self, view: Any, prompt: Prompt) -> object:
        """What it answers, not judged yet. Raises FaultError or StoppedError."""
        shown = view_for_programs(find_game(view.game), view)
        question = {"seat": view.seat, "options": self._options, "view": shown, "prompt": prompt}
        line = self._exchanged(msgspec.json.encode(question) + b"\n")
        try:
            answer = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise FaultError(f"answered with a line that is not JSON: {_quoted(line)}") from error
        if not isinstance(answer, dict) or list(answer) != ["move"]:
            raise FaultError(f'answered with something else than {{"move": ...}}: {_quoted(line)}')
        return answer["move"]

    def close(self) -> None:
        """End it: its input ends, and what is left of it after a moment is killed."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_GRACE)
        # Its own children are of its session, which bears its number.
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._process.stdout.close()

    def _exchanged(self, question: bytes) -> bytes:
        """The line that it answers, when all of the question is written and within the time limit."""
        until = time.monotonic() + self._time_limit
        with selectors.DefaultSelector() as ready:
            ready.register(self._from, selectors.EVENT_READ)
            ready.register(self._to, selectors.EVENT_WRITE)
            while question or b"\n" not in self._unread:
                if self._stopping():
                    raise StoppedError
                left = until - time.monotonic()
                if left <= 0:
                    raise FaultError(f"gave no answer within {self._time_limit:g} seconds")
                for key, _ in ready.select(min(left, _STOP_CHECK)):
                    if key.fd == self._from:
                        self._read()
                    else:
                        question = self._written(question)
                        if not question:
                            ready.unregister(self._to)
        line, _, self._unread = self._unread.partition(b"\n")
        if self._unread:
            raise FaultError(f"answered with more than one line: after the first came {_quoted(self._unread)}")
        return line

    def _written(self, question: bytes) -> bytes:
        """What is left to be written."""
        try:
            return question[os.write(self._to, question) :]
        except BlockingIOError:
            return question
        except BrokenPipeError:
            # Its output tells why: what it said last is read first, then its end.
            return b""

    def _read(self) -> None:
        read = os.read(self._from, 1 << 16)
        if not read:
            raise FaultError(self._ended())
        self._unread += read
        if len(self._unread) > _MOST_BYTES:
            raise FaultError(f"answered with more than {_MOST_BYTES} bytes")

    def _ended(self) -> str:
        try:
            status = self._process.wait(_GRACE)
        except subprocess.TimeoutExpired:
            return "closed its output before it answered"
        if status < 0:
            return f"was ended by signal {-status} before it answered"
        return f"ended with exit status {status} before it answered"


def _quoted(line: bytes) -> str:
    text = line[:60].decode(errors="replace")
    return repr(text) + ("..." if len(line) > 60 else "")
