"""A token bucket: how fast one page may send keys."""

from collections.abc import Callable

Clock = Callable[[], float]
"""Seconds, monotonic."""


class Bucket:
    """Holds `burst` tokens at most and gains `rate` of them a second."""

    def __init__(self, rate: float, burst: float, clock: Clock) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self) -> bool:
        """Take one token; False where there is none."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True
