"""A journal of every format that this version reads opens, is migrated, and has the same games."""

import sqlite3
from pathlib import Path

import pytest

from companion.history.journal_set import finished_games_page, journal_set
from companion.journal.journal import Journal
from companion.journal.reader import Reader
from companion.journal.rows import LoggedRoll, RollToLog
from companion.journal.tables import JOURNAL_FORMAT, OLDEST_FORMAT, read_connection
from companion.journal.worker import FullCheck
from companion.table.effects import Moved, TakenBack
from tests.golden import GOLDENS, strays

AT = "2026-04-01T18:00:00+00:00"
GAMES = (-1, 2, 4, 6, 8)
FORMATS = range(OLDEST_FORMAT, JOURNAL_FORMAT + 1)


def test_there_is_a_journal_of_every_format_and_nothing_else() -> None:
    assert strays("journals", {f"format-{number}.sql" for number in FORMATS}) == []


@pytest.fixture(params=FORMATS)
def old(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    """Three finished games, one of them imported; one abandoned game; one with a move taken back and corrected draws."""
    path = tmp_path / "t.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript((GOLDENS / "journals" / f"format-{request.param}.sql").read_text(encoding="utf-8"))
    assert connection.execute("PRAGMA user_version").fetchone() == (request.param,)
    connection.close()
    return path


def test_every_kind_of_entry_is_read_as_it_was(old: Path) -> None:
    with read_connection(old) as connection:
        reader = Reader(connection)
        unmigrated = [reader.game(game) for game in GAMES]
        rolls = reader.rolls()
    assert [roll.at[17:19] for roll in rolls] == ["26", "27", "28", "28", "29", "30", "31", "31"]
    for _ in range(2):
        journal = Journal.open(old, lambda: AT)
        assert journal.connection.execute("PRAGMA user_version").fetchone() == (JOURNAL_FORMAT,)
        kept = [journal.game(game) for game in GAMES]
        assert kept == unmigrated
        found = [(one.opened.game, len(one.steps), one.abandoned, one.rows) for one in kept if one is not None]
        assert found == [
            ("mastermind", 20, False, 20),
            ("mastermind", 20, False, 20),
            ("digitcode", 14, False, 14),
            ("davinci", 6, True, 7),
            ("passcode", 11, False, 15),
        ]
        assert journal.rolls() == rolls
        heads = [head for _, head in Reader(journal.connection).every()]
        assert (len(heads), None in heads) == (9, False)
        journal.close()
        checking = FullCheck(old)
        while (some := checking.next_faults()) is not None:
            assert some == []


def test_its_open_game_and_its_log_of_the_die_go_on(old: Path) -> None:
    journal = Journal.open(old, lambda: AT)
    before = journal.rolls()
    journal.append(Moved(16, 0, {"move": "x"}), RollToLog("nest", 3, 2))
    journal.append(TakenBack(17))
    journal.close()
    again = Journal.open(old, lambda: AT)
    again.append(Moved(18, 1, {"move": "x"}))
    assert (last := again.newest_game()) is not None
    assert len(last.steps) == 12
    assert again.rolls() == [*before, LoggedRoll(AT, "nest", 3, 2)]
    again.close()


def test_its_finished_games_are_listed(old: Path) -> None:
    for _ in range(2):
        before = old.read_bytes()
        with journal_set([old]) as journals:
            found = finished_games_page(journals)
        assert [(game.key, game.how, game.moves, game.scores, game.winners) for game in found.games] == [
            ("1.6", "abandoned", 6, (0, 0), None),
            ("1.4", "over", 14, (1, 0), (0,)),
            ("1.2", "over", 20, (9, 9), (0, 1)),
            ("1.-1", "over", 20, (9, 9), (0, 1)),
        ]
        assert old.read_bytes() == before, "a list changes nothing, not even the format"
        Journal.open(old, lambda: AT).close()
