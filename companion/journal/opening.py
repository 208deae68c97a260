"""How a journal's file is opened: locked, judged before anything could write to it, and brought to this version's format.

Law: a file that is damaged, newer, or no journal at all is named and left byte for byte.
"""

import fcntl
import os
import sqlite3
from pathlib import Path

from companion.core.errors import JournalError
from companion.journal.schema import APPLICATION_ID, MIGRATIONS, VERSION


def locked(path: Path) -> int:
    """The descriptor of the lock beside the file, which is held until it is closed. Raises JournalError where it is taken."""
    lock = os.open(path.with_name(path.name + ".lock"), os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(lock)
        raise JournalError(
            f"The journal {path} is in use by another process: stop the other table, or give this one another journal."
        ) from error
    return lock


def look(path: Path) -> None:
    """Judge a file by its header alone. Raises JournalError."""
    if not path.exists() or path.stat().st_size == 0:
        return
    with path.open("rb") as file:
        header = file.read(100)
    if len(header) < 100 or not header.startswith(b"SQLite format 3\0"):
        raise JournalError(damaged(path, "it is not a SQLite file"))
    application = int.from_bytes(header[68:72], "big")
    if application != APPLICATION_ID:
        raise JournalError(
            f"The file {path} is a database, but no journal of a table: name another file for the journal."
        )


def connected(path: Path) -> sqlite3.Connection:
    """The one connection to the file, which is made if there is none. Raises JournalError and sqlite3.Error."""
    fresh = not path.exists() or path.stat().st_size == 0
    if not fresh:
        _judge(path)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))  # the journal holds secrets: nobody else may read it
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    try:
        if fresh:
            connection.execute("PRAGMA page_size = 1024")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "wal_autocheckpoint = 400"):
            connection.execute(f"PRAGMA {setting}")
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        for number in range(version, VERSION):
            migration = f"BEGIN IMMEDIATE; {MIGRATIONS[number]} PRAGMA user_version = {number + 1}; COMMIT;"
            connection.executescript(migration)
    except BaseException:
        connection.close()
        raise
    return connection


def damaged(path: Path, reason: str) -> str:
    """The sentence about a file that will not do."""
    return f"The journal {path} is damaged ({reason}); it is left as it is."


def _judge(path: Path) -> None:
    """Judge what is inside, through a connection that cannot write."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True, isolation_level=None)
    try:
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise JournalError(
                f"The journal {path} was written by a newer version of the companion (format {version}, and this one "
                f"knows {VERSION}): install that version, or start a new journal."
            )
        fault = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if fault != "ok":
            raise JournalError(damaged(path, fault))
    finally:
        connection.close()
