"""What a player who asks the machine as fast as a phone can costs the other seats: the time from a key to its frame, and memory.

A daemon plays in this process at a simulated table of Da Vinci Code with four seats and three rounds, in the middle of a long
game. The player whose turn it is has "What is it worth?" and asks about another move each time. The keys are those of another
seat, half of them while nobody asks.
"""

import asyncio
import gc
import itertools
import random
import statistics
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from bench.goals import expect
from companion.app.hardware import Surroundings
from companion.app.service import start_session
from companion.app.session import Session
from companion.app.systemd import SystemdNotify
from companion.config.configuration import simulated
from companion.core.game import Step
from companion.core.prompt import Move, every, sample
from companion.core.seat import CHANCE, Place, all_places
from companion.games.catalog import find_game
from companion.games.helps import HELPS
from companion.journal.journal import Journal
from companion.journal.worker import utc_label
from companion.table.data import PROMISE
from companion.table.effects import Moved, Opened
from companion.web.hub import Hub
from companion.web.messages import TEXT

LENGTHS: Final = (30, 250, 600)
"""Moves of the game that is open."""
SEATS: Final = 4
KEYS: Final = 300
ASKED_EVERY: Final = 0.1
"""Seconds between two questions: what the allowance of a page lets through in the long run."""
MOST: Final = 1.5
"""What a key may take beside questions, at the 99th percentile."""
MOST_MEMORY: Final = 5.0
"""Megabytes that may be left when nobody asks any more."""


def main() -> None:
    """Print the times and the memory for each length of a game, and where they are more than they may be."""
    print(f"{KEYS} keys of another seat, half of them while a player asks every {ASKED_EVERY * 1000:.0f} ms")
    print(f"{'moves':>6} {'quiet 50 %':>11} {'99 %':>8} {'asked 50 %':>11} {'99 %':>8} {'ratio':>6} {'MB left':>8}")
    for length in LENGTHS:
        with TemporaryDirectory(prefix="companion-bench-") as folder:
            asyncio.run(_one(Path(folder), length))


async def _one(folder: Path, length: int) -> None:
    steps, asking, moves = _position(length)
    path = folder / "journal.sqlite3"
    names = tuple(f"Seat {seat + 1}" for seat in range(SEATS))
    journal = Journal.open(path, utc_label)
    rules = find_game("davinci").rules
    journal.append(Opened("davinci", rules, {"rounds": 3}, names, all_places(SEATS), helps=(HELPS,) * SEATS))
    for number, (actor, move) in enumerate(steps, 1):
        journal.append(Moved(number, actor, move))
    journal.close()
    configuration = simulated(SEATS, {}, port=0, journal=path)
    hub = Hub(SEATS, configuration.names)
    async with AsyncExitStack() as stack:
        session = await start_session(configuration, hub, stack, SystemdNotify(None), Surroundings())
        running = asyncio.create_task(session.run())
        stack.callback(running.cancel)
        player = _Keys(hub, session, Place((asking + 1) % SEATS))
        listening = asyncio.create_task(player.listen())
        stack.callback(listening.cancel)
        quiet: list[float] = []
        asked: list[float] = []
        for _ in range(20):
            await player.press()
        before = _memory()
        for _ in range(KEYS // 60):
            quiet += [await player.press() for _ in range(30)]
            questions = asyncio.create_task(_ask(session, asking, len(steps) + 1, moves))
            asked += [await player.press() for _ in range(30)]
            questions.cancel()
        await asyncio.sleep(1)
        left = _memory() - before
    ratio = _high(asked) / _high(quiet)
    print(
        f"{len(steps):6} {statistics.median(quiet) * 1e3:8.2f} ms {_high(quiet) * 1e3:5.2f} ms"
        f" {statistics.median(asked) * 1e3:8.2f} ms {_high(asked) * 1e3:5.2f} ms {ratio:6.2f} {left:8.1f}"
    )
    expect(ratio <= MOST, f"a key takes {ratio:.2f} times as long beside questions, and may take {MOST}")
    expect(left <= MOST_MEMORY, f"{left:.1f} MB are left after questions, and {MOST_MEMORY:.0f} may be")


def _position(length: int) -> tuple[tuple[Step, ...], Place, Iterator[Move]]:
    """A game of about so many moves, the place of who is to act, and claims to ask about without an end."""
    game = find_game("davinci")
    options = game.read_options({"rounds": 3}, SEATS)
    pick = random.Random(6).randrange
    state: Any = game.setup(options, SEATS)
    steps: list[Step] = []
    while len(steps) < length or state.phase != "deduce":
        actor = game.to_act(state)[0]
        prompt = game.ask(options, state, actor)
        assert prompt is not None, "who is to act is asked"
        move = sample(prompt, pick)
        state = game.apply(state, actor, move)
        steps.append((actor, move))
    (seat,) = game.to_act(state)
    assert seat != CHANCE, "a seat claims"
    prompt = game.ask(options, state, seat)
    assert prompt is not None, "who is to act is asked"
    claims = [move for move in every(prompt) if move["move"] == "deduce"]
    return tuple(steps), Place(seat), itertools.cycle(claims)


async def _ask(session: Session, seat: Place, number: int, moves: Iterator[Move]) -> None:
    for move in moves:
        session.pages.answer_seat(seat, PROMISE, number, move)
        await asyncio.sleep(ASKED_EVERY)


class _Keys:
    """A player who looks at one page after the other."""

    def __init__(self, hub: Hub, session: Session, seat: Place) -> None:
        self._news, self._pages, self._seat = hub.bench(), session.pages, seat
        self._shown = asyncio.Event()

    async def listen(self) -> None:
        """Hear each frame of the seat's screen, without end."""
        while True:
            message = await self._news.next()
            if isinstance(message, bytes) and message[0] == self._seat and message[1] != TEXT:
                self._shown.set()

    async def press(self) -> float:
        """The seconds from the edge of a key to the frame of its screen."""
        self._shown.clear()
        began = time.perf_counter()
        self._pages.press_key(self._seat, "right", True)
        await self._shown.wait()
        taken = time.perf_counter() - began
        self._pages.press_key(self._seat, "right", False)
        await asyncio.sleep(0.02)
        return taken


def _memory() -> float:
    """Megabytes of this process."""
    gc.collect()
    with Path("/proc/self/status").open() as lines:
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


def _high(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=100)[98]


if __name__ == "__main__":
    main()
