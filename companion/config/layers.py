"""A table laid over its board: for each key the value in force, and where it comes from.

Law: the table's own words stand over [displays], that over the board's words, and those over the defaults; a value that cannot
be used is never replaced by the one below it.
"""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from companion.config.document import FilePlace
from companion.config.key_table import TABLE_KEYS, ConfigKey
from companion.config.toml_lines import KeyPath
from companion.config.validation import Checked

KEYS_BY_PATH: Final = {key.path: key for key in TABLE_KEYS}
_EVERY_PANEL: Final = ("chip", "rotate", "contrast")
"""What a panel has, however it is wired."""


class Given(Struct, frozen=True):
    """A value in force and where it comes from. `own`: from the table's file, not the board's."""

    value: Any
    place: FilePlace
    own: bool


class Layers(Struct, frozen=True):
    """A table and its board; None where the board cannot be read, so that only the table's own words are judged."""

    table: Checked
    board: Checked | None

    def seats(self) -> int:
        """How many seats play: those the table lists; else the board's default; else all of the board's."""
        if (listed := self.table.seats()) is not None:
            return listed
        if self.board is None:
            return 0
        default: int | None = self.board.values.get(("default_seats",))
        return default if default is not None else self.board.seats() or 0

    def given(self, *path: str | int) -> Given | None:
        """The value in force; None where it is missing, or broken in a layer that would have set it."""
        for layer, at in self._levels(path):
            if is_broken(layer, at):
                return None
            if at in layer.values:
                return Given(layer.values[at], layer.document.place(at), own=layer is self.table)
        default = key_of(path).default
        return None if default is None else Given(default, self.place(*path), own=True)

    def value(self, *path: str | int) -> Any:
        """The value in force, or None."""
        given = self.given(*path)
        return None if given is None else given.value

    def missing(self, *path: str | int) -> bool:
        """Whether no layer says anything, not even something broken."""
        broken = any(is_broken(layer, at) for layer, at in self._levels(path))
        return not broken and self.given(*path) is None

    def place(self, *path: str | int) -> FilePlace:
        """Where a missing value would be written: of a seat that the table does not list, in the board's file."""
        boards = path[0] == "seats" and self.board is not None and self.table.seats() is None
        return (self.board if boards and self.board is not None else self.table).document.place(path)

    def counts(self, layer: Checked, path: KeyPath) -> bool:
        """Whether what `layer` says at `path` is listened to: a table that says of itself that a seat, its keys or its
        panel are of another kind takes nothing of the board's."""
        if layer is self.table:
            return True
        return all(self._agree(kind) for kind in _kinds(path))

    def _agree(self, kind: KeyPath) -> bool:
        default = key_of(kind).default
        boards = default if self.board is None else self.board.values.get(kind, default)
        return bool(self.table.values.get(kind, boards) == boards)

    def _levels(self, path: KeyPath) -> Iterator[tuple[Checked, KeyPath]]:
        yield self.table, path
        if path[0] == "seats" and f"displays.{path[-1]}" in KEYS_BY_PATH:
            yield self.table, ("displays", path[-1])
        if self.board is not None and self.counts(self.board, path):
            yield self.board, path


def is_broken(layer: Checked, path: KeyPath) -> bool:
    """Whether it, or a table that it would stand in, has a finding of its own."""
    return any(path[:depth] in layer.broken for depth in range(1, len(path) + 1))


def key_of(path: KeyPath) -> ConfigKey:
    """The key that stands at a path."""
    return KEYS_BY_PATH[".".join(str(part) for part in path if isinstance(part, str)).replace("seats.", "seats[].")]


def _kinds(path: KeyPath) -> Iterator[KeyPath]:
    """The keys that decide whether a key of a seat is listened to."""
    if path[0] != "seats" or path[2:] == ("kind",):
        return
    seat, names = path[:2], path[2:]
    if names[0] == "name" or (names[0] == "panel" and names[1] in _EVERY_PANEL):
        return
    yield (*seat, "kind")
    if names[0] in ("keys", "panel") and names[1] != "kind":
        yield (*seat, names[0], "kind")
