"""A simulated I2C bus: chips at addresses, a count of all that goes over the wires, and faults to order.

It is an `Adapter` of this project and, beside that, as much of smbus2's bus as luma calls.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from companion.devices.simulated.chip import Chip, i2c_write

NOBODY: Final = 121
"""Linux's EREMOTEIO: no device acknowledged its address."""


class SimulatedI2C:
    """One bus. `transactions`, `bytes` (addresses included) and `clocks` count what the master sent."""

    def __init__(self, chips: Mapping[int, Chip]) -> None:
        self._chips = dict(chips)
        self._unplugged: set[int] = set()
        self._faults: deque[tuple[int, int] | None] = deque()
        self.transactions = 0
        self.bytes = 0
        self.clocks = 0

    def fail(self, *numbers: int, skip: int = 0, after: int = 0) -> None:
        """After `skip` good transactions the next ones end in OSError of these numbers (5, 11, 110). `after`: how many
        bytes of each still get through."""
        self._faults.extend([None] * skip)
        self._faults.extend((number, after) for number in numbers)

    def unplug(self, address: int) -> None:
        """Pull the panel's plug: it loses power, and its address is not acknowledged."""
        self._unplugged.add(address)
        self._chips[address].power_cycle()

    def plug(self, address: int) -> None:
        """Put the plug back in."""
        self._unplugged.remove(address)

    def write(self, address: int, payload: bytes) -> None:
        """One write transaction."""
        self._transact([(address, payload)])

    def close(self) -> None:
        """The wires stay for whoever opens the bus next."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """smbus2's block of at most 32 bytes."""
        if len(data) > 32:
            raise ValueError("an SMBus block holds 32 bytes at most")
        self._transact([(i2c_addr, bytes([register, *data]))])

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """smbus2's combined transaction, of writes."""
        self._transact([(message.addr, bytes(message)) for message in i2c_msgs])

    def _transact(self, messages: Iterable[tuple[int, bytes]]) -> None:
        self.transactions += 1
        fault = self._faults.popleft() if self._faults else None
        for address, payload in messages:
            chip = self._chips.get(address)
            if chip is None or address in self._unplugged:
                self._count(1)
                raise OSError(NOBODY, "Remote I/O error")
            if fault is not None:
                number, after = fault
                self._count(1 + after)
                if after:
                    i2c_write(chip, payload[:after])
                raise OSError(number, "simulated fault")
            self._count(1 + len(payload))
            i2c_write(chip, payload)
        # A stop takes as long as the start before it.
        self.clocks += 2

    def _count(self, sent: int) -> None:
        """Eight clocks and the acknowledge for each byte."""
        self.bytes += sent
        self.clocks += 9 * sent
