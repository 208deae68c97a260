"""A mock pin that records the tones of a piezo on it. All pins of a simulated table are of this class."""

from collections import deque
from typing import Any, Final

from gpiozero.pins.mock import MockPWMPin

MAX_TONES_KEPT: Final = 256
"""How many tones a pin keeps."""


class PiezoPin(MockPWMPin):  # type: ignore[misc]  # gpiozero asks for its own class, and has no types
    """`tones`: the frequencies in hertz, in order; 0: silence."""

    def __init__(self, factory: Any, info: Any) -> None:
        self.tones: deque[int] = deque(maxlen=MAX_TONES_KEPT)
        super().__init__(factory, info)

    @property
    def tone(self) -> int:
        """The current frequency in hertz; 0: silence."""
        frequency = self.frequency
        # A constant level makes no sound.
        return int(frequency) if frequency is not None and 0 < self._state < 1 else 0

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self._record()

    def _set_frequency(self, value: float | None) -> None:
        super()._set_frequency(value)
        self._record()

    def _record(self) -> None:
        if self.tone != (self.tones[-1] if self.tones else 0):
            self.tones.append(self.tone)
