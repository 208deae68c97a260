"""The journals that tables have written, each with the number by which the keys of its games call it for ever."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import JournalError
from companion.journal.volume_files import VolumeFiles

_TABLE: Final = 1_000
"""What lies between the numbers of two tables' journals."""


class JournalVolume(Struct, frozen=True):
    """One of the journals. `live`: this process writes it."""

    number: int
    path: Path
    live: bool = False


def journal_volumes(bases: Sequence[Path], written: Path | None = None) -> list[JournalVolume]:
    """The journals of the tables at `bases`, oldest first, table by table. `written`: the one that this process writes.

    Raises JournalError where a folder cannot be looked into.
    """
    found: list[JournalVolume] = []
    for table, base in enumerate(bases):
        try:
            of_table = VolumeFiles(base)
            files = of_table.existing()
        except OSError as error:
            raise JournalError(f"The folder {base.parent} cannot be looked into: {error.strerror or error}.") from error
        found += [JournalVolume(table * _TABLE + of_table.number(file), file, file == written) for file in files]
    return found
