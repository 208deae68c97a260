"""Build the wiring record of each seat, and of the die, the buzzer and the panels' I2C bus, with the findings about them.

A pin must exist, must not be reserved, and must be used once. Messages give a pin's BCM number, which the configuration uses,
and its physical number, which the builder counts.

Invariant: one write never reaches two panels. Refused are two panels at one address of one bus, at one address before and
behind a multiplexer, or at one address behind two multiplexers that the kernel switches: each would show the other seat's
secrets.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct, structs

from companion.config.document import FilePlace, Finding, KeyPath
from companion.config.key_table import PanelKind, PinKind, PinsKind
from companion.config.layers import Layers, ValueInForce, key_of
from companion.config.pi_header import RESERVED_PINS, SPI_LINES, Header, header_of, ranges
from companion.config.validation import parse_hours, toml_value
from companion.core.seat import Place, all_places
from companion.devices.dice.die import DieWiring, die_wiring
from companion.devices.dice.machine import MachineDie
from companion.devices.panels.luma_devices import POD_PANELS
from companion.devices.wiring import (
    Encoder,
    I2CPanel,
    I2CSettings,
    KeyPins,
    Mux,
    PhoneSeat,
    PodSeat,
    SeatKind,
    SeatWiring,
    SoundSettings,
    SPIPanel,
)


class PinClaim(Struct, frozen=True):
    """A key of the configuration that uses a pin. `own`: from the table's file, not the board's."""

    pin: int
    place: FilePlace
    own: bool


def pin_findings(claims: list[PinClaim], revision: int | None, spi_ports: Mapping[int, str]) -> list[Finding]:
    """Findings about the claims. `spi_ports`: the SPI ports in use, each with the key of a panel on it.

    The header is looked up only if a claim looks wrong or a revision is given, since importing gpiozero is slow.
    """
    if revision is None and not any(_suspicious(claims, spi_ports)):
        return []
    header = header_of(revision) or header_of(None)
    assert header is not None
    return list(_findings(claims, header, spi_ports))


def _suspicious(claims: list[PinClaim], spi_ports: Mapping[int, str]) -> Iterator[bool]:
    pins = [claim.pin for claim in claims]
    yield len(set(pins)) < len(pins)
    for pin in pins:
        yield pin not in range(28) or pin in RESERVED_PINS or any(pin in SPI_LINES[port] for port in spi_ports)


def _findings(claims: list[PinClaim], header: Header, spi_ports: Mapping[int, str]) -> Iterator[Finding]:
    used = {claim.pin for claim in claims}
    for port in spi_ports:
        used.update(SPI_LINES[port])
    holders: dict[int, PinClaim] = {}
    # The board's claims come first, so that a clash is reported at the table's key, which the owner can change.
    for claim in sorted(claims, key=lambda claim: claim.own):
        if (reason := _reason(claim, header, spi_ports, holders)) is None:
            holders[claim.pin] = claim
            continue
        spare = header.spare(used)
        if spare is None:
            remedy = "no other pin is free."
        else:
            used.add(spare)
            remedy = f"choose another, for example {spare}{_if_physical(claim.pin, header, used)}."
        yield Finding(claim.place, f"{reason}; {remedy}")


def _reason(
    claim: PinClaim, header: Header, spi_ports: Mapping[int, str], holders: Mapping[int, PinClaim]
) -> str | None:
    pin = claim.pin
    if pin not in header.physical:
        return f"pin {pin} does not exist (the header has BCM {ranges(header.physical)})"
    named = f"pin {pin} (physical {header.physical[pin]})"
    if pin in RESERVED_PINS:
        return f"{named} is {RESERVED_PINS[pin]}"
    for port, panel in spi_ports.items():
        if pin in SPI_LINES[port]:
            return f"{named} is {SPI_LINES[port][pin]} of SPI port {port}, which {panel} uses"
    if pin in holders:
        place = holders[pin].place
        where = "" if place.line is None else f" ({place.file}:{place.line})"
        return f"{named} is used by {place.key}{where}"
    return None


def _if_physical(pin: int, header: Header, used: set[int]) -> str:
    """A suggestion for a number that is no BCM number but may be a physical one."""
    meant = None if pin in header.physical else header.bcm_at(pin)
    used = used | RESERVED_PINS.keys()
    return f", or {meant} if physical pin {pin} is meant" if meant is not None and meant not in used else ""


class SPIPlace(Struct, frozen=True):
    """A panel's SPI port and chip select."""

    port: int
    device: int


