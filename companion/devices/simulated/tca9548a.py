"""A Texas Instruments TCA9548A, byte by byte (data sheet SCPS207G).

Its register connects the bus to any of eight channels. A written register takes effect at the stop condition, so a repeated
start still reaches the previous channels.
"""

from collections.abc import Iterator, Mapping

from companion.devices.simulated.display_chip import DisplayChip


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
        """Power went off and on: all channels are closed."""
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
