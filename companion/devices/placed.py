"""An I2C bus that is opened for a panel, and held to its place.

Law: no byte goes to a panel unless the bus is, by sysfs, the one that the configuration means: looked up before it is
opened, again when it is open, and before every transaction, since a driver that is unbound and bound again may give the
number to another channel meanwhile. A channel that the kernel switches is also seen on the wires when it is opened: the
multiplexer's register, read through it, must have that channel's bit and no other.
"""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.core.errors import DeviceError
from companion.devices.channels import Spot, channels, register_mask, spot
from companion.devices.i2c import SYSFS, Adapter
from companion.devices.settings import I2CPanel, Mux
from companion.devices.wire import reason

OpenBus = Callable[[int], Adapter]
"""Opens /dev/i2c-N. Raises OSError."""
_MOVED: Final = "the kernel has made its bus anew, it is looked for again"


class Placed:
    """The `Adapter` to a panel's bus, only as long as it is in its place. It closes `adapter` with itself."""

    def __init__(self, adapter: Adapter, panel: I2CPanel, opened: Spot, sysfs: Path) -> None:
        self._adapter = adapter
        self._spot = opened
        mux = panel.mux
        by_kernel = mux is not None and panel.switched_by == "kernel"
        name = f"{mux.bus}-{mux.address:04x}/channel-{mux.channel}" if by_kernel and mux else f"i2c-{opened.number}"
        self._path = sysfs / name

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
            found = os.stat(self._path)
        except OSError as error:
            raise DeviceError(_MOVED) from error
        # A channel that is made anew has another node in sysfs, and is another one of the kernel's.
        if (found.st_dev, found.st_ino) != self._spot.identity:
            raise DeviceError(_MOVED)


def placed(panel: I2CPanel, open_bus: OpenBus, sysfs: Path = SYSFS) -> Adapter:
    """The bus of `panel`. Raises OSError where it cannot be opened, and DeviceError where it is not surely that one."""
    found = spot(panel, sysfs)
    bus = Placed(open_bus(found.number), panel, found, sysfs)
    try:
        # While it is open the kernel gives its number to no other bus; so what sysfs says now is true of what was opened.
        if spot(panel, sysfs) != found:
            raise DeviceError(_MOVED)
        if panel.mux is not None and panel.switched_by == "kernel" and (mask := register_mask(panel.mux, sysfs)):
            _see_open(panel.mux, bus, mask, open_bus, sysfs)
    except OSError:
        bus.close()
        raise
    return bus


def _see_open(mux: Mux, bus: Adapter, mask: int, open_bus: OpenBus, sysfs: Path) -> None:
    """See that the multiplexer has the channel open. The kernel sets it only when it believes that another one is; where the
    multiplexer has lost its power or was reset, a word over another channel has it set anew."""
    wanted = 1 << mux.channel
    if _register(mux, bus) & mask == wanted:
        return
    for channel, number in channels(mux, sysfs).items():
        if channel != mux.channel:
            other = open_bus(number)
            try:
                _register(mux, other)
            finally:
                other.close()
            break
    if _register(mux, bus) & mask != wanted:
        raise DeviceError(f"the multiplexer at 0x{mux.address:02X} has another channel open, check its cable")


def _register(mux: Mux, bus: Adapter) -> int:
    try:
        return bus.read(mux.address, 1)[0]
    except DeviceError:
        raise
    except OSError as error:
        raise DeviceError(f"the multiplexer at 0x{mux.address:02X} cannot be asked: {reason(error)}") from error
