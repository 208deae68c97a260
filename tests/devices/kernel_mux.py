"""Linux's driver pca954x, which makes a bus of each channel (drivers/i2c/muxes/i2c-mux-pca954x.c).

It sets the multiplexer before a transaction only if it believes that another channel is open, and never reads the register.
"""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from companion.devices.simulated.i2c import SimulatedI2C

_T = TypeVar("_T")


class KernelMux:
    """The driver of the multiplexer at `address` on `wires`."""

    def __init__(self, wires: SimulatedI2C, address: int) -> None:
        self._wires = wires
        self._address = address
        self._last = 0

    def channel(self, number: int) -> "KernelBus":
        """The kernel's bus of a channel."""
        return KernelBus(self, number)

    def through(self, number: int, transfer: Callable[[SimulatedI2C], _T]) -> _T:
        """One transaction on that channel. Raises OSError; nothing is sent if the channel could not be set."""
        wanted = 1 << number
        if self._last != wanted:
            self._last = 0
            self._wires.write(self._address, bytes([wanted]))
            self._last = wanted
        return transfer(self._wires)


class KernelBus:
    """An `I2CAdapter`, with the part of smbus2's bus that luma calls."""

    def __init__(self, mux: KernelMux, number: int) -> None:
        self._mux = mux
        self._number = number

    def write(self, address: int, payload: bytes) -> None:
        """One write transaction."""
        self._mux.through(self._number, lambda wires: wires.write(address, payload))

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        """One read transaction."""
        return self._mux.through(self._number, lambda wires: wires.read(address, count, after))

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """smbus2's block of at most 32 bytes."""
        self._mux.through(self._number, lambda wires: wires.write_i2c_block_data(i2c_addr, register, data))

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """smbus2's combined transaction."""
        self._mux.through(self._number, lambda wires: wires.i2c_rdwr(*i2c_msgs))

    def close(self) -> None:
        """No effect: the kernel keeps the bus."""
