"""How long a key takes to its frame under a hostile network load, compared with a table that nobody visits, in the same run.

Two daemons of their own play the same games on simulated tables, key by key in turn. One of them has 1,100 idle connections, four
clients that flood it and 200 spectators (clients/visitors.py, in a third process). So whatever else the machine does, and what
the visitors themselves cost, is there for both; and the journals are in memory where the system has a folder for that, since a
disk is slow at times on its own account. Once as it is, and once with 1,024 file descriptors, as the service has.
"""

import asyncio
import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from statistics import quantiles
from typing import Any, Final, NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from bench.goals import MOST, expect
from bench.session import CODES, GUESSES, new_table
from companion.core.keys import Gesture
from companion.core.picture import BLANK
from companion.core.prompt import Move
from companion.core.seat import Place, all_places
from companion.table.effects import Gestured, Show
from companion.table.table import Table
from companion.ui.raster import draw
from companion.web.messages import TEXT
from tests.key_spelling import spell

MOST_LINES: Final = 100
"""That the log may grow."""
TRIES: Final = 3
"""The 99th percentile of some hundred keys is one or two of them, and another program's burst can make it. A run that is within
the limit is enough; one that is not is printed, and made again."""
DESCRIPTORS: Final = 1024
GAMES: Final = 3
MEMORY: Final = Path("/dev/shm")
REST: Final = 0.004
"""Seconds between two presses."""
HOLD: Final = 0.7
"""Seconds that a key is held which leads back."""
PATIENCE: Final = 30.0
TWO_PANELS: Final = """
board = "bench"
journal.path = "{folder}/journal.sqlite3"
web.port = 0
web.bench = true
[[seats]]
name = "Ann"
[[seats]]
name = "Bob"
"""


class Press(NamedTuple):
    """A key that changes the screen of its own seat."""

    seat: Place
    gesture: Gesture


def presses(table: Table) -> list[Press]:
    """The keys of some games of Mastermind for the seats 0 and 1, from the lobby on, in which both have joined. They are played
    at `table`, which is in memory, to know what they change."""
    stands = {seat: draw(table.screen(seat)) for seat in all_places(2)}
    found: list[Press] = []

    def press(seat: Place, gesture: Gesture) -> None:
        before = stands.get(seat, BLANK)
        for effect in table.handle(Gestured(seat, gesture)):
            if isinstance(effect, Show):
                stands[effect.place] = draw(table.screen(effect.place))
        assert stands[seat] != before, "every key is seen on its own screen"
        found.append(Press(seat, gesture))

    def make(seat: Place, move: Move) -> None:
        draft = table.state.places[seat].dialog.draft
        assert draft is not None
        sure: tuple[Gesture, ...] = ("right",) if table.confirm_question(seat, move) else ()
        for gesture in (*spell(draft, move), *sure):
            press(seat, gesture)

    make(Place(0), {"move": "set", "option": "games", "value": len(CODES)})
    make(Place(0), {"move": "start"})
    for game, code in enumerate(CODES[:GAMES]):
        make(Place(game % 2), {"move": "set_code", "pegs": list(code)})
        for guess in (*GUESSES, code):
            make(Place(1 - game % 2), {"move": "guess", "pegs": list(guess)})
        for reader in all_places(2):
            press(reader, "middle")  # the row that cracked the code is read
    return found


def at_two_panels() -> list[Press]:
    """Those of a table whose two seats have panels."""
    table = new_table()
    table.begin()
    return presses(table)


class Hands:
    """The keys of one table, over the socket of its bench."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    async def press(self, press: Press, rest: float = 0) -> float | None:
        """Seconds from the key to the next frame of its seat; None where a key is held, which says nothing of the network.
        `rest`: seconds before the key is let go, and after."""
        key = press.gesture
        if key == "back":
            await self._send(press.seat, "middle", True)
            await asyncio.sleep(HOLD)
            await self._send(press.seat, "middle", False)
            return None
        if key == "middle":  # which acts when it comes up
            await self._send(press.seat, key, True)
            await asyncio.sleep(REST)
        await self._settle()
        began = time.perf_counter()
        await self._send(press.seat, key, key != "middle")
        async with asyncio.timeout(PATIENCE):
            while not _is_frame(await self._socket.recv(), press.seat):
                pass
        taken = time.perf_counter() - began
        if key != "middle":
            await asyncio.sleep(rest)
            await self._send(press.seat, key, False)
            await asyncio.sleep(rest)
        return taken

    async def _send(self, seat: Place, key: str, down: bool) -> None:
        await self._socket.send(json.dumps({"seat": seat, "key": key, "down": down}))

    async def _settle(self) -> None:
        """Read the messages that have already arrived."""
        while True:
            try:
                async with asyncio.timeout(0.001):
                    await self._socket.recv()
            except TimeoutError:
                return


def _is_frame(message: str | bytes, seat: Place) -> bool:
    return isinstance(message, bytes) and message[0] == seat and message[1] != TEXT


class Measured(NamedTuple):
    """Seconds of each press; lines of the visited table's log; what the visitors counted."""

    idle: list[float]
    visited: list[float]
    lines: int
    visitors: dict[str, Any]


