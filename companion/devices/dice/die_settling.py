"""When a die under sensors has come to rest: the states of the sensors, with their times, become readings.

Invariant: a state counts when it has not changed for STABLE_SECONDS. Each throw gives one reading. A die that was there at the
start, or that lies as before and was away for less than STABLE_SECONDS, is not a new roll.
"""

from typing import Final, Literal, NamedTuple

from companion.devices.protocols import DieSight

STABLE_SECONDS: Final = 0.3
"""How long a state must hold."""


class LyingDie(NamedTuple):
    """A die at rest that can be read. `front`: None if the sensors cannot read it."""

    top: object
    front: object


SensorState = LyingDie | Literal["moving", "absent", "unreadable", "silent", "gone"]
"""The sensors at one moment: a die; moving: the reader says that it moves; absent: no die; unreadable: a pattern of no
orientation; silent: the reader's strobe is low; gone: the reader does not answer."""

DieEvents = tuple[LyingDie | DieSight, ...]


class DieSettling:
    """One die. `state`: the first state; `stable`: how long a state must hold; `away`: how long a die that lies as before must
    have been away to count as a new roll. Seconds."""

    def __init__(self, state: SensorState, stable: float = STABLE_SECONDS, away: float = STABLE_SECONDS) -> None:
        self._stable = stable
        self._away = away
        self._latest = self._settled = state
        self._is_still = True
        self._changed = 0.0
        self._deadline: float | None = None
        self._last_lying = state if isinstance(state, LyingDie) else None
        """How it lay at the last reading, or at the start."""
        self._left_at = 0.0
        """When it left that place."""
        self._unknown = state == "gone"
        """Whether its reader was gone, even for a moment, since the sensors were last at rest."""

    @property
    def deadline(self) -> float | None:
        """When to read the sensors again (`expire`), in seconds; None: only an edge can change anything."""
        return self._deadline

    @property
    def settled(self) -> SensorState:
        """The state when the sensors were last at rest, or at the start."""
        return self._settled

    def edge(self, state: SensorState, at: float) -> DieEvents:
        """A sensor changed at `at`; `state` may still be the same state as before."""
        was_still, self._is_still = self._is_still, False
        self._unknown = self._unknown or state == "gone"
        self._latest, self._changed = state, at
        self._deadline = None if state == "moving" else at + self._stable
        if not was_still:
            return ()
        if self._settled == self._last_lying:
            self._left_at = at
        return (DieSight("tumbling"),)

    def expire(self, state: SensorState, at: float) -> DieEvents:
        """The deadline passed: the state at `at` is `state`. Before the deadline this does nothing."""
        if self._deadline is None or at < self._deadline:
            return ()
        if state == "moving" or state != self._latest:
            # An edge was missed; wait again.
            return self.edge(state, at)
        # While its reader was gone the die may have been moved.
        unknown, self._unknown = self._unknown, state == "gone"
        self._settled, self._deadline, self._is_still = state, None, True
        if not isinstance(state, LyingDie):
            return (DieSight(state),)
        again = state == self._last_lying and self._changed - self._left_at < self._away
        self._last_lying = state
        return (DieSight("lying"),) if unknown or again else (state,)
