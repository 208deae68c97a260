"""A journal that lost its last moves: every screen asks, and the players continue the game or abandon it."""

import sqlite3
from pathlib import Path

import pytest

from companion.history.replay import replay_game, replayed_ending
from companion.journal.journal import Journal
from companion.journal.reader import Reader
from companion.journal.worker import IdleCheckTimings, JournalWorker
from companion.pause.journal_fault_screen import JournalFaultScreen
from companion.ui.raster import draw
from tests.history.games import case_of, steps, written
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import Room, configured, room
from tests.series import SERIES, START

pytestmark = pytest.mark.anyio

CASE = case_of("mastermind")
JOURNAL = "journal.sqlite3"
SAID = "The last moves of this game could not be read: it is now at move 2."


@pytest.fixture
async def played(tmp_path: Path) -> tuple[Path, Mirror]:
    """Three moves are played and the power is cut; then the disk has lost the third. The mirror has made two."""
    source, table = tmp_path / "source", tmp_path / "table"
    mirror = Mirror()
    async with room(configured(source)) as line:
        pilot = Pilot(line, mirror)
        for seat, move in SERIES[:3]:
            await pilot.play(seat, move)
        before = files(source)
        more = Mirror()
        for seat, move in SERIES[:3]:
            for gesture in more.spelled(seat, move):
                more.do(seat, gesture)
        await Pilot(line, more).play(*SERIES[3])
        after = files(source)
    table.mkdir()
    for name, content in {**after, f"{JOURNAL}-wal": before[f"{JOURNAL}-wal"]}.items():
        (table / name).write_bytes(content)
    return table, mirror


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


async def asked(line: Room) -> None:
    """Wait until every screen asks what to do."""
    assert await heard(line) == SAID
    trouble = JournalFaultScreen(SAID, remedies=("go on", "lobby"))
    while line.pictures != [draw(trouble.screen)] * len(line.pictures):
        await line.news()


async def heard(line: Room) -> str:
    while not line.event:
        await line.news()
    return line.event


async def test_the_game_goes_on_where_it_stands_if_a_player_says_so(played: tuple[Path, Mirror]) -> None:
    folder, mirror = played
    before = files(folder)
    mirror.restart()
    async with room(configured(folder)) as line:
        pilot = Pilot(line, mirror)
        await asked(line)
        assert files(folder) == before
        await pilot.press(1, "left")
        await pilot.agree()
        for seat, move in SERIES[3:]:
            await pilot.play(seat, move)
        assert line.view["scores"] == [2, 1]
    for kind in ("", "-wal", "-mark"):
        assert (folder / f"{JOURNAL}.damaged-1{kind}").read_bytes() == before[f"{JOURNAL}{kind}"]
    mirror.restart()
    async with room(configured(folder)) as line:
        await Pilot(line, mirror).agree()


async def test_the_lobby_is_opened_and_the_game_abandoned_if_a_player_says_so(played: tuple[Path, Mirror]) -> None:
    folder, _ = played
    async with room(configured(folder)) as line:
        pilot = Pilot(line, Mirror())
        await asked(line)
        await pilot.press(0, "middle")
        await pilot.agree()
        await pilot.play(*START)
    journal = Journal.open(folder / JOURNAL, str)
    given_up = journal.game(2)
    assert given_up is not None
    assert (len(given_up.steps), given_up.abandoned) == (2, True)
    head = Reader(journal.connection).head(2)
    assert head is not None
    assert head.ending == replayed_ending(replay_game(given_up)), "it is settled as it stands"
    journal.close()


async def test_without_an_answer_nothing_is_written(played: tuple[Path, Mirror]) -> None:
    folder, _ = played
    before = files(folder)
    async with room(configured(folder)) as line:
        await asked(line)
        await Pilot(line, Mirror()).press(0, "right")
    assert files(folder) == before


async def test_a_game_that_is_over_and_damaged_is_told_while_nobody_plays(tmp_path: Path) -> None:
    """The table starts and plays; page and log report what the check finds."""
    written(tmp_path / JOURNAL, (CASE, steps(CASE, 1)), (CASE, steps(CASE, 2)))
    connection = sqlite3.connect(tmp_path / JOURNAL)
    with connection:
        connection.execute("UPDATE entry SET move = 'null' WHERE id = (2 << 20) + 3")
        connection.execute("DELETE FROM entry WHERE id >> 20 = 4")
        connection.execute("UPDATE mark SET open = 0, rows = 0, chain = (SELECT chain FROM game WHERE id = 4)")
    connection.close()
    (tmp_path / f"{JOURNAL}-mark").unlink()
    async with room(configured(tmp_path), idle_timings=IdleCheckTimings(0, 0)) as line:
        while "is damaged" not in line.event:
            await line.news()
        assert line.event == (
            "The journal is damaged: move 3 of game 2 is not what was written. The game on the table is whole."
        )


async def test_nothing_is_checked_before_the_table_was_quiet_for_a_while(tmp_path: Path) -> None:
    written(tmp_path / JOURNAL, (CASE, steps(CASE, 1)))
    worker = Counting(tmp_path / JOURNAL)
    async with room(configured(tmp_path), journal=worker, idle_timings=IdleCheckTimings(10**6, 0)) as line:
        pilot = Pilot(line, Mirror())
        for _ in range(3):
            await pilot.press(0, "right")
        await worker.check()
        assert worker.checked == 1, "the test's own"


class Counting(JournalWorker):
    """Counts the checked slices."""

    checked = 0

    async def check(self) -> list[str] | None:
        self.checked += 1
        return await super().check()
