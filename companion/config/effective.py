"""Write a configuration as TOML text, and the reference of all keys; both use the table of keys.

Invariant: the output of `effective_toml` loads to an equal Configuration.
"""

from typing import Any

import msgspec

from companion.config.configuration import Configuration
from companion.config.key_table import TABLE_KEYS, ConfigKey
from companion.config.validation import hours_text, toml_value
from companion.devices.dice.die import DieWiring
from companion.devices.wiring import Encoder, I2CPanel, PhoneSeat, PodSeat, SeatKind, SPIPanel

_SEATS = "seats[]."


def effective_toml(configuration: Configuration) -> str:
    """Every effective setting, whether it came from the file, from the board, or is a default."""
    values = _values(configuration)
    lines = _sections([key for key in TABLE_KEYS if not key.path.startswith(_SEATS)], values)
    for name, seat in zip(configuration.names, configuration.wiring.seats, strict=True):
        own = {"name": name} | _of_seat(seat)
        lines += ["", "[[seats]]"]
        for key in TABLE_KEYS:
            inner = key.path.removeprefix(_SEATS)
            if key.path.startswith(_SEATS) and own.get(inner) is not None:
                lines.append(f"{inner} = {toml_value(own[inner], key.kind)}")
    return "\n".join(lines) + "\n"


def reference_toml() -> str:
    """Every key with its description, and its default or an example. The text is TOML with every key in a comment."""
    lines: list[str] = []
    section = ""
    for key in TABLE_KEYS:
        head, name = _split(key)
        if head != section:
            lines += ["", f"#[[{head[:-2]}]]" if head.endswith("[]") else f"#[{head}]"]
            section = head
        value = key.example if key.default is None else key.default
        lines += [f"# {key.says}", f"#{name} = {toml_value(value, key.kind)}"]
    return "\n".join(lines) + "\n"


def _of_seat(seat: SeatKind) -> dict[str, Any]:
    """A seat's settings by key, without the prefix `seats[].`."""
    if isinstance(seat, PhoneSeat):
        return {"kind": "phone"}
    if isinstance(seat, PodSeat):
        return {
            "kind": "pod",
            "pod": seat.serial,
            "panel.chip": seat.chip,
            "panel.rotate": seat.rotate,
            "panel.contrast": seat.contrast,
        }
    keys: dict[str, Any] = msgspec.structs.asdict(seat.keys)
    panel: dict[str, Any] = msgspec.structs.asdict(seat.panel)
    panel["kind"] = "spi" if isinstance(seat.panel, SPIPanel) else "i2c"
    if isinstance(seat.panel, I2CPanel):
        mux = seat.panel.mux
        # 0 is written for "no multiplexer", because the board may have one.
        panel |= {"mux": 0} if mux is None else {"mux": mux.address, "channel": mux.channel, "mux_bus": mux.bus}
    keys["kind"] = "encoder" if isinstance(seat.keys, Encoder) else "keys"
    found = {"kind": "wired"} | {f"keys.{key}": value for key, value in keys.items()}
    return found | {f"panel.{key}": value for key, value in panel.items()}


def _of_die(die: DieWiring) -> dict[str, Any]:
    # An empty list is written for lines that are not wired, because the board may have them.
    return {"source": die.source} | {
        key: () if value is None else value for key, value in msgspec.structs.asdict(die).items()
    }


def _sections(keys: list[ConfigKey], values: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    section = ""
    for key in keys:
        if key.path not in values:
            continue
        head, name = _split(key)
        if head != section:
            lines += ["", f"[{head}]"]
            section = head
        lines.append(f"{name} = {toml_value(values[key.path], key.kind)}")
    return lines


def _split(key: ConfigKey) -> tuple[str, str]:
    """A key's TOML table and its name in that table."""
    if key.path.startswith(_SEATS):
        return "seats[]", key.path.removeprefix(_SEATS)
    head, _, name = key.path.rpartition(".")
    return head, name


def _values(configuration: Configuration) -> dict[str, Any]:
    """All settings except the seats', by documented path. The [displays] keys that each seat repeats are left out."""
    wiring, web = configuration.wiring, configuration.web
    values = {
        "board": configuration.board,
        "simulated": wiring.simulated,
        "pin_factory": wiring.pin_factory,
        "table.secrecy": configuration.table.secrecy,
        "table.material": configuration.table.material,
        "table.clock": configuration.table.clock,
        "table.machine_pace": configuration.table.machine_pace,
        "table.power_off": configuration.table.power_off,
        "buzzer.pin": wiring.sounds.pin,
        "buzzer.enabled": wiring.sounds.enabled,
        "buzzer.quiet": None if wiring.sounds.quiet is None else hours_text(wiring.sounds.quiet),
        "i2c.speed_khz": wiring.i2c.speed_khz,
        "i2c.mux_reset": wiring.i2c.mux_reset,
        "displays.dim_after_s": wiring.dimming.dim_after,
        "displays.dim_contrast": wiring.dimming.dim_contrast,
        "displays.shift_every_s": wiring.dimming.shift_every,
        "keys.debounce_ms": wiring.debounce_ms,
        "keys.settle_ms": wiring.settle_ms,
        "keys.hold_ms": configuration.table.hold_ms,
        "keys.repeat_ms": configuration.table.repeat_ms,
        "journal.path": str(configuration.journal),
    }
    values |= {f"web.{key}": value for key, value in msgspec.structs.asdict(web).items()}
    values |= {f"die.{key}": value for key, value in _of_die(configuration.die).items()}
    values["revision"] = wiring.revision
    if configuration.club is not None:
        values |= {f"club.{key}": value for key, value in msgspec.structs.asdict(configuration.club).items()}
    return {path: value for path, value in values.items() if value is not None}