async def by_turns(hands: Sequence[Hands]) -> list[list[float]]:
    """The same keys at two tables, one after the other: seconds until the picture, of each."""
    taken: list[list[float]] = [[], []]
    for number, press in enumerate(at_two_panels()):
        for which in (0, 1) if number % 2 else (1, 0):
            if (seconds := await hands[which].press(press)) is not None:
                taken[which].append(seconds)
            await asyncio.sleep(REST)
    return taken


async def measure(descriptors: int | None) -> Measured:
    """One run, with so many file descriptors for each daemon, or as many as this process may have."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)))
        addresses = [stack.enter_context(daemon(folder / name, descriptors)) for name in ("idle", "visited")]
        hands = [Hands(await stack.enter_async_context(bench_socket(address))) for address in addresses]
        log = folder / "visited" / "log"
        before = lines_of(log)
        visitors = stack.enter_context(visiting(addresses[1]))
        taken = await by_turns(hands)
        counted, _ = await asyncio.to_thread(visitors.communicate, "\n", PATIENCE)
        return Measured(taken[0], taken[1], lines_of(log) - before, json.loads(counted))


def main() -> None:
    """Print both runs, and where the network slows the table or fills its log."""
    print(
        f"From a key to its frame, ms; the visited table has 1,100 idle connections, 4 floods and 200 spectators ({_keys()})"
    )
    print(
        f"{'descriptors':12} {'':8} {'median':>7} {'99th':>7} {'worst':>7}   {'ratio at the 99th':>17} {'log lines':>10}"
    )
    for descriptors in (None, DESCRIPTORS):
        ratios = [_print(descriptors, asyncio.run(measure(descriptors)))]
        while ratios[-1] > MOST and len(ratios) < TRIES:
            ratios.append(_print(descriptors, asyncio.run(measure(descriptors))))
        least = min(ratios)
        expect(
            least <= MOST,
            f"a key takes {least:.1f} times as long at the 99th percentile, and may take {MOST:.0f} times",
        )


def _print(descriptors: int | None, run: Measured) -> float:
    """The ratio at the 99th percentile."""
    idle, visited = percentiles(run.idle), percentiles(run.visited)
    ratio = visited[1] / idle[1]
    name = "all" if descriptors is None else f"{descriptors:,}"
    print(f"{name:12} {'idle':8} {idle[0]:7.2f} {idle[1]:7.2f} {idle[2]:7.2f}")
    print(f"{'':12} {'visited':8} {visited[0]:7.2f} {visited[1]:7.2f} {visited[2]:7.2f}   {ratio:17.2f} {run.lines:10}")
    told = ", ".join(f"{what.replace('_', ' ')} {count:,}" for what, count in run.visitors.items())
    print(f"{'':12} at the end, and in all: {told}")
    expect(run.lines < MOST_LINES, f"the log grew by {run.lines} lines, and may grow by {MOST_LINES}")
    return ratio


def _keys() -> str:
    return f"{len(at_two_panels())} keys"


def percentiles(taken: Sequence[float]) -> tuple[float, float, float]:
    """Median, 99th and worst, in milliseconds."""
    parts = quantiles([1000 * one for one in taken], n=100)
    return parts[49], parts[98], 1000 * max(taken)


def lines_of(log: Path) -> int:
    return log.read_bytes().count(b"\n")


@contextmanager
def daemon(
    folder: Path,
    descriptors: int | None,
    config: str = TWO_PANELS,
    begin: Callable[[Path], None] = lambda _journal: None,
) -> Iterator[str]:
    """A daemon on a simulated table, and its address. `config`: of that table, with a place for its folder. `begin`: makes the
    journal that it finds."""
    folder.mkdir()
    begin(folder / "journal.sqlite3")
    file = folder / "table.toml"
    file.write_text(config.format(folder=folder))

    def limit() -> None:
        if descriptors is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (descriptors, descriptors))

    with (folder / "log").open("wb") as log:
        command = [sys.executable, "-m", "companion", "run", "--config", str(file)]
        process = subprocess.Popen(command, stderr=log, preexec_fn=limit)
    try:
        yield _address(process, folder / "log")
    finally:
        process.terminate()
        process.wait(PATIENCE)


def _address(process: subprocess.Popen[bytes], log: Path) -> str:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        if found := re.search(r"its page is (http://\S+:\d+)/", log.read_text()):
            return found[1]
        time.sleep(0.05)
    raise AssertionError(f"it did not start: {log.read_text()}")


@contextmanager
def visiting(address: str, program: str = "bench.clients.visitors", *more: str) -> Iterator[subprocess.Popen[str]]:
    """Clients of a table in a process of their own, which are there when the block begins."""
    command = [sys.executable, "-m", program, address.rpartition(":")[2], *more]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        yield process
    finally:
        process.kill()
        process.wait()


def bench_socket(address: str) -> connect:
    """The socket of a table's bench."""
    return connect(address.replace("http", "ws") + "/ws/bench", origin=Origin(address))


if __name__ == "__main__":
    main()
