"""The list of names that players choose from: a text file beside the journal, one name a line.

Invariants: people may edit the file by hand. A line that is not a name, or that the screens cannot draw, is skipped and stays in
the file. A list that cannot be read or written stops no game.
"""

from pathlib import Path
from typing import Final

from companion.core.fonts.faces import undrawable_letters
from companion.core.words import MAX_NAME_LETTERS
from companion.files import write_file

_FILE: Final = "players.txt"
MAX_OFFERED_NAMES: Final = 40
"""Most names offered; nobody would page through more."""


def known_names_path(journal: Path) -> Path:
    """The path of the list that belongs to a journal."""
    return journal.with_name(_FILE)


def read_known_names(path: Path) -> tuple[str, ...]:
    """The names to choose from, without repeats, in the order of the file; none if there is no file."""
    return tuple(name for name in _names(path) if not undrawable_letters(name))[:MAX_OFFERED_NAMES]


def undrawable_names(path: Path) -> tuple[str, ...]:
    """A sentence for every name that the screens cannot draw."""
    return tuple(
        f"{path}: the screens cannot draw {letters}, so the name {name} is not offered: write it with other letters."
        for name in _names(path)
        if (letters := undrawable_letters(name))
    )


def add_known_name(path: Path, name: str) -> None:
    """Append a name to the list, unless the list has it. Raises OSError, and FileError with a sentence."""
    if name in _names(path):
        return
    old = path.read_bytes() if path.exists() else b""
    if old and not old.endswith(b"\n"):
        old += b"\n"
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    write_file(path, old + name.encode() + b"\n")


def _names(path: Path) -> tuple[str, ...]:
    """All names in the file, without repeats."""
    try:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    names = (line.strip() for line in lines)
    return tuple(dict.fromkeys(name for name in names if 0 < len(name) <= MAX_NAME_LETTERS and name.isprintable()))