class I2CPlace(Struct, frozen=True):
    """A panel's I2C address, behind `mux` if not None. `bus`: from the configuration; may be None behind a multiplexer."""

    address: int
    bus: int | None
    mux: Mux | None

    @property
    def wires(self) -> int | None:
        """The number of the Pi's own bus that the panel or its multiplexer is wired to."""
        return self.bus if self.mux is None else self.mux.bus

    @property
    def by_kernel(self) -> bool:
        """Whether the kernel switches the panel's multiplexer."""
        return self.mux is not None and self.bus != self.mux.bus


class WiredPanel(Struct, frozen=True):
    """A seat's panel and its wiring. `place`: the key in the configuration; `own`: from the table's file, not the board's."""

    seat: Place
    where: SPIPlace | I2CPlace
    place: FilePlace
    own: bool


def panel_findings(panels: list[WiredPanel]) -> Iterator[Finding]:
    """A finding for every panel that a write to another panel would reach."""
    # The board's panels come first, so that a clash is reported at the table's key, which the owner can change.
    ordered = sorted(panels, key=lambda panel: panel.own)
    for index, panel in enumerate(ordered):
        before = ordered[:index]
        match panel.where:
            case SPIPlace() as place:
                text = _of_spi(place, before)
            case place:
                text = _of_i2c(place, before)
        if text is not None:
            yield Finding(panel.place, text)


def _of_spi(place: SPIPlace, before: list[WiredPanel]) -> str | None:
    twin = next((other for other in before if other.where == place), None)
    if twin is None:
        return None
    return f"device {place.device} of SPI port {place.port} {_leak(twin.seat)}; take another device."


def _of_i2c(place: I2CPlace, before: list[WiredPanel]) -> str | None:
    others = [(other.seat, other.where) for other in before if isinstance(other.where, I2CPlace)]
    beside = [(seat, other) for seat, other in others if _is_beside(place, other)]
    for seat, other in beside:
        if other.address == place.address:
            return _twin(place, seat, {one.address for _, one in beside})
    on_wires = [(seat, other) for seat, other in others if other.wires == place.wires]
    for seat, other in on_wires:
        if other.address == place.address and (other.mux is None) != (place.mux is None):
            return (
                f"0x{place.address:X} on I2C bus {place.wires} would answer before the multiplexer and behind it "
                f"({_named(seat)}), so both screens would show both seats' secrets; take the other address, or put both "
                "behind the multiplexer."
            )
    for seat, other in on_wires:
        if other.mux is not None and place.mux is not None and other.by_kernel != place.by_kernel:
            return (
                f"the kernel switches the multiplexer for one of this panel and {_named(seat)} and the companion for the "
                "other, so that each would undo the other's choice; take panel.bus out of both."
            )
    return _of_kernel(place, on_wires, others)


def _of_kernel(
    place: I2CPlace, on_wires: list[tuple[Place, I2CPlace]], others: list[tuple[Place, I2CPlace]]
) -> str | None:
    """Conflicts of panels behind multiplexers that the kernel switches.

    The kernel leaves a multiplexer's last channel open while it writes behind another multiplexer.
    """
    if place.mux is None or not place.by_kernel:
        return None
    for seat, other in on_wires:
        if other.mux is not None and other.mux.address != place.mux.address and other.address == place.address:
            return (
                f"0x{place.address:X} would answer behind two multiplexers at a time ({_named(seat)}), since the kernel leaves "
                "a channel of one open while it writes behind the other, so both screens would show both seats' "
                f"secrets; put both behind one, or have the companion switch them: panel.bus = {place.wires} for both."
            )
    for seat, other in others:
        if place.bus is not None and other.bus == place.bus and other.mux != place.mux:
            return f"I2C bus {place.bus} is {_named(seat)}'s already, which is another channel; take panel.bus out."
    return None


