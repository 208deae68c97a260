"""Journals that refuse and journals that will not do: nothing is shown that is not kept, the screens say why, and it goes on."""

import asyncio
import random
import resource
import sqlite3
from pathlib import Path

import pytest

from companion.app.recovery import JournalFaultScreen
from companion.core.errors import JournalError
from companion.core.game import Result
from companion.games.davinci import DAVINCI
from companion.games.mastermind import MASTERMIND
from companion.journal.files import scan_wal
from companion.journal.journal import Journal
from companion.journal.opening import PAGE_BYTES
from companion.journal.rows import RollToLog
from companion.journal.tables import JOURNAL_FORMAT
from companion.journal.worker import JournalWorker
from companion.table.effects import JournalEntry, Moved, Opened
from companion.ui.raster import draw
from tests.laws.play import one_round
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.process import playing
from tests.room import Room, configured, room
from tests.series import CODE_A, SERIES, START, option
from tests.until import next_turn, until

pytestmark = pytest.mark.anyio

REASON = "The journal cannot be written, so the move was not made: the disk is full."


class Refusing(JournalWorker):
    """Refuses the next `refusals` entries, after it has let `granted` pass."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.refusals = self.granted = 0
        self.refused: list[JournalEntry] = []
        self.tried = asyncio.Event()

    async def open_new(self) -> None:
        try:
            await super().open_new()
        finally:
            self.tried.set()

    async def append(
        self, entry: JournalEntry, rolled: RollToLog | None = None, *, result: Result | None = None
    ) -> None:
        if not self.refusals or self.granted:
            self.granted = max(0, self.granted - 1)
            await super().append(entry, rolled, result=result)
            return
        self.refusals -= 1
        self.refused.append(entry)
        raise JournalError(REASON)


async def remarked(pilot: Pilot, reason: str) -> None:
    """Every screen says why, and goes back to what it was at the next key."""
    pilot.mirror.table.notify(reason)
    pilot.mirror.told = reason
    await pilot.agree()
    for seat in range(len(pilot.mirror.names)):
        pilot.mirror.do(seat, "middle")
        await pilot.press(seat, "middle")
        await pilot.agree()


async def troubled(line: Room) -> str:
    """Wait until every screen shows the sentence that everybody is told: which it is."""
    while line.pictures != [draw(JournalFaultScreen(line.event).screen)] * len(line.pictures):
        await line.news()
    return line.event


async def test_a_refused_move_was_not_made_and_stays_half_entered(tmp_path: Path) -> None:
    configuration, mirror = configured(tmp_path), Mirror()
    worker = Refusing(configuration.journal)
    async with room(configuration, journal=worker) as line:
        pilot = Pilot(line, mirror)
        await pilot.play(*START)
        seat, move = SERIES[1]
        *before, last = mirror.spelled(seat, move)
        for gesture in before:
            await pilot.do(seat, gesture)
        worker.refusals = 1
        await pilot.press(seat, last)
        await remarked(pilot, REASON)
        assert [entry.move for entry in worker.refused if isinstance(entry, Moved)] == [move]
        await pilot.do(seat, last)
        for seat, move in SERIES[2:]:
            await pilot.play(seat, move)
    async with room(configuration) as line:
        mirror.restart()
        await Pilot(line, mirror).agree()
        assert line.view["scores"] == [2, 1]


async def start_by_half(pilot: Pilot, worker: Refusing, refusals: int) -> None:
    """The first entry of a start is kept and the next ones are refused."""
    worker.granted, worker.refusals = 1, refusals
    seat, move = START
    for gesture in pilot.mirror.spelled(seat, move):
        await pilot.press(seat, gesture)
        pilot.mirror.do(seat, gesture)


async def test_of_a_start_that_is_kept_by_half_the_rest_follows(tmp_path: Path) -> None:
    configuration = configured(tmp_path)
    worker = Refusing(configuration.journal)
    async with room(configuration, journal=worker) as line:
        pilot = Pilot(line, Mirror())
        await pilot.agree()
        await start_by_half(pilot, worker, 1)
        await remarked(pilot, REASON)
        await pilot.play(*SERIES[1])


async def test_the_rest_is_refused_too_until_the_disk_has_room(tmp_path: Path) -> None:
    """● acts when it is let go: whoever had it down for the game must not begin a new journal by it."""
    configuration = configured(tmp_path)
    worker = Refusing(configuration.journal)
    async with room(configuration, journal=worker) as line:
        pilot = Pilot(line, Mirror())
        await pilot.agree()
        other = 1 - START[0]
        await line.press(other, "middle", True)
        await start_by_half(pilot, worker, 3)
        assert await troubled(line) == REASON
        await line.press(other, "middle", False)
        for _ in range(2):
            await pilot.press(other, "left")
        await pilot.agree()
        assert worker.refusals == 0
        assert not worker.tried.is_set(), "no new journal was begun"
        await pilot.play(*SERIES[1])


async def test_chance_is_asked_again(tmp_path: Path) -> None:
    configuration = configured(tmp_path)
    worker = Refusing(configuration.journal)
    pick = random.Random(11).randrange
    async with room(configuration, journal=worker, randbelow=pick, retry_delay=0) as line:
        pilot = Pilot(line, Mirror(pick=random.Random(11).randrange))
        await pilot.play(*option("codemaker", "table"))
        seat, move = START
        *before, start = pilot.mirror.spelled(seat, move)
        for gesture in before:
            await pilot.do(seat, gesture)
        worker.granted, worker.refusals = 2, 2
        await pilot.press(seat, start)
        while (line.view.get("game"), line.number) != ("mastermind", 1):
            await line.news()
        drawn = [entry.move for entry in worker.refused if isinstance(entry, Moved) and entry.actor == "chance"]
        assert len(drawn) == 2
    journal = Journal.open(configuration.journal, str)
    last = journal.newest_game()
    journal.close()
    assert last is not None
    ((actor, kept),) = last.steps
    assert actor == "chance"
    assert kept not in drawn


@pytest.mark.slow
async def test_a_disk_that_is_really_full(tmp_path: Path) -> None:
    """The limit of a file's size stands for the end of the disk: SQLite meets it in the middle of a write."""
    mirror = Mirror()
    async with playing(tmp_path / "journal.sqlite3") as table:
        pilot = Pilot(table, mirror)
        for seat, move in SERIES[:2]:
            await pilot.play(seat, move)
        *before, last = mirror.spelled(*SERIES[2])
        for gesture in before:
            await pilot.do(1, gesture)
        # The WAL is written over from its beginning.
        size = 32 + scan_wal((tmp_path / "journal.sqlite3-wal").read_bytes()).valid * (24 + PAGE_BYTES)
        limits = resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, (size, limits[1]))
        told = table.event
        await pilot.press(1, last)
        while table.event == told:
            await table.news()
        assert table.event.startswith("The journal cannot be written, so the move was not made: ")
        await remarked(pilot, table.event)
        resource.prlimit(table.process.pid, resource.RLIMIT_FSIZE, limits)
        await pilot.do(1, last)
        await table.kill()
    mirror.restart()
    async with playing(tmp_path / "journal.sqlite3") as table:
        await Pilot(table, mirror).agree()


