"""What reading finished games costs the table: the time of a move while pages are read, compared with moves while none is.

A daemon plays in this process at a simulated table, by keys; a browser in another process asks for page after page of its
history, and for moments of its games, as fast as it is answered. The journal holds as many games as `python -m bench.history
--games 10000,50000` says. The moves are counted from the edge of the key that makes them until the table has answered: the
entry is on disk, the screens are handed over, the public view is told.
"""

import argparse
import asyncio
import http.client
import json
import select
import sqlite3
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.goals import expect
from companion.app.hardware import Surroundings
from companion.app.service import start_session
from companion.app.systemd import SystemdNotify
from companion.app.web import table_pages
from companion.config.configuration import Configuration, simulated
from companion.core.game import Step
from companion.core.keys import Gesture
from companion.core.prompt import Move
from companion.core.seat import Place, Seat, all_seats, next_seat
from companion.games.catalog import CATALOG
from companion.history.history_reader import HistoryReader
from companion.history.replay import replay_game, replayed_ending
from companion.journal.journal import Journal
from companion.journal.rows import SavedGame
from companion.journal.worker import JournalWorker, utc_label
from companion.table.effects import Answered, Opened
from companion.table.table import Table
from companion.thinking.client import Thinking
from companion.web.hub import Hub
from companion.web.page_handlers import PageHandlers
from companion.web.server import Server
from tests.key_spelling import spell

GAMES: Final = (500, 2_000)
MOVES: Final = 100
"""Measured moves, every other one while history is read."""
REQUESTS: Final = 40
MOST: Final = 1.10
"""What a move may take while history is read, beside one while none is: at the median."""
MOST_SECONDS: Final = 0.05
"""Of processor time for a request."""
_REST: Final = 0.02
"""Seconds for a key to be heard and let go, before the next one."""

CODE: Final = ("red", "blue", "green", "white")
WRONG: Final = ("pink", "silver", "yellow", "orange")


def main() -> None:
    """Print what each size of history costs, and where that is more than it may."""
    measured(GAMES, MOVES)


def measured(sizes: tuple[int, ...], moves: int) -> None:
    """For journals of so many games: the processor time of a request, and the time of a move."""
    print(
        f"{moves} moves by keys, half of them while history is read without a pause; {REQUESTS} requests of each kind"
    )
    print(
        f"{'games':>7} {'journal':>9} {'page':>9} {'last page':>10} {'moment':>9} {'unsettled':>10} {'bytes':>7}"
        f" {'move':>8} {'reading':>8} {'ratio':>6} {'95 %':>6} {'requests':>9}"
    )
    for games in sizes:
        with TemporaryDirectory(prefix="companion-bench-") as folder:
            asyncio.run(_one(Path(folder), games, moves))


async def _one(folder: Path, games: int, moves: int) -> None:
    path = folder / "journal.sqlite3"
    _fill(path, games)
    size = path.stat().st_size
    page, last, moment, length = await _costs(path, f"1.{1 - games}", f"1.{-games // 2}")
    with _unsettled(path) as copy:
        unsettled, *_ = await _costs(copy, f"1.{1 - games}", f"1.{-games // 2}")
    quiet, reading, requests = await _moves(simulated(2, {}, port=0, journal=path), moves)
    ratio = statistics.median(reading) / statistics.median(quiet)
    tail = _high(reading) / _high(quiet)
    print(
        f"{games:7} {size / 1e6:6.1f} MB {page * 1e3:6.1f} ms {last * 1e3:7.1f} ms {moment * 1e3:6.1f} ms"
        f" {unsettled * 1e3:7.1f} ms {length:7} {statistics.median(quiet) * 1e3:5.1f} ms"
        f" {statistics.median(reading) * 1e3:5.1f} ms {ratio:6.2f} {tail:6.2f} {requests:9}"
    )
    for cost in (page, last, moment, unsettled):
        expect(cost <= MOST_SECONDS, f"a request takes {cost * 1e3:.0f} ms of the processor, and may take 50")
    expect(ratio <= MOST, f"a move takes {ratio:.2f} times as long while history is read, and may take {MOST}")