def _is_beside(place: I2CPlace, other: I2CPlace) -> bool:
    return (place.wires, place.mux) == (other.wires, other.mux)


def _twin(place: I2CPlace, seat: Place, there: set[int]) -> str:
    where = f"I2C bus {place.wires}"
    if place.mux is not None:
        where += f", channel {place.mux.channel} of the multiplexer at 0x{place.mux.address:X},"
    if len(there) > 1:
        text = f"{where} holds two panels already, and a panel has no third address; "
        if place.mux is None:
            return text + "put this one behind a TCA9548A, whose channels are buses of their own."
        return text + "take another channel."
    remedy = "bus" if place.mux is None else "channel"
    return f"0x{place.address:X} on {where} {_leak(seat)}; take 0x{0x3C + 0x3D - place.address:X}, or another {remedy}."


def _leak(seat: Place) -> str:
    return f"is {_named(seat)}'s already, so both screens would show both seats' secrets"


def _named(seat: Place) -> str:
    return f"seats[{seat}].panel"


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
    for seat in all_places(layers.seats()):
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
        beyond = next((seat for seat in all_places(listed)[has:] if _needs_board(layers, seat)), None)
        if beyond is not None:
            text = (
                f'the board has only {_seats(has)}; take this one out, write kind = "phone", or choose a larger board.'
            )
            yield Finding(layers.table.document.place(("seats", beyond)), text)
    default = board.values.get(("default_seats",)) if board is not None else None
    if board is not None and default is not None and default > (board.seats() or 0):
        place = board.document.place(("default_seats",))
        yield Finding(place, f"the board has only {_seats(board.seats() or 0)}; write that.")


def _seats_with_a_place(layers: Layers) -> tuple[Place, ...]:
    """The seats that the board has room for, and the phones after them, which need none."""
    seats = layers.seats()
    has = seats if layers.board is None else layers.board.seats() or 0
    every = all_places(seats)
    return every[: next((seat for seat in every[has:] if _needs_board(layers, seat)), seats) if has else 0]


def _needs_board(layers: Layers, seat: Place) -> bool:
    return bool(layers.value("seats", seat, "kind") != "phone")


def _seats(number: int) -> str:
    return "1 seat" if number == 1 else f"{number} seats"


def _is_wired(layers: Layers, seat: Place) -> bool:
    return bool(layers.value("seats", seat, "kind") == "wired")


def _kind(layers: Layers, seat: Place, part: str) -> str | None:
    kind: str | None = layers.value("seats", seat, part, "kind")
    return kind


def _paths(layers: Layers, seat: Place) -> Iterator[KeyPath]:
    """The required keys of a seat on the Pi's own pins."""
    for part, kinds in _NEEDED.items():
        kind = _kind(layers, seat, part)
        if kind == "i2c":
            yield from _bus_paths(layers, seat)
        if kind is not None:
            yield from (("seats", seat, part, name) for name in kinds[kind])
    yield ("seats", seat, "panel", "chip")


def _bus_paths(layers: Layers, seat: Place) -> Iterator[KeyPath]:
    """The required keys for an I2C panel's bus: its number, or multiplexer and channel."""
    bus, mux, channel = (("seats", seat, "panel", name) for name in ("bus", "mux", "channel"))
    if layers.value(*mux) == _NO_MUX or (layers.missing(*mux) and layers.missing(*channel)):
        yield bus
    else:
        yield from (mux, channel)


