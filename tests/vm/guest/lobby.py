"""The presses that are counted: all six seats press at once, and again, and again.

Law: the score has proven that each press changes its own seat's screen and no other one, whatever is pressed elsewhere; that
what a screen shows at the end of a burst it has not shown since the one before; and that it would show something else if any
one press of the burst was lost or was taken twice. No burst begins before all six panels are right after the one before, so
nothing is ever made good by a later press.
"""

import time
from collections import Counter
from collections.abc import Sequence

from companion.core.keys import KEYS
from companion.core.seat import Place
from tests.vm.guest.hands import Hands
from tests.vm.guest.pins import Pins
from tests.vm.plan import PRESSES, SEATS
from tests.vm.score import Part, Step

QUIET = 1.0
"""Seconds after the last press in which nothing more may happen."""


class Bursts:
    """`seen`: presses of each seat in bursts that were right. `wrong`: what was wrong where it first was, or nothing."""

    def __init__(self, pins: Pins, hands: Hands) -> None:
        self._pins = pins
        self._hands = hands
        self.seen = Counter[Place]()
        self.wrong = ""

    def play(self, lobby: Part, bursts: Sequence[int]) -> None:
        """All of them, up to the first burst that goes wrong, and then what has to be held until nothing is begun."""
        count = PRESSES * SEATS
        presses, rest = lobby.steps[:count], lobby.steps[count:]
        if not self.wrong and not self._hands.stands(lobby.start):
            self.wrong = f"before the first press: {self._hands.differences(lobby.start)}"
        for rounds in bursts:
            if self.wrong:
                return
            burst, presses = presses[: rounds * SEATS], presses[rounds * SEATS :]
            self._burst(burst)
        self.wrong = self.wrong or self._hands.play(Part(burst[-1].shows, rest))
        time.sleep(QUIET)
        if not self.wrong and not self._hands.stands(lobby.steps[-1].shows, 0):
            self.wrong = f"after the last press: {self._hands.differences(lobby.steps[-1].shows)}"

    def _burst(self, steps: tuple[Step, ...]) -> None:
        for first in range(0, len(steps), SEATS):
            keys = {step.seat: key for step in steps[first : first + SEATS] for key in KEYS if key == step.gesture}
            assert list(keys) == list(range(SEATS)), "a round has one press of every seat"
            self._pins.press_together(keys)
        if self._hands.right(steps[-1].shows):
            self.seen.update(step.seat for step in steps)
        else:
            told = [(step.seat, step.gesture) for step in steps]
            self.wrong = (
                f"{self.seen.total()} presses were right, not {told}: {self._hands.differences(steps[-1].shows)}"
            )
