"""Build the wiring that belongs to no seat: the die, the buzzer and the panels' I2C bus, with the pins that they claim."""

from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import structs

from companion.config.document import Finding
from companion.config.key_table import PinKind, PinsKind
from companion.config.layers import Layers, key_of
from companion.config.pi_header import RESERVED_PINS
from companion.config.pin_claims import PinClaim
from companion.config.validation import parse_hours, toml_value
from companion.devices.dice.die import DieWiring, die_wiring
from companion.devices.dice.machine import MachineDie
from companion.devices.wiring import (
    I2CPanel,
    I2CSettings,
    SeatKind,
    SeatWiring,
    SoundSettings,
)

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
    findings = list(_missing(layers, needed)) if layers.board is not None else []
    if findings and source == "nest" and (free := _free(used_pins)) < _SENSORS:
        reason = f"a nest has {_SENSORS} sensors, and beside the seats only {free} pins are free"
        remedy = 'write "serial", for a nest on a pod, or list fewer seats'
        findings = [Finding(layers.place("die", "source"), f"{reason}; {remedy}.")]
    names = sorted((field.name for field in fields), key=lambda name: name not in needed)
    claims = [claim for name in names for claim in _claims(layers, "die", name)]
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
    claims = list(_claims(layers, "buzzer", "pin")) if enabled else []
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
    claims = [] if reset is None else list(_claims(layers, "i2c", "mux_reset"))
    return I2CSettings(
        layers.value("i2c", "speed_khz") or I2CSettings().speed_khz, None if reset is None else reset.value
    ), claims


def _free(used: Iterable[PinClaim]) -> int:
    """The number of header pins that are neither reserved nor claimed."""
    return len(set(range(28)) - RESERVED_PINS.keys() - {claim.pin for claim in used})


def _missing(layers: Layers, names: tuple[str, ...]) -> Iterator[Finding]:
    for name in names:
        if layers.missing("die", name):
            key = key_of(("die", name))
            remedy = f"for example {toml_value(key.example, key.kind)}"
            if isinstance(key.kind, PinKind | PinsKind):
                remedy = f"free pins, {remedy}" if isinstance(key.kind, PinsKind) else f"a free pin, {remedy}"
            yield Finding(layers.place("die", name), f"is missing; write {remedy}.")


def _claims(layers: Layers, part: str, name: str) -> Iterator[PinClaim]:
    kind = key_of((part, name)).kind
    given = layers.in_force(part, name) if isinstance(kind, PinKind | PinsKind) else None
    if given is not None:
        for pin in (given.value,) if isinstance(kind, PinKind) else given.value:
            yield PinClaim(pin=pin, place=given.place, own=given.own)
