"""A mock pin that keeps what a piezo on it would have sounded; every pin of a simulated table is one, whatever it is for."""

from collections import deque
from typing import Any, Final

from gpiozero.pins.mock import MockPWMPin

MAX_TONES_KEPT: Final = 256
"""Tones that a pin remembers."""


class PiezoPin(MockPWMPin):  # type: ignore[misc]  # gpiozero asks for its own class, and has no types
    """`tones`: the hertz of one tone after the other, with 0 where it became silent."""

    def __init__(self, factory: Any, info: Any) -> None:
        self.tones: deque[int] = deque(maxlen=MAX_TONES_KEPT)
        super().__init__(factory, info)

    @property
    def tone(self) -> int:
        """The hertz that it sounds now; 0: it is silent."""
        frequency = self.frequency
        # A level that stays makes no sound, and a membrane that is held aside would be worn.
        return int(frequency) if frequency is not None and 0 < self._state < 1 else 0

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self._listen()

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self._listen()

    def _listen(self) -> None:
        if self.tone != (self.tones[-1] if self.tones else 0):
            self.tones.append(self.tone)
