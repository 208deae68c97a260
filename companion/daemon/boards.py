"""Where the pin maps are: in the installed package, or in hardware/ of a source checkout."""

from pathlib import Path

from companion.daemon.config_keys import BOARD_KEYS
from companion.daemon.document import Finding, read
from companion.daemon.schema import Checked, check, meant_by, quoted


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
    name = table.values.get(("board",))
    if name is None:
        return None
    if "/" in name or name.endswith(".toml"):
        return table.document.folder / name
    return boards_folder() / f"{name}.toml" if name in board_names() else None


def board_of(table: Checked) -> tuple[Checked | None, tuple[Finding, ...]]:
    """The board that the table stands on, checked, and what is wrong with its name. Raises ConfigError if it is no TOML."""
    file = board_file(table)
    if file is not None:
        if not file.exists():
            text = f"there is no file {file}; write the path of a pin map, or one of {_names()}."
            return None, (Finding(table.document.place(("board",)), text),)
        return check(read(file, otherwise="write a pin map there"), BOARD_KEYS), ()
    if ("board",) in table.broken:
        return None, ()
    place = table.document.place(("board",))
    name = table.values.get(("board",))
    if name is None:
        return None, (Finding(place, f"is missing; write the name of a pin map, one of {_names()}."),)
    close = meant_by(name, board_names())
    remedy = f"did you mean {quoted(close)}?" if close else f"write one of {_names()}."
    return None, (Finding(place, f"there is no board {quoted(name)}; {remedy}"),)


def table_name(table: Checked) -> str:
    """What `board` is called in the configuration: a name, or an absolute path."""
    name: str = table.values[("board",)]
    file = board_file(table)
    return name if file is None or file.parent == boards_folder() else str(file.resolve())


def _names() -> str:
    return ", ".join(board_names())
