"""A channel of a multiplexer that the kernel switches, with a check of the multiplexer's register.

Invariant: no byte goes to a panel until the multiplexer's register, read through the channel's bus, showed that only this channel
is open; after another channel was used, or after an error, it is read again. The kernel writes the register only when it
believes that another channel is open. It never checks whether the write arrived, or whether the chip has lost its power since.
The worker of the bus is the only user of its channels.
"""

from collections.abc import Callable
from typing import TypeVar

from companion.core.errors import DeviceError
from companion.devices.panel_wires.i2c_bus import I2CAdapter
from companion.devices.panel_wires.panel_wire import wire_fault_reason
from companion.devices.wiring import Mux

_T = TypeVar("_T")


class OpenChannel:
    """Which channel of a multiplexer was last seen open; None: unknown. For one thread."""

    def __init__(self) -> None:
        self.channel: int | None = None


class KernelChannel:
    """The `I2CAdapter` to the channel `mux`, on `adapter`, the kernel's bus of that channel. It owns `adapter` and closes it.

    `mask`: the bits of the register that stand for channels. `stir`: uses another channel, after which the kernel writes the
    register again.
    """

    def __init__(
        self, adapter: I2CAdapter, mux: Mux, mask: int, open_channel: OpenChannel, stir: Callable[[], None]
    ) -> None:
        self._adapter = adapter
        self._mux = mux
        self._mask = mask
        self._open_channel = open_channel
        self._stir = stir

    def write(self, address: int, payload: bytes) -> None:
        """One write transaction. Raises OSError; nothing is sent to a panel if the channel cannot be seen open."""
        self._transfer(lambda: self._adapter.write(address, payload))

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        """One read transaction."""
        return self._transfer(lambda: self._adapter.read(address, count, after))

    def close(self) -> None:
        """Close the bus."""
        self._adapter.close()

    def see(self) -> None:
        """Check that the channel is open, if that is unknown. Raises OSError."""
        self._transfer(lambda: None)

    def _transfer(self, transfer: Callable[[], _T]) -> _T:
        try:
            if self._open_channel.channel != self._mux.channel:
                self._open_channel.channel = None
                self._see_open()
                self._open_channel.channel = self._mux.channel
            return transfer()
        except OSError:
            self._open_channel.channel = None
            raise

    def _see_open(self) -> None:
        where = f"the multiplexer at 0x{self._mux.address:02X}"
        try:
            if not self._is_open():
                self._stir()
                if not self._is_open():
                    raise DeviceError(f"{where} has another channel open, check its cable")
        except DeviceError:
            raise
        except OSError as error:
            raise DeviceError(f"{where} cannot be read: {wire_fault_reason(error)}") from error

    def _is_open(self) -> bool:
        return self._adapter.read(self._mux.address, 1)[0] & self._mask == 1 << self._mux.channel