def _pod_paths(seat: Place, *, simulated: bool) -> Iterator[KeyPath]:
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


def _foreign(layers: Layers, seat: Place) -> Iterator[Finding]:
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


def _foreign_to_pods(layers: Layers, seat: Place) -> Iterator[Finding]:
    text = 'is for the Pi\'s own pins, and this seat is a pod; take it out, or write kind = "wired".'
    for part, kinds in _NEEDED.items():
        names = dict.fromkeys(("kind", *(name for kind in kinds for name in (*kinds[kind], *_MORE[kind]))))
        for name in names:
            yield from _stray_key(layers, ("seats", seat, part, name), text)


def _undrawable(layers: Layers, seat: Place) -> Iterator[Finding]:
    """A finding about a pod's panel that the pod's program cannot draw."""
    given = layers.in_force("seats", seat, "panel", "chip")
    if given is not None and given.value not in POD_PANELS:
        text = f"is {toml_value(given.value, PanelKind())}, and a pod draws on {', '.join(POD_PANELS)} only; wire it to the Pi."
        yield Finding(given.place, text)


def _foreign_to_phones(layers: Layers, seat: Place) -> Iterator[Finding]:
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


def _claims(layers: Layers, seat: Place) -> Iterator[PinClaim]:
    for part, kinds in _NEEDED.items():
        kind = _kind(layers, seat, part)
        # Without a valid kind no pin is claimed.
        for name in (*kinds[kind], *_MORE[kind]) if kind is not None else ():
            if name in _PINS and (given := layers.in_force("seats", seat, part, name)) is not None:
                yield PinClaim(pin=given.value, place=given.place, own=given.own)


def _panels(layers: Layers, seats: Sequence[Place]) -> Iterator[WiredPanel]:
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


def _i2c_panel(layers: Layers, seat: Place) -> Iterator[WiredPanel]:
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


def _panel(seat: Place, keys: Sequence[ValueInForce], where: SPIPlace | I2CPlace) -> WiredPanel:
    """A panel; its findings name the last key that the table's file sets, else the last key."""
    at = next((given for given in reversed(keys) if given.own), keys[-1])
    return WiredPanel(seat, where, at.place, at.own)


def _twin_pods(layers: Layers, seats: Sequence[Place]) -> Iterator[Finding]:
    """Findings about two seats with the same pod. Serial numbers are compared without regard to case."""
    found: dict[str, Place] = {}
    for seat in seats:
        given = layers.in_force("seats", seat, "pod") if layers.value("seats", seat, "kind") == "pod" else None
        if given is not None and (first := found.setdefault(given.value.upper(), seat)) != seat:
            text = f"is seats[{first}]'s pod already, and a pod serves one seat; write the serial number of another."
            yield Finding(given.place, text)


def _wired(layers: Layers, seat: Place) -> SeatWiring | None:
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


def _part(layers: Layers, seat: Place, part: str) -> dict[str, Any] | None:
    kind = _kind(layers, seat, part)
    if kind is None:
        return None
    needed = (*_NEEDED[part][kind], *(("chip", "rotate", "contrast") if part == "panel" else ()))
    found = {name: layers.value("seats", seat, part, name) for name in needed}
    if None in found.values():
        return None
    more = {name: layers.value("seats", seat, part, name) for name in _MORE[kind]}
    return found | {name: value for name, value in more.items() if value is not None}


def _pod(layers: Layers, seat: Place, *, simulated: bool) -> PodSeat | None:
    found = {name: layers.value("seats", seat, "panel", name) for name in ("chip", "rotate", "contrast")}
    # A simulated pod needs no real serial number.
    serial = layers.value("seats", seat, "pod") or (f"SIM{seat}" if simulated else None)
    return None if serial is None or None in found.values() else PodSeat(serial, **found)


_SENSORS: Final = 6


