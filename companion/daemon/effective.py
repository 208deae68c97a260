"""A configuration as TOML text, and the list of every key that one can hold; both made from the table of keys.

Law: loading what `effective` wrote gives an equal Configuration.
"""

from typing import Any

import msgspec

from companion.daemon.config import Configuration
from companion.daemon.config_keys import TABLE_KEYS, Key
from companion.daemon.schema import written
from companion.devices.settings import SPIPanel

_SEATS = "seats[]."


def effective(configuration: Configuration) -> str:
    """What is in force, key by key, whether it was written, came with the board, or is a default."""
    values = _values(configuration)
    lines = _sections([key for key in TABLE_KEYS if not key.path.startswith(_SEATS)], values)
    for name, seat in zip(configuration.names, configuration.wiring.seats, strict=True):
        kind = "spi" if isinstance(seat.panel, SPIPanel) else "i2c"
        own = {"name": name}
        own |= {f"keys.{key}": value for key, value in msgspec.structs.asdict(seat.keys).items()}
        own |= {f"panel.{key}": value for key, value in (msgspec.structs.asdict(seat.panel) | {"kind": kind}).items()}
        lines += ["", "[[seats]]"]
        for key in TABLE_KEYS:
            inner = key.path.removeprefix(_SEATS)
            if key.path.startswith(_SEATS) and inner in own:
                lines.append(f"{inner} = {written(own[inner], key.kind)}")
    return "\n".join(lines) + "\n"


def reference() -> str:
    """Every key: what it is, its default or else an example. The text is itself TOML, every key of it a comment."""
    lines: list[str] = []
    section = ""
    for key in TABLE_KEYS:
        head, name = _split(key)
        if head != section:
            lines += ["", f"#[[{head[:-2]}]]" if head.endswith("[]") else f"#[{head}]"]
            section = head
        value = key.example if key.default is None else key.default
        lines += [f"# {key.says}", f"#{name} = {written(value, key.kind)}"]
    return "\n".join(lines) + "\n"


def _sections(keys: list[Key], values: dict[str, Any]) -> list[str]:
    lines: list[str] = []
    section = ""
    for key in keys:
        if key.path not in values:
            continue
        head, name = _split(key)
        if head != section:
            lines += ["", f"[{head}]"]
            section = head
        lines.append(f"{name} = {written(values[key.path], key.kind)}")
    return lines


def _split(key: Key) -> tuple[str, str]:
    """The table that a key is written under, and what it is called there."""
    if key.path.startswith(_SEATS):
        return "seats[]", key.path.removeprefix(_SEATS)
    head, _, name = key.path.rpartition(".")
    return head, name


def _values(configuration: Configuration) -> dict[str, Any]:
    """Everything but the seats, by documented path. [displays] is missing: each seat's panel holds it already."""
    wiring, web = configuration.wiring, configuration.web
    values = {
        "board": configuration.board,
        "simulated": wiring.simulated,
        "pin_factory": wiring.pin_factory,
        "table.secrecy": configuration.table.secrecy,
        "table.material": configuration.table.material,
        "die.source": configuration.die,
        "keys.debounce_ms": wiring.debounce_ms,
        "keys.hold_ms": configuration.table.hold_ms,
        "journal.path": str(configuration.journal),
    }
    values |= {f"web.{key}": value for key, value in msgspec.structs.asdict(web).items()}
    if wiring.revision is not None:
        values["revision"] = wiring.revision
    return values
