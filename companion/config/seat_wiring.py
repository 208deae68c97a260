"""Build each seat's wiring record from the table and its board, with the findings about them."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from msgspec import Struct, structs

from companion.config.document import Finding
from companion.config.key_table import PanelKind, PinKind
from companion.config.layers import Layers, ValueInForce, key_of
from companion.config.panel_places import I2CPlace, SPIPlace, WiredPanel, panel_findings
from companion.config.pin_claims import PinClaim
from companion.config.toml_line_numbers import KeyPath
from companion.config.validation import toml_value
from companion.devices.panels.luma_devices import POD_PANELS
from companion.devices.wiring import (
    Encoder,
    I2CPanel,
    KeyPins,
    Mux,
    PhoneSeat,
    PodSeat,
    SeatKind,
    SeatWiring,
    SPIPanel,
)

_KEYS: Final[dict[str, type[KeyPins | Encoder]]] = {"keys": KeyPins, "encoder": Encoder}
"""The record of each kind of keys."""


def _names(record: type[Struct], *, required: bool) -> tuple[str, ...]:
    return tuple(field.name for field in structs.fields(record) if field.required == required)


_NEEDED: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "keys": {kind: _names(record, required=True) for kind, record in _KEYS.items()},
    "panel": {"i2c": ("address",), "spi": ("port", "device", "dc", "reset")},
}
"""The required keys, by part of a seat and the part's kind."""
_MORE: Final[dict[str, tuple[str, ...]]] = {
    "i2c": ("bus", "mux", "channel", "mux_bus", "reset"),
    "spi": (),
    **{kind: _names(record, required=False) for kind, record in _KEYS.items()},
}
"""The optional keys, by kind."""
_NO_MUX: Final = 0
"""The value of panel.mux for a panel without a multiplexer, if the board has one for it."""
_PINS: Final = frozenset(
    ("dc", "reset", *(field.name for record in _KEYS.values() for field in structs.fields(record)))
)
_CALLED: Final = {"i2c": "I2C", "spi": "SPI", "keys": "push buttons", "encoder": "a rotary encoder"}


def wire_seats(layers: Layers, *, simulated: bool) -> tuple[tuple[SeatKind, ...], list[PinClaim], list[Finding]]:
    """The seats' wiring, the pins that they claim, and the findings. The wiring is complete only if there are no findings."""
    findings = [*_count(layers)]
    whole = layers.board is not None
    seats = _seats_with_a_place(layers)
    claims: list[PinClaim] = []
    wired: list[SeatKind] = []
    for seat in seats:
        kind = layers.value("seats", seat, "kind")
        if kind == "phone":
            findings += _foreign_to_phones(layers, seat)
            wired.append(PhoneSeat())
            continue
        if kind == "pod":
            findings += _foreign_to_pods(layers, seat) if whole else ()
            findings += _missing(layers, _pod_paths(seat, simulated=simulated)) if whole else ()
            findings += _undrawable(layers, seat)
            if (pod := _pod(layers, seat, simulated=simulated)) is not None:
                wired.append(pod)
            continue
        if whole and kind is not None:
            findings += _missing(layers, _paths(layers, seat))
            findings += _foreign(layers, seat)
        claims += _claims(layers, seat)
        if kind is not None and (one := _wired(layers, seat)) is not None:
            wired.append(one)
    findings += panel_findings(list(_panels(layers, seats)))
    findings += _twin_pods(layers, seats)
    return tuple(wired), claims, findings


def spi_ports(layers: Layers) -> dict[int, str]:
    """The SPI ports in use, each with the key of one panel on it."""
    ports: dict[int, str] = {}
    for seat in range(layers.seats()):
        port = layers.value("seats", seat, "panel", "port")
        if _is_wired(layers, seat) and layers.value("seats", seat, "panel", "kind") == "spi" and port is not None:
            ports.setdefault(port, f"seats[{seat}].panel")
    return ports


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
    if board is not None and listed is not None:
        has = board.seats() or 0
        beyond = next((seat for seat in range(has, listed) if _needs_board(layers, seat)), None)
        if beyond is not None:
            text = (
                f'the board has only {_seats(has)}; take this one out, write kind = "phone", or choose a larger board.'
            )
            yield Finding(layers.table.document.place(("seats", beyond)), text)
    default = board.values.get(("default_seats",)) if board is not None else None
    if board is not None and default is not None and default > (board.seats() or 0):
        place = board.document.place(("default_seats",))
        yield Finding(place, f"the board has only {_seats(board.seats() or 0)}; write that.")


def _seats_with_a_place(layers: Layers) -> range:
    """The seats that the board has room for, and the phones after them, which need none."""
    seats = layers.seats()
    has = seats if layers.board is None else layers.board.seats() or 0
    return range(next((seat for seat in range(has, seats) if _needs_board(layers, seat)), seats) if has else 0)


