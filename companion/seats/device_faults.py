"""What counts as a fault of a device.

A glitch is no fault, and a fault that comes and goes is one fault: it counts when it has lasted for its grace, and ends when it
has been away for its recovery time, which doubles with every relapse. So a loose cable that flickers does not make the screens
flicker. Pure: the time is a parameter.
"""

from typing import Final, Literal

from msgspec import Struct

from companion.core.seat import Place

FaultSource = Literal["screen", "keys", "phone"]
_Name = tuple[Place, FaultSource]

LONGEST_RECOVERY: Final = 8.0
RELAPSE: Final = 60.0
"""Seconds within which the same fault again is a relapse."""


class FaultReport(Struct, frozen=True):
    """A device of a seat stopped working for the reason `sentence`, or (None) works again."""

    seat: Place
    what: FaultSource
    sentence: str | None


class FaultTimings(Struct, frozen=True):
    """Seconds. `grace`: until a fault counts. `recovery`: until a device that works again counts as repaired. `phone_grace`:
    until a phone that is not connected counts as gone. `phone_return`: until a seat returns from its phone to its own screen.
    `reading`: after a new fault is on the screens, keys are ignored for so long, since nobody has read it yet. `late`: until
    those who are there are offered what can be done for whoever is away."""

    grace: float = 0.3
    recovery: float = 1.0
    phone_grace: float = 5.0
    phone_return: float = 10.0
    reading: float = 1.0
    late: float = 15.0


FAULT_TIMINGS: Final = FaultTimings()


class DeviceFault(Struct, frozen=True):
    """`sentence` is for people, with the remedy. `recovering`: the device works again, and is watched for a moment."""

    seat: Place
    what: FaultSource
    sentence: str
    recovering: bool = False

    @property
    def name(self) -> tuple[Place, FaultSource]:
        """Identifies the device: the same for each of its faults."""
        return self.seat, self.what


class _FaultState(Struct):
    """One fault. `due`: when its grace or its recovery ends; None where nothing is waited for. `counts`: its grace is over."""

    sentence: str
    recovery: float
    due: float | None
    broken: bool = True
    counts: bool = False


class FaultTracker:
    """The faults of every seat. `recovery`: seconds, as in FaultTimings."""

    def __init__(self, recovery: float) -> None:
        self._recovery = recovery
        self._states: dict[_Name, _FaultState] = {}
        self._ended: dict[_Name, tuple[float, float]] = {}
        """When the last fault of a device ended, and how long its recovery was."""

    def report(
        self, seat: Place, what: FaultSource, sentence: str | None, at: float, grace: float, recovery: float = 0
    ) -> None:
        """A device stopped working for the reason `sentence`, or (None) works again. `recovery`: the least time for which it
        must work then."""
        name = (seat, what)
        state = self._states.get(name)
        if sentence is None:
            if state is None or not state.broken:
                return
            if not state.counts:
                del self._states[name]
                return
            state.broken, state.due = False, at + max(state.recovery, recovery)
        elif state is None:
            ended, waited = self._ended.pop(name, (None, 0.0))
            relapse = ended is not None and at - ended < RELAPSE
            self._states[name] = _FaultState(sentence, _doubled(waited) if relapse else self._recovery, at + grace)
        else:
            state.sentence = sentence
            if not state.broken:
                state.broken, state.due, state.recovery = True, None, _doubled(state.recovery)

    def drop(self, seat: Place, what: FaultSource) -> None:
        """The device is not needed any more."""
        self._states.pop((seat, what), None)

    def expire(self, at: float) -> None:
        """The time is `at`."""
        for name, state in list(self._states.items()):
            if state.due is None or at < state.due:
                continue
            if state.broken:
                state.counts, state.due = True, None
            else:
                del self._states[name]
                self._ended[name] = (at, state.recovery)

    @property
    def deadline(self) -> float | None:
        """When `expire` must be called; None: not before the next report."""
        return min((state.due for state in self._states.values() if state.due is not None), default=None)

    @property
    def active(self) -> tuple[DeviceFault, ...]:
        """The faults that count, by seat."""
        return tuple(
            DeviceFault(seat, what, state.sentence, recovering=not state.broken)
            for (seat, what), state in sorted(self._states.items())
            if state.counts
        )


def _doubled(recovery: float) -> float:
    return min(2 * recovery, LONGEST_RECOVERY)
