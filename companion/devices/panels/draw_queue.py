"""Whose queued it is on a bus: the pictures that wait for their panels, and the small things beside them.

The newest picture of a panel wins and keeps the older one's place. Urgent ones go first, then whoever waits longest. A
panel that did not answer waits for a time that doubles from try to try. A new contrast goes before every picture, and a
look whether a panel still shows goes after all of them. Pure: the time is a parameter.
"""

from typing import Final, NamedTuple

from companion.core.picture import Picture
from companion.core.seat import Seat

FIRST_RETRY_WAIT: Final = 0.1
LONGEST_RETRY_WAIT: Final = 5.0
"""Seconds between tries of a panel that does not answer."""


class QueuedPicture(NamedTuple):
    """`picture` is to stand on the panel of `seat`. It may be tried from `not_before` on, in seconds."""

    seat: Seat
    picture: Picture
    urgent: bool
    not_before: float


class QueuedContrast(NamedTuple):
    """The panel of `seat` is to show at `contrast`; None: at its own."""

    seat: Seat
    contrast: int | None


class DrawQueue:
    """The waiting pictures of one bus, one for each panel at most. Not thread-safe."""

    def __init__(self) -> None:
        self._waiting: dict[Seat, QueuedPicture] = {}
        self._waits: dict[Seat, float] = {}
        self._contrasts: dict[Seat, QueuedContrast] = {}
        self._checks: dict[Seat, None] = {}

    def put(self, seat: Seat, picture: Picture, *, urgent: bool) -> None:
        """`picture` is now the one to show."""
        old = self._waiting.get(seat)
        # Writing over a key keeps its place in a dict, and that is the place in the line.
        self._waiting[seat] = QueuedPicture(seat, picture, urgent, old.not_before if old is not None else 0.0)

    def newest(self, seat: Seat) -> Picture | None:
        """The picture that waits for that panel."""
        queued = self._waiting.get(seat)
        return None if queued is None else queued.picture

    def dim(self, seat: Seat, contrast: int | None, *, urgent: bool) -> None:
        """`contrast` is now the one to show at."""
        self._contrasts.pop(seat, None)
        queued = {seat: QueuedContrast(seat, contrast)}
        self._contrasts = queued | self._contrasts if urgent else self._contrasts | queued

    def next_contrast(self) -> QueuedContrast | None:
        """The next contrast to be set, once; None if there is none."""
        return self._contrasts.pop(next(iter(self._contrasts))) if self._contrasts else None

    def check(self, seat: Seat) -> None:
        """That panel is to be looked at."""
        self._checks[seat] = None

    def next_check(self) -> Seat | None:
        """The next panel to be looked at, once; None if there is none."""
        seat = next(iter(self._checks), None)
        if seat is not None:
            del self._checks[seat]
        return seat

    def take(self, now: float) -> QueuedPicture | None:
        """The queued that is due, or None. It goes on waiting until `done`, so the next look may find a better one."""
        due = [queued for queued in self._waiting.values() if queued.not_before <= now]
        return next((queued for queued in due if queued.urgent), due[0] if due else None)

    def done(self, queued: QueuedPicture) -> None:
        """The queued's picture stands. If a newer one has come meanwhile, that goes on waiting."""
        self._waits.pop(queued.seat, None)
        waiting = self._waiting.get(queued.seat)
        if waiting is not None and waiting.picture == queued.picture:
            del self._waiting[queued.seat]

    def failed(self, seat: Seat, now: float) -> None:
        """The panel did not answer: it is tried again, with the newest picture, after a while. A picture must wait for it."""
        wait = self._waits.get(seat, FIRST_RETRY_WAIT)
        self._waits[seat] = min(2 * wait, LONGEST_RETRY_WAIT)
        # It goes to the end of the line.
        self._waiting[seat] = self._waiting.pop(seat)._replace(not_before=now + wait)

    def drop(self, seat: Seat) -> None:
        """That panel is gone."""
        self._waiting.pop(seat, None)
        self._waits.pop(seat, None)
        self._contrasts.pop(seat, None)
        self._checks.pop(seat, None)

    def next_due(self) -> float | None:
        """When there is something to do, in seconds; it may be past. None: not before the next call."""
        if self._contrasts or self._checks:
            return 0.0
        return min((queued.not_before for queued in self._waiting.values()), default=None)
