"""A Texas Instruments TCA9548A, byte by byte (data sheet SCPS207G).

It joins the bus to any of eight channels as its register says. A written register counts from the stop condition on, so
that a repeated start still reaches the channels of before.
"""

from collections.abc import Iterator, Mapping

from companion.devices.simulated.display_chip import DisplayChip


class TCA9548A:
    """The multiplexer. `channels`: what hangs on each, by address."""

    def __init__(self, channels: Mapping[int, Mapping[int, DisplayChip]]) -> None:
        self._channels = channels
        self._written = 0
        self._open = 0

    @property
    def open(self) -> int:
        """The channels that are joined to the bus, a bit for each."""
        return self._open

    def power_cycle(self) -> None:
        """Power was cut and came again: all channels are closed."""
        self._written = self._open = 0

    def reset(self) -> None:
        """The reset line went low: all channels are closed."""
        self.power_cycle()

    def take(self, payload: bytes) -> None:
        """Its own address was written to; the last byte stays."""
        if payload:
            self._written = payload[-1]

    def register(self) -> int:
        """What is read at its own address: what was written last, whether or not it counts already."""
        return self._written

    def stop(self) -> None:
        """There was a stop condition on the bus."""
        self._open = self._written

    def reached(self, address: int) -> Iterator[DisplayChip]:
        """The chips of that address behind the open channels."""
        for channel, chips in self._channels.items():
            if self._open >> channel & 1 and address in chips:
                yield chips[address]
