"""Opens the file of a journal: locks it, judges whether it still has its last entries, and migrates it to this version's format.

Invariants: a file that is damaged, of a format that this version does not read, or not a journal is named in an error and stays
unchanged byte for byte. A journal whose very first start was interrupted is empty and is created again. The open game is read
whole before anything can write: what is damaged in it is refused before SQLite folds a WAL into the damaged file.

SQLite treats a damaged WAL as a shorter one, and a missing WAL as none. These are signs of lost entries:
- one of the two marks names an entry that the journal does not have;
- the journal was not closed, and its WAL is missing or has an invalid header: an open journal always has a WAL;
- the mark names another journal, and there is a WAL: these files do not belong together, and the WAL is ignored;
- the WAL has frames of more than one transaction behind its valid end: a crash interrupts only one. If the mark beside the
  journal is missing, frames of one transaction are enough, because nothing shows that it was never complete.
"""

import errno
import fcntl
import os
import sqlite3
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import JournalError
from companion.files import sync_folder
from companion.journal.files import (
    FilePresence,
    ProgressMark,
    ProgressMarkFile,
    WalScan,
    copy_damaged_files,
    mark_path,
    read_mark,
    scan_wal,
)
from companion.journal.reader import Reader
from companion.journal.rows import SavedGame
from companion.journal.tables import (
    APPLICATION_ID,
    JOURNAL_FORMAT,
    MIGRATIONS,
    JournalExtent,
    chain_at,
    check_format,
    damage_sentence,
    entry_id,
    inner_mark_of,
    journal_extent,
    read_connection,
    readable_reason,
    version_of,
)
from companion.table.lobby import NAME as LOBBY

_NO_DAMAGE = frozenset(
    (
        sqlite3.SQLITE_PERM,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_INTERRUPT,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_CANTOPEN,
    )
)


class CrashVerdict(Struct, frozen=True):
    """`is_cut`: the last entries cannot be read. Then `kept` is the open game without them, and `without_wal` says whether to
    ignore the WAL."""

    is_cut: bool = False
    kept: SavedGame | None = None
    without_wal: bool = False


def judge_after_crash(path: Path) -> CrashVerdict:
    """Check a journal that nobody has open. Raises JournalError, sqlite3.Error and OSError if it cannot be used at all."""
    log = wal_of(path)
    is_there = log.exists()
    content = log.read_bytes() if is_there else b""
    wal = scan_wal(content)
    is_mixed = wal.valid > 0 and _is_mixed(path)
    if not is_mixed and _is_whole(path, wal, is_written=any(content)):
        return CrashVerdict()
    found: list[tuple[tuple[int, int], CrashVerdict]] = []
    faults: list[Exception] = []
    for without_wal in (True,) if is_mixed else (False, True) if is_there else (False,):
        try:
            with read_connection(path, without_wal=without_wal) as connection:
                check_format(path, version_of(connection))
                _quick_check(connection)
                extent = journal_extent(connection)
                kept = Reader(connection).open_game(extent)
        except (sqlite3.Error, ValueError, TypeError, JournalError) as fault:
            faults.append(fault)
        else:
            found.append(((extent.game, extent.rows), CrashVerdict(True, kept, without_wal)))
    if not found:
        raise faults[0]
    return max(found, key=lambda one: one[0])[1]


def lost_entries_error(verdict: CrashVerdict) -> JournalError:
    """The error that reports the lost entries and asks the players what to do."""
    kept = verdict.kept
    if kept is None or kept.opened.game == LOBBY:
        return JournalError(
            "The last entries of the journal could not be read: the table goes back to the lobby.", ("again", "lobby")
        )
    return JournalError(
        f"The last moves of this game could not be read: it is now at move {len(kept.steps)}.", ("go on", "lobby")
    )


