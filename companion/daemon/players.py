"""The list of names from which players choose theirs: a text file beside the journal, one name a line.

Law: whoever keeps the table may edit it by hand; a line that is no name is passed over and left where it is. A list that
cannot be read or written stops no game.
"""

import os
from pathlib import Path
from typing import Final

from companion.core.screen import ACROSS

FILE: Final = "players.txt"
LONGEST: Final = 8
"""Letters of a name, so that two stand in a line of a screen."""
MOST: Final = 40
"""So many names are offered; more could not be leafed through."""

assert 2 * LONGEST < ACROSS


def beside(journal: Path) -> Path:
    """Where the list of a table is."""
    return journal.with_name(FILE)


def read(path: Path) -> tuple[str, ...]:
    """The names, each once, in the order of the file; none where there is no file."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    names = (line.strip() for line in lines)
    return tuple(dict.fromkeys(name for name in names if 0 < len(name) <= LONGEST and name.isprintable()))[:MOST]


def add(path: Path, name: str) -> None:
    """Put a name at the end of the list, unless it is there. Raises OSError."""
    if name in read(path):
        return
    old = path.read_bytes() if path.exists() else b""
    if old and not old.endswith(b"\n"):
        old += b"\n"
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("wb") as file:
        file.write(old + name.encode() + b"\n")
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
