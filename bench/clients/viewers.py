"""Who looks at the hall of a club: so many readers of its events. Some of them note how old the news are.

The news that count are those whose last sentence is `finished at <seconds on the monotonic clock>`, as bench.club says them. It
prints `ready`, and at a line of input the ages, in seconds, and how many readers were connected to the end.
"""

import asyncio
import json
import sys
import time
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from typing import Any

READERS = 500
NOTING = 10
"""To read JSON for all of them would take longer than what is measured."""
SAYS = "finished at "


async def watch(port: int, ages: list[float] | None, connected: asyncio.Event) -> None:
    """Read until the club closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 22)
    writer.write(b"GET /events/hall HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
    status = await reader.readline()
    if b"200" not in status:
        raise ConnectionRefusedError(status)
    connected.set()
    if ages is None:
        while await reader.read(1 << 16):
            pass
        raise ConnectionResetError("the club has closed it")
    while line := await reader.readline():
        if line.startswith(b"data:"):
            now = time.monotonic()
            for table in json.loads(line[5:]):
                said = (table["state"] or {}).get("said", "")
                if said.startswith(SAYS):
                    ages.append(now - float(said.removeprefix(SAYS)))
    raise ConnectionResetError("the club has closed it")


async def until_told(readers: Iterable[tuple[Coroutine[Any, Any, None], asyncio.Event]]) -> int:
    """Start readers one after the other, print `ready` once all are connected, and end them at a line of input. The event of each
    says that it is connected. Returns how many were so to the end."""
    tasks = []
    for reader, connected in readers:
        tasks.append(asyncio.create_task(reader))
        waiting = asyncio.create_task(connected.wait())
        await asyncio.wait((tasks[-1], waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    left = sum(not task.done() for task in tasks)
    for task in tasks:
        task.cancel()
    with suppress(asyncio.CancelledError):
        await asyncio.gather(*tasks, return_exceptions=True)
    return left


async def main() -> None:
    """All of them; the ones that note are spread over them."""
    port, ages = int(sys.argv[1]), list[float]()
    connected = [asyncio.Event() for _ in range(READERS)]
    left = await until_told(
        (watch(port, ages if number % (READERS // NOTING) == 0 else None, one), one)
        for number, one in enumerate(connected)
    )
    print(json.dumps({"ages": ages, "readers": left}))


if __name__ == "__main__":
    asyncio.run(main())
