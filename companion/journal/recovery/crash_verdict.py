"""Decides whether a journal still has the last entries that were on the disk, before anything can write to its files.

The open game is read whole here: what is damaged in it is refused before SQLite folds a WAL into the damaged file.

SQLite treats a damaged WAL as a shorter one, and a missing WAL as none. These are signs of lost entries:
- one of the two marks names an entry that the journal does not have;
- the journal was not closed, and its WAL is missing or has an invalid header: an open journal always has a WAL;
- the mark names another journal, and there is a WAL: these files do not belong together, and the WAL is ignored;
- the WAL has frames of more than one transaction behind its valid end: a crash interrupts only one. If the mark beside the
  journal is missing, frames of one transaction are enough, because nothing shows that it was never complete.
"""

import sqlite3
from pathlib import Path

from msgspec import Struct

from companion.core.errors import JournalError
from companion.journal.queries import (
    JournalExtent,
    chain_at,
    check_format,
    inner_mark_of,
    journal_extent,
    read_connection,
    version_of,
)
from companion.journal.reader import Reader
from companion.journal.recovery.progress_mark import ProgressMark, read_mark
from companion.journal.recovery.wal_scan import WalScan, scan_wal
from companion.journal.rows import SavedGame
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