def _needs_board(layers: Layers, seat: int) -> bool:
    return bool(layers.value("seats", seat, "kind") != "phone")


def _seats(number: int) -> str:
    return "1 seat" if number == 1 else f"{number} seats"


def _is_wired(layers: Layers, seat: int) -> bool:
    return bool(layers.value("seats", seat, "kind") == "wired")


def _kind(layers: Layers, seat: int, part: str) -> str | None:
    kind: str | None = layers.value("seats", seat, part, "kind")
    return kind


def _paths(layers: Layers, seat: int) -> Iterator[KeyPath]:
    """The required keys of a seat on the Pi's own pins."""
    for part, kinds in _NEEDED.items():
        kind = _kind(layers, seat, part)
        if kind == "i2c":
            yield from _bus_paths(layers, seat)
        if kind is not None:
            yield from (("seats", seat, part, name) for name in kinds[kind])
    yield ("seats", seat, "panel", "chip")


def _bus_paths(layers: Layers, seat: int) -> Iterator[KeyPath]:
    """The required keys for an I2C panel's bus: its number, or multiplexer and channel."""
    bus, mux, channel = (("seats", seat, "panel", name) for name in ("bus", "mux", "channel"))
    if layers.value(*mux) == _NO_MUX or (layers.missing(*mux) and layers.missing(*channel)):
        yield bus
    else:
        yield from (mux, channel)


def _pod_paths(seat: int, *, simulated: bool) -> Iterator[KeyPath]:
    yield ("seats", seat, "panel", "chip")
    if not simulated:
        yield ("seats", seat, "pod")


def _missing(layers: Layers, paths: Iterator[KeyPath]) -> Iterator[Finding]:
    for path in paths:
        if layers.missing(*path):
            key = key_of(path)
            free = isinstance(key.kind, PinKind)
            remedy = "the BCM number of a free pin" if free else f"for example {toml_value(key.example, key.kind)}"
            if path[-1] == "pod":
                remedy = 'the serial number of the seat\'s pod, as "companion pods list" prints it'
            # A board cannot know a pod's serial number, so the table's file is named even if the board lists the seats.
            place = layers.table.document.place(path) if path[-1] == "pod" else layers.place(*path)
            yield Finding(place, f"is missing; write {remedy}.")


def _foreign(layers: Layers, seat: int) -> Iterator[Finding]:
    """Findings about keys for another kind of wiring, in the layer that sets them."""
    for part, kinds in _NEEDED.items():
        kind = _kind(layers, seat, part)
        if kind is None:
            continue
        own = {*kinds[kind], *_MORE[kind]}
        for other in kinds:
            for name in (*kinds[other], *_MORE[other]):
                if other == kind or name in own:
                    continue
                reason = f"is for {_CALLED[other]}, and "
                reason += (
                    f"this panel is wired by {_CALLED[kind]}" if part == "panel" else f"this seat has {_CALLED[kind]}"
                )
                text = f'{reason}; take it out, or write {part}.kind = "{other}".'
                yield from _stray_key(layers, ("seats", seat, part, name), text)
    yield from _stray_key(layers, ("seats", seat, "pod"), 'is for a pod; take it out, or write kind = "pod".')


def _foreign_to_pods(layers: Layers, seat: int) -> Iterator[Finding]:
    text = 'is for the Pi\'s own pins, and this seat is a pod; take it out, or write kind = "wired".'
    for part, kinds in _NEEDED.items():
        names = dict.fromkeys(("kind", *(name for kind in kinds for name in (*kinds[kind], *_MORE[kind]))))
        for name in names:
            yield from _stray_key(layers, ("seats", seat, part, name), text)


def _undrawable(layers: Layers, seat: int) -> Iterator[Finding]:
    """A finding about a pod's panel that the pod's program cannot draw."""
    given = layers.in_force("seats", seat, "panel", "chip")
    if given is not None and given.value not in POD_PANELS:
        text = f"is {toml_value(given.value, PanelKind())}, and a pod draws on {', '.join(POD_PANELS)} only; wire it to the Pi."
        yield Finding(given.place, text)


def _foreign_to_phones(layers: Layers, seat: int) -> Iterator[Finding]:
    """Findings in the file that makes the seat a phone; a board's own hardware there has no effect."""
    text = "is for a seat with hardware, and this seat is a phone; take it out, or write another kind."
    for layer in (layers.table, layers.board):
        if layer is not None and layer.values.get(("seats", seat, "kind")) == "phone":
            stray = [
                path for path in layer.values if path[:2] == ("seats", seat) and path[2:] not in (("kind",), ("name",))
            ]
            yield from (Finding(layer.document.place(path), text) for path in stray)


