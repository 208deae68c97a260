"""A journal of every older format opens, is brought to this one, and tells the same games."""

import sqlite3
from pathlib import Path

import pytest

from companion.archive.shelf import history, shelf
from companion.journal.journal import Journal
from companion.journal.schema import VERSION
from companion.table.effects import Moved, TakenBack
from tests.golden import GOLDENS

AT = "2026-04-01T18:00:00+00:00"
FORMAT_1 = GOLDENS / "journals" / "format-1.sql"
"""A real one: a series of Mastermind and a game of Digit Code that are over, a Mastermind that is not, their lobbies."""


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "t.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript(FORMAT_1.read_text(encoding="utf-8"))
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    connection.close()
    return path


def test_it_is_opened_twice_and_holds_what_it_held(old: Path) -> None:
    for _ in range(2):
        journal = Journal.open(old, lambda: AT)
        assert journal.connection.execute("PRAGMA user_version").fetchone() == (VERSION,)
        found = journal.open_game()
        assert found is not None
        assert (found[0].game, found[0].names, found[0].places, len(found[1])) == (
            "mastermind",
            ("Ann", "Bob"),
            (0, 1),
            4,
        )
        for number, game in ((2, 20), (4, 5)):
            kept = journal.game(number)
            assert kept is not None
            assert len(kept.steps) == game
        assert journal.rolls() == []
        journal.close()


def test_its_open_game_goes_on(old: Path) -> None:
    journal = Journal.open(old, lambda: AT)
    journal.append(Moved(5, 1, {"move": "guess", "pegs": ["red"] * 4}))
    journal.append(TakenBack(6))
    journal.close()
    again = Journal.open(old, lambda: AT)
    found = again.open_game()
    assert found is not None
    assert len(found[1]) == 4
    again.append(Moved(7, 1, {"move": "guess", "pegs": ["blue"] * 4}))
    assert len((again.open_game() or found)[1]) == 5
    again.close()


def test_its_finished_games_are_listed(old: Path) -> None:
    for _ in range(2):
        before = old.read_bytes()
        with shelf([old]) as journals:
            found = history(journals)
        assert found.faults == ()
        assert [(game.game, game.moves, game.scores, game.winners) for game in found.games] == [
            ("digitcode", 5, (0, 1), (1,)),
            ("mastermind", 20, (9, 9), (0, 1)),
        ]
        assert old.read_bytes() == before, "a list changes nothing, not even the format"
        Journal.open(old, lambda: AT).close()


def test_the_log_of_the_die(old: Path) -> None:
    journal = Journal.open(old, lambda: AT)
    journal.roll("nest", 3, 2)
    journal.roll("machine", 6, 5)
    journal.close()
    again = Journal.open(old, lambda: AT)
    assert [(roll.at, roll.source, roll.top, roll.front) for roll in again.rolls()] == [
        (AT, "nest", 3, 2),
        (AT, "machine", 6, 5),
    ]
    again.close()