# What a request costs


async def _costs(path: Path, oldest: str, middle: str) -> tuple[float, float, float, int]:
    """The most processor time of all threads that one request for the newest page, for the last one and for a moment took;
    and the bytes of a page."""
    journal = JournalWorker(path)
    await journal.open()
    past = HistoryReader(journal, Thinking(lambda _: None).review)
    try:
        page = await _cost(lambda: past.games(None))
        last = await _cost(lambda: past.games(oldest))
        moment = await _cost(lambda: past.view_at(middle, Seat(0), 12))
        return page, last, moment, len(json.dumps(await past.games(None)))
    finally:
        past.close()
        await journal.close()


async def _cost(ask: Callable[[], Awaitable[object]]) -> float:
    await ask()
    most = 0.0
    for _ in range(REQUESTS):
        before = time.process_time()
        await ask()
        most = max(most, time.process_time() - before)
    return most


# What a move takes


async def _moves(configuration: Configuration, moves: int) -> tuple[list[float], list[float], int]:
    """Seconds of each move while nobody reads, and while somebody does; and the requests that were answered meanwhile."""
    hub = Hub(2, configuration.names)
    quiet: list[float] = []
    reading: list[float] = []
    answered = 0
    async with AsyncExitStack() as stack:
        session = await start_session(configuration, hub, stack, SystemdNotify(None), Surroundings())
        past = HistoryReader(session.journal, session.thinking.review)
        stack.callback(past.close)
        server = Server(hub, session.pages, table_pages(), bench=True, past=past)
        port = await server.start()
        stack.push_async_callback(server.stop)
        running = asyncio.create_task(session.run())
        stack.callback(running.cancel)
        player = _Player(hub, session.pages, configuration)
        browser = _Browser(port)
        stack.callback(browser.close)
        for move in range(-4, moves):
            # In turn, so that whatever else the machine does falls on both alike.
            if move % 2:
                await asyncio.to_thread(browser.begin)
                taken = await player.move()
                answered += await asyncio.to_thread(browser.end)
            else:
                taken = await player.move()
            if move >= 0:
                (reading if move % 2 else quiet).append(taken)
    return quiet, reading, answered


class _Player:
    """Seat 1 leaves the lobby and sits down again, by its keys."""

    def __init__(self, hub: Hub, pages: PageHandlers, configuration: Configuration) -> None:
        self._pages = pages
        self._news = hub.bench()
        self._table = Table(CATALOG, configuration.names)
        self._table.begin()
        self._seated = True

    async def move(self) -> float:
        """Make a move; the seconds from the edge at which its last key is let go to the public view of it."""
        place = Place(1)
        move: Move = {"move": "leave" if self._seated else "join"}
        self._seated = not self._seated
        prompt = self._table.prompt(place)
        assert prompt is not None, "whoever is in a lobby is asked"
        *before, last = spell(prompt, move)
        assert last == "middle", "a move that is chosen is made by ●, which counts when it is let go"
        for key in before:
            await self._press(place, key)
        number = self._table.state.number + 1
        self._table.handle(Answered(Seat(place), number, move))
        self._pages.press_key(place, last, True)
        await asyncio.sleep(_REST)
        began = time.perf_counter()
        self._pages.press_key(place, last, False)
        await self._told(number)
        taken = time.perf_counter() - began
        await asyncio.sleep(_REST)
        return taken

    async def _press(self, place: Place, key: Gesture) -> None:
        assert key in ("left", "middle", "right"), "nothing here is held"
        self._pages.press_key(place, key, True)
        await asyncio.sleep(_REST)
        self._pages.press_key(place, key, False)
        await asyncio.sleep(_REST)

    async def _told(self, number: int) -> None:
        async with asyncio.timeout(30):
            while True:
                message = await self._news.next()
                if isinstance(message, str):
                    told = json.loads(message)
                    if told["type"] == "public" and told["number"] == number:
                        return