def _stray_key(layers: Layers, path: KeyPath, text: str) -> Iterator[Finding]:
    for layer in (layers.table, layers.board):
        if layer is not None and path in layer.values and layers.counts(layer, path):
            yield Finding(layer.document.place(path), text)


def _claims(layers: Layers, seat: int) -> Iterator[PinClaim]:
    for part, kinds in _NEEDED.items():
        kind = _kind(layers, seat, part)
        # Without a valid kind no pin is claimed.
        for name in (*kinds[kind], *_MORE[kind]) if kind is not None else ():
            if name in _PINS and (given := layers.in_force("seats", seat, part, name)) is not None:
                yield PinClaim(pin=given.value, place=given.place, own=given.own)


def _panels(layers: Layers, seats: range) -> Iterator[WiredPanel]:
    """The wiring of each panel whose keys are valid."""
    for seat in seats:
        kind = _kind(layers, seat, "panel")
        if kind is None or not _is_wired(layers, seat):
            continue
        if kind == "spi":
            line, select = (layers.in_force("seats", seat, "panel", name) for name in ("port", "device"))
            if line is not None and select is not None:
                yield _panel(seat, (line, select), SPIPlace(line.value, select.value))
        else:
            yield from _i2c_panel(layers, seat)


def _i2c_panel(layers: Layers, seat: int) -> Iterator[WiredPanel]:
    bus, mux, channel, mux_bus, address = (
        layers.in_force("seats", seat, "panel", name) for name in ("bus", "mux", "channel", "mux_bus", "address")
    )
    if address is None:
        return
    if mux is None or mux.value == _NO_MUX:
        if bus is not None:
            yield _panel(seat, (bus, address), I2CPlace(address.value, bus.value, None))
    elif channel is not None and mux_bus is not None:
        number = None if bus is None else bus.value
        behind = Mux(mux.value, channel.value, mux_bus.value)
        keys = [given for given in (bus, mux, channel, address) if given is not None]
        yield _panel(seat, keys, I2CPlace(address.value, number, behind))


def _panel(seat: int, keys: Sequence[ValueInForce], where: SPIPlace | I2CPlace) -> WiredPanel:
    """A panel; its findings name the last key that the table's file sets, else the last key."""
    at = next((given for given in reversed(keys) if given.own), keys[-1])
    return WiredPanel(seat, where, at.place, at.own)


def _twin_pods(layers: Layers, seats: range) -> Iterator[Finding]:
    """Findings about two seats with the same pod. Serial numbers are compared without regard to case."""
    found: dict[str, int] = {}
    for seat in seats:
        given = layers.in_force("seats", seat, "pod") if layers.value("seats", seat, "kind") == "pod" else None
        if given is not None and (first := found.setdefault(given.value.upper(), seat)) != seat:
            text = f"is seats[{first}]'s pod already, and a pod serves one seat; write the serial number of another."
            yield Finding(given.place, text)


def _wired(layers: Layers, seat: int) -> SeatWiring | None:
    """The record of one seat; None if a key is missing or invalid."""
    keys, panel = _part(layers, seat, "keys"), _part(layers, seat, "panel")
    if keys is None or panel is None:
        return None
    wired = SPIPanel(**panel) if _kind(layers, seat, "panel") == "spi" else _on_i2c(panel)
    kind = _kind(layers, seat, "keys")
    if wired is None or kind is None:
        return None
    return SeatWiring(_KEYS[kind](**keys), wired)


def _on_i2c(panel: dict[str, Any]) -> I2CPanel | None:
    mux, channel, mux_bus = (panel.pop(name, None) for name in ("mux", "channel", "mux_bus"))
    if mux is None or mux == _NO_MUX:
        has_bus = "bus" in panel and (mux == _NO_MUX or channel is None)
        return I2CPanel(**panel) if has_bus else None
    return None if channel is None else I2CPanel(**({"bus": None} | panel), mux=Mux(mux, channel, mux_bus))


def _part(layers: Layers, seat: int, part: str) -> dict[str, Any] | None:
    kind = _kind(layers, seat, part)
    if kind is None:
        return None
    needed = (*_NEEDED[part][kind], *(("chip", "rotate", "contrast") if part == "panel" else ()))
    found = {name: layers.value("seats", seat, part, name) for name in needed}
    if None in found.values():
        return None
    more = {name: layers.value("seats", seat, part, name) for name in _MORE[kind]}
    return found | {name: value for name, value in more.items() if value is not None}


def _pod(layers: Layers, seat: int, *, simulated: bool) -> PodSeat | None:
    found = {name: layers.value("seats", seat, "panel", name) for name in ("chip", "rotate", "contrast")}
    # A simulated pod needs no real serial number.
    serial = layers.value("seats", seat, "pod") or (f"SIM{seat}" if simulated else None)
    return None if serial is None or None in found.values() else PodSeat(serial, **found)
