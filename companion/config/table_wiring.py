"""What belongs to no seat: the die roller, the buzzer and the bus of the panels, with the pins that they claim."""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.config.document import Finding
from companion.config.key_table import PinKind, PinsKind
from companion.config.layers import Layers, key_of
from companion.config.pi_header import RESERVED
from companion.config.pin_claims import Claim
from companion.config.validation import hours, written
from companion.devices.wiring_records import (
    ButtonDie,
    CodedDie,
    DieWiring,
    I2CPanel,
    I2CSettings,
    NestDie,
    PodSeat,
    SeatWiring,
    SerialDie,
    SoundSettings,
)

_SENSORS: Final = 6
NEEDED: Final = {
    "machine": (),
    "page": (),
    "button": ("key",),
    "coded": ("bits", "strobe"),
    "nest": ("ring", "centre", "parity"),
    "serial": ("serial",),
}
"""By source of rolls: what must be said of it."""
MORE: Final = {"button": ("leds",), "coded": ("turn",), "nest": ("dark",)}
"""By source: what may be said."""


def die(layers: Layers, taken: Iterable[Claim], *, simulated: bool) -> tuple[DieWiring, list[Claim], list[Finding]]:
    """The die roller, the pins that it claims, and what is missing of it. `taken`: the pins that all else claims."""
    source = layers.value("die", "source")
    needed = NEEDED.get(source, ())
    if source == "serial" and simulated:
        needed = ()
    findings = list(_missing(layers, needed)) if layers.board is not None else []
    if findings and source == "nest" and (free := _free(taken)) < _SENSORS:
        reason = f"a nest has {_SENSORS} sensors, and beside the seats only {free} pins are free"
        remedy = 'write "serial", for a nest on a pod, or list fewer seats'
        findings = [Finding(layers.place("die", "source"), f"{reason}; {remedy}.")]
    names = (*needed, *MORE.get(source, ()))
    claims = [claim for name in names for claim in _claims(layers, "die", name)]
    found = {name: layers.value("die", name) for name in names}
    if any(found[name] is None for name in needed):
        # Something of it is missing or broken, which is told; what stands here is not used.
        return "machine", claims, findings
    match source:
        case "page":
            return "page", claims, findings
        case "button":
            return ButtonDie(found["key"], found["leds"] or None), claims, findings
        case "coded":
            return CodedDie(found["bits"], found["strobe"], found["turn"] or None), claims, findings
        case "nest":
            return NestDie(**found), claims, findings
        case "serial":
            return SerialDie(layers.value("die", "serial") or "SIMDIE"), claims, findings
        case _:
            return "machine", claims, findings


def sounds(layers: Layers) -> tuple[SoundSettings, list[Claim]]:
    """The buzzer and the pin that it claims."""
    enabled = bool(layers.value("buzzer", "enabled"))
    # A buzzer that is switched off gives its pin back.
    claims = list(_claims(layers, "buzzer", "pin")) if enabled else []
    quiet = layers.value("buzzer", "quiet")
    return (
        SoundSettings(
            pin=layers.value("buzzer", "pin") if enabled else None,
            enabled=enabled,
            quiet=None if quiet is None else hours(quiet),
        ),
        claims,
    )


def i2c(layers: Layers, seats: Iterable[SeatWiring | PodSeat]) -> tuple[I2CSettings, list[Claim]]:
    """The bus of the panels and the pin that it claims: none where no panel of `seats` is behind a multiplexer."""
    panels = [seat.panel for seat in seats if isinstance(seat, SeatWiring)]
    reset = layers.given("i2c", "mux_reset")
    if not any(isinstance(panel, I2CPanel) and panel.mux is not None for panel in panels):
        reset = None
    claims = [] if reset is None else list(_claims(layers, "i2c", "mux_reset"))
    return I2CSettings(
        layers.value("i2c", "speed_khz") or I2CSettings().speed_khz, None if reset is None else reset.value
    ), claims


def _free(taken: Iterable[Claim]) -> int:
    """How many pins of the header nobody claims."""
    return len(set(range(28)) - RESERVED.keys() - {claim.pin for claim in taken})


def _missing(layers: Layers, names: tuple[str, ...]) -> Iterator[Finding]:
    for name in names:
        if layers.missing("die", name):
            key = key_of(("die", name))
            remedy = f"for example {written(key.example, key.kind)}"
            if isinstance(key.kind, PinKind | PinsKind):
                remedy = f"free pins, {remedy}" if isinstance(key.kind, PinsKind) else f"a free pin, {remedy}"
            yield Finding(layers.place("die", name), f"is missing; write {remedy}.")


def _claims(layers: Layers, part: str, name: str) -> Iterator[Claim]:
    kind = key_of((part, name)).kind
    given = layers.given(part, name) if isinstance(kind, PinKind | PinsKind) else None
    if given is not None:
        for pin in (given.value,) if isinstance(kind, PinKind) else given.value:
            yield Claim(pin=pin, place=given.place, own=given.own)
