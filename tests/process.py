"""A daemon in a process of its own, and the websocket by which its keys are pressed and its screens are read."""

import asyncio
import json
import re
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from companion.core.keys import Key
from companion.core.picture import BLANK, Picture, applied
from companion.core.seat import Place
from companion.web.messages import TEXT, decode_screen
from tests.patience import PATIENCE

# A file that the daemon leaves open is an error, too.
PYTHON = (sys.executable, "-W", "default::ResourceWarning", "-m", "companion")


class Page:
    """The `Line` to a daemon over its bench socket."""

    def __init__(self, address: str, socket: ClientConnection) -> None:
        self.address = address
        self.pictures: list[Picture] = []
        self.number: int | None = None
        self.event = ""
        self.view: dict[str, Any] = {}
        self._socket = socket

    async def news(self) -> None:
        message = await self._socket.recv()
        while message[1] == TEXT:  # A screen as text; its picture follows.
            message = await self._socket.recv()
        if isinstance(message, str):
            self._hear(json.loads(message))
        else:
            frame = decode_screen(message)
            before = BLANK if frame.full else self.pictures[frame.seat]
            self.pictures[frame.seat] = applied(before, frame.runs)

    async def press(self, seat: Place, key: Key, down: bool) -> None:
        await self._socket.send(json.dumps({"seat": seat, "key": key, "down": down}))

    def _hear(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "hello":
                self.pictures = [BLANK] * message["seats"]
            case "public":
                self.number, self.view = message["number"], message["view"]
            case "event":
                self.event = message["text"]


class Table(Page):
    """A daemon in a process of its own."""

    def __init__(self, process: Process, address: str, socket: ClientConnection) -> None:
        super().__init__(address, socket)
        self.process = process

    async def kill(self) -> None:
        """Kill the process, as a power cut would."""
        self.process.kill()
        await self.process.communicate()

    async def end(self) -> tuple[int, str]:
        """End it by SIGTERM: the exit status, and what it said on standard error."""
        self.process.terminate()
        async with asyncio.timeout(PATIENCE):
            _, said = await self.process.communicate()
        assert self.process.returncode is not None
        return self.process.returncode, said.decode()


def bench(address: str) -> connect:
    """The socket of the bench page at `address`, http:// and all, without the last slash."""
    return connect(address.replace("http", "ws") + "/ws/bench", origin=Origin(address))


@asynccontextmanager
async def playing(journal: Path, *more: str) -> AsyncIterator[Table]:
    """`companion play` at a free port, with all secrets in sight; killed at the end of the block unless it has ended."""
    async with started(
        "play", "--no-browser", "--secrecy", "open", "--port", "0", "--journal", str(journal), *more
    ) as table:
        yield table


@asynccontextmanager
async def started(*arguments: str) -> AsyncIterator[Table]:
    """A command that prints its address, and a socket to its bench."""
    process = await asyncio.create_subprocess_exec(*PYTHON, *arguments, stdout=PIPE, stderr=PIPE)
    try:
        assert process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = (await process.stdout.readline()).decode()
        if (found := re.search(r"http://\S+", line)) is None:
            _, said = await process.communicate()
            raise AssertionError(f"it did not start: {line}{said.decode()}")
        address = found[0].rstrip("/")
        async with bench(address) as socket:
            yield Table(process, address, socket)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()
