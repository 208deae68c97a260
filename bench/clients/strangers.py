"""Clients of a table, in a process of their own: `python -m bench.clients.strangers PORT WHO`.

WHO is `spectators`; `attacks`, which are spectators, what visitors do, and the same at the pages of phones, of finished games and
of puzzles: floods of the socket of a seat, wrong codes, bodies that never come, and look-ups that cost the table work; or one of
MIXES alone. Who holds connections has one address, who asks has another, since the table gives addresses turns. Says "ready",
counts and ends as visitors.py does.
"""

import asyncio
import contextlib
import json
import random
import sys
from collections.abc import Coroutine
from datetime import date, timedelta
from typing import Any, Final

from bench.clients.visitors import FIRST_FRAGMENT, FRAGMENT, IDLE, LONGEST, PING, SETTLED, SPECTATORS, TURN, Visitors

GUESSERS: Final = 4
HALF_BODIES: Final = 100
READERS: Final = 4
RELOADERS: Final = 2
MIXES: Final = ("review", "lookups", "fragments", "puzzles", "bodies")
"""One kind of request each: reviews of finished games; finished games, reviews and puzzles; fragments of messages; puzzles; and
bodies that never come."""
_ASKING: Final = ("127.0.0.2", 0)
_GAMES: Final = ("mastermind", "davinci", "digitcode", "passcode", "breakthecode")


class Strangers(Visitors):
    """Those of one table. What they count: how many requests of each kind were answered, by status."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self.answered: dict[str, int] = {}

    async def guess(self) -> None:
        """Send wrong codes, each as soon as the last one is answered."""
        while True:
            code = "".join(random.choices("ABCDEFGHJKLMNPQRSTUVWXYZ234567", k=12))
            await self._ask("codes", "POST", "/seat/join", json.dumps({"code": code}).encode())

    async def hold_body(self) -> None:
        """Begin to send a code, and never end."""
        while True:
            with contextlib.suppress(OSError):
                reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
                try:
                    writer.write(self._head("POST", "/seat/join", 100) + b"{")
                    await reader.read()
                finally:
                    writer.close()

    async def look_up(self) -> None:
        """Ask for finished games, and for puzzles that nobody has asked for."""
        first = date(2020, 1, 1)
        while True:
            day, game = first + timedelta(random.randrange(10_000)), random.choice(_GAMES)
            await self._ask("puzzles", "GET", f"/puzzle/{day}/{game}/hard", b"")
            await self._ask("histories", "GET", "/history/games", b"")
            await self._ask("reviews", "GET", f"/history/games/1.{random.randrange(9)}/review", b"")

    async def review(self) -> None:
        """Ask for the reviews of all finished games."""
        while True:
            games = json.loads(await self._ask("histories", "GET", "/history/games", b"") or '{"games": []}')["games"]
            random.shuffle(games)
            for game in games:
                await self._ask("reviews", "GET", f"/history/games/{game['key']}/review", b"")

    async def read(self) -> None:
        """Ask for finished games, and for what their seats knew after some move."""
        while True:
            games = json.loads(await self._ask("histories", "GET", "/history/games", b"") or '{"games": []}')["games"]
            for game in random.sample(games, min(4, len(games))):
                number = random.randrange(game["moves"] + 1)
                await self._ask("moments", "GET", f"/history/games/{game['key']}/0/{number}", b"")

    async def puzzle(self) -> None:
        """Ask for puzzles that nobody has asked for."""
        first = date(2020, 1, 1)
        while True:
            day, game = first + timedelta(random.randrange(10_000)), random.choice(_GAMES[:3])
            await self._ask("puzzles", "GET", f"/puzzle/{day}/{game}/hard", b"")

    async def reload(self) -> None:
        """Load the page of a phone and the rules, over and over."""
        while True:
            await self._ask("pages", "GET", random.choice(("/seat", "/rules/mastermind", "/static/look.css")), b"")

    def coming(self, who: str) -> list[Coroutine[Any, Any, None]]:
        """All that they do."""
        if who in MIXES:
            return self._mix(who)
        coming = [self.look_on() for _ in range(SPECTATORS)]
        if who == "attacks":
            coming += [self.be_idle() for _ in range(IDLE)]
            coming += [self.flood(b"", PING, "/ws/seat"), self.flood(FIRST_FRAGMENT, FRAGMENT, "/ws/seat")]
            coming += [self.flood(b"", PING), self.flood(FIRST_FRAGMENT, FRAGMENT)]
            coming += [self.guess() for _ in range(GUESSERS)]
            coming += [self.hold_body() for _ in range(HALF_BODIES)]
            coming += [self.look_up() for _ in range(READERS)]
            coming += [self.reload() for _ in range(RELOADERS)]
        return coming

    def _mix(self, name: str) -> list[Coroutine[Any, Any, None]]:
        match name:
            case "review":
                return [self.review() for _ in range(READERS)]
            case "lookups":
                return [*(self.review() for _ in range(2)), *(self.read() for _ in range(2)), self.puzzle()]
            case "fragments":
                return [self.flood(FIRST_FRAGMENT, FRAGMENT, path) for path in ("/ws/table", "/ws/seat") * 2]
            case "puzzles":
                return [self.puzzle() for _ in range(READERS)]
            case _:
                return [self.hold_body() for _ in range(HALF_BODIES)]

    def _head(self, method: str, path: str, length: int) -> bytes:
        place = f"127.0.0.1:{self._port}"
        lines = (f"{method} {path} HTTP/1.1", f"Host: {place}", f"Origin: http://{place}", f"Content-Length: {length}")
        return ("\r\n".join(lines) + "\r\nConnection: close\r\n\r\n").encode()

    async def _ask(self, what: str, method: str, path: str, body: bytes) -> bytes:
        """The body of the answer; empty where there is none."""
        answer = b""
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", self._port, local_addr=_ASKING)
            try:
                writer.write(self._head(method, path, len(body)) + body)
                answer = await reader.read()
            finally:
                writer.close()
            status = answer[9:12].decode() or "nothing"
            self.answered[f"{what} {status}"] = self.answered.get(f"{what} {status}", 0) + 1
        # A connection that is refused at once would be tried again as often as this process can.
        await asyncio.sleep(TURN)
        return answer.partition(b"\r\n\r\n")[2] if answer[9:12] == b"200" else b""


async def visit(port: int, who: str) -> None:
    """Until a line comes on standard input."""
    strangers = Strangers(port)
    tasks = [asyncio.ensure_future(one) for one in strangers.coming(who)]
    await asyncio.sleep(SETTLED)
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(LONGEST - SETTLED):
            while who not in MIXES and strangers.spectators < SPECTATORS:
                await asyncio.sleep(TURN)
    print("ready", flush=True)
    await asyncio.to_thread(sys.stdin.readline)
    print(json.dumps(strangers.counted | strangers.answered), flush=True)
    for task in tasks:
        task.cancel()


if __name__ == "__main__":
    asyncio.run(visit(int(sys.argv[1]), sys.argv[2]))
