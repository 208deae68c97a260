"""Who looks at a tournament of a club: so many pages, each of which takes itself from the club again when something has changed,
as tournament.js does.

It prints `ready` once all of them are there, and at a line of input, as JSON: for some of them which number of results they
showed when, in seconds on the monotonic clock, how many pages were there to the end, how many they took, and bytes of a page.
"""

import asyncio
import json
import random
import sys
import time
from contextlib import suppress

READERS = 500
NOTING = 50
SPREAD = 2.0
"""As in tournament.js: seconds in which pages that heard the same ask."""
SHOWN = b'class="result"'


class Follower:
    """One page. `seen`: numbers of results, and when they were shown."""

    def __init__(self, port: int, path: str) -> None:
        self.port, self.path = port, path
        self.there = asyncio.Event()
        self.seen: list[tuple[int, float]] = []
        self.pages = self.bytes = 0
        self._stale = asyncio.Event()

    async def _ask(self, path: str, kind: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port, limit=1 << 22)
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: {kind}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode())
        status = await reader.readline()
        if b"200" not in status:
            raise ConnectionRefusedError(status)
        return reader, writer

    async def follow(self) -> None:
        """Listen until the club closes."""
        reader, _ = await self._ask(f"/events{self.path}", "text/event-stream")
        renewing = asyncio.create_task(self._renew())
        last = b""
        try:
            while line := await reader.readline():
                if line.startswith(b"data:"):
                    self.there.set()
                    if last not in (b"", line):
                        self._stale.set()
                    last = line
        finally:
            renewing.cancel()
        raise ConnectionResetError("the club has closed it")

    async def _renew(self) -> None:
        while True:
            await self._stale.wait()
            await asyncio.sleep(SPREAD * random.random())
            self._stale.clear()
            reader, writer = await self._ask(f"{self.path}/screen", "text/html")
            page = await reader.read()
            writer.close()
            self.pages, self.bytes = self.pages + 1, len(page)
            self.seen.append((page.count(SHOWN), time.monotonic()))


async def main() -> None:
    """All of them, from the first on."""
    port, path = int(sys.argv[1]), sys.argv[2]
    made = [Follower(port, path) for _ in range(READERS)]
    tasks = []
    for one in made:
        tasks.append(asyncio.create_task(one.follow()))
        waiting = asyncio.create_task(one.there.wait())
        await asyncio.wait((tasks[-1], waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    left = sum(not task.done() for task in tasks)
    for task in tasks:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)
    pages, size = sum(one.pages for one in made), max(one.bytes for one in made)
    noted = [one.seen for one in made[:: READERS // NOTING]]
    print(json.dumps({"seen": noted, "readers": left, "pages": pages, "bytes": size}))


if __name__ == "__main__":
    asyncio.run(main())
