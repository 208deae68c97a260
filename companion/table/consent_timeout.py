"""How long a question at the table waits for each player: whoever touches no key for SILENCE seconds counts as agreeing.

Pure: time comes in with every call, in seconds on one clock that never goes back. Law: a seat is silent only when it has been
asked, and has touched no key, for the whole of SILENCE; a key that is merely held is not touched anew.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct, structs

from companion.core.seat import Seat

SILENCE: Final = 60
"""Seconds without a key after which a player who was asked counts as agreeing."""
STEP: Final = 10
"""Seconds between two numbers of the countdown; every screen is written anew for each, so they are few."""
_EARLY: Final = 1e-6
"""Seconds that a timer may come too soon; without them a sum of fractions could ask for the same moment again."""


class ConsentTimeout(Struct, frozen=True):
    """`heard`: for each seat when it was asked, or touched a key after that. `now`: the time that the screens tell."""

    heard: tuple[float, ...]
    now: float

    def touched(self, seat: Seat, at: float) -> "ConsentTimeout":
        """A key of that seat was touched."""
        return ConsentTimeout((*self.heard[:seat], at, *self.heard[seat + 1 :]), at)

    def passed(self, at: float) -> "ConsentTimeout":
        """The time is `at`."""
        return structs.replace(self, now=at)

    def left(self, seat: Seat) -> int:
        """Seconds until the seat counts as agreeing, as the countdown shows them; 0: it does."""
        return max(SILENCE - STEP * self._steps(seat), 0)

    def deadline(self, seats: Iterable[Seat]) -> float | None:
        """When the countdown of one of these seats shows another number, or ends; None where there is none."""
        return min((self.heard[seat] + STEP * (self._steps(seat) + 1) for seat in seats), default=None)

    def _steps(self, seat: Seat) -> int:
        # A key can have been touched before all were asked anew, and be heard of after that.
        return max(int((self.now - self.heard[seat] + _EARLY) // STEP), 0)


def begin(seats: int, at: float) -> ConsentTimeout:
    """All are asked now."""
    return ConsentTimeout((at,) * seats, at)
