"""Finished games are checked slice by slice beside the writer, and each damage is reported once."""

import sqlite3
from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.rows import GameEnding, RollToLog
from companion.journal.worker import ENTRIES_PER_CHECK, FullCheck
from companion.table.effects import Moved, Opened
from tests.history.games import LOBBY, case_of, opened, steps
from tests.journal.images import NAME, Image, put, stamp, taken

CASE = case_of("mastermind")
LONG = 3 * ENTRIES_PER_CHECK + 5


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """Three finished games, the first a long one; a fourth is open; one more is imported."""
    path = tmp_path_factory.mktemp("whole") / NAME
    journal = Journal.open(path, stamp)
    journal.append(LOBBY)
    for number in range(1, LONG + 1):
        journal.append(
            Moved(number, 0, {"move": "set", "value": number}), RollToLog("nest", 3, 2) if number == 7 else None
        )
    journal.append(opened(CASE))
    for number, (actor, move) in enumerate(steps(CASE, 1), 1):
        journal.append(Moved(number, actor, move))
    journal.append(LOBBY)
    journal.append(opened(CASE))
    journal.add(opened(CASE), stamp(), steps(CASE, 2), GameEnding("over", 20, (9, 9), (0, 1)))
    journal.close()
    return taken(path.parent)


@pytest.fixture
def path(image: Image, tmp_path: Path) -> Path:
    return put(tmp_path, image)


def change(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(statement)
    connection.close()


def slices(path: Path) -> list[list[str]]:
    checking = FullCheck(path, slices=1)
    found = []
    while (some := checking.next_faults()) is not None:
        found.append(some)
    return found


def test_a_journal_that_is_whole_has_no_faults_and_comes_to_an_end(path: Path) -> None:
    found = slices(path)
    assert not any(found)
    assert len(found) >= 4 + 4 + 2


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE entry SET move = 'null' WHERE id = (1 << 20) + 40", "move 40 of game 1 is not what was written"),
        ("DELETE FROM entry WHERE id = (1 << 20) + 40", "move 40 of game 1 is not what was written"),
        (
            f"DELETE FROM entry WHERE id = (1 << 20) + {LONG}",
            "the end of game 1 or the date of game 2 is not what was written",
        ),
        ("DELETE FROM entry WHERE id >> 20 = 2", "the end of game 2 or the date of game 3 is not what was written"),
        ("DELETE FROM game WHERE id = 2", "games are missing before game 3"),
        ("DELETE FROM game WHERE id = 1", "games are missing before game 2"),
        ("UPDATE game SET at = '2025' WHERE id = 1", "the date of game 1 is not what was written"),
        ("UPDATE game SET at = '2025' WHERE id = -1", "the date of game -1 is not what was written"),
        ("UPDATE game SET players = '[]' WHERE id = 2", "game 2 is not what was written"),
        ("UPDATE entry SET actor = '1' WHERE id = (-1 << 20) + 1", "move 1 of game -1 is not what was written"),
        (
            "UPDATE entry SET at = '2025' WHERE id = (1 << 20) + 40",
            "the time or the roll of move 40 of game 1 is not what was written",
        ),
        ("UPDATE roll SET top = 4", "the time or the roll of move 7 of game 1 is not what was written"),
        ("UPDATE roll SET source = 'nesu'", "the time or the roll of move 7 of game 1 is not what was written"),
        ("DELETE FROM roll", "the time or the roll of move 7 of game 1 is not what was written"),
        ("UPDATE ending SET scores = '[9,8]'", "the end or the result of game -1 is not what was written"),
        ("UPDATE ending SET moves = 19", "the end or the result of game -1 is not what was written"),
        (
            "DELETE FROM entry WHERE id = (SELECT max(id) FROM entry WHERE id < 0)",
            "the end or the result of game -1 is not what was written",
        ),
        ("DELETE FROM ending", "the result of game -1 is missing"),
    ],
)
def test_what_is_damaged_is_told_once_and_does_not_keep_the_table_from_starting(
    path: Path, statement: str, fault: str
) -> None:
    change(path, statement)
    journal = Journal.open(path, stamp)
    assert journal.newest_game() is not None
    assert [each for some in slices(path) for each in some] == [f"The journal is damaged: {fault}."]
    journal.close()


def test_a_column_that_lost_its_value_is_told(path: Path) -> None:
    """Damage can violate table constraints, so the check must not rely on them."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_schema SET sql = replace(sql, 'chain   BLOB NOT NULL', 'chain BLOB')")
    connection.close()
    change(path, "UPDATE entry SET chain = NULL WHERE id = (1 << 20) + 3")
    found = [each for some in slices(path) for each in some]
    assert found == ["The journal is damaged: move 3 of game 1 is not what was written."]


def test_rolls_that_are_missing(path: Path) -> None:
    change(path, "INSERT INTO roll (id, at, source, top, front) VALUES (2, '', 'nest', 3, 2)")
    assert [each for some in slices(path) for each in some] == [
        "The journal is damaged: rolls are missing from the log of the die."
    ]


def test_a_page_that_cannot_be_read_ends_the_check_with_a_sentence(path: Path) -> None:
    content = bytearray(path.read_bytes())
    at = content.index(b'"value":5,') if b'"value":5,' in content else content.index(b'"value":5}')
    page = at - at % 512
    content[page : page + 8] = b"\xff" * 8
    path.write_bytes(content)
    found = [each for some in slices(path) for each in some]
    assert len(found) == 1
    assert found[0].startswith("The journal cannot be read to its end: ")


def test_the_writer_goes_on_between_two_slices_and_its_log_is_folded(path: Path) -> None:
    journal = Journal.open(path, stamp)
    checking = FullCheck(path, slices=1)
    number = 0
    while (some := checking.next_faults()) is not None:
        assert some == []
        number += 1
        journal.append(Moved(number, 0, {"move": "guess"}))
        assert journal.connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchone()[0] == 0
    assert number >= 10
    journal.close()
    assert not path.with_name(f"{NAME}-wal").exists()


def test_the_game_that_is_open_is_judged_at_the_start_and_not_here(path: Path) -> None:
    journal = Journal.open(path, stamp)
    journal.append(Moved(1, 0, {"move": "set_code"}))
    journal.append(Opened("lobby", 2, {}, ("Ann", "Bob")))
    journal.append(Moved(1, 0, {"move": "start"}))
    journal.close()
    change(path, "UPDATE entry SET move = 'null' WHERE id = (5 << 20) + 1")
    with pytest.raises(JournalError, match="move 1 of game 5 is not what was written"):
        Journal.open(path, stamp)
    assert not any(slices(path))


def test_the_start_reads_no_more_of_a_long_journal_than_of_a_short_one(path: Path, tmp_path: Path) -> None:
    """Bytes read, as the kernel counts them: several times the games cost no more bytes."""
    long = tmp_path / "long.db"
    journal = Journal.open(long, stamp)
    made = steps(CASE, 1)
    for _ in range(20):
        journal.append(opened(CASE))
        for number, (actor, move) in enumerate(made, 1):
            journal.append(Moved(number, actor, move))
    journal.append(LOBBY)
    journal.close()
    assert long.stat().st_size > 2 * path.stat().st_size
    assert read_at_start(long) < 1.5 * read_at_start(path)


def read_at_start(path: Path) -> int:
    before = _read()
    journal = Journal.open(path, stamp)
    journal.newest_game()
    after = _read()
    journal.close()
    return after - before


def _read() -> int:
    with open("/proc/thread-self/io", encoding="ascii") as file:
        return int(file.readline().split()[1])
