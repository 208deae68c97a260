"""Where an I2C panel hangs, as sysfs has it: which /dev/i2c-N is the channel that a table's configuration means.

Law: a bus is given only where the kernel says that it is the one. Bus numbers differ by model and by what config.txt
switches on (HDMI, cameras, `i2c_vc`), so a channel is known by its place below its multiplexer alone:
`1-0070/channel-2` leads to the bus of channel 2 of the one at 0x70 on bus 1 (Linux, drivers/i2c/i2c-mux.c). What is driven
by anything but pca954x, the driver of the TCA9548A, is no multiplexer of panels.
"""

import errno
import os
import re
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import DeviceError
from companion.devices.panel_wires.i2c_wire import I2C_SYSFS
from companion.devices.panel_wires.panel_wire import wire_fault_reason
from companion.devices.wiring_records import I2CPanel, Mux

MUX_DRIVER: Final = "pca954x"
MUX_CHANNEL_COUNTS: Final = {"pca9543": 2, "pca9545": 4, "pca9546": 4, "pca9548": 8, "pca9846": 4, "pca9848": 8}
"""By name of the chip, how many channels: those whose register has a bit for each (NXP's data sheets; the kernel calls a
TCA9548A pca9548)."""
_MUX: Final = re.compile(r"(\d+)-00([0-9a-f]{2})")
"""What the kernel calls a chip at an address of a bus. The Pi's own switch between camera and header has another kind of name."""
_DARK: Final = "so nothing is shown there"


class LocatedChannel(Struct, frozen=True):
    """An I2C bus. `number`: N of /dev/i2c-N. `identity`: another one as soon as the kernel has taken the bus away and made one
    anew, of whatever number."""

    number: int
    identity: tuple[int, int]


def locate_channel(panel: I2CPanel, sysfs: Path = I2C_SYSFS) -> LocatedChannel:
    """The bus to open for `panel`. Raises DeviceError, in the second half of a sentence, where the kernel does not say that
    it is the one that is meant."""
    match panel.switched_by, panel.mux:
        case "kernel", Mux() as mux:
            return _of_channel(mux, panel.bus, sysfs)
        case "daemon", Mux() as mux if mux_driver(mux, sysfs):
            raise DeviceError(
                f"the kernel switches the multiplexer at 0x{mux.address:02X} too, {_DARK}; take panel.bus out"
            )
        case _:
            return _of_bus(panel.wires, sysfs)


def mux_device(mux: Mux, sysfs: Path = I2C_SYSFS) -> Path:
    """Where the kernel has the multiplexer of `mux`, if it has it."""
    return sysfs / f"{mux.bus}-{mux.address:04x}"


def mux_driver(mux: Mux, sysfs: Path = I2C_SYSFS) -> str:
    """Who drives what is at the address of `mux`; "" where there is nothing, or nobody does."""
    link = mux_device(mux, sysfs) / "driver"
    return link.resolve().name if link.exists() else ""


def mux_channels(mux: Mux, sysfs: Path = I2C_SYSFS) -> dict[int, int]:
    """By channel of the multiplexer of `mux`, the number of its bus; empty where it is none that counts."""
    if mux_driver(mux, sysfs) != MUX_DRIVER:
        return {}
    found: dict[int, int] = {}
    for link in mux_device(mux, sysfs).glob("channel-*"):
        channel, number = link.name.removeprefix("channel-"), _number(link)
        if channel.isdecimal() and number is not None:
            found[int(channel)] = number
    return dict(sorted(found.items()))


def register_mask(mux: Mux, sysfs: Path = I2C_SYSFS) -> int:
    """Which bits of its register say which channels are open; 0 where its register is of another kind."""
    try:
        name = (mux_device(mux, sysfs) / "name").read_text().strip()
    except OSError:
        return 0
    return (1 << MUX_CHANNEL_COUNTS.get(name, 0)) - 1


def channel_of_bus(number: int, sysfs: Path = I2C_SYSFS) -> Mux | None:
    """Which channel the bus of that number is; None where it is none of a pca954x."""
    if (told := _MUX.fullmatch((sysfs / f"i2c-{number}" / "mux_device").resolve().name)) is None:
        return None
    mux = Mux(int(told[2], 16), 0, int(told[1]))
    return next(
        (Mux(mux.address, channel, mux.bus) for channel, bus in mux_channels(mux, sysfs).items() if bus == number), None
    )


def _of_channel(mux: Mux, number: int | None, sysfs: Path) -> LocatedChannel:
    where = f"0x{mux.address:02X} on I2C bus {mux.bus}"
    if _MUX.fullmatch((sysfs / f"i2c-{mux.bus}" / "mux_device").resolve().name):
        raise DeviceError(
            f"I2C bus {mux.bus} is itself a channel, {_DARK}; wire the multiplexer to a bus of the Pi's own"
        )
    if not mux_device(mux, sysfs).exists():
        raise DeviceError(f"the kernel has no multiplexer at {where} yet, see companion doctor")
    if not (found := mux_driver(mux, sysfs)):
        raise DeviceError(f"the kernel has not found the multiplexer at {where}, check its cable and restart")
    if found != MUX_DRIVER:
        raise DeviceError(f"what the kernel drives at {where} is no TCA9548A, {_DARK}")
    link = mux_device(mux, sysfs) / f"channel-{mux.channel}"
    identity, is_number = _identity(link), _number(link)
    if identity is None or is_number is None or (link / "mux_device").resolve() != mux_device(mux, sysfs).resolve():
        raise DeviceError(f"the multiplexer at {where} has no channel {mux.channel} here, {_DARK}")
    if number is not None and number != is_number:
        raise DeviceError(
            f"I2C bus {number} is not channel {mux.channel} of the multiplexer, {_DARK}; take panel.bus out"
        )
    return LocatedChannel(is_number, identity)


def _of_bus(number: int, sysfs: Path) -> LocatedChannel:
    """A bus of the Pi's own. A channel of a multiplexer on a bus is none: nobody said which it should be."""
    place = sysfs / f"i2c-{number}"
    if (identity := _identity(place)) is None:
        raise DeviceError(wire_fault_reason(FileNotFoundError(errno.ENOENT, "")))
    if _MUX.fullmatch((place / "mux_device").resolve().name):
        raise DeviceError(
            f"I2C bus {number} is a channel of a multiplexer, and which it should be is not said, {_DARK}; write "
            "panel.mux and panel.channel"
        )
    return LocatedChannel(number, identity)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _number(link: Path) -> int | None:
    """N of the i2c-N that a link leads to."""
    told = re.fullmatch(r"i2c-(\d+)", link.resolve().name)
    return int(told[1]) if told else None
