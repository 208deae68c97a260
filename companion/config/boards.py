"""Where the pin maps are: in the installed package, or in hardware/ of a source checkout."""

import os.path
from pathlib import Path

from companion.config.document import Finding, read
from companion.config.key_table import BOARD_KEYS
from companion.config.validation import Checked, check, meant_by, quoted


def boards_folder() -> Path:
    """The folder of the pin maps."""
    package = Path(__file__).parents[1]
    packed = package / "boards"
    return packed if packed.is_dir() else package.parent / "hardware" / "boards"


def board_names() -> list[str]:
    """The names that `board = ` can have."""
    return sorted(file.stem for file in boards_folder().glob("*.toml"))


def board_file(table: Checked) -> Path | None:
    """The file that the table's `board` names; None if it names none. A path starts from the table's own folder."""
    name: str | None = table.values.get(("board",))
    if name is None:
        return None
    if _is_path(name):
        return table.document.folder / name
    return boards_folder() / f"{name}.toml" if name in board_names() else None


def board_of(table: Checked) -> tuple[Checked | None, tuple[Finding, ...]]:
    """The board that the table stands on, checked, and what is wrong with its name. Raises ConfigError if it is no TOML."""
    place = table.document.place(("board",))
    name: str | None = table.values.get(("board",))
    if name is None:
        missing = Finding(place, f"is missing; write the name of a pin map, one of {_names()}.")
        return None, () if ("board",) in table.broken else (missing,)
    file = board_file(table)
    # Unlike Path.exists, this says no to a name that no file can have.
    if file is not None and os.path.exists(file):
        called = name if _is_path(name) else file.name
        return check(read(file, called=called, otherwise="write a pin map there"), BOARD_KEYS), ()
    if file is not None:
        text = (
            f"there is no file {quoted(name)}, seen from the folder of this one; write the path of a pin map, or one of"
        )
        return None, (Finding(place, f"{text} {_names()}."),)
    close = meant_by(name, board_names())
    remedy = f"did you mean {quoted(close)}?" if close else f"write one of {_names()}."
    return None, (Finding(place, f"there is no board {quoted(name)}; {remedy}"),)


def table_name(table: Checked) -> str:
    """What `board` is called in the configuration: a name, or an absolute path."""
    name: str = table.values[("board",)]
    file = board_file(table)
    return name if file is None or file.parent == boards_folder() else str(file.resolve())


def _is_path(name: str) -> bool:
    return "/" in name or name.endswith(".toml")


def _names() -> str:
    return ", ".join(board_names())
