"""A simulated I2C bus: chips at addresses, TCA9548A multiplexers, a count of the traffic, and injected faults.

The bus is an `I2CAdapter` of this project, and has the part of smbus2's bus that luma and LinuxI2C call. A multiplexer is
modelled byte by byte (Texas Instruments' data sheet SCPS207G): its register connects the bus to any of eight channels, and a
written register takes effect at the stop condition, so a repeated start still reaches the previous channels.
"""

import errno
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from companion.devices.simulated.chip import ChipError, DisplayChip, i2c_write
from companion.devices.simulated.pins import was_low


class TCA9548A:
    """The multiplexer. `channels`: the chips on each channel, by address."""

    def __init__(self, channels: Mapping[int, Mapping[int, DisplayChip]]) -> None:
        self._channels = channels
        self._written = 0
        self._open = 0

    @property
    def open(self) -> int:
        """The connected channels, a bit for each."""
        return self._open

    def power_cycle(self) -> None:
        self._written = self._open = 0

    def reset(self) -> None:
        """The reset line went low: all channels are closed."""
        self.power_cycle()

    def take(self, payload: bytes) -> None:
        """A write to its own address; the last byte counts."""
        if payload:
            self._written = payload[-1]

    def register(self) -> int:
        """A read from its own address: the last byte written, even before the stop condition."""
        return self._written

    def stop(self) -> None:
        """A stop condition on the bus."""
        self._open = self._written

    def reached(self, address: int) -> Iterator[DisplayChip]:
        """The chips with that address on the open channels."""
        for channel, chips in self._channels.items():
            if self._open >> channel & 1 and address in chips:
                yield chips[address]


NOT_ACKNOWLEDGED: Final = 121
"""Linux's EREMOTEIO: no device acknowledged its address."""
_READ: Final = 1
"""The flag of a message that reads (linux/i2c.h, I2C_M_RD)."""


class InjectedFault(NamedTuple):
    """A transaction ends in OSError `number` after `after` bytes. If `number` is 0, it succeeds, but the bits `flipped` of its
    first byte are inverted."""

    number: int
    after: int = 0
    flipped: int = 0


