"""Count a journal's entries by kind, without their contents.

Invariant: only a copy of the journal's files is opened, so the daemon and the files are not affected. The copy is in shared
memory if the system has it, private, and deleted afterwards. Only words from the lists here are included.
"""

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, get_args

from companion.files import acting_for
from companion.games.catalog import CATALOG
from companion.journal.files import VolumeFiles
from companion.journal.rows import EndingKind, EntryKind

_SHARED_MEMORY: Final = Path("/dev/shm")
_SOURCES: Final = ("machine", "page", "hand", "button", "coded", "nest", "pod", "serial")
_GAMES: Final = "SELECT name, count(*) FROM game GROUP BY name"
_ENTRIES: Final = "SELECT kind, count(*) FROM move GROUP BY kind"
_ENDINGS: Final = "SELECT how, count(*) FROM ending GROUP BY how"
_ROLLS: Final = "SELECT source, count(*) FROM roll GROUP BY source"


def journal_counts(journal: Path) -> Iterator[str]:
    """Lines for each volume of the journal and each kind of its entries. Files are read as the owner of their folder."""
    with acting_for(journal):
        lines = list(_counted(journal))
    yield from lines


def _counted(journal: Path) -> Iterator[str]:
    try:
        volumes = VolumeFiles(journal).existing()
    except OSError as error:
        yield f"The journal cannot be looked at: {error.strerror or 'it does not answer'}."
        return
    yield f"volumes: {len(volumes)}"
    for volume in volumes:
        number = VolumeFiles(journal).number(volume)
        try:
            yield from (f"volume {number}, {line}" for line in _of_volume(volume))
        except (sqlite3.Error, OSError) as error:
            # The message of an error may quote the file's content.
            yield f"volume {number} cannot be counted ({type(error).__name__})"


def _of_volume(volume: Path) -> Iterator[str]:
    yield f"size: {volume.stat().st_size} bytes"
    with tempfile.TemporaryDirectory(dir=_SHARED_MEMORY if _SHARED_MEMORY.is_dir() else None) as folder:
        copy = Path(folder, "copy")
        shutil.copyfile(volume, copy)
        log = volume.with_name(volume.name + "-wal")
        if log.exists():
            shutil.copyfile(log, copy.with_name("copy-wal"))
        connection = sqlite3.connect(copy)
        try:
            yield f"format: {int(connection.execute('PRAGMA user_version').fetchone()[0])}"
            yield f"check: {'ok' if connection.execute('PRAGMA quick_check(1)').fetchone()[0] == 'ok' else 'damaged'}"
            yield from _tally(connection, "games of", _GAMES, tuple(game.name for game in CATALOG))
            yield from _tally(connection, "entries of kind", _ENTRIES, get_args(EntryKind))
            yield from _tally(connection, "games that ended", _ENDINGS, get_args(EndingKind))
            yield from _tally(connection, "rolls from", _ROLLS, _SOURCES)
        finally:
            connection.close()


def _tally(connection: Any, what: str, query: str, known: tuple[str, ...]) -> Iterator[str]:
    tally: dict[str, int] = {}
    for word, number in connection.execute(query).fetchall():
        called = word if word in known else "another kind"
        tally[called] = tally.get(called, 0) + int(number)
    for called in sorted(tally):
        yield f"{what} {called}: {tally[called]}"
