"""A journal of every older format opens, is migrated, and has the same games."""

import sqlite3
from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.history.journal_set import finished_games_page, journal_set
from companion.journal.full_check import FullCheck
from companion.journal.journal import Journal
from companion.journal.migrations import JOURNAL_FORMAT
from companion.journal.queries import read_connection, version_of
from companion.journal.reader import Reader
from companion.journal.rows import LoggedRoll, RollToLog
from companion.table.effects import Moved, TakenBack
from tests.golden import GOLDENS, strays

AT = "2026-04-01T18:00:00+00:00"
GAMES = (-1, 2, 4, 6, 8)
FORMAT_1 = GOLDENS / "journals" / "format-1.sql"
"""A real journal: a finished series of Mastermind, a finished game of Digit Code, an unfinished Mastermind, and lobbies."""


def test_there_is_a_journal_of_every_format_and_nothing_else() -> None:
    assert strays("journals", {f"format-{number}.sql" for number in range(1, JOURNAL_FORMAT + 1)}) == []
    assert FORMAT_1.with_name(f"format-{JOURNAL_FORMAT}.sql").exists()


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
        assert journal.connection.execute("PRAGMA user_version").fetchone() == (JOURNAL_FORMAT,)
        last = journal.newest_game()
        assert last is not None
        opened = last.opened
        assert (opened.game, opened.names, opened.places) == ("mastermind", ("Ann", "Bob"), (0, 1))
        assert len(last.steps) == 4
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
    kept = again.newest_game()
    assert kept is not None
    assert len(kept.steps) == 4
    again.append(Moved(7, 1, {"move": "guess", "pegs": ["blue"] * 4}))
    assert len((again.newest_game() or kept).steps) == 5
    again.close()


def test_its_finished_games_are_listed(old: Path) -> None:
    for _ in range(2):
        before = old.read_bytes()
        with journal_set([old]) as journals:
            found = finished_games_page(journals)
        assert found.faults == ()
        assert [(game.game, game.moves, game.scores, game.winners) for game in found.games] == [
            ("digitcode", 5, (0, 1), (1,)),
            ("mastermind", 20, (9, 9), (0, 1)),
        ]
        assert old.read_bytes() == before, "a list changes nothing, not even the format"
        Journal.open(old, lambda: AT).close()


def test_the_log_of_the_die(old: Path) -> None:
    journal = Journal.open(old, lambda: AT)
    journal.append(Moved(5, 1, {"move": "guess", "pegs": ["red"] * 4}), RollToLog("nest", 3, 2))
    journal.append(Moved(6, 1, {"move": "guess", "pegs": ["red"] * 4}), RollToLog("machine", 6, 5))
    journal.close()
    again = Journal.open(old, lambda: AT)
    assert [(roll.at, roll.source, roll.top, roll.front) for roll in again.rolls()] == [
        (AT, "nest", 3, 2),
        (AT, "machine", 6, 5),
    ]
    again.close()


@pytest.mark.parametrize("number", [2, 3, 4])
def test_every_kind_of_entry_of_a_later_format_is_read_as_it_was(tmp_path: Path, number: int) -> None:
    """Three finished games, one of them imported; one abandoned game; one with a move taken back and corrected draws."""
    path = tmp_path / "t.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript((GOLDENS / "journals" / f"format-{number}.sql").read_text(encoding="utf-8"))
    assert connection.execute("PRAGMA user_version").fetchone() == (number,)
    connection.close()
    with read_connection(path) as connection:
        reader = Reader(connection, version_of(connection))
        unmigrated = [reader.game(game) for game in GAMES]
        assert len(reader.rolls()) == 8
    for _ in range(2):
        journal = Journal.open(path, lambda: AT)
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
        assert len(journal.rolls()) == 8
        heads = [head for _, head in Reader(journal.connection).every()]
        assert (len(heads), None in heads) == (9, False)
        journal.close()
        checking = FullCheck(path)
        while (some := checking.next_faults()) is not None:
            assert some == []
    again = Journal.open(path, lambda: AT)
    before = again.rolls()
    again.append(Moved(16, 0, {"move": "x"}), RollToLog("nest", 3, 2))
    assert (last := again.newest_game()) is not None
    assert len(last.steps) == 12
    assert again.rolls() == [*before, LoggedRoll(AT, "nest", 3, 2)]
    again.close()


def test_a_wal_of_format_2_that_was_damaged_is_told(tmp_path: Path) -> None:
    """Format 2 has no marks: the frames behind the damage reveal the loss."""
    path = tmp_path / "t.sqlite3"
    connection = sqlite3.connect(path, isolation_level=None)
    connection.executescript((GOLDENS / "journals" / "format-2.sql").read_text(encoding="utf-8"))
    connection.execute("PRAGMA journal_mode = WAL")
    for at in range(8):
        connection.execute("UPDATE game SET at = ? WHERE id = 1", (str(at),))
    log = path.with_name(f"{path.name}-wal")
    content = log.read_bytes()
    whole = (path.read_bytes(), content)
    connection.close()
    path.write_bytes(whole[0])
    for changed, is_told in (
        (content, False),
        (content[:5000] + b"??" + content[5002:], True),
        (b"?" + content[1:], True),
    ):
        log.write_bytes(changed)
        if not is_told:
            with read_connection(path) as copy:
                assert copy.execute("SELECT at FROM game WHERE id = 1").fetchone() == ("7",)
            continue
        with pytest.raises(JournalError, match="could not be read: it is now at move 11"):
            Journal.open(path, lambda: AT)
        assert (path.read_bytes(), log.read_bytes()) == (whole[0], changed)