class _Browser:
    """A process that asks for history, page after page, from `begin` to `end`."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, "-m", "bench.history", "--browse", str(port)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def begin(self) -> None:
        """Come back when the first answer is there; the next question is asked by then."""
        self._say("begin")
        self._hear()

    def end(self) -> int:
        """How many requests were answered."""
        self._say("end")
        return int(self._hear())

    def close(self) -> None:
        """End the process."""
        self._process.communicate()

    def _say(self, word: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()

    def _hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


def browse(port: int) -> None:
    """Ask for pages and moments from each line of standard input to the next one; then print how many were answered."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    asking = _asking(connection)
    while sys.stdin.readline():
        next(asking)
        print("begun", flush=True)
        answered = 1
        while not select.select([sys.stdin], [], [], 0)[0]:
            next(asking)
            answered += 1
        sys.stdin.readline()
        print(answered, flush=True)
    connection.close()


def _asking(connection: http.client.HTTPConnection) -> Iterator[None]:
    """One request after another: pages, and some moments of some games of each."""
    while True:
        older = None
        for _ in range(4):
            found = _get(connection, "/history/games" + (f"?before={older}" if older else ""))
            yield
            older = found["older"]
            for game in found["games"][:3]:
                for number in (0, game["moves"] // 2, game["moves"]):
                    _get(connection, f"/history/games/{game['key']}/0/{number}")
                    yield


def _get(connection: http.client.HTTPConnection, path: str) -> Any:
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    assert answer.status == 200, (path, answer.status, body)
    return json.loads(body)


# What there is to read


def _fill(path: Path, games: int) -> None:
    """A journal with so many series of Mastermind, twenty moves each."""
    opened = Opened("mastermind", CATALOG[0].rules, {"games": 2}, ("Ann", "Bob"))
    steps: tuple[Step, ...] = ()
    for maker in all_seats(2):
        codes = ((maker, {"move": "set_code", "pegs": list(CODE)}),)
        guesses = tuple(
            (next_seat(maker, 2), {"move": "guess", "pegs": list(pegs)}) for pegs in ((WRONG,) * 8 + (CODE,))
        )
        steps = (*steps, *codes, *guesses)
    how = replayed_ending(replay_game(SavedGame(opened, utc_label(), b"", steps, abandoned=False)))
    assert how.how == "over", "the series is a whole one"
    journal = Journal.open(path, utc_label)
    journal.connection.execute("PRAGMA synchronous = OFF")
    for number in range(games):
        journal.add(
            opened, f"2026-01-01T{number // 3600 % 24:02}:{number // 60 % 60:02}:{number % 60:02}+00:00", steps, how
        )
    journal.close()


@contextmanager
def _unsettled(path: Path) -> Iterator[Path]:
    """A copy that has lost how its games ended."""
    copy = path.with_name("unsettled.sqlite3")
    copy.write_bytes(path.read_bytes())
    connection = sqlite3.connect(copy)
    with connection:
        connection.execute("DELETE FROM ending")
    connection.close()
    try:
        yield copy
    finally:
        copy.unlink()


def _high(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20)[-1]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.history", description="What history costs the table.")
    parser.add_argument("--games", default=",".join(map(str, GAMES)), help="the sizes of journals, with commas")
    parser.add_argument("--moves", type=int, default=MOVES, help="measured moves of each")
    parser.add_argument("--browse", type=int, default=None, metavar="PORT", help=argparse.SUPPRESS)
    parsed = parser.parse_args()
    if parsed.browse is not None:
        browse(parsed.browse)
    else:
        measured(tuple(int(games) for games in parsed.games.split(",")), parsed.moves)
