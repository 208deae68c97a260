"""The presses that are counted: all six seats press at once, and again, and again.

Law: the score has proven that each press changes its own seat's screen and no other one, whatever is pressed elsewhere. So a
round, one press at every seat, is right on all six panels only when every one of its presses was taken, once and as the key
that it was; a lost or an invented one is never made good by a later one, since no round begins before the one before is right.
"""

import time
from collections import Counter

from companion.core.keys import KEYS, Key
from companion.core.seat import Seat
from tests.vm.guest.hands import Hands
from tests.vm.guest.pins import Pins
from tests.vm.plan import PRESSES, SEATS
from tests.vm.score import Part, Step

QUIET = 1.0
"""Seconds after the last round in which nothing more may happen."""


class Rounds:
    """`seen`: presses of each seat in rounds that were right. `wrong`: what was wrong where it first was, or nothing."""

    def __init__(self, pins: Pins, hands: Hands) -> None:
        self._pins = pins
        self._hands = hands
        self.seen = Counter[Seat]()
        self.wrong = ""

    def play(self, lobby: Part) -> None:
        """All rounds, up to the first that goes wrong, and then what has to be held until nothing is begun."""
        count = PRESSES * SEATS
        presses, rest = lobby.steps[:count], lobby.steps[count:]
        if not self._hands.stands(lobby.start):
            self.wrong = f"before the first round: {self._hands.differences(lobby.start)}"
        for start in range(0, count, SEATS):
            if self.wrong:
                return
            self._round(start // SEATS, presses[start : start + SEATS])
        self.wrong = self._hands.play(Part(presses[-1].shows, rest))
        time.sleep(QUIET)
        if not self.wrong and not self._hands.stands(lobby.steps[-1].shows, 0):
            self.wrong = f"after the last round: {self._hands.differences(lobby.steps[-1].shows)}"

    def _round(self, number: int, steps: tuple[Step, ...]) -> None:
        keys: dict[Seat, Key] = {step.seat: key for step in steps for key in KEYS if key == step.gesture}
        assert list(keys) == list(range(SEATS)), "a round has one press of every seat"
        self._pins.press_together(keys)
        if self._hands.right(steps[-1].shows):
            self.seen.update(keys)
        else:
            self.wrong = f"round {number}, {keys}: {self._hands.differences(steps[-1].shows)}"
