"""Finds the /dev/i2c-N of a multiplexer's channel in sysfs.

Invariant: a bus is returned only if the kernel says that it is the configured one. Bus numbers differ by model and by what
config.txt enables (HDMI, cameras, `i2c_vc`), so a channel is found only by its place below its multiplexer:
`1-0070/channel-2` links to the bus of channel 2 of the multiplexer at 0x70 on bus 1 (Linux, drivers/i2c/i2c-mux.c). Only chips
with the driver pca954x, that of the TCA9548A, count as multiplexers of panels.
"""

import errno
import os
import re
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import DeviceError
from companion.devices.panel_wires.i2c_bus import I2C_SYSFS
from companion.devices.panel_wires.panel_wire import wire_fault_reason
from companion.devices.wiring import I2CPanel, Mux

MUX_DRIVER: Final = "pca954x"
MUX_CHANNEL_COUNTS: Final = {"pca9543": 2, "pca9545": 4, "pca9546": 4, "pca9548": 8, "pca9846": 4, "pca9848": 8}
"""The number of channels by name of the chip, for chips whose register has a bit for each (NXP's data sheets; the kernel calls
a TCA9548A pca9548)."""
_MUX: Final = re.compile(r"(\d+)-00([0-9a-f]{2})")
"""The kernel's name of a chip: bus and address. The Pi's switch between camera and header has a name of another form."""
_DARK: Final = "so nothing is shown there"


class LocatedChannel(Struct, frozen=True):
    """An I2C bus. `number`: N of /dev/i2c-N. `identity`: changes when the kernel removes the bus and creates it again."""

    number: int
    identity: tuple[int, int]


def locate_channel(panel: I2CPanel, sysfs: Path = I2C_SYSFS) -> LocatedChannel:
    """The bus to open for `panel`. Raises DeviceError, with the end of a sentence, if the kernel does not confirm that it is
    the configured one."""
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
    """The sysfs path of the multiplexer of `mux`; it may not exist."""
    return sysfs / f"{mux.bus}-{mux.address:04x}"


def mux_driver(mux: Mux, sysfs: Path = I2C_SYSFS) -> str:
    """The driver of the chip at the address of `mux`; "" without a chip or a driver."""
    link = mux_device(mux, sysfs) / "driver"
    return link.resolve().name if link.exists() else ""


def mux_channels(mux: Mux, sysfs: Path = I2C_SYSFS) -> dict[int, int]:
    """The bus number of each channel of the multiplexer of `mux`; empty if there is no supported multiplexer."""
    if mux_driver(mux, sysfs) != MUX_DRIVER:
        return {}
    found: dict[int, int] = {}
    for link in mux_device(mux, sysfs).glob("channel-*"):
        channel, number = link.name.removeprefix("channel-"), _number(link)
        if channel.isdecimal() and number is not None:
            found[int(channel)] = number
    return dict(sorted(found.items()))


def register_mask(mux: Mux, sysfs: Path = I2C_SYSFS) -> int:
    """The bits of the register that stand for open channels; 0 if the register has another layout."""
    try:
        name = (mux_device(mux, sysfs) / "name").read_text().strip()
    except OSError:
        return 0
    return (1 << MUX_CHANNEL_COUNTS.get(name, 0)) - 1


def channel_of_bus(number: int, sysfs: Path = I2C_SYSFS) -> Mux | None:
    """The channel whose bus has that number; None if it is not a channel of a pca954x."""
    if (found := _MUX.fullmatch((sysfs / f"i2c-{number}" / "mux_device").resolve().name)) is None:
        return None
    mux = Mux(int(found[2], 16), 0, int(found[1]))
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
    """A bus of the Pi itself. A channel of a multiplexer is an error: the configuration does not say which channel."""
    place = sysfs / f"i2c-{number}"
    if (identity := _identity(place)) is None:
        raise DeviceError(wire_fault_reason(FileNotFoundError(errno.ENOENT, "")))
    if _MUX.fullmatch((place / "mux_device").resolve().name):
        raise DeviceError(
            f"I2C bus {number} is a channel of a multiplexer, but the configuration does not say which, {_DARK}; write "
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
    """N of the i2c-N that a link points to."""
    found = re.fullmatch(r"i2c-(\d+)", link.resolve().name)
    return int(found[1]) if found else None