def is_damage(error: Exception) -> bool:
    """Whether the file itself causes the error, and not the disk, a lock or a permission."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT) & 0xFF
    return code not in _NO_DAMAGE


def wal_of(path: Path) -> Path:
    """The path of the WAL of a journal."""
    return path.with_name(path.name + "-wal")


def _is_whole(path: Path, wal: WalScan, *, is_written: bool) -> bool:
    """Whether no entries are lost. `is_written`: the WAL has a byte other than 0. Raises JournalError, sqlite3.Error and OSError
    where the WAL is not the cause."""
    try:
        with read_connection(path) as connection:
            version = version_of(connection)
            check_format(path, version)
            if not version:  # without tables, and so without marks
                _quick_check(connection)
                return wal.transactions <= 1 and (wal.usable or not is_written)
            if _is_cut(connection, path, wal):
                return False
            Reader(connection).open_game(journal_extent(connection))
            return True
    except (sqlite3.DatabaseError, ValueError, TypeError) as error:
        if not wal.usable or not is_damage(error):
            raise  # the WAL is not the cause
        return False


def _is_mixed(path: Path) -> bool:
    """Whether the mark beside a journal with a WAL is another journal's. Its own name is read from the file alone, since
    the WAL could hide it."""
    outside = read_mark(path)
    if outside is None:
        return False
    try:
        with read_connection(path, without_wal=True) as connection:
            return inner_mark_of(connection)[1].journal != outside.journal
    except sqlite3.DatabaseError:
        return False  # a crash while the WAL was folded into the file, which is whole only with it


def _is_cut(connection: sqlite3.Connection, path: Path, wal: WalScan) -> bool:
    """Whether the last entries are lost. Raises sqlite3.DatabaseError."""
    is_open, inside = inner_mark_of(connection)
    outside = read_mark(path)
    if outside is not None and outside.journal != inside.journal:
        outside = None  # it belongs to an earlier journal at this path
    extent = journal_extent(connection)
    if any(mark is not None and _is_short(connection, extent, mark) for mark in (inside, outside)):
        return True
    return (is_open and not wal.usable) or wal.transactions > (0 if is_open and outside is None else 1)


def _is_short(connection: sqlite3.Connection, extent: JournalExtent, mark: ProgressMark) -> bool:
    """Whether the journal lacks the entry that a mark names."""
    if not mark.game:
        return False
    return (extent.game, extent.rows) < mark.place or chain_at(connection, mark.game, mark.rows) != mark.chain


def _quick_check(connection: sqlite3.Connection) -> None:
    """Let SQLite check the whole file. Raises sqlite3.DatabaseError for the first fault."""
    fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if fault != "ok":
        raise sqlite3.DatabaseError(fault)


PAGE_BYTES: Final = 512
"""Bytes of a database page; a move writes one or two pages."""
_FIRST_START: Final = 4096
"""Most bytes of a file that an interrupted first start leaves."""
BUSY_SECONDS: Final = 5.0
"""How long to wait for another program that has the file open."""


_NO_ROOM: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN)
"""What SQLite reports on a disk without room: the second for the index of the WAL, the third where no file can be created."""
_FILES_NEEDED: Final = 4
"""Files that opening a journal may create: itself, its WAL, the index of that, and its mark."""
_BYTES_NEEDED: Final = 64 * 1024
"""Bytes that opening a journal writes at most; the index of the WAL has 32 KiB."""


class OpenFiles(Struct, frozen=True):
    """The open files of a journal; `stack` closes all of them."""

    path: Path
    connection: sqlite3.Connection
    mark: ProgressMarkFile
    presence: FilePresence
    stack: ExitStack


def lock_journal(path: Path) -> int:
    """Lock the journal; returns the descriptor of the lock file, whose closing releases the lock. Raises JournalError if another
    process has the lock."""
    lock = os.open(path.with_name(path.name + ".lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(lock)
        raise JournalError(
            f"The journal {path} is in use by another process: stop the other table, or give this one another journal."
        ) from error
    except BaseException:
        os.close(lock)
        raise
    return lock


def is_unwritten(path: Path) -> bool:
    """Whether the file of a journal is what an interrupted first start leaves, so that it is created again. Raises OSError."""
    if _is_logged(path) or mark_path(path).exists():
        return False
    size = path.stat().st_size
    return size == 0 or (size <= _FIRST_START and path.with_name(path.name + "-journal").exists())


def check_headers(path: Path) -> bool:
    """Check the headers of a journal's files; returns whether it has any content yet. Raises JournalError and OSError."""
    log, mark = wal_of(path), mark_path(path)
    is_logged = _is_logged(path)
    if not path.exists():
        if is_logged:
            raise JournalError(damage_sentence(path, f"it is missing, and {log.name} is there"))
        return False
    if is_unwritten(path):
        return False
    if path.stat().st_size == 0:
        raise JournalError(damage_sentence(path, "it is empty"))
    with path.open("rb") as file:
        header = file.read(108)
    if len(header) < 108 or not header.startswith(b"SQLite format 3\0"):
        raise JournalError(damage_sentence(path, "it is not a SQLite file"))
    version, application, pages, tables = (
        int.from_bytes(header[first:last], "big") for first, last in ((60, 64), (68, 72), (28, 32), (103, 105))
    )
    is_empty = (version, tables) == (0, 0) and pages <= 1
    if application != APPLICATION_ID and not (is_empty and application == 0):
        raise JournalError(
            f"The file {path} is a database, but not a journal of a table: name another file for the journal."
        )
    if is_empty and mark.exists() and not is_logged:
        raise JournalError(damage_sentence(path, "it is empty"))
    return not is_empty or is_logged


def _is_logged(path: Path) -> bool:
    log = wal_of(path)
    return log.exists() and log.stat().st_size > 0


