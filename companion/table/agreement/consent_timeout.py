"""How long a proposal waits for each player: one who presses no key for SILENCE seconds counts as agreeing.

Pure: time comes in with every call, in seconds on one clock that never goes back. Invariant: a seat counts as silent only if it
has been asked, and has pressed no key, for all of SILENCE seconds. A held key does not count as pressed again.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, structs

from companion.core.seat import Seat

SILENCE: Final = 60
"""Seconds without a key after which a player who was asked counts as agreeing."""
STEP: Final = 10
"""Seconds between two numbers of the countdown. Each number redraws every screen, so there are few."""
_EARLY: Final = 1e-6
"""Seconds by which a timer may run early. Without them, rounding could make `deadline` return the same moment again."""


class ConsentTimeout(Struct, frozen=True):
    """`active_at`: for each seat, when it was asked or pressed its last key after that. `now`: the time that the screens show."""

    active_at: tuple[float, ...]
    now: float

    def with_key(self, seat: Seat, at: float) -> "ConsentTimeout":
        """After a key press of that seat."""
        return ConsentTimeout((*self.active_at[:seat], at, *self.active_at[seat + 1 :]), at)

    def at_time(self, at: float) -> "ConsentTimeout":
        """At that time."""
        return structs.replace(self, now=at)

    def seconds_left(self, seat: Seat) -> int:
        """Seconds until the seat counts as agreeing, as the countdown shows them; 0: it counts as agreeing."""
        return max(SILENCE - STEP * self._steps(seat), 0)

    def deadline(self, seats: Iterable[Seat]) -> float | None:
        """When the countdown of one of these seats shows another number, or ends; None if there are no seats."""
        return min((self.active_at[seat] + STEP * (self._steps(seat) + 1) for seat in seats), default=None)

    def _steps(self, seat: Seat) -> int:
        # A key that was pressed before the countdown restarted may arrive after it.
        return max(int((self.now - self.active_at[seat] + _EARLY) // STEP), 0)


def started_timeout(seats: int, at: float) -> ConsentTimeout:
    """All seats are asked now."""
    return ConsentTimeout((at,) * seats, at)