def filled(path: Path, opened: Opened) -> Path:
    journal = Journal.open(path, str)
    journal.append(opened)
    journal.append(Moved(1, 0, {"move": "set_code", "pegs": list(CODE_A)}))
    journal.close()
    return path


def damaged(path: Path) -> str:
    data = bytearray(filled(path, Opened("mastermind", MASTERMIND.rules, {}, Mirror().names)).read_bytes())
    place = data.index(b"set_code")
    data[place : place + 3] = b"get"
    path.write_bytes(data)
    return "move 1 of game 1"


def garbage(path: Path) -> str:
    path.write_bytes(b"this is no journal at all" * 100)
    return "not a SQLite file"


def newer(path: Path) -> str:
    connection = sqlite3.connect(filled(path, Opened("mastermind", MASTERMIND.rules, {}, Mirror().names)))
    connection.execute(f"PRAGMA user_version = {JOURNAL_FORMAT + 1}")
    connection.close()
    return f"newer version of the companion (format {JOURNAL_FORMAT + 1}"


def other_seats(path: Path) -> str:
    filled(path, Opened("davinci", DAVINCI.rules, {}, ("Ann", "Bob", "Cleo")))
    return "a game of 3 seats"


def other_rules(path: Path) -> str:
    filled(path, Opened("mastermind", MASTERMIND.rules + 1, {}, Mirror().names))
    return f"Mastermind by rules {MASTERMIND.rules + 1}"


@pytest.mark.parametrize("spoil", one_round([damaged, garbage, newer, other_seats, other_rules]))
async def test_a_journal_that_will_not_do_stays_and_a_new_one_is_begun(spoil: object, tmp_path: Path) -> None:
    configuration = configured(tmp_path)
    assert callable(spoil)
    why = spoil(configuration.journal)
    before = configuration.journal.read_bytes()
    mirror = Mirror()
    async with room(configuration) as line:
        said = await troubled(line)
        assert why in said
        pilot = Pilot(line, mirror)
        fault = line.session.fault
        first = fault.shown
        await pilot.press(1, "left")  # again: it is no better
        # The fault cancels all presses, so the next key waits until it is there again. Nobody is told the same sentence twice.
        await until(lambda: fault.shown is not None and fault.shown is not first, next_turn)
        await pilot.press(1, "middle")
        await pilot.agree()
        for seat, move in SERIES[:3]:
            await pilot.play(seat, move)
    assert configuration.journal.read_bytes() == before
    assert (tmp_path / "journal-2.sqlite3").exists()
    mirror.restart()
    async with room(configuration) as line:
        await Pilot(line, mirror).agree()


async def test_a_journal_that_can_be_opened_again_is_taken_up(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.write_text("in the way")
    configuration = configured(folder)
    worker = Refusing(configuration.journal)
    async with room(configuration, journal=worker) as line:
        assert "File exists" in await troubled(line)
        pilot = Pilot(line, Mirror())
        await pilot.press(0, "middle")
        await worker.tried.wait()  # a new one cannot be had either
        folder.unlink()
        await pilot.press(0, "left")
        await pilot.agree()
        await pilot.play(*START)
    assert {path.name.removeprefix("journal.sqlite3") for path in folder.iterdir()} == {"", "-mark", ".lock"}


async def test_a_journal_in_use_ends_the_start_with_a_sentence_and_dark_screens(tmp_path: Path) -> None:
    configuration = configured(tmp_path)
    other = Journal.open(configuration.journal, str)
    with pytest.raises(JournalError, match="is in use by another process"):
        async with room(configuration):
            raise AssertionError("it began")
    other.close()


def test_a_long_sentence_has_pages_and_a_short_one_has_not() -> None:
    long = JournalFaultScreen(" ".join(f"word {number}" for number in range(100)))
    pages = [long]
    while isinstance(after := pages[-1].after_gesture("right"), JournalFaultScreen) and after != long:
        pages.append(after)
    assert len(pages) > 5
    assert len({draw(page.screen) for page in pages}) == len(pages)
    short = JournalFaultScreen("It is so.")
    assert short.after_gesture("right") == short
    assert long.after_gesture("back") == long
    assert long.after_gesture("left_again") == long.after_gesture("right_again") == long, (
        "a key that is stuck does nothing again"
    )
