"""The TCA9548As of one I2C bus that the daemon switches itself, without the kernel's i2c-mux overlay.

Invariant: no byte goes to a panel unless the setting of every multiplexer of the bus is known to be right: the panel's channel
open, all others closed. A setting is known if the multiplexer acknowledged it, the same value was read back, and nothing on the
bus has failed since. A channel opens at the stop condition (TCA9548A data sheet 8.5.4), so setting and writing are separate
transactions; the worker of the bus is the only one that writes.
"""

from collections.abc import Callable, Iterable
from typing import TypeVar

from companion.core.errors import DeviceError
from companion.devices.panel_wires.i2c_bus import I2CAdapter
from companion.devices.panel_wires.panel_wire import wire_fault_reason
from companion.devices.wiring import Mux

_T = TypeVar("_T")


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
        """One read transaction. Raises OSError."""
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
    """The `I2CAdapter` to one channel."""

    def __init__(self, switches: MuxSwitches, mux: Mux | None) -> None:
        self._switches = switches
        self._mux = mux

    def write(self, address: int, payload: bytes) -> None:
        """One write transaction, after the multiplexers are set."""
        self._switches.write(self._mux, address, payload)

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        """One read transaction, after the multiplexers are set."""
        return self._switches.read(self._mux, address, count, after)

    def close(self) -> None:
        """Close it. Call it once."""
        self._switches.leave()
