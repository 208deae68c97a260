"""Panels behind multiplexers (TCA9548A): which bus is a channel, and the checks that a byte reaches the channel's panel only.

A panel is looked up in sysfs (`locate_channel`). Bus numbers differ by model and by what config.txt enables (HDMI, cameras,
`i2c_vc`), so a channel is found only by its place below its multiplexer: `1-0070/channel-2` links to the bus of channel 2 of the
multiplexer at 0x70 on bus 1 (Linux, drivers/i2c/i2c-mux.c). Only chips with the driver pca954x, that of the TCA9548A, count as
multiplexers of panels. `located_bus` opens what was found. Its `LocatedBus` looks again before every transaction: a driver that
is unbound and bound again may give the number to another channel.

Two can switch the multiplexer. With the overlay i2c-mux it is the kernel (`KernelChannel`). The kernel writes the multiplexer's
register only when it believes that another channel is open, and never checks whether the write arrived, or whether the chip has
lost its power since. So the register is read through the channel's bus before the first byte, after another channel was used, and
after an error. Without the overlay it is the daemon (`MuxSwitches`, `DaemonChannel`). A setting is known if the multiplexer
acknowledged it, the same value was read back, and nothing on the bus has failed since. A channel opens at the stop condition
(TCA9548A data sheet 8.5.4), so setting and writing are separate transactions.

Invariants: no byte goes to a panel unless sysfs says that the bus is the configured one, and the panel's channel is known to be
open, all others closed. The worker of a bus is the only one that uses its channels.
"""

import errno
import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, TypeVar

from msgspec import Struct

from companion.core.errors import DeviceError
from companion.devices.panels.wires import I2C_SYSFS, I2CAdapter, wire_fault_reason
from companion.devices.wiring import I2CPanel, Mux

MUX_DRIVER: Final = "pca954x"
MUX_CHANNEL_COUNTS: Final = {"pca9543": 2, "pca9545": 4, "pca9546": 4, "pca9548": 8, "pca9846": 4, "pca9848": 8}
"""The number of channels by name of the chip, for chips whose register has a bit for each (NXP's data sheets; the kernel calls
a TCA9548A pca9548)."""
_MUX: Final = re.compile(r"(\d+)-00([0-9a-f]{2})")
"""The kernel's name of a chip: bus and address. The Pi's switch between camera and header has a name of another form."""
_DARK: Final = "so nothing is shown there"
_MOVED: Final = "the kernel created its bus again, searching for it"
_T = TypeVar("_T")


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


class OpenChannel:
    """Which channel of a multiplexer was last seen open; None: unknown. For one thread."""

    def __init__(self) -> None:
        self.channel: int | None = None


class KernelChannel:
    """The `I2CAdapter` to the channel `mux`, on `adapter`, the kernel's bus of that channel. It owns `adapter` and closes it.

    `mask`: the bits of the register that stand for channels. `use_another`: uses another channel, after which the kernel writes
    the register again.
    """

    def __init__(
        self, adapter: I2CAdapter, mux: Mux, mask: int, open_channel: OpenChannel, use_another: Callable[[], None]
    ) -> None:
        self._adapter = adapter
        self._mux = mux
        self._mask = mask
        self._open_channel = open_channel
        self._use_another = use_another

    def write(self, address: int, payload: bytes) -> None:
        """One write transaction. Raises OSError; nothing is sent to a panel if the channel cannot be seen open."""
        self._transfer(lambda: self._adapter.write(address, payload))

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        return self._transfer(lambda: self._adapter.read(address, count, after))

    def close(self) -> None:
        self._adapter.close()

    def check(self) -> None:
        """Check that the channel is open, if that is unknown. Raises OSError."""
        self._transfer(lambda: None)

    def _transfer(self, transfer: Callable[[], _T]) -> _T:
        try:
            if self._open_channel.channel != self._mux.channel:
                self._open_channel.channel = None
                self._check_open()
                self._open_channel.channel = self._mux.channel
            return transfer()
        except OSError:
            self._open_channel.channel = None
            raise

    def _check_open(self) -> None:
        where = f"the multiplexer at 0x{self._mux.address:02X}"
        try:
            if not self._is_open():
                self._use_another()
                if not self._is_open():
                    raise DeviceError(f"{where} has another channel open, check its cable")
        except DeviceError:
            raise
        except OSError as error:
            raise DeviceError(f"{where} cannot be read: {wire_fault_reason(error)}") from error

    def _is_open(self) -> bool:
        return self._adapter.read(self._mux.address, 1)[0] & self._mask == 1 << self._mux.channel


OpenBus = Callable[[int], I2CAdapter]
"""Opens /dev/i2c-N. Raises OSError."""


class LocatedBus:
    """The `I2CAdapter` to a bus, usable while sysfs has the same bus at `path`. It owns `adapter` and closes it."""

    def __init__(self, adapter: I2CAdapter, found: LocatedChannel, path: Path) -> None:
        self._adapter = adapter
        self._found = found
        self._path = path

    def write(self, address: int, payload: bytes) -> None:
        self._hold()
        self._adapter.write(address, payload)

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        self._hold()
        return self._adapter.read(address, count, after)

    def close(self) -> None:
        self._adapter.close()

    def _hold(self) -> None:
        try:
            there = os.stat(self._path)
        except OSError as error:
            raise DeviceError(_MOVED) from error
        # A bus that the kernel created again has another inode in sysfs.
        if (there.st_dev, there.st_ino) != self._found.identity:
            raise DeviceError(_MOVED)