class SimulatedI2C:
    """One bus. `transactions`, `bytes` (with addresses) and `clocks` count what the master wrote and read."""

    def __init__(self, chips: Mapping[int, DisplayChip], muxes: Mapping[int, TCA9548A] | None = None) -> None:
        self._chips = dict(chips)
        self._muxes = dict(muxes or {})
        self._unplugged: set[int] = set()
        self._mute: set[int] = set()
        self._asleep: set[int] = set()
        self._stuck: tuple[int, int] | None = None
        self._resets: list[tuple[Any, tuple[DisplayChip | TCA9548A, ...]]] = []
        self._faults: deque[InjectedFault | None] = deque()
        self.transactions = 0
        self.bytes = 0
        self.clocks = 0

    def fail(self, *numbers: int, skip: int = 0, after: int = 0) -> None:
        """After `skip` good transactions the next ones end in OSError with these numbers (5, 11, 110), after `after` bytes
        each."""
        self._faults.extend([None] * skip)
        self._faults.extend(InjectedFault(number, after) for number in numbers)

    def flip(self, bits: int, *, skip: int = 0) -> None:
        """After `skip` good transactions these bits of the first byte that the next one writes are inverted."""
        self._faults.extend([None] * skip)
        self._faults.append(InjectedFault(0, flipped=bits))

    def heal(self) -> None:
        """Cancel the faults that have not happened yet."""
        self._faults.clear()

    def unplug(self, address: int) -> None:
        """Unplug the chip at `address`: it loses power and stops acknowledging."""
        self._unplugged.add(address)
        self._at(address).power_cycle()

    def plug(self, address: int) -> None:
        """Plug it in again."""
        self._unplugged.remove(address)

    def mute(self, address: int) -> None:
        """From now on the panel at `address` acknowledges no reads, as some panels do."""
        self._mute.add(address)

    def reset_by(self, pin: Any, *what: DisplayChip | TCA9548A) -> None:
        """Connect the reset lines of `what`, with a pull-up, to a mock pin."""
        pin.drive_high()
        pin.clear_states()
        self._resets.append((pin, what))

    def reset_muxes_by(self, pin: Any) -> None:
        """Connect the reset lines of all multiplexers to a mock pin."""
        if self._muxes:
            self.reset_by(pin, *self._muxes.values())

    def needs_reset(self, address: int) -> None:
        """The panel at `address` acknowledges nothing until its reset line was low."""
        self._asleep.add(address)

    def jam(self, address: int, channel: int) -> None:
        """A chip on a channel of the multiplexer at `address` holds SDA low: while the channel is open, the bus hangs."""
        self._stuck = (address, channel)

    def unjam(self) -> None:
        """The chip releases SDA."""
        self._stuck = None

    def write(self, address: int, payload: bytes) -> None:
        self._transact([(address, payload)])

    def read(self, address: int, count: int, after: bytes = b"") -> bytes:
        before = [(address, after)] if after else []
        return self._transact([*before, (address, count)])

    def close(self) -> None:
        """No effect: the bus can be opened again."""

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: Sequence[int]) -> None:
        """smbus2's block of at most 32 bytes."""
        if len(data) > 32:
            raise ValueError("an SMBus block holds 32 bytes at most")
        self._transact([(i2c_addr, bytes([register, *data]))])

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """smbus2's combined transaction."""
        found = self._transact(
            [(message.addr, len(message) if message.flags & _READ else bytes(message)) for message in i2c_msgs]
        )
        for message in i2c_msgs:
            if message.flags & _READ:
                for place in range(len(message)):
                    message.buf[place] = found[place : place + 1]

    def _transact(self, messages: Iterable[tuple[int, bytes | int]]) -> bytes:
        """A start, the messages (bytes to write, or how many to read), each but the first after a repeated start, a stop."""
        self.transactions += 1
        self._pull_resets()
        if self._stuck is not None and self._muxes[self._stuck[0]].open >> self._stuck[1] & 1:
            raise OSError(errno.ETIMEDOUT, "Connection timed out")
        fault = self._faults.popleft() if self._faults else None
        found = b""
        try:
            for address, what in messages:
                reached = self._reached(address, reading=isinstance(what, int))
                if not reached:
                    self._count(1)
                    raise OSError(NOT_ACKNOWLEDGED, "Remote I/O error")
                if fault is not None and fault.number:
                    self._count(1 + fault.after)
                    if fault.after and isinstance(what, bytes):
                        # An incomplete command is not the driver's error.
                        with suppress(ChipError):
                            self._deliver(reached, what[: fault.after])
                    raise OSError(fault.number, "simulated fault")
                if isinstance(what, bytes):
                    if fault is not None:
                        what, fault = bytes([what[0] ^ fault.flipped]) + what[1:], None
                    self._count(1 + len(what))
                    self._deliver(reached, what)
                else:
                    self._count(1 + what)
                    found = bytes([self._answer(reached)] * what)
        finally:
            # A failed transaction ends with a stop as well.
            for mux in self._muxes.values():
                mux.stop()
        # One clock for the start and one for the stop.
        self.clocks += 2
        return found

    def _reached(self, address: int, *, reading: bool) -> list[DisplayChip | TCA9548A]:
        """All chips that respond to the address."""
        if address in self._unplugged or address in self._asleep or (reading and address in self._mute):
            return []
        there: list[DisplayChip | TCA9548A] = (
            [self._at(address)] if address in self._chips or address in self._muxes else []
        )
        for place, mux in self._muxes.items():
            if place not in self._unplugged:
                there.extend(mux.reached(address))
        return there

    def _pull_resets(self) -> None:
        for pin, what in self._resets:
            for one in what if was_low(pin) else ():
                one.reset()
                self._asleep -= {address for address, chip in self._chips.items() if chip is one}

    def _at(self, address: int) -> DisplayChip | TCA9548A:
        return self._muxes[address] if address in self._muxes else self._chips[address]

    def _deliver(self, reached: list[DisplayChip | TCA9548A], payload: bytes) -> None:
        for one in reached:
            if isinstance(one, TCA9548A):
                one.take(payload)
            else:
                i2c_write(one, payload)

    def _answer(self, reached: list[DisplayChip | TCA9548A]) -> int:
        """Zeros win on an open-drain bus."""
        answer = 0xFF
        for one in reached:
            answer &= one.register() if isinstance(one, TCA9548A) else one.status()
        return answer

    def _count(self, sent: int) -> None:
        """Eight clocks and an acknowledgement for each byte."""
        self.bytes += sent
        self.clocks += 9 * sent
