"""A journal that cannot be opened gives one line as the reason and releases all files; deleted files are reported."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.core.errors import JournalError
from companion.journal.journal import Journal
from companion.journal.opening import no_room_reason
from companion.journal.rows import RollToLog
from companion.journal.tables import read_connection
from companion.table.effects import Moved, Opened
from tests.journal.images import NAME, put, stamp, taken
from tests.laws.play import one_round

LOBBY = Opened("lobby", 2, {}, ("Ann", "Bob"))
START = Moved(1, 0, {"move": "start"})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / NAME


def test_what_fails_at_opening_lets_the_lock_go(path: Path) -> None:
    path.mkdir()
    with pytest.raises(JournalError, match=r"cannot be opened: Is a directory\."):
        Journal.open(path, stamp)
    path.rmdir()
    Journal.open(path, stamp).close()


def test_what_fails_after_the_lock_leaves_no_file_open(path: Path) -> None:
    Journal.open(path, stamp).close()
    before = os.listdir("/proc/self/fd")
    path.with_name(NAME + "-mark").unlink()
    path.with_name(NAME + "-mark").mkdir()
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal.open(path, stamp)
    assert len(os.listdir("/proc/self/fd")) == len(before)
    path.with_name(NAME + "-mark").rmdir()
    Journal.open(path, stamp).close()


KILLED = """
import os, pathlib, sys
from companion.core.errors import JournalError
from companion.journal.journal import Journal
from companion.table.effects import Opened

path = pathlib.Path(sys.argv[1])

def interrupted(calls):
    '''Open a journal for the first time, and be gone at so many calls of a library's: whether it came to its end.'''
    child = os.fork()
    if child == 0:
        left = calls
        def count(frame, event, what):
            nonlocal left
            if event == "c_call" and "companion/journal" in frame.f_code.co_filename:
                left -= 1
                if left < 0:
                    os._exit(1)
        sys.setprofile(count)
        Journal.open(path, str)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0

calls = 0
while True:
    for file in path.parent.iterdir():
        file.unlink()
    ended = interrupted(calls)
    journal = Journal.open(path, str)
    assert journal.newest_game() is None
    journal.append(Opened("lobby", 2, {}, ("Ann", "Bob")))
    journal.close()
    if ended:
        break
    calls += 1
print(calls)
"""


@pytest.mark.process
@pytest.mark.slow
def test_killed_anywhere_in_its_very_first_start_it_is_begun_anew(path: Path) -> None:
    told = subprocess.run([sys.executable, "-c", KILLED, str(path)], capture_output=True, text=True, check=False)
    assert told.stderr == ""
    assert int(told.stdout) > 25


def test_killed_while_sqlite_wrote_its_first_page_it_is_begun_anew(path: Path) -> None:
    """SQLite writes the first page through a rollback journal, which still exists."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in ("PRAGMA page_size = 512", "PRAGMA cache_size = 1", "BEGIN", "PRAGMA application_id = 1129268293"):
        connection.execute(statement)
    connection.execute("CREATE TABLE x (x)")
    while not path.stat().st_size:  # until SQLite must write the first pages early
        connection.execute("INSERT INTO x VALUES (zeroblob(400))")
    files = {name: (path.parent / name).read_bytes() for name in (NAME, f"{NAME}-journal")}
    connection.close()
    for name, content in files.items():
        (path.parent / name).write_bytes(content)
    journal = Journal.open(path, stamp)
    assert journal.newest_game() is None
    journal.append(LOBBY)
    journal.close()


LIMITED = """
import pathlib, resource, sys
from companion.core.errors import JournalError
from companion.journal.journal import Journal
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]),) * 2)
try:
    Journal.open(pathlib.Path(sys.argv[1]), str).close()
except JournalError as error:
    print(error)
"""


@pytest.mark.process
@pytest.mark.parametrize("size", one_round([600, 0, 3000]))
def test_a_full_disk_at_the_start_is_no_damage(path: Path, size: int) -> None:
    """A limit of the file size simulates a full disk."""
    for _ in range(2):
        told = subprocess.run([sys.executable, "-c", LIMITED, str(path), str(size)], capture_output=True, text=True)
        assert told.stderr == ""
        assert told.stdout.startswith(f"The journal {path} cannot be opened: ")
    Journal.open(path, stamp).close()


@pytest.mark.parametrize(
    ("code", "free", "files", "says"),
    [
        (0, 0, 1000, "the disk is full"),
        (0, 10**9, 1000, "the disk is full"),
        (sqlite3.SQLITE_FULL, 10**9, 1000, "the disk is full"),
        (sqlite3.SQLITE_IOERR, 4096, 1000, "the disk is full"),
        (sqlite3.SQLITE_IOERR, 10**9, 1000, None),
        (sqlite3.SQLITE_IOERR, 10**9, 0, "no room for more files"),
        (sqlite3.SQLITE_CANTOPEN, 10**9, 1, "no room for more files"),
        (sqlite3.SQLITE_CANTOPEN, 10**9, 1000, None),
        (0, 0, 1, "no room for more files"),
    ],
)
def test_a_disk_without_room_is_named_whatever_sqlite_reports(
    code: int, free: int, files: int, says: str | None
) -> None:
    room = os.statvfs_result((4096, 1, free, free, free, 10**6, files, files, 0, 255))
    reason = no_room_reason(code, room)
    assert reason is None if says is None else reason is not None and says in reason


def test_a_disk_that_counts_no_files_lacks_none() -> None:
    assert (
        no_room_reason(sqlite3.SQLITE_IOERR, os.statvfs_result((4096, 4096, 9**9, 9**9, 9**9, 0, 0, 0, 0, 255))) is None
    )


