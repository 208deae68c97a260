"""A table laid over its board: from two checked documents the one wiring, and what is wrong with the two together.

Law: the table's own seats stand over [displays], that over the board's seats, and those over the defaults; a value that cannot
be used is never replaced by the one below it.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from companion.core.keys import KEYS
from companion.daemon.config_keys import TABLE_KEYS, Pin
from companion.daemon.document import Finding, Place
from companion.daemon.panels import Panel, panel_findings
from companion.daemon.pins import Claim, pin_findings
from companion.daemon.schema import Checked, written
from companion.daemon.toml_lines import KeyPath
from companion.devices.settings import I2CPanel, KeyPins, SeatWiring, SPIPanel

I2C_KEYS = ("bus", "address")
SPI_KEYS = ("port", "device", "dc", "reset")
_KEYS = {key.path: key for key in TABLE_KEYS}


class Given(Struct, frozen=True):
    """A value in force and where it comes from. `own`: from the table's file, not the board's."""

    value: Any
    place: Place
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

    def given(self, seat: int, *names: str) -> Given | None:
        """The value in force; None where it is missing, or broken in a layer that would have set it."""
        for layer, path in self._levels(seat, names):
            if _is_broken(layer, path):
                return None
            if path in layer.values:
                return Given(layer.values[path], layer.document.place(path), own=layer is self.table)
        default = _KEYS[_documented(names)].default
        return None if default is None else Given(default, self.place(seat, *names), own=True)

    def missing(self, seat: int, *names: str) -> bool:
        """Whether no layer says anything, not even something broken."""
        broken = any(_is_broken(layer, path) for layer, path in self._levels(seat, names))
        return not broken and self.given(seat, *names) is None

    def place(self, seat: int, *names: str) -> Place:
        """Where a missing value would be written: in the table's file if it lists the seat, else in the board's."""
        whose = self.table if self.board is None or self.table.seats() is not None else self.board
        return whose.document.place(("seats", seat, *names))

    def board_says_wires(self, seat: int) -> bool:
        """A seat that says of itself that its panel is wired in another way takes no wires of the board's."""
        kind: KeyPath = ("seats", seat, "panel", "kind")
        boards = "i2c" if self.board is None else self.board.values.get(kind, "i2c")
        return bool(self.table.values.get(kind, boards) == boards)

    def _levels(self, seat: int, names: tuple[str, ...]) -> Iterator[tuple[Checked, KeyPath]]:
        path: KeyPath = ("seats", seat, *names)
        yield self.table, path
        if f"displays.{names[-1]}" in _KEYS:
            yield self.table, ("displays", names[-1])
        if self.board is not None and (names[-1] not in (*I2C_KEYS, *SPI_KEYS) or self.board_says_wires(seat)):
            yield self.board, path


def _is_broken(layer: Checked, path: KeyPath) -> bool:
    """Whether it, or a table that it would stand in, has a finding of its own."""
    return any(path[:depth] in layer.broken for depth in range(1, len(path) + 1))


def _documented(names: tuple[str, ...]) -> str:
    return "seats[]." + ".".join(names)


def wire(layers: Layers, revision: int | None) -> tuple[tuple[SeatWiring, ...], tuple[Finding, ...]]:
    """The seats' wiring, and the findings; the wiring is complete only where there are none."""
    findings = [*_count(layers)]
    whole = layers.board is not None
    seats = range(min(layers.seats(), (layers.board.seats() or 0) if layers.board is not None else layers.seats()))
    claims: list[Claim] = []
    wired: list[SeatWiring] = []
    for seat in seats:
        kind = layers.given(seat, "panel", "kind")
        wires = SPI_KEYS if kind is not None and kind.value == "spi" else I2C_KEYS
        paths = [("keys", key) for key in KEYS] + [("panel", name) for name in ("chip", *wires)]
        if whole and kind is not None:
            findings += _missing(layers, seat, paths)
            findings += _foreign(layers, seat, kind.value)
        claims += _claims(layers, seat, [path for path in paths if path[0] == "keys" or path[1] in ("dc", "reset")])
        if (one := _seat(layers, seat, kind.value if kind else None)) is not None:
            wired.append(one)
    findings += pin_findings(claims, revision, _spi_ports(layers, seats))
    findings += panel_findings(list(_panels(layers, seats)))
    return tuple(wired), tuple(findings)


