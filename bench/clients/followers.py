"""Who looks at a tournament of a club: READERS pages. When something has changed each of them is fetched anew, as tournament.js
does it.

It prints `ready` once all of them are connected, and at a line of input an object in JSON. `seen`: for some of the pages, each
number of results that they showed, with the time in seconds on the monotonic clock. `readers`: how many were connected to the
end. `pages`: how many were fetched. `bytes`: of the largest one.
"""

import asyncio
import json
import random
import sys
import time

from bench.clients.viewers import READERS, until_told

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
    left = await until_told((one.follow(), one.there) for one in made)
    pages, size = sum(one.pages for one in made), max(one.bytes for one in made)
    noted = [one.seen for one in made[:: READERS // NOTING]]
    print(json.dumps({"seen": noted, "readers": left, "pages": pages, "bytes": size}))


if __name__ == "__main__":
    asyncio.run(main())
