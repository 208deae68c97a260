"""The machine that the commands look at: its files below a root, its tools, its wires, and who asks.

Everything a check reads comes through these few doors, so that a folder and some functions can stand for a Raspberry Pi.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.devices.panel_wires.i2c_wire import I2CAdapter
from companion.devices.pods.pod_flash import PodAnswer, find_picos, query_pod, this_system
from companion.devices.wiring_records import Mux, Wiring
from companion.pi.resources_used import Pull

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
    not work. `levels`: opens pins as inputs, each pulled as it is wired, and tells which are high; raises DeviceError.
    `serials`: by serial number, the device of every Pico. `hello`: what the Pico at a device says that it is, None if
    nothing that is a pod; raises OSError where it cannot be opened. `free`: bytes left where a folder is. `owner`: who a
    file belongs to.
    """

    root: Path
    user: User
    environ: Mapping[str, str]
    run: Callable[[tuple[str, ...]], str | None]
    probe: Callable[[int, int, Mux | None], bool]
    levels: Callable[[Wiring, Mapping[int, Pull]], Mapping[int, bool]]
    serials: Callable[[], Mapping[str, str]]
    hello: Callable[[str], PodAnswer | None]
    free: Callable[[Path], int]
    owner: Callable[[Path], str]


def this_machine(environ: Mapping[str, str]) -> Machine:
    """The machine that this runs on."""
    return Machine(Path("/"), _user(), environ, _run, _probe, _levels, _serials, _hello, _free, _owner)


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
    from companion.devices.panel_wires.i2c_wire import LinuxI2C

    adapter = LinuxI2C(bus)
    try:
        return probed(adapter, address, mux)
    finally:
        adapter.close()


def probed(adapter: I2CAdapter, address: int, mux: Mux | None) -> bool:
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


def _levels(wiring: Wiring, pins: Mapping[int, Pull]) -> Mapping[int, bool]:
    from companion.devices.pins.gpio_pin_factory import pin_factory
    from companion.pi.lgpio_pipe import pipe_folder

    with pipe_folder():
        factory = pin_factory("mock" if wiring.simulated else wiring.pin_factory, wiring.revision)
        try:
            return read_levels(factory, pins)
        finally:
            factory.close()


def read_levels(factory: Any, pins: Mapping[int, Pull]) -> Mapping[int, bool]:
    """Open every pin, then tell which are high, then let all go. Raises DeviceError where one cannot be had."""
    from contextlib import ExitStack

    from gpiozero import DigitalInputDevice

    from companion.devices.pins.pin_errors import pin_errors_named

    pulled: Mapping[Pull, bool | None] = {"up": True, "down": False, "floating": None}
    with ExitStack() as stack:
        devices: dict[int, Any] = {}
        for pin, pull in pins.items():
            with pin_errors_named("the doctor", pin):
                # Without a pull, gpiozero wants to be told which level is the active one.
                active = {"active_state": True} if pull == "floating" else {}
                device = DigitalInputDevice(pin, pull_up=pulled[pull], bounce_time=None, pin_factory=factory, **active)
            stack.callback(device.close)
            devices[pin] = device
        return {pin: bool(device.pin.state) for pin, device in devices.items()}


def _serials() -> Mapping[str, str]:
    return {pico.serial.upper(): pico.device for pico in find_picos(this_system())}


def _hello(device: str) -> PodAnswer | None:
    return query_pod(this_system(), device)


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
