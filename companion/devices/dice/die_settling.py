"""When a die that is read by sensors has come to rest: out of looks with their times come sights and readings.

Law: a look counts when it has not changed for STABLE. Each time that the die is laid down is told as lying once; a die that
was there at the start, or that comes to lie as before and was never away for as long as STABLE, is no new roll.
"""

from typing import Final, Literal, NamedTuple

from companion.devices.device_protocols import DieSight

STABLE_SECONDS: Final = 0.3
"""Seconds."""


class LyingDie(NamedTuple):
    """A die that can be read. `front`: None where the sensors cannot tell."""

    top: object
    front: object


SensorState = LyingDie | Literal["moving", "absent", "unreadable", "silent", "gone"]
"""What is seen at one moment: a die; one that its reader itself calls restless; none; something that no die shows; nothing that
the reader vouches for; no reader."""

DieEvents = tuple[LyingDie | DieSight, ...]


class DieSettling:
    """One die. `look`: what is seen at the first moment; `stable`: how long a look must hold, `away`: how long a die that lies
    as before must have been away to be a new roll. Seconds."""

    def __init__(self, look: SensorState, stable: float = STABLE_SECONDS, away: float = STABLE_SECONDS) -> None:
        self._stable = stable
        self._away = away
        self._seen = self._settled = look
        self._is_still = True
        self._changed = 0.0
        self._deadline: float | None = None
        self._lay = look if isinstance(look, LyingDie) else None
        """How it lay when that was last told, or at the start."""
        self._left = 0.0
        """Since when it is away from there."""
        self._unknown = look == "gone"
        """Whether its reader was gone since all was last at rest, and be it for a moment."""

    @property
    def deadline(self) -> float | None:
        """When to look again (`expire`), in seconds; None while nothing but an edge can change anything."""
        return self._deadline

    @property
    def settled(self) -> SensorState:
        """What was seen when all was last at rest, or at the start."""
        return self._settled

    def edge(self, look: SensorState, at: float) -> DieEvents:
        """Something changed at `at`, even if what is seen now is what was seen before."""
        was_still, self._is_still = self._is_still, False
        self._unknown = self._unknown or look == "gone"
        self._seen, self._changed = look, at
        self._deadline = None if look == "moving" else at + self._stable
        if not was_still:
            return ()
        if self._settled == self._lay:
            self._left = at
        return (DieSight("tumbling"),)

    def expire(self, look: SensorState, at: float) -> DieEvents:
        """The time is `at`, and this is what is seen. Before the deadline this does nothing."""
        if self._deadline is None or at < self._deadline:
            return ()
        if look == "moving" or look != self._seen:
            # An edge was missed; the wait begins again.
            return self.edge(look, at)
        # While its reader was gone nobody knows what became of the die.
        unknown, self._unknown = self._unknown, look == "gone"
        self._settled, self._deadline, self._is_still = look, None, True
        if not isinstance(look, LyingDie):
            return (DieSight(look),)
        again = look == self._lay and self._changed - self._left < self._away
        self._lay = look
        return (DieSight("lying"),) if unknown or again else (look,)
