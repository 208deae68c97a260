"""Opens the I2C bus of a panel, and checks before each transaction that the number still belongs to that bus.

Invariant: no byte goes to a panel unless sysfs says that the bus is the configured one. This is checked before the bus is
opened, after it is open, and before every transaction: a driver that is unbound and bound again may give the number to another
channel.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.core.errors import DeviceError
from companion.devices.panel_wires.i2c_bus import I2C_SYSFS, I2CAdapter
from companion.devices.panel_wires.kernel_mux_channel import KernelChannel, OpenChannel
from companion.devices.panel_wires.mux_channel_lookup import (
    LocatedChannel,
    locate_channel,
    mux_channels,
    mux_device,
    register_mask,
)
from companion.devices.wiring import I2CPanel, Mux

OpenBus = Callable[[int], I2CAdapter]
"""Opens /dev/i2c-N. Raises OSError."""
_MOVED: Final = "the kernel created its bus again, searching for it"


class LocatedBus:
    """The `I2CAdapter` to a bus, usable while sysfs has the same bus at `path`. It owns `adapter` and closes it."""

    def __init__(self, adapter: I2CAdapter, found: LocatedChannel, path: Path) -> None:
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
        """Close the bus."""
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
        seen = KernelChannel(bus, by_kernel, mask, open_channel, lambda: _stir(by_kernel, open_bus, sysfs))
        seen.see()
    except OSError:
        bus.close()
        raise
    return seen


def _channel(mux: Mux, sysfs: Path) -> Path:
    return mux_device(mux, sysfs) / f"channel-{mux.channel}"


def _stir(mux: Mux, open_bus: OpenBus, sysfs: Path) -> None:
    """Read the multiplexer's register over another channel."""
    for channel, number in mux_channels(mux, sysfs).items():
        if channel != mux.channel:
            other = open_bus(number)
            try:
                other.read(mux.address, 1)
            finally:
                other.close()
            return
