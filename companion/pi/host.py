"""Access to the computer that a command checks, the host: its files below a root, its tools, its devices, and the user.

Every check reads through `Host`, so that tests can replace a Raspberry Pi by a folder and some functions.
"""

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.devices.panels.wires import I2CAdapter
from companion.devices.pods.flash import PodAnswer, find_picos, query_pod, this_system
from companion.devices.wiring import Mux, Pull, Wiring

NO_ANSWER_ERRNOS: Final = (121, 6)
"""Linux's EREMOTEIO and ENXIO: no device acknowledged the address."""
_NOTHING: Final = b"\x00\xe3"
"""The no-operation command of SSD1306, SSD1309 and SH1106 (data sheets, E3h); it changes no picture."""
MUX_ADDRESSES: Final = range(0x70, 0x78)
"""The addresses that a TCA9548A can have."""
_NO_CHANNEL: Final = b"\x00"
"""Closes all channels: a TCA9548A reads a written byte as the set of its open channels."""
_PATIENCE: Final = 10
_LONG_PATIENCE: Final = 120
"""The timeouts, in seconds, of a system tool that answers a question, and of one that changes the system: stopping the service
waits until all panels are dark, and on a slow card every start of a program takes seconds."""


class User(Struct, frozen=True):
    """The user who runs the command. `number`: the user id, 0 for root; `groups`: by name."""

    name: str
    number: int
    groups: frozenset[str]


class Host(Struct, frozen=True):
    """The computer to check.

    `run`: the output of a tool; None if it is missing or failed. `probe`: whether a device answers on an I2C bus at an
    address, behind a multiplexer that the daemon switches if one is given; raises OSError if the bus does not work.
    `levels`: opens pins as inputs, each with its pull, and returns which are high; raises DeviceError. `serials`: the device
    file of every Pico, by serial number. `hello`: the answer of the Pico at a device file, None if it is no pod; raises
    OSError if it cannot be opened. `free`: free bytes on a folder's file system. `owner`: the owner of a file.
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


def this_host(environ: Mapping[str, str]) -> Host:
    """The computer that this process runs on."""
    return Host(Path("/"), _user(), environ, _run, _probe, _levels, _serials, _hello, _free, _owner)


def run_patiently(words: tuple[str, ...]) -> str | None:
    """As `Host.run`, for a command that changes the system."""
    return _run(words, _LONG_PATIENCE)


def _run(words: tuple[str, ...], patience: int = _PATIENCE) -> str | None:
    import subprocess

    try:
        # The C locale, so that the output can be parsed.
        done = subprocess.run(
            words,
            capture_output=True,
            timeout=patience,
            check=False,
            stdin=subprocess.DEVNULL,
            env={**os.environ, "LC_ALL": "C"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    output = done.stdout.decode("utf-8", "replace")
    # systemctl is-active exits non-zero for every state but active.
    return output if done.returncode == 0 or words[0] == "systemctl" else None


def _probe(bus: int, address: int, mux: Mux | None) -> bool:
    from companion.devices.panels.wires import LinuxI2C

    adapter = LinuxI2C(bus)
    try:
        return probed(adapter, address, mux)
    finally:
        adapter.close()


def probed(adapter: I2CAdapter, address: int, mux: Mux | None) -> bool:
    """Whether a device acknowledges `address`. The write changes no picture and leaves no channel open.

    Raises OSError if the bus does not work.
    """
    try:
        if mux is not None:
            adapter.write(mux.address, bytes([1 << mux.channel]))
        try:
            # A multiplexer would read _NOTHING as a set of channels to open.
            adapter.write(address, _NO_CHANNEL if address in MUX_ADDRESSES else _NOTHING)
        finally:
            if mux is not None:
                adapter.write(mux.address, _NO_CHANNEL)
    except OSError as error:
        if error.errno in NO_ANSWER_ERRNOS:
            return False
        raise
    return True


def _levels(wiring: Wiring, pins: Mapping[int, Pull]) -> Mapping[int, bool]:
    from companion.devices.pins import pin_factory
    from companion.pi.lgpio_pipe import pipe_folder

    with pipe_folder():
        factory = pin_factory("mock" if wiring.simulated else wiring.pin_factory, wiring.revision)
        try:
            return read_levels(factory, pins)
        finally:
            factory.close()


def read_levels(factory: Any, pins: Mapping[int, Pull]) -> Mapping[int, bool]:
    """Open all pins, read which are high, and close them. Raises DeviceError if a pin cannot be opened."""
    from contextlib import ExitStack

    from gpiozero import DigitalInputDevice

    from companion.devices.pins import pin_errors_named

    pulled: Mapping[Pull, bool | None] = {"up": True, "down": False, "floating": None}
    with ExitStack() as stack:
        devices: dict[int, Any] = {}
        for pin, pull in pins.items():
            with pin_errors_named("the doctor", pin):
                # Without a pull, gpiozero requires active_state.
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