def die_of(
    layers: Layers, used_pins: Iterable[PinClaim], *, simulated: bool
) -> tuple[DieWiring, list[PinClaim], list[Finding]]:
    """The die roller, the pins that it claims, and what is missing of it. `used_pins`: the pins that all else claims."""
    source = layers.value("die", "source")
    if source is None:
        # The key is invalid, which has a finding; this placeholder is never used.
        return MachineDie(), [], []
    record = die_wiring(source)
    fields = structs.fields(record)
    stand_ins = record.when_simulated if simulated else {}
    needed = tuple(field.name for field in fields if field.required and field.name not in stand_ins)
    findings = list(_missing_of_die(layers, needed)) if layers.board is not None else []
    if findings and source == "nest" and (free := _free(used_pins)) < _SENSORS:
        reason = f"a nest has {_SENSORS} sensors, and beside the seats only {free} pins are free"
        remedy = 'write "serial", for a nest on a pod, or list fewer seats'
        findings = [Finding(layers.place("die", "source"), f"{reason}; {remedy}.")]
    names = sorted((field.name for field in fields), key=lambda name: name not in needed)
    claims = [claim for name in names for claim in _table_claims(layers, "die", name)]
    # An empty list is written for lines that are not wired, because the board may have them.
    given = {name: value for name in names if (value := layers.value("die", name)) not in (None, (), [])}
    if any(name not in given for name in needed):
        # A key is missing or invalid, which has a finding; this placeholder is never used.
        return MachineDie(), claims, findings
    return record(**{**stand_ins, **given}), claims, findings


def sound_settings(layers: Layers) -> tuple[SoundSettings, list[PinClaim]]:
    """The buzzer and the pin that it claims."""
    enabled = bool(layers.value("buzzer", "enabled"))
    # A disabled buzzer claims no pin.
    claims = list(_table_claims(layers, "buzzer", "pin")) if enabled else []
    quiet = layers.value("buzzer", "quiet")
    return (
        SoundSettings(
            pin=layers.value("buzzer", "pin") if enabled else None,
            enabled=enabled,
            quiet=None if quiet is None else parse_hours(quiet),
        ),
        claims,
    )


def i2c_settings(layers: Layers, seats: Iterable[SeatKind]) -> tuple[I2CSettings, list[PinClaim]]:
    """The panels' I2C settings, and the claim of the reset pin: none if no panel of `seats` is behind a multiplexer."""
    panels = [seat.panel for seat in seats if isinstance(seat, SeatWiring)]
    reset = layers.in_force("i2c", "mux_reset")
    if not any(isinstance(panel, I2CPanel) and panel.mux is not None for panel in panels):
        reset = None
    claims = [] if reset is None else list(_table_claims(layers, "i2c", "mux_reset"))
    return I2CSettings(
        layers.value("i2c", "speed_khz") or I2CSettings().speed_khz, None if reset is None else reset.value
    ), claims


def _free(used: Iterable[PinClaim]) -> int:
    """The number of header pins that are neither reserved nor claimed."""
    return len(set(range(28)) - RESERVED_PINS.keys() - {claim.pin for claim in used})


def _missing_of_die(layers: Layers, names: tuple[str, ...]) -> Iterator[Finding]:
    for name in names:
        if layers.missing("die", name):
            key = key_of(("die", name))
            remedy = f"for example {toml_value(key.example, key.kind)}"
            if isinstance(key.kind, PinKind | PinsKind):
                remedy = f"free pins, {remedy}" if isinstance(key.kind, PinsKind) else f"a free pin, {remedy}"
            yield Finding(layers.place("die", name), f"is missing; write {remedy}.")


def _table_claims(layers: Layers, part: str, name: str) -> Iterator[PinClaim]:
    kind = key_of((part, name)).kind
    given = layers.in_force(part, name) if isinstance(kind, PinKind | PinsKind) else None
    if given is not None:
        for pin in (given.value,) if isinstance(kind, PinKind) else given.value:
            yield PinClaim(pin=pin, place=given.place, own=given.own)
