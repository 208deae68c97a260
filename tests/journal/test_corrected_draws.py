"""Corrected draws: one more entry replaces the moves that count; no earlier row changes."""

import sqlite3
from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.core.game import Step
from companion.core.seat import CHANCE, Seat
from companion.journal.journal import Journal
from companion.table.effects import DrawsCorrected, Moved, Opened, TakenBack

OPENED = Opened("davinci", 1, {}, ("Ann", "Bob"))
TAKE: Step = (Seat(0), {"move": "take", "colour": "black"})
TOLD: tuple[Step, ...] = (TAKE, (CHANCE, {"move": "draw", "tile": "B7"}))
AGAIN: tuple[Step, ...] = (
    TAKE,
    (CHANCE, {"move": "draw", "tile": "B1"}),
    (Seat(1), {"move": "take", "colour": "white"}),
)


def stamp() -> str:
    return "2026-01-01T00:00:00Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "table.db"
    journal = Journal.open(path, stamp)
    journal.append(OPENED)
    for number, (actor, move) in enumerate(TOLD, 1):
        journal.append(Moved(number, actor, move))
    journal.append(DrawsCorrected(3, AGAIN))
    journal.close()
    return path


def test_the_history_told_anew_is_the_one_that_stands(path: Path) -> None:
    journal = Journal.open(path, stamp)
    kept = journal.newest_game()
    assert kept is not None
    assert (kept.opened, kept.steps, kept.rows, kept.abandoned) == (OPENED, AGAIN, 3, False)
    journal.close()


def test_what_was_told_before_stays_in_the_file(path: Path) -> None:
    connection = sqlite3.connect(path)
    rows = connection.execute("SELECT kind, move FROM move ORDER BY number").fetchall()
    connection.close()
    assert [kind for kind, _ in rows] == ["move", "move", "retold"]
    assert "B7" in rows[1][1]


@pytest.mark.parametrize("reopened", [False, True])
def test_the_game_goes_on_after_it(path: Path, reopened: bool) -> None:
    journal = Journal.open(path, stamp)
    more: list[Step] = [(CHANCE, {"move": "draw", "tile": "W0"}), (0, {"move": "take", "colour": "white"})]
    for number, (actor, move) in enumerate(more, 4):
        journal.append(Moved(number, actor, move))
        if reopened:
            journal.close()
            journal = Journal.open(path, stamp)
    journal.append(TakenBack(6))
    kept = journal.newest_game()
    assert kept is not None
    assert kept.steps == (*AGAIN, more[0]), "only the last move is void"
    with pytest.raises(JournalError, match="cannot be number 6"):
        journal.append(DrawsCorrected(6, TOLD))
    journal.append(DrawsCorrected(7, TOLD))
    again = journal.newest_game()
    assert again is not None
    assert (again.steps, again.rows) == (TOLD, 7)
    journal.close()


def test_a_row_that_is_not_what_was_written_is_noticed(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("UPDATE entry SET move = replace(move, 'B1', 'B2') WHERE kind = 'retold'")
    connection.commit()
    connection.close()
    with pytest.raises(JournalError, match="move 3 of game 1 is not what was written"):
        Journal.open(path, stamp)
