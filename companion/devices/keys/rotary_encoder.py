"""A rotary encoder's two contacts, read as notches: one for each full cycle of both, to the left or to the right.

So it must be one with as many pulses as detents; of one with half a cycle for each detent every second is told. At rest both
are open. Turned to the right, A closes first, then B closes, A opens, B opens. Law: a notch is told when all four
steps were taken in order, in net terms: what bounces or is turned back half-way cancels itself. An edge that the system did
not report can cost a notch, but makes none and turns none round.
"""

from typing import Final, Literal, NamedTuple

EncoderContact = Literal["a", "b"]
EncoderDirection = Literal["left", "right"]

SAME_MOMENT: Final = 0.0003
"""Seconds: two contacts' edges that are dated closer than that stand in the order in which they came, since a date is no
better; no hand turns so fast."""
LATEST_EDGE: Final = 0.02
"""Seconds that an edge of one contact may be delivered behind a later one of the other."""
MAX_RECENT_EDGES: Final = 64
"""Edges that are kept in case that one before them is still to come."""

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
        """As the newest edge of each contact left them."""
        self._recent: list[_Edge] = []
        """In the order of their times."""
        self._place = _AT[a, b]
        """How the contacts stood before the recent edges; and the net steps since the last rest, None: not known."""
        # Started between two notches, the way to the next rest is none.
        self._steps: int | None = None if self._place else 0

    def edge(self, line: EncoderContact, closed: bool, at: float) -> tuple[EncoderDirection, ...]:
        """A contact closed or opened at `at`, in seconds; the notch that this completes, or two where it came late.

        Edges of one contact come in their order; those of the other may be late.
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
        """Nothing comes any more that belongs before the oldest edges."""
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
