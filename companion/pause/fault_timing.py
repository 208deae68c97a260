"""What does not work at the table, made calm: a glitch is no fault, and what comes and goes is one fault.

Law: a fault stands when it has lasted for its grace, and ends when it has been away for its rest, which doubles with every
relapse; so a loose cable can flicker as fast as it likes, and the table does not. Pure: the time is a parameter.
"""

from typing import Final, Literal

from msgspec import Struct

from companion.core.seat import Seat

FaultSource = Literal["screen", "keys", "phone"]
_Name = tuple[Seat, FaultSource]

LONGEST_REST: Final = 8.0
RELAPSE: Final = 60.0
"""Seconds within which the same fault again is a relapse."""


class FaultTimings(Struct, frozen=True):
    """Seconds. `grace`: until a fault counts; `rest`: until what works again is believed; `asleep`: until a phone that is
    not connected counts as gone; `home`: until a seat goes back from its phone to its own screen; `hands`: until a key that is
    pressed can be an answer to what has just come to stand on the screens."""

    grace: float = 0.3
    rest: float = 1.0
    asleep: float = 5.0
    home: float = 10.0
    hands: float = 1.0


class DeviceFault(Struct, frozen=True):
    """`sentence` is for people, with the remedy. `mending`: it is gone, and watched for a moment."""

    seat: Seat
    what: FaultSource
    sentence: str
    mending: bool = False

    @property
    def name(self) -> tuple[Seat, FaultSource]:
        """What it is a fault of."""
        return self.seat, self.what


class _Course(Struct):
    """How one fault goes. `due`: when its time is up, if anything is waited for."""

    sentence: str
    rest: float
    due: float | None
    broken: bool = True
    told: bool = False


class FaultTracker:
    """The faults of every seat. `rest`: seconds, as in Calm."""

    def __init__(self, rest: float) -> None:
        self._rest = rest
        self._courses: dict[_Name, _Course] = {}
        self._ended: dict[_Name, tuple[float, float]] = {}

    def heard(
        self, seat: Seat, what: FaultSource, sentence: str | None, at: float, grace: float, rest: float = 0
    ) -> None:
        """Something stopped working for the reason `sentence`, or (None) works again. `rest`: how long it is watched then
        at least."""
        name = (seat, what)
        course = self._courses.get(name)
        if sentence is None:
            if course is None or not course.broken:
                return
            if not course.told:
                del self._courses[name]
                return
            course.broken, course.due = False, at + max(course.rest, rest)
        elif course is None:
            ended, rested = self._ended.pop(name, (None, 0.0))
            again = ended is not None and at - ended < RELAPSE
            self._courses[name] = _Course(sentence, _doubled(rested) if again else self._rest, at + grace)
        else:
            course.sentence = sentence
            if not course.broken:
                course.broken, course.due, course.rest = True, None, _doubled(course.rest)

    def drop(self, seat: Seat, what: FaultSource) -> None:
        """That is not asked for any more."""
        self._courses.pop((seat, what), None)

    def expire(self, at: float) -> None:
        """The time is `at`."""
        for name, course in list(self._courses.items()):
            if course.due is None or at < course.due:
                continue
            if course.broken:
                course.told, course.due = True, None
            else:
                del self._courses[name]
                self._ended[name] = (at, course.rest)

    @property
    def deadline(self) -> float | None:
        """When `expire` wants to be called; None: not before something is heard."""
        return min((course.due for course in self._courses.values() if course.due is not None), default=None)

    @property
    def standing(self) -> tuple[DeviceFault, ...]:
        """The faults that count, by seat."""
        return tuple(
            DeviceFault(seat, what, course.sentence, mending=not course.broken)
            for (seat, what), course in sorted(self._courses.items())
            if course.told
        )


def _doubled(rest: float) -> float:
    return min(2 * rest, LONGEST_REST)
