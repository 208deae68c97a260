"""A token bucket: how fast something may come."""

from collections.abc import Callable

MonotonicClock = Callable[[], float]
"""Seconds, monotonic."""


class TokenBucket:
    """Holds `burst` tokens at most and gains `rate` of them a second."""

    def __init__(self, rate: float, burst: float, clock: MonotonicClock) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._tokens = burst
        self._at = clock()

    def take(self, amount: float = 1.0) -> bool:
        """Take so many tokens, or none and False where there are fewer."""
        self._fill()
        if self._tokens < amount:
            return False
        self._tokens -= amount
        return True

    def owe(self, amount: float) -> float:
        """Take so many tokens, even more than there are; seconds until that is made up for."""
        self._fill()
        self._tokens -= amount
        return max(0.0, -self._tokens / self._rate)

    @property
    def left(self) -> float:
        """The tokens there are."""
        self._fill()
        return self._tokens

    def wait(self) -> float:
        """Seconds until there is a token."""
        self._fill()
        return max(0.0, (1 - self._tokens) / self._rate)

    def _fill(self) -> None:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
