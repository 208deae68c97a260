"""A channel of a multiplexer that the kernel switches, seen on the wires.

Law: no byte goes to a panel unless the multiplexer's register, read through the channel's own bus, has had that channel's bit
and no other since another channel was used or anything failed. The kernel sets it when it believes that another channel is
open, and asks never: neither whether the setting arrived, nor whether the chip has lost its power since. That nobody uses
another channel in between is kept by the one worker of the wires.
"""

from collections.abc import Callable
from typing import TypeVar

from companion.core.errors import DeviceError
from companion.devices.panel_wires.i2c_wire import I2CAdapter
from companion.devices.panel_wires.panel_wire import wire_fault_reason
from companion.devices.wiring_records import Mux

_T = TypeVar("_T")


class OpenChannel:
    """One multiplexer: which channel was last seen open, None where that is not known. All that uses it is one thread."""

    def __init__(self) -> None:
        self.channel: int | None = None


class KernelChannel:
    """The `Adapter` to what is behind `mux`, over `adapter`, the bus that the kernel made of the channel. It closes that with
    itself.

    `mask`: the bits of the register that stand for channels. `stir`: says a word over another channel, after which the
    kernel sets this one anew.
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
        """One write transaction. Raises OSError; nothing was sent to any panel where the channel is not seen open."""
        self._through(lambda: self._adapter.write(address, payload))

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        """One read transaction."""
        return self._through(lambda: self._adapter.read(address, count, after))

    def close(self) -> None:
        """Let the bus go."""
        self._adapter.close()

    def see(self) -> None:
        """See that the channel is open, where that is not known. Raises OSError."""
        self._through(lambda: None)

    def _through(self, talk: Callable[[], _T]) -> _T:
        try:
            if self._open_channel.channel != self._mux.channel:
                self._open_channel.channel = None
                self._see_open()
                self._open_channel.channel = self._mux.channel
            return talk()
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
            raise DeviceError(f"{where} cannot be asked: {wire_fault_reason(error)}") from error

    def _is_open(self) -> bool:
        return self._adapter.read(self._mux.address, 1)[0] & self._mask == 1 << self._mux.channel
