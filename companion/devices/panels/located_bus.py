"""An I2C bus that is opened for a panel, and held to its place.

Law: no byte goes to a panel unless the bus is, by sysfs, the one that the configuration means: looked up before it is
opened, again when it is open, and before every transaction, since a driver that is unbound and bound again may give the
number to another channel meanwhile.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.core.errors import DeviceError
from companion.devices.panels.i2c_wire import SYSFS, Adapter
from companion.devices.panels.kernel_mux_channel import ChannelState, KernelChannel
from companion.devices.panels.mux_channels import ChannelPlace, channel_place, channels, device, register_mask
from companion.devices.wiring_records import I2CPanel, Mux

OpenBus = Callable[[int], Adapter]
"""Opens /dev/i2c-N. Raises OSError."""
_MOVED: Final = "the kernel has made its bus anew, it is looked for again"


class LocatedBus:
    """The `Adapter` to a bus, only as long as sysfs has it where it was found: at `path`. It closes `adapter` with itself."""

    def __init__(self, adapter: Adapter, found: ChannelPlace, path: Path) -> None:
        self._adapter = adapter
        self._found = found
        self._path = path

    def write(self, address: int, payload: bytes) -> None:
        """One write transaction."""
        self._hold()
        self._adapter.write(address, payload)

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        """One read transaction."""
        self._hold()
        return self._adapter.read(address, count, after)

    def close(self) -> None:
        """Let the bus go."""
        self._adapter.close()

    def _hold(self) -> None:
        try:
            there = os.stat(self._path)
        except OSError as error:
            raise DeviceError(_MOVED) from error
        # A bus that is made anew has another node in sysfs, and is another one of the kernel's.
        if (there.st_dev, there.st_ino) != self._found.identity:
            raise DeviceError(_MOVED)


def located_bus(panel: I2CPanel, open_bus: OpenBus, standing: ChannelState, sysfs: Path = SYSFS) -> Adapter:
    """The bus of `panel`; of one behind a multiplexer that the daemon switches, the one before it. `standing`: of the
    panel's multiplexer. Raises OSError where it cannot be opened, and DeviceError where it is not surely that one."""
    found = channel_place(panel, sysfs)
    by_kernel = panel.mux if panel.switched_by == "kernel" else None
    path = sysfs / f"i2c-{found.number}" if by_kernel is None else _channel(by_kernel, sysfs)
    bus = LocatedBus(open_bus(found.number), found, path)
    try:
        # While it is open the kernel gives its number to no other bus; so what sysfs says now is true of what was opened.
        if channel_place(panel, sysfs) != found:
            raise DeviceError(_MOVED)
        if by_kernel is None or not (mask := register_mask(by_kernel, sysfs)):
            return bus
        standing.channel = None
        seen = KernelChannel(bus, by_kernel, mask, standing, lambda: _stir(by_kernel, open_bus, sysfs))
        seen.see()
    except OSError:
        bus.close()
        raise
    return seen


def _channel(mux: Mux, sysfs: Path) -> Path:
    return device(mux, sysfs) / f"channel-{mux.channel}"


def _stir(mux: Mux, open_bus: OpenBus, sysfs: Path) -> None:
    """Read the multiplexer's register over another channel."""
    for channel, number in channels(mux, sysfs).items():
        if channel != mux.channel:
            other = open_bus(number)
            try:
                other.read(mux.address, 1)
            finally:
                other.close()
            return
