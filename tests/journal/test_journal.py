"""The journal keeps acknowledged entries, detects damage, and leaves files that it cannot read unchanged."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.tables import JOURNAL_FORMAT, OLDEST_FORMAT
from companion.table.effects import Abandoned, JournalEntry, Moved, Opened, TakenBack

OPENED = Opened("mastermind", 1, {"games": 2}, ("Ann", "Bob"))
MOVES = [
    Moved(1, 0, {"move": "set_code", "pegs": ["red", "blue", "green", "white"]}),
    Moved(2, 1, {"move": "guess", "pegs": ["red", "red", "red", "red"]}),
    Moved(3, "chance", {"move": "set_code", "pegs": ["pink", "blue", "green", "white"]}),
]


def stamp() -> str:
    return "2026-01-01T00:00:00Z"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def filled(path: Path) -> Path:
    journal = Journal.open(path, stamp)
    journal.append(OPENED)
    for moved in MOVES:
        journal.append(moved)
    journal.close()
    return path


def refusal(path: Path) -> str:
    with pytest.raises(JournalError) as caught:
        journal = Journal.open(path, stamp)
        try:
            journal.newest_game()
        finally:
            journal.close()
    return str(caught.value)


def test_what_was_appended_is_there_after_opening_again_and_goes_on_in_the_same_chain(path: Path) -> None:
    journal = Journal.open(path, stamp)
    assert journal.newest_game() is None
    moves = [*MOVES, Moved(4, 1, {"move": "guess", "pegs": ["red"] * 4})]
    entries: list[JournalEntry] = [OPENED, *moves]
    for entry in entries:
        journal.append(entry)
        journal.close()
        journal = Journal.open(path, stamp)
    kept = journal.newest_game()
    assert kept is not None
    assert (kept.opened, kept.steps) == (OPENED, tuple((moved.actor, moved.move) for moved in moves))
    another = Opened("lobby", 1, {}, ("Ann", "Bob"))
    journal.append(another)
    newest = journal.newest_game()
    assert newest is not None
    assert (newest.opened, newest.steps) == (another, ())
    journal.close()


def test_a_move_number_twice_is_an_error_and_not_a_fork(filled: Path) -> None:
    journal = Journal.open(filled, stamp)
    with pytest.raises(JournalError, match="cannot be written"):
        journal.append(MOVES[0])
    kept = journal.newest_game()
    assert kept is not None
    assert len(kept.steps) == 3
    journal.close()


def test_the_settings_that_the_promise_rests_on(filled: Path) -> None:
    journal = Journal.open(filled, stamp)
    connection = journal._connection
    found = {
        name: connection.execute(f"PRAGMA {name}").fetchone()[0]
        for name in ("journal_mode", "synchronous", "page_size")
    }
    assert found == {"journal_mode": "wal", "synchronous": 2, "page_size": 512}
    strict = connection.execute("SELECT name, strict FROM pragma_table_list WHERE name IN ('game', 'entry')").fetchall()
    assert sorted(strict) == [("entry", 1), ("game", 1)]
    assert os.stat(filled).st_mode & 0o077 == 0
    journal.close()


@pytest.mark.process
def test_a_second_process_is_kept_out(filled: Path) -> None:
    journal = Journal.open(filled, stamp)
    script = (
        "import sys, pathlib\nfrom companion.journal.journal import Journal\nfrom companion.core.errors import JournalError\n"
        "try:\n    Journal.open(pathlib.Path(sys.argv[1]), str)\nexcept JournalError as error:\n    print(error)\n"
    )
    told = subprocess.run(
        [sys.executable, "-c", script, str(filled)], capture_output=True, text=True, check=True
    ).stdout
    assert "is in use by another process" in told
    journal.close()


def test_a_changed_move_is_noticed(filled: Path) -> None:
    connection = sqlite3.connect(filled)
    with connection:
        connection.execute("UPDATE entry SET move = replace(move, 'blue', 'pink') WHERE id & 1048575 = 1")
    connection.close()
    assert refusal(filled) == "The journal is damaged: move 1 of game 1 is not what was written."


def no_database(path: Path) -> None:
    path.write_bytes(b"no database at all " * 20)


def half_a_header(path: Path) -> None:
    path.write_bytes(b"SQLite format 3\0")


def anothers(path: Path) -> None:
    path.unlink()
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("CREATE TABLE notes (note TEXT)")
    connection.close()


def newer(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {JOURNAL_FORMAT + 1}")
    connection.close()


def early(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {OLDEST_FORMAT - 1}")
    connection.close()


def torn(path: Path) -> None:
    content = bytearray(path.read_bytes())
    for page in range(1, len(content) // 1024):
        content[page * 1024 : page * 1024 + 600] = bytes(600)
    path.write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (no_database, "not a SQLite file"),
        (half_a_header, "not a SQLite file"),
        (anothers, "not a journal of a table"),
        (newer, "newer version"),
        (early, "early version"),
        (torn, "is damaged"),
    ],
)
def test_what_is_no_whole_journal_of_this_version_is_named_and_left_untouched(
    filled: Path, spoil: Callable[[Path], None], why: str
) -> None:
    spoil(filled)
    before = filled.read_bytes()
    said = refusal(filled)
    assert why in said
    assert str(filled) in said or spoil is torn
    assert filled.read_bytes() == before


def test_every_single_flipped_byte_is_noticed_or_harmless(filled: Path, tmp_path: Path) -> None:
    """After any one flipped byte the journal is refused or has exactly the same game."""
    content = filled.read_bytes()
    expected = tuple((moved.actor, moved.move) for moved in MOVES)
    noticed = 0
    for position in range(100, len(content), 37):
        copy = tmp_path / "flipped.db"
        flipped = bytearray(content)
        flipped[position] ^= 0x20
        copy.write_bytes(flipped)
        try:
            journal = Journal.open(copy, stamp)
        except JournalError:
            noticed += 1
            continue
        try:
            kept = journal.newest_game()
        except JournalError:
            noticed += 1
        else:
            assert kept is not None
            assert (kept.opened, kept.steps) == (OPENED, expected)
        finally:
            journal.close()
    assert noticed > 0


def test_a_taken_back_move_and_an_abandoned_game_are_entries_like_others(tmp_path: Path) -> None:
    opened = Opened("mastermind", 1, {}, ("Ann", "Bob"), (1, 4))
    move = {"move": "set_code", "pegs": ["red"]}
    journal = Journal.open(tmp_path / "journal.sqlite3", lambda: "now")
    for entry in (opened, Moved(1, 0, move), TakenBack(2), Moved(3, 0, move)):
        journal.append(entry)
    journal.close()
    again = Journal.open(tmp_path / "journal.sqlite3", lambda: "now")
    again.append(Abandoned(4))
    kept = again.newest_game()
    assert kept is not None
    assert (kept.opened, kept.steps, kept.rows, kept.abandoned) == (opened, ((0, move),), 4, True)
    again.close()
