"""What a hand is worth to a codebreaker whose code is not complete, by dynamic programming over cards and die.

The worth is the chance that the code is complete, with a LOCK IN card down, before the round is over, where the round survives
each turn of the codebreaker with the same probability `pace`; in other words the mean of pace ** turns. The draw pile is taken
for one in which every kind is as frequent as in the whole deck, and the top of the discard pile for a card that others do not
want.

Digits are named by the order in which the rest of the code needs them, so that 3-5-3 and 1-2-1 are one case.
"""

from collections.abc import Sequence
from functools import cache
from operator import sub
from typing import Final

from companion.games.passcode.moves import KEY_CARD

Rest = tuple[int, ...]
"""What a code still needs, its digits numbered from 0 as they come first: (0, 1, 0) is any code a-b-a."""

FAILS: Final = 3
"""P10: of these a codebreaker is locked out."""
DIGIT: Final = 1 / 9
"""P5: the share of each digit in the deck, and of the KEYs."""
FAIL: Final = 2 / 9
WANTED: Final = 0.08
"""How often the digit that is needed next lies on the discard pile, and how often a KEY does: counted in games of good players,
who leave there what they and the next seat cannot use."""
KEY_OPEN: Final = 0.012
CLOSE: Final = 1e-5
"""The iteration ends where no worth changes by more."""


def rest_of(code: Sequence[int | None], filled: int) -> tuple[Rest, dict[str, int]]:
    """What a code needs yet, and the number that each of its digits has in it. Numbers not rolled yet are left out."""
    numbers: dict[str, int] = {}
    rest = tuple(numbers.setdefault(str(digit), len(numbers)) for digit in code[filled:] if digit is not None)
    return rest, numbers


class Worth:
    """The worth of hands between two turns, for one rest and pace.

    A card is a number: that of a digit, or `junk` (a digit that the rest does not need), `key` or `none`.
    """

    def __init__(self, rest: Rest, pace: float) -> None:
        self.rest, self.pace = rest, pace
        kinds = len(set(rest))
        self.junk, self.key, self.none = kinds, kinds + 1, kinds + 2
        cards = range(kinds + 3)
        if not rest:
            # P12: whoever has completed the code takes any card and lays it down.
            self._held = [[pace for _ in cards] for _ in range(FAILS)]
            self._opened = [[[1.0 for _ in cards] for _ in cards] for _ in range(FAILS)]
            return
        self._played = _after(rest, pace)
        drawn = [*((card, DIGIT) for card in range(kinds)), (self.junk, (6 - kinds) * DIGIT), (self.key, DIGIT)]
        other = (1 - WANTED - KEY_OPEN) / 5
        tops = [(0, WANTED), *((card, other) for card in range(1, kinds))]
        tops += [(self.junk, (6 - kinds) * other), (self.key, KEY_OPEN)]
        self._held = [[max(self._played[fails]) * pace for _ in cards] for fails in range(FAILS)]
        self._opened = [[[] for _ in cards] for _ in range(FAILS)]
        change = 1.0
        while change > CLOSE:
            change = 0.0
            for fails in reversed(range(FAILS)):
                found = []
                for hold in cards:
                    made = [self.with_card(hold, card, fails) for card in range(kinds + 2)]
                    pile = FAIL * self.failed(hold, fails)
                    for card, share in drawn:
                        pile += share * made[card]
                    self._opened[fails][hold] = opened = [max(pile, worth) for worth in made]
                    worth = 0.0
                    for card, share in tops:
                        worth += share * opened[card]
                    found.append(pace * worth)
                change = max(change, *map(abs, map(sub, found, self._held[fails])))
                self._held[fails] = found

    def card(self, card: str | None, numbers: dict[str, int]) -> int:
        """The number of a card, where `numbers` has those of the digits."""
        if card is None:
            return self.none
        return self.key if card == KEY_CARD else numbers.get(card, self.junk)

    def held(self, card: int, fails: int) -> float:
        """After a turn, with that card in hand."""
        return self._held[fails][card]

    def played(self, card: int, fails: int) -> float:
        """After a turn in which the next digit was played, with that card left in hand."""
        return self._played[fails][card]

    def with_card(self, hold: int, card: int, fails: int) -> float:
        """The best that can be made of a held card and a drawn one."""
        held = self._held[fails]
        best = held[card]
        if hold != self.none and held[hold] > best:
            best = held[hold]
        if (card in (0, self.key)) and self._played[fails][hold] > best:
            best = self._played[fails][hold]
        if (hold in (0, self.key)) and self._played[fails][card] > best:
            best = self._played[fails][card]
        return best

    def failed(self, hold: int, fails: int) -> float:
        """P10, P11: after a FAIL more than `fails`. Locked out, one roll in six brings the turn back."""
        if fails + 1 < FAILS:
            return self._held[fails + 1][hold]
        return self.locked_out(hold)

    def locked_out(self, hold: int) -> float:
        """After a turn that ended locked out."""
        back = 1 / 6 if self.rest else 1.0
        return back * self._held[0][hold] / (1 - (1 - back) * self.pace)

    def opened(self, hold: int, fails: int, top: int) -> float:
        """At the beginning of a turn, with that card on the discard pile."""
        return self._opened[fails][hold][top]


@cache
def worth_of(rest: Rest, pace: float) -> Worth:
    """The worth of all hands with that rest; kept, since a game asks for the same ones again and again."""
    return Worth(rest, pace)


def _after(rest: Rest, pace: float) -> list[list[float]]:
    """For each number of FAILs and each card: what it is worth when the next digit is played and this card is left in hand."""
    shorter, numbers = _shortened(rest)
    kinds = len(set(rest))
    after = worth_of(shorter, pace)
    renamed = [numbers.get(card, after.junk) for card in range(kinds)] + [after.junk, after.key, after.none]
    if shorter:
        return [[after.held(card, fails) for card in renamed] for fails in range(FAILS)]
    # P12: the card that is left is laid down in the same turn.
    return [[after.held(card, fails) if card == after.none else 1.0 for card in renamed] for fails in range(FAILS)]


def _shortened(rest: Rest) -> tuple[Rest, dict[int, int]]:
    """Without its first digit, and how the digits that are left are numbered then."""
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(digit, len(numbers)) for digit in rest[1:]), numbers
