"""The list of names from which players choose theirs: a text file beside the journal, one name a line.

Law: whoever keeps the table may edit it by hand; a line that is no name, or that the screens cannot draw, is passed over and
left where it is. A list that cannot be read or written stops no game.
"""

from pathlib import Path
from typing import Final

from companion.core.screen import ACROSS
from companion.host.output import write
from companion.ui.font import lacking

_FILE: Final = "players.txt"
_MAX_LETTERS: Final = 8
"""Letters of a name, so that two stand in a line of a screen."""
MAX_OFFERED_NAMES: Final = 40
"""So many names are offered; more could not be leafed through."""

assert 2 * _MAX_LETTERS < ACROSS


def known_names_path(journal: Path) -> Path:
    """Where the list of a table is."""
    return journal.with_name(_FILE)


def read_known_names(path: Path) -> tuple[str, ...]:
    """The names to choose from, each once, in the order of the file; none where there is no file."""
    return tuple(name for name in _names(path) if not lacking(name))[:MAX_OFFERED_NAMES]


def undrawable_names(path: Path) -> tuple[str, ...]:
    """A sentence for every name that the screens cannot draw."""
    return tuple(
        f"{path}: the screens cannot draw {letters}, so the name {name} is not offered: write it with other letters."
        for name in _names(path)
        if (letters := lacking(name))
    )


def add_known_name(path: Path, name: str) -> None:
    """Put a name at the end of the list, unless it stands anywhere in it. Raises OSError, and FileError with a sentence."""
    if name in _names(path):
        return
    old = path.read_bytes() if path.exists() else b""
    if old and not old.endswith(b"\n"):
        old += b"\n"
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write(path, old + name.encode() + b"\n")


def _names(path: Path) -> tuple[str, ...]:
    """Every name in the file, each once, however many there are."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    names = (line.strip() for line in lines)
    return tuple(dict.fromkeys(name for name in names if 0 < len(name) <= _MAX_LETTERS and name.isprintable()))
