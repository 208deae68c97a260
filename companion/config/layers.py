"""Merge a table's file with its board: for each key the effective value and its place.

Precedence, highest first: the table's own key, [displays] in the table, the board, the default. Invariant: an invalid value
never falls back to a lower layer.
"""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from companion.config.document import FilePlace, KeyPath
from companion.config.key_table import TABLE_KEYS, ConfigKey
from companion.config.validation import Checked

KEYS_BY_PATH: Final = {key.path: key for key in TABLE_KEYS}
_EVERY_PANEL: Final = ("chip", "rotate", "contrast")
"""The panel keys that apply to every kind of wiring."""


class ValueInForce(Struct, frozen=True):
    """An effective value and its place. `own`: from the table's file, not the board's."""

    value: Any
    place: FilePlace
    own: bool


class Layers(Struct, frozen=True):
    """A table and its board. `board`: None if the board cannot be read; then only the table's own keys are checked."""

    table: Checked
    board: Checked | None

    def seats(self) -> int:
        """The number of seats: those the table lists; else the board's default; else all of the board's."""
        if (listed := self.table.seats()) is not None:
            return listed
        if self.board is None:
            return 0
        default: int | None = self.board.values.get(("default_seats",))
        return default if default is not None else self.board.seats() or 0

    def in_force(self, *path: str | int) -> ValueInForce | None:
        """The effective value; None if it is missing, or invalid in the layer that would have set it."""
        for layer, at in self._levels(path):
            if is_broken(layer, at):
                return None
            if at in layer.values:
                return ValueInForce(layer.values[at], layer.document.place(at), own=layer is self.table)
        default = key_of(path).default
        return None if default is None else ValueInForce(default, self.place(*path), own=True)

    def value(self, *path: str | int) -> Any:
        """The effective value without its place, or None."""
        given = self.in_force(*path)
        return None if given is None else given.value

    def missing(self, *path: str | int) -> bool:
        """Whether no layer sets the key, not even to an invalid value."""
        broken = any(is_broken(layer, at) for layer, at in self._levels(path))
        return not broken and self.in_force(*path) is None

    def place(self, *path: str | int) -> FilePlace:
        """Where a missing value belongs: in the board's file for a seat that the table does not list, else in the table's."""
        boards = path[0] == "seats" and self.board is not None and self.table.seats() is None
        return (self.board if boards and self.board is not None else self.table).document.place(path)

    def counts(self, layer: Checked, path: KeyPath) -> bool:
        """Whether the key `path` of `layer` has an effect. If the table changes the kind of a seat, its keys or its panel,
        the board's keys for the old kind have none."""
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
    """Whether the value at `path`, or a table around it, is invalid in `layer`."""
    return any(path[:depth] in layer.broken for depth in range(1, len(path) + 1))


def key_of(path: KeyPath) -> ConfigKey:
    """The ConfigKey of a concrete path."""
    return KEYS_BY_PATH[".".join(str(part) for part in path if isinstance(part, str)).replace("seats.", "seats[].")]


def _kinds(path: KeyPath) -> Iterator[KeyPath]:
    """The `kind` keys that decide whether a key of a seat has an effect."""
    if path[0] != "seats" or path[2:] == ("kind",):
        return
    seat, names = path[:2], path[2:]
    if names[0] == "name" or (names[0] == "panel" and names[1] in _EVERY_PANEL):
        return
    yield (*seat, "kind")
    if names[0] in ("keys", "panel") and names[1] != "kind":
        yield (*seat, names[0], "kind")
