"""Whose turn it is on a bus: the pictures that wait for their panels.

The newest picture of a panel wins and keeps the older one's place. Urgent ones go first, then whoever waits longest. A
panel that did not answer waits for a time that doubles from try to try. Pure: the time is a parameter.
"""

from typing import Final, NamedTuple

from companion.core.picture import Picture
from companion.core.seat import Seat

FIRST_WAIT: Final = 0.1
LONGEST_WAIT: Final = 5.0
"""Seconds between tries of a panel that does not answer."""


class Turn(NamedTuple):
    """`picture` is to stand on the panel of `seat`. It may be tried from `not_before` on, in seconds."""

    seat: Seat
    picture: Picture
    urgent: bool
    not_before: float


class Turns:
    """The waiting pictures of one bus, one for each panel at most. Not thread-safe."""

    def __init__(self) -> None:
        self._waiting: dict[Seat, Turn] = {}
        self._waits: dict[Seat, float] = {}

    def put(self, seat: Seat, picture: Picture, *, urgent: bool) -> None:
        """`picture` is now the one to show."""
        old = self._waiting.get(seat)
        # Writing over a key keeps its place in a dict, and that is the place in the line.
        self._waiting[seat] = Turn(seat, picture, urgent, old.not_before if old is not None else 0.0)

    def newest(self, seat: Seat) -> Picture | None:
        """The picture that waits for that panel."""
        turn = self._waiting.get(seat)
        return None if turn is None else turn.picture

    def take(self, now: float) -> Turn | None:
        """The turn that is due, or None. It goes on waiting until `done`, so the next look may find a better one."""
        due = [turn for turn in self._waiting.values() if turn.not_before <= now]
        return next((turn for turn in due if turn.urgent), due[0] if due else None)

    def done(self, turn: Turn) -> None:
        """The turn's picture stands. If a newer one has come meanwhile, that goes on waiting."""
        self._waits.pop(turn.seat, None)
        waiting = self._waiting.get(turn.seat)
        if waiting is not None and waiting.picture == turn.picture:
            del self._waiting[turn.seat]

    def failed(self, turn: Turn, now: float) -> None:
        """The panel did not answer: it is tried again, with the newest picture, after a while."""
        wait = self._waits.get(turn.seat, FIRST_WAIT)
        self._waits[turn.seat] = min(2 * wait, LONGEST_WAIT)
        newest = self._waiting.pop(turn.seat, turn)
        self._waiting[turn.seat] = newest._replace(not_before=now + wait)

    def drop(self, seat: Seat) -> None:
        """That panel is gone."""
        self._waiting.pop(seat, None)
        self._waits.pop(seat, None)

    def next_due(self) -> float | None:
        """When there is something to do, in seconds; it may be past. None: not before the next `put`."""
        return min((turn.not_before for turn in self._waiting.values()), default=None)