def prepare_files(path: Path, *, accept: bool) -> bool:
    """Check a journal. If its last entries are lost and the players `accept` that, copy the damaged files and repair it. Returns
    whether it did.

    Raises JournalError, sqlite3.Error and OSError.
    """
    if not check_headers(path):
        return False
    log = wal_of(path)
    was_there = log.exists()
    try:
        verdict = judge_after_crash(path)
    finally:
        if not was_there:
            log.unlink(missing_ok=True)  # SQLite creates an empty WAL when it reads
    if not verdict.is_cut:
        return False
    if not accept:
        raise lost_entries_error(verdict)
    copy_damaged_files(path)
    if verdict.without_wal:
        log.unlink(missing_ok=True)
        sync_folder(path.parent)
    return True


def connect_writer(path: Path, stack: ExitStack, *, accept: bool, busy_seconds: float) -> sqlite3.Connection:
    """Open the only writing connection to the journal at `path`; create the file if there is none. `stack` closes the connection
    and releases the lock. Raises JournalError, sqlite3.Error and OSError.

    The index of the WAL is in memory (`unix-excl`), where nobody can truncate it; all connections of this process share it.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    stack.callback(os.close, lock_journal(path))
    was_cut = prepare_files(path, accept=accept)
    os.close(
        os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    )  # it contains secrets: no other user may read it
    name = f"{path.absolute().as_uri()}?vfs=unix-excl"
    connection = sqlite3.connect(name, uri=True, isolation_level=None, check_same_thread=False, timeout=busy_seconds)
    stack.callback(connection.close)
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # applies only to a new file
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "wal_autocheckpoint = 400"):
        connection.execute(f"PRAGMA {setting}")
    # New entries must not follow what a crash left behind the valid end of the WAL.
    connection.execute("PRAGMA wal_checkpoint(RESTART)")
    version = version_of(connection)
    if version < JOURNAL_FORMAT:
        steps = " ".join(step for number, step in MIGRATIONS.items() if number > version)
        ends = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {JOURNAL_FORMAT};"
        connection.executescript(f"BEGIN IMMEDIATE; {steps} {ends} COMMIT;")
    if was_cut:
        # An entry whose id was damaged would else count as one of a later game.
        extent = journal_extent(connection)
        connection.execute("DELETE FROM entry WHERE id > ?", (entry_id(extent.game, extent.rows),))
    return connection


def mark_opened(
    path: Path, connection: sqlite3.Connection, extent: JournalExtent, name: bytes, stack: ExitStack
) -> OpenFiles:
    """Write both marks: the journal is open and has this extent. Takes over what `stack` closes.

    Raises sqlite3.Error and OSError.
    """
    write_inner_mark(connection, extent, is_open=True)
    connection.execute("PRAGMA wal_checkpoint(RESTART)")
    try:
        mark = ProgressMarkFile.open(path)
        stack.callback(mark.close)
        mark.write(mark_at(name, extent))
        mark.sync()
        sync_folder(path.parent)
    except OSError:
        with suppress(
            sqlite3.Error
        ):  # SQLite deletes the WAL on close, which would look like a loss in an open journal
            write_inner_mark(connection, extent, is_open=False)
        raise
    presence = FilePresence((path, wal_of(path)))
    return OpenFiles(path, connection, mark, presence, stack.pop_all())


def write_inner_mark(connection: sqlite3.Connection, extent: JournalExtent, *, is_open: bool) -> None:
    """Write the mark inside the journal's file: whether it is open, and its extent. Raises sqlite3.Error."""
    values = (is_open, extent.game, extent.rows, extent.chain)
    connection.execute("UPDATE mark SET open = ?, game = ?, rows = ?, chain = ?", values)


def mark_at(name: bytes, extent: JournalExtent) -> ProgressMark:
    """The mark of a journal with this extent; `name`: the identifier of the journal."""
    return ProgressMark(name, extent.game, extent.rows, extent.chain)


def no_room_reason(code: int, room: os.statvfs_result) -> str | None:
    """Why a file cannot be written to a disk with so much room, which SQLite reports as this error (0: the system reports that
    there is no room); None if it has enough."""
    if room.f_files and room.f_favail < _FILES_NEEDED:
        return "the disk has no room for more files; delete some of them"
    if code in (0, sqlite3.SQLITE_FULL) or room.f_bavail * room.f_frsize < _BYTES_NEEDED:
        return "the disk is full; make room on it"
    return None


def opening_error(path: Path, error: Exception) -> JournalError:
    """The error for a journal that cannot be opened."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, OSError) or not is_damage(error):
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        if code in _NO_ROOM or getattr(error, "errno", 0) in (errno.ENOSPC, errno.EDQUOT):
            with suppress(OSError):
                reason = no_room_reason(code, os.statvfs(path.parent)) or reason
        elif code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            reason = "another program has it open; end that program"
        return JournalError(f"The journal {path} cannot be opened: {reason}.")
    return JournalError(
        damage_sentence(path, "a value is missing" if isinstance(error, TypeError) else readable_reason(error))
    )
