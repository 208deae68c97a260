"""A reader beside the writer of a journal never writes, never checkpoints, and sees one snapshot."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.reader import Reader, open_reader
from companion.journal.tables import APPLICATION_ID, JOURNAL_FORMAT
from companion.table.effects import Moved
from tests.history.games import AT, LOBBY, case_of, keep, opened, steps

CASE = case_of("mastermind")
MADE = steps(CASE, 3)

CRASH = """
import os, pathlib, sys
from companion.journal.journal import Journal
from tests.history.games import AT, case_of, keep, steps
journal = Journal.open(pathlib.Path(sys.argv[1]), lambda: AT)
keep(journal, case_of("mastermind"), steps(case_of("mastermind"), 3))
os.write(1, b"kept")
os.kill(os.getpid(), 9)
"""


@pytest.fixture(scope="module")
def crash(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a journal whose process was killed."""
    path = tmp_path_factory.mktemp("crash") / "t.sqlite3"
    done = subprocess.run([sys.executable, "-c", CRASH, str(path)], stdout=subprocess.PIPE, check=False)
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, b"kept")
    assert log(path)
    return path.parent


@pytest.fixture
def crashed(crash: Path, tmp_path: Path) -> Path:
    """A copy of that journal: all moves are in the WAL, and nobody has it open."""
    shutil.copytree(crash, tmp_path, dirs_exist_ok=True)
    return tmp_path / "t.sqlite3"


def log(path: Path) -> bytes:
    return path.with_name(path.name + "-wal").read_bytes()


@pytest.mark.process
def test_closing_the_last_connection_checkpoints_nothing(crashed: Path) -> None:
    """When the last connection closes, SQLite would checkpoint and delete the WAL."""
    before = crashed.read_bytes(), log(crashed)
    with open_reader(crashed, live=False) as reader:
        kept = reader.game(2)
    assert kept is not None
    assert kept.steps == MADE
    assert (crashed.read_bytes(), log(crashed)) == before
    connection = sqlite3.connect(crashed)
    connection.execute("SELECT count(*) FROM move").fetchone()
    connection.close()
    assert not crashed.with_name("t.sqlite3-wal").exists(), "a connection that may write does it"
    assert crashed.read_bytes() != before[0]


@pytest.mark.process
def test_no_index_of_the_log_is_left(crashed: Path) -> None:
    crashed.with_name("t.sqlite3-shm").unlink(missing_ok=True)
    names = sorted(file.name for file in crashed.parent.iterdir())
    with open_reader(crashed, live=False) as reader:
        assert reader.newest() == 2
    assert sorted(file.name for file in crashed.parent.iterdir()) == names


def test_a_read_beside_the_writer_checkpoints_nothing(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    journal = Journal.open(path, lambda: AT)
    keep(journal, CASE, MADE)
    before = path.read_bytes(), log(path)
    with open_reader(path, live=True) as reader:
        assert reader.newest() == 2
    assert (path.read_bytes(), log(path)) == before
    journal.close()
    assert not path.with_name("t.sqlite3-wal").exists(), "the journal's own end does it"


WRITING = (
    "PRAGMA wal_checkpoint(TRUNCATE)",
    "PRAGMA query_only = OFF",
    "PRAGMA journal_mode = DELETE",
    "DELETE FROM game",
    "INSERT INTO roll (at, source, top, front) VALUES ('', '', 1, 2)",
    "CREATE TABLE more (one TEXT)",
    "ATTACH ':memory:' AS other",
)


@pytest.mark.process
def test_nothing_but_reading_is_let_through(crashed: Path) -> None:
    before = crashed.read_bytes(), log(crashed)
    for statement in WRITING:
        with open_reader(crashed, live=False) as reader, pytest.raises(sqlite3.DatabaseError, match="not authorized"):
            reader._connection.execute(statement)
    assert (crashed.read_bytes(), log(crashed)) == before


@pytest.mark.process
def test_the_file_is_open_for_reading_alone(crashed: Path) -> None:
    """So the kernel refuses the lock for a checkpoint, and every write."""

    def ways() -> list[int]:
        return [
            int((Path("/proc/self/fdinfo") / number.name).read_text().split("flags:")[1].split()[0], 8) & os.O_ACCMODE
            for number in Path("/proc/self/fd").iterdir()
            if number.is_symlink() and os.path.realpath(number) == str(crashed.resolve())
        ]

    assert ways() == []
    with open_reader(crashed, live=False):
        assert ways() == [os.O_RDONLY]


def test_a_reader_sees_one_moment_and_holds_up_no_writer(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    journal = Journal.open(path, lambda: AT)
    keep(journal, CASE, MADE)
    journal.append(LOBBY)
    with open_reader(path, live=True) as reader:
        for number in range(1, 501):  # more than the WAL takes before a checkpoint
            journal.append(Moved(number, 0, {"move": "start"}))
        kept = reader.game(3)
        assert kept is not None
        assert kept.rows == 0
    with open_reader(path, live=True) as reader:
        kept = reader.game(3)
        assert kept is not None
        assert kept.rows == 500
    journal.close()


def test_a_file_that_was_closed_is_read_without_any_file_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "a folder?" / "t#1.sqlite3"
    journal = Journal.open(path, lambda: AT)
    keep(journal, CASE, MADE)
    journal.close()
    names = sorted(file.name for file in path.parent.iterdir())
    with open_reader(path, live=False) as reader:
        assert [number for number, _ in reader.every()] == [1, 2]
        assert sorted(file.name for file in path.parent.iterdir()) == names


@pytest.mark.parametrize("content", [b"", b"made, and nothing written"])
def test_a_journal_whose_tables_were_never_made_is_empty(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.sqlite3"
    path.touch()
    if content:
        connection = sqlite3.connect(path)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.close()
    with open_reader(path, live=False) as reader:
        assert (list(reader.every()), reader.rolls(), reader.newest(), reader.head(1)) == ([], [], 0, None)


def refusal(path: Path) -> str:
    with pytest.raises(JournalError) as caught, open_reader(path, live=False):
        pass
    return str(caught.value)


def test_what_is_no_journal_is_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    assert "No such file" in refusal(path)
    path.mkdir()
    assert "not a regular file" in refusal(path)
    path.rmdir()
    os.mkfifo(path)
    assert "not a regular file" in refusal(path)
    path.unlink()
    path.write_bytes(b"no journal at all")
    assert "is damaged" in refusal(path)
    path.unlink()
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notes (note TEXT)")
    connection.close()
    assert "not a journal of a table" in refusal(path)
    path.unlink()
    Journal.open(path, str).close()
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {JOURNAL_FORMAT + 1}")
    connection.close()
    assert "newer version" in refusal(path)


def test_a_journal_has_the_games_that_were_played_and_no_others(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "t.sqlite3", lambda: AT)
    keep(journal, CASE, MADE)
    reader = Reader(journal.connection)
    assert reader.holds(opened(CASE), AT, MADE)
    assert not reader.holds(opened(CASE), AT, MADE[:-1])
    assert not reader.holds(opened(CASE), AT.replace("18", "19"), MADE)
    journal.close()


def test_a_schema_that_is_no_text_is_a_damaged_journal(tmp_path: Path) -> None:
    path = tmp_path / "t.sqlite3"
    Journal.open(path, str).close()
    path.write_bytes(path.read_bytes().replace(b"CREATE TABLE game", b"CREATE \xffABLE game"))
    damage = "the description of its tables is no text"
    assert refusal(path) == f"The journal {path} is damaged ({damage}); it is left as it is."
