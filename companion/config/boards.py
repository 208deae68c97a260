"""Find a table's pin map: in the installed package, or in hardware/boards of a source checkout."""

import os.path
from pathlib import Path

from companion.config.document import Finding, read_document
from companion.config.key_table import BOARD_KEYS
from companion.config.validation import Checked, check_document, meant_by, toml_text


def boards_folder() -> Path:
    """The folder that holds the pin maps."""
    package = Path(__file__).parents[1]
    packed = package / "boards"
    return packed if packed.is_dir() else package.parent / "hardware" / "boards"


def board_names() -> list[str]:
    """The valid names for the key `board`."""
    return sorted(file.stem for file in boards_folder().glob("*.toml"))


def board_file(table: Checked) -> Path | None:
    """The pin map named by the table's `board`; None if there is none. A relative path starts from the table's folder."""
    name: str | None = table.values.get(("board",))
    if name is None:
        return None
    if _is_path(name):
        return table.document.folder / name
    return boards_folder() / f"{name}.toml" if name in board_names() else None


def board_of(table: Checked) -> tuple[Checked | None, tuple[Finding, ...]]:
    """The table's board, checked, and the findings about its name. Raises ConfigError if the file is not TOML."""
    place = table.document.place(("board",))
    name: str | None = table.values.get(("board",))
    if name is None:
        missing = Finding(place, f"is missing; write the name of a pin map, one of {_names()}.")
        return None, () if ("board",) in table.broken else (missing,)
    file = board_file(table)
    # Path.exists raises for an invalid file name (such as one with a zero byte); os.path.exists returns False.
    if file is not None and os.path.exists(file):
        called = name if _is_path(name) else file.name
        return check_document(read_document(file, called=called, otherwise="write a pin map there"), BOARD_KEYS), ()
    if file is not None:
        text = f"there is no file {toml_text(name)}, seen from the folder of this one; write the path of a pin map, or one of"
        return None, (Finding(place, f"{text} {_names()}."),)
    close = meant_by(name, board_names())
    remedy = f"did you mean {toml_text(close)}?" if close else f"write one of {_names()}."
    return None, (Finding(place, f"there is no board {toml_text(name)}; {remedy}"),)


def board_setting(table: Checked) -> str:
    """The value of `board` for `effective_toml`: a name, or an absolute path."""
    name: str = table.values[("board",)]
    file = board_file(table)
    return name if file is None or file.parent == boards_folder() else str(file.resolve())


def _is_path(name: str) -> bool:
    return "/" in name or name.endswith(".toml")


def _names() -> str:
    return ", ".join(board_names())
