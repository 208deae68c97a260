"""The journal keeps the think time of a game, and what each player has used of it, in the rows that it writes anyway."""

from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.journal.rows import actor_column, actor_of
from companion.table.effects import Moved, Opened, TakenBack
from tests.table.room import code, guess

OPENED = Opened("mastermind", 2, {}, ("Ann", "Bob"), clock="player 300")


def opened(tmp_path: Path) -> Journal:
    return Journal.open(tmp_path / "journal.sqlite3", lambda: "2026-11-23T00:00:00Z")


def test_the_choice_and_the_time_that_was_used_come_back(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.append(OPENED)
    journal.append(Moved(1, 0, code("RYGB"), 12_346))
    journal.append(Moved(2, 1, guess("YRGB"), 900))
    journal.append(TakenBack(3))
    journal.append(Moved(4, 1, guess("YRBG"), 4_000))
    journal.close()
    again = opened(tmp_path)
    saved = again.newest_game()
    again.close()
    assert saved is not None
    assert saved.opened == OPENED
    assert saved.steps == ((0, code("RYGB")), (1, guess("YRBG")))
    assert saved.spent_ms == {0: 12_346, 1: 4_000}


def test_a_game_without_a_clock_is_written_as_before(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.append(Opened("mastermind", 2, {}, ("Ann", "Bob")))
    journal.append(Moved(1, 0, code("RYGB")))
    players, actor = journal.connection.execute("SELECT players, actor FROM game, entry").fetchone()
    saved = journal.newest_game()
    journal.close()
    assert "clock" not in players
    assert actor == "0"
    assert saved is not None
    assert (saved.opened.clock, saved.spent_ms) == ("off", {})


def test_a_game_with_a_clock_that_this_version_has_not_goes_on_without_one(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    journal.append(Opened("mastermind", 2, {}, ("Ann", "Bob"), clock="turn 45 and 5 more"))
    saved = journal.newest_game()
    journal.close()
    assert saved is not None
    assert saved.opened.clock == "off"


@pytest.mark.parametrize(("actor", "spent", "column"), [(0, 0, "0"), ("chance", 0, "chance"), (3, 17, "3 17")])
def test_the_column_of_who_moved(actor: int | str, spent: int, column: str) -> None:
    assert actor_column(actor, spent) == column
    assert actor_of(column.partition(" ")[0]) == actor


def test_the_pace_of_the_machine_comes_back(tmp_path: Path) -> None:
    journal = opened(tmp_path)
    slow = Opened("mastermind", 2, {}, ("Ann", "Bob"), pace="slow")
    journal.append(slow)
    saved = journal.newest_game()
    journal.close()
    assert saved is not None
    assert saved.opened == slow
