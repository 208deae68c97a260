"""The machine that the commands look at: its files below a root, its tools, its wires, and who asks.

Everything a check reads comes through these few doors, so that a folder and some functions can stand for a Raspberry Pi.
"""

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.devices.i2c import Adapter
from companion.devices.settings import Mux, Wiring

NOBODY: Final = (121, 6)
"""Linux's EREMOTEIO and ENXIO: nothing acknowledged the address."""
_NOTHING: Final = b"\x00\xe3"
"""A command to do nothing, which SSD1306, SSD1309 and SH1106 all have (data sheets, E3h); no picture changes by it."""
MUXES: Final = range(0x70, 0x78)
"""The addresses that a TCA9548A can have."""
_NO_CHANNEL: Final = b"\x00"
"""A TCA9548A takes what is written to it as the set of its open channels."""
_PATIENCE: Final = 10
"""Seconds that a tool of the system may take."""


class User(Struct, frozen=True):
    """Who runs the command. `number`: the user id, 0 for root; `groups`: by name."""

    name: str
    number: int
    groups: frozenset[str]


class Machine(Struct, frozen=True):
    """What can be looked at.

    `run`: the output of a tool, None where it is missing or says that it failed. `probe`: whether a panel answers on an
    I2C bus at an address, behind a multiplexer that the daemon switches if one is given; raises OSError where the bus does
    not work. `levels`: opens pins with their pull-ups and tells which are high; raises DeviceError. `serials`: by serial
    number, the device of every USB serial port. `free`: bytes left where a folder is. `owner`: who a file belongs to.
    """

    root: Path
    user: User
    environ: Mapping[str, str]
    run: Callable[[tuple[str, ...]], str | None]
    probe: Callable[[int, int, Mux | None], bool]
    levels: Callable[[Wiring, Iterable[int]], Mapping[int, bool]]
    serials: Callable[[], Mapping[str, str]]
    free: Callable[[Path], int]
    owner: Callable[[Path], str]


def this_machine(environ: Mapping[str, str]) -> Machine:
    """The machine that this runs on."""
    return Machine(Path("/"), _user(), environ, _run, _probe, _levels, _serials, _free, _owner)


def _run(words: tuple[str, ...]) -> str | None:
    import subprocess

    try:
        # In plain C, so that what is read has one language.
        done = subprocess.run(
            words,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    said = done.stdout.decode("utf-8", "replace")
    # systemctl is-active answers by its exit status too.
    return said if done.returncode == 0 or words[0] == "systemctl" else None


def _probe(bus: int, address: int, mux: Mux | None) -> bool:
    from companion.devices.i2c import LinuxI2C

    adapter = LinuxI2C(bus)
    try:
        return probed(adapter, address, mux)
    finally:
        adapter.close()


def probed(adapter: Adapter, address: int, mux: Mux | None) -> bool:
    """Whether something acknowledges `address`, by a write that changes no picture and leaves no channel open.

    Raises OSError where the bus does not work.
    """
    try:
        if mux is not None:
            adapter.write(mux.address, bytes([1 << mux.channel]))
        try:
            # To a multiplexer every byte is a setting.
            adapter.write(address, _NO_CHANNEL if address in MUXES else _NOTHING)
        finally:
            if mux is not None:
                adapter.write(mux.address, _NO_CHANNEL)
    except OSError as error:
        if error.errno in NOBODY:
            return False
        raise
    return True


def _levels(wiring: Wiring, pins: Iterable[int]) -> Mapping[int, bool]:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        # lgpio makes a pipe where it is told, or else in the folder in which the command was given.
        os.environ.setdefault("LG_WD", folder)
        return _read_levels(wiring, pins)


def _read_levels(wiring: Wiring, pins: Iterable[int]) -> Mapping[int, bool]:
    from gpiozero import DigitalInputDevice

    from companion.devices.claims import claimed
    from companion.devices.pins import pin_factory

    factory: Any = pin_factory("mock" if wiring.simulated else wiring.pin_factory, wiring.revision)
    levels: dict[int, bool] = {}
    try:
        for pin in pins:
            with claimed("the doctor", pin):
                device = DigitalInputDevice(pin, pull_up=True, bounce_time=None, pin_factory=factory)
            levels[pin] = bool(device.pin.state)
            device.close()
    finally:
        factory.close()
    return levels


def _serials() -> Mapping[str, str]:
    from serial.tools.list_ports import comports

    return {port.serial_number: port.device for port in comports() if port.serial_number}


def _free(folder: Path) -> int:
    import shutil

    while not folder.exists():
        folder = folder.parent
    return shutil.disk_usage(folder).free


def _owner(path: Path) -> str:
    try:
        return path.owner()
    except KeyError:
        return str(path.stat().st_uid)


def _user() -> User:
    import grp
    import pwd

    number = os.geteuid()
    name = pwd.getpwuid(number).pw_name
    held = {*os.getgroups(), os.getegid()}
    return User(name, number, frozenset(group.gr_name for group in grp.getgrall() if group.gr_gid in held))
