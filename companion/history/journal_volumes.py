"""The journal volumes of one or more tables, each with the permanent number that its games' keys contain."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import JournalError
from companion.journal.files import VolumeFiles

_TABLE: Final = 1_000
"""Distance between the volume numbers of two tables."""


class JournalVolume(Struct, frozen=True):
    """One journal volume. `live`: this process writes it."""

    number: int
    path: Path
    live: bool = False


def journal_volumes(bases: Sequence[Path], live: Path | None = None) -> list[JournalVolume]:
    """The volumes of the tables at `bases`, oldest first, table by table. `live`: the volume that this process writes.

    Raises JournalError if a folder cannot be read.
    """
    found: list[JournalVolume] = []
    for table, base in enumerate(bases):
        try:
            of_table = VolumeFiles(base)
            files = of_table.existing()
        except OSError as error:
            raise JournalError(f"The folder {base.parent} cannot be read: {error.strerror or error}.") from error
        found += [JournalVolume(table * _TABLE + of_table.number(file), file, file == live) for file in files]
    return found
