"""Hostile clients of the page, in a process of their own: `python -m bench.clients.visitors PORT`.

Idle connections, clients that flood their websocket with pings or with empty fragments, and spectators, all from one address.
Whoever is cut off comes again. Says "ready" when they are there, counts when a line comes on standard input, and ends with that.
"""

import asyncio
import contextlib
import json
import sys
from typing import Final

IDLE: Final = 1100
FLOODS: Final = 4
FLOOD_RATE: Final = 700_000
"""Bytes a second of each."""
SPECTATORS: Final = 200
SETTLED: Final = 3.0
"""Seconds that all are given to come in, and LONGEST that the last spectator may take."""
LONGEST: Final = 10.0
TURN: Final = 0.01
MASK: Final = b"\0\0\0\0"
PING: Final = b"\x89\x80" + MASK
FIRST_FRAGMENT: Final = b"\x01\x80" + MASK
FRAGMENT: Final = b"\x00\x80" + MASK
HANDSHAKE: Final = """\
GET {path} HTTP/1.1
Host: {place}
Origin: http://{place}
Upgrade: websocket
Connection: Upgrade
Sec-WebSocket-Version: 13
Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==

"""


class Visitors:
    """Those of one table."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.idle = 0
        """Connections that stand."""
        self.spectators = 0
        """That hear the table."""
        self.heard = 0
        """Bytes that spectators got."""
        self.sent = 0
        """Bytes of floods."""
        self.cut_off = 0
        """Floods that were ended."""

    async def be_idle(self) -> None:
        """Connect, say nothing, and come again when that is ended."""
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                self.idle += 1
                try:
                    await reader.read(1)
                finally:
                    self.idle -= 1
                    writer.close()

    @property
    def counted(self) -> dict[str, int]:
        """What they counted, by name."""
        told = {"idle": self.idle, "spectators": self.spectators, "heard": self.heard}
        return told | {"sent": self.sent, "cut_off": self.cut_off}

    async def flood(self, first: bytes, frame: bytes, path: str = "/ws/table") -> None:
        """Open a socket, and send frames as fast as may be."""
        while True:
            with contextlib.suppress(OSError, EOFError):
                _, writer = await self._socket(path)
                data = frame * int(FLOOD_RATE * TURN / len(frame))
                writer.write(first)
                try:
                    while True:
                        writer.write(data)
                        await writer.drain()
                        self.sent += len(data)
                        await asyncio.sleep(TURN)
                finally:
                    self.cut_off += 1
                    writer.close()

    async def look_on(self) -> None:
        """Open a socket and listen. It comes again after a second, as the page does."""
        while True:
            with contextlib.suppress(OSError, EOFError):
                reader, writer = await self._socket()
                self.spectators += 1
                try:
                    # A ping is answered like a browser does.
                    while data := await reader.read(65536):
                        self.heard += len(data)
                        if data.startswith(b"\x89\x04") and len(data) == 6:
                            writer.write(b"\x8a\x84" + MASK + data[2:])
                finally:
                    self.spectators -= 1
                    writer.close()
            await asyncio.sleep(1)

    async def _socket(self, path: str = "/ws/table") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(HANDSHAKE.format(path=path, place=f"127.0.0.1:{self._port}").replace("\n", "\r\n").encode())
            if b" 101 " not in await reader.readuntil(b"\r\n\r\n"):
                raise ConnectionRefusedError
        except BaseException:
            writer.close()
            raise
        return reader, writer


async def visit(port: int) -> None:
    """Until a line comes on standard input."""
    visitors = Visitors(port)
    coming = [visitors.look_on() for _ in range(SPECTATORS)] + [visitors.be_idle() for _ in range(IDLE)]
    for _ in range(FLOODS // 2):
        coming += [visitors.flood(b"", PING), visitors.flood(FIRST_FRAGMENT, FRAGMENT)]
    tasks = [asyncio.ensure_future(one) for one in coming]
    await asyncio.sleep(SETTLED)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONGEST - SETTLED):
            while visitors.spectators < SPECTATORS:
                await asyncio.sleep(TURN)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps(visitors.counted), flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(visit(int(sys.argv[1])))
