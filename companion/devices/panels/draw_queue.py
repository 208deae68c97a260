"""The draw queue of a bus: which panel is written next. Contrasts come first, then pictures, then checks.

The newest picture of a panel replaces the waiting one and keeps its place; in the place of an urgent one it is urgent too, so a
tick of the clock does not send a press back behind other panels. Urgent pictures go first, then the one that has waited longest.
A panel that did not answer waits before each retry, twice as long each time. Pure: the time is a parameter.
"""

from typing import Final, NamedTuple

from companion.core.picture import Picture
from companion.core.seat import Seat

FIRST_RETRY_WAIT: Final = 0.1
LONGEST_RETRY_WAIT: Final = 5.0
"""Seconds between retries of a panel that does not answer."""


class QueuedPicture(NamedTuple):
    """A picture for the panel of `seat`. It is not drawn before `not_before`, in seconds."""

    seat: Seat
    picture: Picture
    urgent: bool
    not_before: float


class QueuedContrast(NamedTuple):
    """A contrast for the panel of `seat`; None: the configured one."""

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
        """Queue `picture` in place of an older one."""
        old = self._waiting.get(seat)
        if old is not None:
            urgent = urgent or old.urgent
        # Assigning to an existing key keeps its place in the dict, which is the place in the queue.
        self._waiting[seat] = QueuedPicture(seat, picture, urgent, old.not_before if old is not None else 0.0)

    def newest(self, seat: Seat) -> Picture | None:
        """The picture that waits for that panel."""
        queued = self._waiting.get(seat)
        return None if queued is None else queued.picture

    def dim(self, seat: Seat, contrast: int | None, *, urgent: bool) -> None:
        """Queue a contrast in place of an older one."""
        self._contrasts.pop(seat, None)
        queued = {seat: QueuedContrast(seat, contrast)}
        self._contrasts = queued | self._contrasts if urgent else self._contrasts | queued

    def next_contrast(self) -> QueuedContrast | None:
        """Remove and return the next contrast to set; None if there is none."""
        return self._contrasts.pop(next(iter(self._contrasts))) if self._contrasts else None

    def check(self, seat: Seat) -> None:
        """Queue a check of that panel."""
        self._checks[seat] = None

    def next_check(self) -> Seat | None:
        """Remove and return the next panel to check; None if there is none."""
        seat = next(iter(self._checks), None)
        if seat is not None:
            del self._checks[seat]
        return seat

    def take(self, now: float) -> QueuedPicture | None:
        """The picture to draw now, or None. It stays queued until `done`, so a more urgent one can overtake it."""
        due = [queued for queued in self._waiting.values() if queued.not_before <= now]
        return next((queued for queued in due if queued.urgent), due[0] if due else None)

    def done(self, queued: QueuedPicture) -> None:
        """The picture is on its panel. A newer one that came meanwhile stays queued."""
        self._waits.pop(queued.seat, None)
        waiting = self._waiting.get(queued.seat)
        if waiting is not None and waiting.picture == queued.picture:
            del self._waiting[queued.seat]

    def failed(self, seat: Seat, now: float) -> None:
        """The panel did not answer: retry later, with its newest picture. One must be queued."""
        wait = self._waits.get(seat, FIRST_RETRY_WAIT)
        self._waits[seat] = min(2 * wait, LONGEST_RETRY_WAIT)
        # It goes to the end of the queue.
        self._waiting[seat] = self._waiting.pop(seat)._replace(not_before=now + wait)

    def drop(self, seat: Seat) -> None:
        """Remove everything that waits for that panel."""
        self._waiting.pop(seat, None)
        self._waits.pop(seat, None)
        self._contrasts.pop(seat, None)
        self._checks.pop(seat, None)

    def next_due(self) -> float | None:
        """When the next entry is due, in seconds; it may be in the past. None: the queue is empty."""
        if self._contrasts or self._checks:
            return 0.0
        return min((queued.not_before for queued in self._waiting.values()), default=None)