def located_bus(panel: I2CPanel, open_bus: OpenBus, open_channel: OpenChannel, sysfs: Path = I2C_SYSFS) -> I2CAdapter:
    """Open the bus of `panel`; behind a multiplexer that the daemon switches, the multiplexer's bus. `open_channel`: of the
    panel's multiplexer. Raises OSError if the bus cannot be opened, DeviceError if it may be another bus."""
    found = locate_channel(panel, sysfs)
    by_kernel = panel.mux if panel.switched_by == "kernel" else None
    path = sysfs / f"i2c-{found.number}" if by_kernel is None else _channel(by_kernel, sysfs)
    bus = LocatedBus(open_bus(found.number), found, path)
    try:
        # The number of an open bus is not given to another bus, so sysfs now describes the bus that was opened.
        if locate_channel(panel, sysfs) != found:
            raise DeviceError(_MOVED)
        if by_kernel is None or not (mask := register_mask(by_kernel, sysfs)):
            return bus
        open_channel.channel = None
        seen = KernelChannel(bus, by_kernel, mask, open_channel, lambda: _use_another(by_kernel, open_bus, sysfs))
        seen.check()
    except OSError:
        bus.close()
        raise
    return seen


def _channel(mux: Mux, sysfs: Path) -> Path:
    return mux_device(mux, sysfs) / f"channel-{mux.channel}"


def _use_another(mux: Mux, open_bus: OpenBus, sysfs: Path) -> None:
    """Read the multiplexer's register over another channel."""
    for channel, number in mux_channels(mux, sysfs).items():
        if channel != mux.channel:
            other = open_bus(number)
            try:
                other.read(mux.address, 1)
            finally:
                other.close()
            return


class MuxSwitches:
    """The multiplexers at `addresses`. `open_adapter` is called at the first use and after an error. Not thread-safe."""

    def __init__(self, addresses: Iterable[int], open_adapter: Callable[[], I2CAdapter]) -> None:
        self._settings: dict[int, int | None] = dict.fromkeys(sorted(addresses))
        """By address, the open channels, a bit for each; None: unknown."""
        self._open_adapter = open_adapter
        self._adapter: I2CAdapter | None = None
        self._users = 0

    def channel(self, mux: Mux | None) -> "DaemonChannel":
        """The `I2CAdapter` to the channel `mux`, or, with None, to the bus with all channels closed. The caller closes it."""
        self._users += 1
        return DaemonChannel(self, mux)

    def write(self, mux: Mux | None, address: int, payload: bytes) -> None:
        """One write transaction to a panel there. Raises OSError; nothing is sent to a panel if the setting failed."""
        self._transfer(mux, lambda adapter: adapter.write(address, payload))

    def read(self, mux: Mux | None, address: int, count: int, after: bytes) -> bytes:
        """One read transaction. Raises OSError as `write` does."""
        return self._transfer(mux, lambda adapter: adapter.read(address, count, after))

    def leave(self) -> None:
        """A channel was closed; the last one closes the bus."""
        self._users -= 1
        if not self._users:
            self._forget()

    def _transfer(self, mux: Mux | None, transfer: Callable[[I2CAdapter], _T]) -> _T:
        try:
            if self._adapter is None:
                self._adapter = self._open_adapter()
            self._set(self._adapter, mux)
            return transfer(self._adapter)
        except OSError:
            self._forget()
            raise

    def _set(self, adapter: I2CAdapter, mux: Mux | None) -> None:
        wanted = dict.fromkeys(self._settings, 0)
        if mux is not None:
            wanted[mux.address] = 1 << mux.channel
        # Close before opening, so that two panels with the same address are never behind open channels at once.
        for address in sorted(wanted, key=lambda address: wanted[address]):
            if self._settings[address] != wanted[address]:
                self._set_mux(adapter, address, wanted[address])

    def _set_mux(self, adapter: I2CAdapter, address: int, channels: int) -> None:
        try:
            adapter.write(address, bytes([channels]))
            setting = adapter.read(address, 1)[0]
        except OSError as error:
            raise DeviceError(
                f"the multiplexer at 0x{address:02X} cannot be set: {wire_fault_reason(error)}"
            ) from error
        if setting != channels:
            raise DeviceError(f"the multiplexer at 0x{address:02X} did not keep its setting, check its cable")
        self._settings[address] = channels

    def _forget(self) -> None:
        adapter, self._adapter = self._adapter, None
        self._settings = dict.fromkeys(self._settings)
        if adapter is not None:
            adapter.close()


class DaemonChannel:
    """The `I2CAdapter` to one channel. Each transaction sets the multiplexers first."""

    def __init__(self, switches: MuxSwitches, mux: Mux | None) -> None:
        self._switches = switches
        self._mux = mux

    def write(self, address: int, payload: bytes) -> None:
        self._switches.write(self._mux, address, payload)

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        return self._switches.read(self._mux, address, count, after)

    def close(self) -> None:
        """Close it. Call it once."""
        self._switches.leave()