def test_a_first_start_whose_mark_cannot_be_written_is_no_loss(path: Path) -> None:
    """SQLite deletes the WAL on close. The journal must not be marked open then."""
    mark = path.with_name(f"{NAME}-mark")
    mark.symlink_to("nowhere")
    with pytest.raises(JournalError, match="cannot be opened"):
        Journal.open(path, stamp)
    mark.unlink()
    Journal.open(path, stamp).close()


OTHER = """
import sqlite3, sys
connection = sqlite3.connect(sys.argv[1])
connection.execute("SELECT * FROM mark").fetchall()
print("open", flush=True)
input()
"""


@pytest.mark.process
def test_a_journal_that_another_program_has_open_says_so(path: Path) -> None:
    Journal.open(path, stamp).close()
    other = subprocess.Popen([sys.executable, "-c", OTHER, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert other.stdout is not None
    other.stdout.readline()
    try:
        with pytest.raises(JournalError, match="another program has it open"):
            Journal.open(path, stamp, busy_seconds=0)
    finally:
        other.communicate(b"\n")
    Journal.open(path, stamp).close()


@pytest.mark.parametrize("kind", ["", "-wal"])
@pytest.mark.parametrize("how", ["deleted", "replaced by another", "cut short"])
def test_a_file_that_is_taken_away_while_the_table_is_open(path: Path, kind: str, how: str) -> None:
    journal = Journal.open(path, stamp)
    journal.append(LOBBY)
    file = path.with_name(NAME + kind)
    match how:
        case "deleted":
            file.unlink()
        case "cut short":
            os.truncate(file, 0)
        case _:
            (path.parent / "other").write_bytes(b"x" * 100_000)
            (path.parent / "other").replace(file)
    before = taken(path.parent)
    for act in (lambda: journal.append(START), journal.newest_game):
        with pytest.raises(JournalError, match=f"The journal's file {file} was {how} while the table was open"):
            act()
    journal.close()
    if how == "cut short":
        assert taken(path.parent) == before


def test_the_log_that_was_deleted_is_saved_when_the_journal_is_closed(path: Path) -> None:
    journal = Journal.open(path, stamp)
    journal.append(LOBBY)
    path.with_name(f"{NAME}-wal").unlink()
    with pytest.raises(JournalError, match="deleted"):
        journal.append(START)
    journal.close()
    again = Journal.open(path, stamp)
    assert (kept := again.newest_game()) is not None
    assert kept.opened == LOBBY
    again.close()


def test_no_index_of_the_wal_lies_in_a_file_that_can_be_cut_short(path: Path) -> None:
    """Reading a truncated index would kill the process with SIGBUS."""
    journal = Journal.open(path, stamp)
    journal.append(LOBBY)
    with read_connection(path) as beside:
        assert beside.execute("SELECT count(*) FROM game").fetchone() == (1,)
        journal.append(START)
        assert beside.execute("SELECT count(*) FROM move").fetchone() == (1,)
        assert {file.name for file in path.parent.iterdir()} == {NAME, f"{NAME}-wal", f"{NAME}-mark", f"{NAME}.lock"}
        for file in path.parent.iterdir():
            os.truncate(file, 0)
        with pytest.raises(JournalError):
            journal.append(Moved(2, 0, {"move": "start"}))
    journal.close()


def test_no_sentence_has_a_line_break_or_a_control_character(tmp_path: Path) -> None:
    path = tmp_path / "a\nb\x1b[31m.db"
    path.write_bytes(b"no journal" * 20)
    with pytest.raises(JournalError) as caught:
        Journal.open(path, stamp)
    assert str(caught.value).isprintable()
    assert "is damaged" in str(caught.value)


def test_a_roll_and_its_move_are_one_transaction(path: Path) -> None:
    journal = Journal.open(path, stamp)
    journal.append(LOBBY)
    said: list[str] = []
    journal.connection.set_trace_callback(said.append)
    journal.append(Moved(1, "chance", {"move": "roll", "top": 3, "front": 2}), RollToLog("nest", 3, 2))
    assert [word for word in said if word.startswith(("BEGIN", "COMMIT"))] == ["BEGIN IMMEDIATE", "COMMIT"]
    assert len(journal.rolls()) == 1
    with pytest.raises(JournalError):
        journal.append(Moved(1, 0, {"move": "start"}), RollToLog("nest", 3, 2))
    assert len(journal.rolls()) == 1
    journal.close()


def test_a_journal_of_which_the_log_alone_is_left_is_not_begun_anew(path: Path) -> None:
    journal = Journal.open(path, stamp)
    journal.append(LOBBY)
    image = taken(path.parent)
    journal.close()
    path.unlink()
    path.with_name(f"{NAME}-wal").write_bytes(image["-wal"])
    with pytest.raises(JournalError, match="is missing"):
        Journal.open(path, stamp)
    assert path.with_name(f"{NAME}-wal").read_bytes() == image["-wal"]
    assert not path.exists()


def test_a_journal_that_was_emptied_is_not_begun_anew(path: Path) -> None:
    Journal.open(path, stamp).close()
    path.write_bytes(b"")
    with pytest.raises(JournalError, match="it is empty"):
        Journal.open(path, stamp)


def test_a_journal_that_nobody_writes_is_read_without_a_trace(path: Path) -> None:
    journal = Journal.open(path, stamp)
    journal.append(LOBBY)
    crashed = taken(path.parent)
    journal.close()
    for image in (taken(path.parent), crashed):
        put(path.parent, image)
        with read_connection(path) as connection:
            assert connection.execute("SELECT count(*) FROM game").fetchone() == (1,)
        assert taken(path.parent) == {"-wal": b"", **image}
        assert not path.with_name(f"{NAME}-shm").exists()
