"""Decodes a rotary encoder's two contacts (quadrature) into notches: one for each full cycle, to the left or to the right.

The encoder must have as many pulses as detents; with half a cycle per detent, every second notch is reported. At rest both
contacts are open. Turning right closes A, closes B, opens A, opens B. Invariant: a notch is reported after four net steps in
one direction; bounces and half-turns back cancel out. An edge that the system did not report can lose a notch, but never adds
or reverses one.
"""

from typing import Final, Literal, NamedTuple

EncoderContact = Literal["a", "b"]
EncoderDirection = Literal["left", "right"]

SAME_MOMENT: Final = 0.0003
"""Seconds: edges of the two contacts with times closer than this keep the order of their delivery, since times are not more
exact; nobody turns so fast."""
LATEST_EDGE: Final = 0.02
"""Seconds by which an edge of one contact may be delivered after a later edge of the other."""
MAX_RECENT_EDGES: Final = 64
"""Edges that are kept in case an earlier one is delivered later."""

_CYCLE: Final[tuple[tuple[bool, bool], ...]] = ((False, False), (True, False), (True, True), (False, True))
"""(A closed, B closed), in the order of a turn to the right."""
_AT: Final = {levels: place for place, levels in enumerate(_CYCLE)}


class _Edge(NamedTuple):
    line: EncoderContact
    closed: bool
    at: float


class RotaryEncoder:
    """One encoder. `a`, `b`: whether its contacts are closed before the first edge."""

    def __init__(self, *, a: bool = False, b: bool = False) -> None:
        self._levels: dict[EncoderContact, bool] = {"a": a, "b": b}
        """The level of each contact after its newest edge."""
        self._recent: list[_Edge] = []
        """Sorted by time."""
        self._place = _AT[a, b]
        """The place in the cycle before the recent edges; `_steps`: the net steps since the last rest, None: unknown."""
        # Started between two notches: the steps to the next rest are not a notch.
        self._steps: int | None = None if self._place else 0

    def edge(self, line: EncoderContact, closed: bool, at: float) -> tuple[EncoderDirection, ...]:
        """A contact closed or opened at `at`, in seconds. Returns the notch that this completes, or two if the edge came late.

        Edges of one contact are delivered in order; those of the other may be late.
        """
        if self._levels[line] == closed:
            return ()
        self._levels[line] = closed
        self._insert(_Edge(line, closed, at))
        found: list[EncoderDirection] = []
        place, steps, begun = self._place, self._steps, 0
        for number, edge in enumerate(self._recent, 1):
            place, steps = _stepped(place, steps, edge)
            if place == 0 and steps:
                found.append("right" if steps > 0 else "left")
                self._place, self._steps = 0, 0
                steps, begun = 0, number
        del self._recent[:begun]
        self._forget()
        return tuple(found)

    def _insert(self, edge: _Edge) -> None:
        index = len(self._recent)
        while (
            index and self._recent[index - 1].line != edge.line and self._recent[index - 1].at - edge.at > SAME_MOMENT
        ):
            index -= 1
        self._recent.insert(index, edge)

    def _forget(self) -> None:
        """Drop the oldest edges when no earlier one can be delivered any more."""
        while self._recent and (
            len(self._recent) > MAX_RECENT_EDGES or self._recent[0].at < self._recent[-1].at - LATEST_EDGE
        ):
            self._place, self._steps = _stepped(self._place, self._steps, self._recent.pop(0))


def _stepped(place: int, steps: int | None, edge: _Edge) -> tuple[int, int | None]:
    """The place in the cycle and the net steps since the last rest, after an edge; steps None: not known."""
    a, b = _CYCLE[place]
    new = _AT[(edge.closed, b) if edge.line == "a" else (a, edge.closed)]
    if new == place:
        return place, steps
    if steps is not None:
        steps += 1 if new == (place + 1) % 4 else -1
    elif new == 0:
        steps = 0
    return new, steps