def _count(layers: Layers) -> Iterator[Finding]:
    listed, board = layers.table.seats(), layers.board
    if board is not None and not board.seats():
        if ("seats",) not in board.broken:
            yield Finding(
                board.document.place(("seats",)), "is missing; write [[seats]] once for each seat of the board."
            )
        return
    if listed == 0:
        yield Finding(layers.table.document.place(("seats",)), "is empty; write [[seats]] once for each seat.")
    if board is not None and listed is not None and listed > (has := board.seats() or 0):
        place = layers.table.document.place(("seats", has))
        yield Finding(place, f"the board has only {_seats(has)}; take this one out, or choose a larger board.")
    default = board.values.get(("default_seats",)) if board is not None else None
    if board is not None and default is not None and default > (board.seats() or 0):
        place = board.document.place(("default_seats",))
        yield Finding(place, f"the board has only {_seats(board.seats() or 0)}; write that.")


def _seats(number: int) -> str:
    return "1 seat" if number == 1 else f"{number} seats"


def _missing(layers: Layers, seat: int, paths: list[tuple[str, str]]) -> Iterator[Finding]:
    for path in paths:
        if layers.missing(seat, *path):
            key = _KEYS[_documented(path)]
            free = isinstance(key.kind, Pin)
            remedy = "the BCM number of a free pin" if free else f"for example {written(key.example, key.kind)}"
            yield Finding(layers.place(seat, *path), f"is missing; write {remedy}.")


def _foreign(layers: Layers, seat: int, kind: str) -> Iterator[Finding]:
    """Wires of the other kind of panel, in the layer that says them."""
    names, other = (I2C_KEYS, "i2c") if kind == "spi" else (SPI_KEYS, "spi")
    for name in names:
        path: KeyPath = ("seats", seat, "panel", name)
        for layer in (layers.table, layers.board):
            counts = layer is layers.table or layers.board_says_wires(seat)
            if layer is not None and counts and path in layer.values:
                reason = f"is for {other.upper()}, and this panel is wired by {kind.upper()}"
                text = f'{reason}; take it out, or write panel.kind = "{other}".'
                yield Finding(layer.document.place(path), text)


def _claims(layers: Layers, seat: int, paths: list[tuple[str, str]]) -> Iterator[Claim]:
    for path in paths:
        if (given := layers.given(seat, *path)) is not None:
            yield Claim(pin=given.value, place=given.place, own=given.own)


def _spi_ports(layers: Layers, seats: range) -> dict[int, str]:
    """The SPI ports in use, each with the key of a panel on it."""
    ports: dict[int, str] = {}
    for seat in seats:
        kind, port = layers.given(seat, "panel", "kind"), layers.given(seat, "panel", "port")
        if kind is not None and kind.value == "spi" and port is not None:
            ports.setdefault(port.value, f"seats[{seat}].panel")
    return ports


def _panels(layers: Layers, seats: range) -> Iterator[Panel]:
    """Where each panel is wired to, as far as it is known."""
    for seat in seats:
        kind = layers.given(seat, "panel", "kind")
        if kind is None:
            continue
        names = ("port", "device") if kind.value == "spi" else ("bus", "address")
        line, select = (layers.given(seat, "panel", name) for name in names)
        if line is not None and select is not None:
            # Said where it can be mended: at the key that the table itself sets, else at the second of the two.
            at = line if line.own and not select.own else select
            yield Panel(kind.value, line.value, select.value, seat, at.place, at.own)


def _seat(layers: Layers, seat: int, kind: str | None) -> SeatWiring | None:
    """The record of one seat; None where something of it is missing or broken."""
    names = ("chip", *(SPI_KEYS if kind == "spi" else I2C_KEYS), "rotate", "contrast")
    keys = {key: given.value for key in KEYS if (given := layers.given(seat, "keys", key)) is not None}
    panel = {name: given.value for name in names if (given := layers.given(seat, "panel", name)) is not None}
    if kind is None or len(keys) < len(KEYS) or len(panel) < len(names):
        return None
    return SeatWiring(keys=KeyPins(**keys), panel=SPIPanel(**panel) if kind == "spi" else I2CPanel(**panel))
