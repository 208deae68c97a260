"""How a journal's file is opened: locked, judged before anything could write to it, and brought to this version's format.

Laws: a file that is damaged, newer, or no journal at all is named and left byte for byte. A journal that was interrupted in its
very first start holds nothing, and is made anew.
"""

import fcntl
import os
import sqlite3
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import JournalError
from companion.host.output import synced
from companion.journal.migrations import APPLICATION_ID, JOURNAL_FORMAT, MIGRATIONS
from companion.journal.queries import JournalExtent, damage_sentence, version_of
from companion.journal.recovery.crash_verdict import is_damage, judge_after_crash, lost_entries_error, wal_of
from companion.journal.recovery.damaged_copies import copy_damaged_files
from companion.journal.recovery.file_presence import FilePresence
from companion.journal.recovery.progress_mark import ProgressMark, ProgressMarkFile, mark_path

PAGE_BYTES: Final = 512
"""Bytes of a page: what a move writes is a page or two."""
_FIRST_START: Final = 4096
"""Bytes of a file that an interrupted first start can leave, at most."""


class OpenFiles(Struct, frozen=True):
    """What an open journal has: `stack` closes all of it."""

    path: Path
    connection: sqlite3.Connection
    mark: ProgressMarkFile
    presence: FilePresence
    stack: ExitStack


def lock_journal(path: Path) -> int:
    """The descriptor of the lock beside the file, which is held until it is closed. Raises JournalError where it is taken."""
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


def has_content(path: Path) -> bool:
    """Judge a file by its header alone: whether it holds anything yet. Raises JournalError and OSError."""
    log, mark = wal_of(path), mark_path(path)
    is_logged = log.exists() and log.stat().st_size > 0
    if not path.exists():
        if is_logged:
            raise JournalError(damage_sentence(path, f"it is missing, and {log.name} is there"))
        return False
    size = path.stat().st_size
    if not is_logged and not mark.exists():
        was_begun = path.with_name(path.name + "-journal").exists()
        if size == 0 or (was_begun and size <= _FIRST_START):
            return False
    if size == 0:
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
            f"The file {path} is a database, but no journal of a table: name another file for the journal."
        )
    if is_empty and mark.exists() and not is_logged:
        raise JournalError(damage_sentence(path, "it is empty"))
    return not is_empty or is_logged


def prepare_files(path: Path, *, accept: bool) -> None:
    """Judge a journal, and put it right if the players `accept` that its last entries are lost.

    Raises JournalError, sqlite3.Error and OSError.
    """
    if not has_content(path):
        return
    log = wal_of(path)
    was_there = log.exists()
    try:
        verdict = judge_after_crash(path)
    finally:
        if not was_there:
            log.unlink(missing_ok=True)  # an empty one, which SQLite made to read
    if not verdict.is_cut:
        return
    if not accept:
        raise lost_entries_error(verdict)
    copy_damaged_files(path)
    if verdict.without_wal:
        log.unlink(missing_ok=True)
        synced(path.parent)


def connect_writer(path: Path, stack: ExitStack, *, accept: bool) -> sqlite3.Connection:
    """The one connection that writes to the journal at `path`, which is made if there is none; `stack` closes it and lets go of
    the lock. Raises JournalError, sqlite3.Error and OSError.

    The index of the WAL is kept in memory (`unix-excl`), where nobody can cut it short; connections of this process share it.
    """
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    stack.callback(os.close, lock_journal(path))
    prepare_files(path, accept=accept)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600))  # it holds secrets: nobody else may read it
    name = f"{path.absolute().as_uri()}?vfs=unix-excl"
    connection = sqlite3.connect(name, uri=True, isolation_level=None, check_same_thread=False)
    stack.callback(connection.close)
    connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")  # of a file that is made now
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "wal_autocheckpoint = 400"):
        connection.execute(f"PRAGMA {setting}")
    # What a crash left behind the end of the WAL is never followed by entries of the same run.
    connection.execute("PRAGMA wal_checkpoint(RESTART)")
    version = version_of(connection)
    if version < JOURNAL_FORMAT:
        steps = " ".join(MIGRATIONS[version:])
        ends = f"PRAGMA application_id = {APPLICATION_ID}; PRAGMA user_version = {JOURNAL_FORMAT};"
        connection.executescript(f"BEGIN IMMEDIATE; {steps} {ends} COMMIT;")
    return connection


def mark_opened(
    path: Path, connection: sqlite3.Connection, extent: JournalExtent, name: bytes, stack: ExitStack
) -> OpenFiles:
    """Have both marks say that the journal is open and has come that far. Takes over what `stack` closes.

    Raises sqlite3.Error and OSError.
    """
    write_inner_mark(connection, extent, is_open=True)
    connection.execute("PRAGMA wal_checkpoint(RESTART)")
    mark = ProgressMarkFile.open(path)
    stack.callback(mark.close)
    mark.write(mark_at(name, extent))
    mark.sync()
    synced(path.parent)
    presence = FilePresence((path, wal_of(path)))
    return OpenFiles(path, connection, mark, presence, stack.pop_all())


def write_inner_mark(connection: sqlite3.Connection, extent: JournalExtent, *, is_open: bool) -> None:
    """Put into the journal's own file whether it is open, and how far it has come. Raises sqlite3.Error."""
    values = (is_open, extent.game, extent.rows, extent.chain)
    connection.execute("UPDATE mark SET open = ?, game = ?, rows = ?, chain = ?", values)


def mark_at(name: bytes, extent: JournalExtent) -> ProgressMark:
    """The mark of a journal that has come that far; `name`: its own."""
    return ProgressMark(name, extent.game, extent.rows, extent.chain)


def opening_error(path: Path, error: Exception) -> JournalError:
    """What is said of a journal that cannot be opened."""
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if isinstance(error, OSError) or not is_damage(error):
        reason = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        if code == sqlite3.SQLITE_FULL:
            reason = "the disk is full; make room on it"
        elif code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            reason = "another program has it open; end that program"
        return JournalError(f"The journal {path} cannot be opened: {reason}.")
    return JournalError(damage_sentence(path, "a value is missing" if isinstance(error, TypeError) else str(error)))
