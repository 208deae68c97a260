"""Anonymise a configuration and a machine for the support bundle.

Invariant: an allow-list. Numbers, choices and pins are included unchanged, texts only if they are listed here. A new text key
of the configuration is left out until it is added below.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, assert_never

from msgspec.structs import replace

from companion.config.boards import board_names
from companion.config.configuration import Configuration
from companion.config.effective import effective_toml
from companion.config.key_table import (
    TABLE_KEYS,
    FlagKind,
    HoursKind,
    OneOf,
    PanelKind,
    PinKind,
    PinsKind,
    SecondsKind,
    TextKind,
    TextsKind,
    WholeKind,
)
from companion.config.validation import toml_text, toml_value
from companion.core.errors import DeviceError
from companion.core.seat import seat_number
from companion.devices.dice.die import DieWiring
from companion.devices.pods.flash import PodAnswer
from companion.devices.wiring import PodSeat, Pull, SeatKind, Wiring
from companion.pi.machine import Machine, User
from companion.pi.setup.starting_config import SERVICE_JOURNAL
from companion.web.loopback import is_loopback

LEFT_OUT: Final = "(left out)"
_KEYS: Final = {key.path: key for key in TABLE_KEYS}
_VERSION: Final = r"\d{1,4}(?:\.\d{1,4}){0,3}"
_KNOWN_OWNERS: Final = ("root", "companion")
_PATH: Final = re.compile(r"(?<![\w/])/(?!dev/gpiochip\d|proc/)[^\s'\",;:)]+")
"""A path in an error message, other than a device of the pins or a file in /proc."""


def anonymised(configuration: Configuration) -> Configuration:
    """The configuration without players' names, serial numbers and the owner's board path.

    The journal's path stays, because the checks open it; `journal_text` hides it in the report.
    """
    wiring = configuration.wiring
    seats = tuple(_unnamed(seat, wired) for seat, wired in enumerate(wiring.seats))
    die: DieWiring = configuration.die
    if die.pod_serial() is not None:
        die = replace(die, serial="pod-die")
    board = configuration.board if configuration.board in board_names() else LEFT_OUT
    names = tuple(f"Player {seat_number(seat)}" for seat in range(len(configuration.names)))
    return replace(configuration, board=board, names=names, wiring=replace(wiring, seats=seats), die=die)


def anonymised_machine(machine: Machine, configuration: Configuration) -> Machine:
    """The machine without user names, file owners and serial numbers. `configuration`: the original one."""
    known = {
        wired.serial.upper(): f"pod-{seat}"
        for seat, wired in enumerate(configuration.wiring.seats)
        if isinstance(wired, PodSeat)
    }
    if (serial := configuration.die.pod_serial()) is not None:
        known[serial.upper()] = "pod-die"

    def owner(path: Path) -> str:
        name = machine.owner(path)
        return name if name in _KNOWN_OWNERS else "the user"

    def serials() -> dict[str, str]:
        found = sorted(machine.serials().items())
        strangers = [serial for serial, _ in found if serial.upper() not in known]
        return {
            known.get(serial.upper()) or f"other-{strangers.index(serial)}": _device(device) for serial, device in found
        }

    def hello(device: str) -> PodAnswer | None:
        true = {_device(one): one for one in machine.serials().values()}
        answer = machine.hello(true.get(device, device))
        if answer is None:
            return None
        # Its own version, and that of its MicroPython.
        firmware = answer.firmware if re.fullmatch(rf"{_VERSION}( {_VERSION})?", answer.firmware) else LEFT_OUT
        return replace(answer, firmware=firmware, serial="")

    def levels(wiring: Wiring, pins: Mapping[int, Pull]) -> Mapping[int, bool]:
        try:
            return machine.levels(wiring, pins)
        except DeviceError as error:
            # A library's message may name the file that it could not open.
            raise DeviceError(_PATH.sub(LEFT_OUT, str(error))) from error

    user = User(machine.user.name if machine.user.number == 0 else "the user", machine.user.number, machine.user.groups)
    return replace(machine, user=user, owner=owner, serials=serials, hello=hello, levels=levels)


def journal_text(path: Path) -> str:
    """The service's journal path unchanged; any other path is left out."""
    return SERVICE_JOURNAL if str(path) == SERVICE_JOURNAL else LEFT_OUT


def effective_lines(configuration: Configuration) -> str:
    """Every effective key, one on a line, such as `seats[0].keys.left = 17`, anonymised."""
    data = tomllib.loads(effective_toml(anonymised(configuration)))
    return "".join(f"{path} = {_value(path, value)}\n" for path, value in _leaves(data, ""))


def _leaves(data: dict[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in data.items():
        path = f"{prefix}{name}"
        if isinstance(value, dict):
            yield from _leaves(value, f"{path}.")
        elif isinstance(value, list) and value and all(isinstance(one, dict) for one in value):
            for index, one in enumerate(value):
                yield from _leaves(one, f"{path}[{index}].")
        else:
            yield path, value


def _value(path: str, value: Any) -> str:
    key = _KEYS.get(re.sub(r"\[\d+\]", "[]", path))
    if key is None:
        return LEFT_OUT
    match key.kind:
        case FlagKind() | WholeKind() | SecondsKind() | PinKind() | PinsKind() | OneOf() | PanelKind() | HoursKind():
            return toml_value(value, key.kind)
        case TextsKind():
            return f"({len(value)} left out)"
        case TextKind():
            return _text(key.path, value)
        case _:
            assert_never(key.kind)


def _text(path: str, value: str) -> str:
    match path:
        # `anonymised` has replaced these.
        case "board" | "seats[].name" | "seats[].pod" | "die.serial":
            return toml_text(value)
        case "web.host" if is_loopback(value) or value in ("0.0.0.0", "::"):
            return toml_text(value)
        case "journal.path":
            return toml_text(journal_text(Path(value)))
        case _:
            return LEFT_OUT


def _unnamed(seat: int, wired: SeatKind) -> SeatKind:
    return replace(wired, serial=f"pod-{seat}") if isinstance(wired, PodSeat) else wired


def _device(device: str) -> str:
    return device if re.fullmatch(r"/dev/tty(ACM|USB)\d{1,3}", device) else LEFT_OUT
