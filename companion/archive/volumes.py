"""The journals that tables have written, each with the number by which the keys of its games call it for ever."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import JournalError
from companion.journal.files import Volumes

_TABLE: Final = 1_000
"""What lies between the numbers of two tables' journals."""


class Volume(Struct, frozen=True):
    """One of the journals. `live`: this process writes it."""

    number: int
    path: Path
    live: bool = False


def volumes(bases: Sequence[Path], written: Path | None = None) -> list[Volume]:
    """The journals of the tables at `bases`, oldest first, table by table. `written`: the one that this process writes.

    Raises JournalError where a folder cannot be looked into.
    """
    found: list[Volume] = []
    for table, base in enumerate(bases):
        try:
            of_table = Volumes(base)
            files = of_table.existing()
        except OSError as error:
            raise JournalError(f"The folder {base.parent} cannot be looked into: {error.strerror or error}.") from error
        found += [Volume(table * _TABLE + of_table.number(file), file, file == written) for file in files]
    return found
