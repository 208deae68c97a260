"""What every move of a turn of Passcode is worth: the own chance, less what the move leaves to the next seat.

The chance is that the code is complete, with a LOCK IN card down, before the round is over, where the round survives
each turn of the codebreaker with the same probability `pace`; in other words the mean of pace ** turns. The coming card is
reckoned with by the cards that are left. For all later turns (dynamic programming over cards and die) the draw pile is taken for
one in which every kind is as frequent as in the whole deck, and the top of the discard pile for a card that others do not want.

Digits are named by the order in which the rest of the code needs them, so that 3-5-3 and 1-2-1 are one case.
"""

from collections.abc import Sequence
from functools import cache
from math import log
from operator import sub
from typing import Final

from msgspec import Struct

from companion.core import die
from companion.core.prompt import Move
from companion.core.seat import Seat, all_seats, clockwise, next_seat
from companion.games.passcode.mind.seen import Memory
from companion.games.passcode.rules import FAIL_CARD, FAILS_TO_LOCK_OUT, KEY_CARD, PasscodeView

Rest = tuple[int, ...]
"""What a code still needs, its digits numbered from 0 as they come first: (0, 1, 0) is any code a-b-a."""

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
            self._held = [[pace for _ in cards] for _ in range(FAILS_TO_LOCK_OUT)]
            self._opened = [[[1.0 for _ in cards] for _ in cards] for _ in range(FAILS_TO_LOCK_OUT)]
            return
        self._played = _after(rest, pace)
        drawn = [*((card, DIGIT) for card in range(kinds)), (self.junk, (6 - kinds) * DIGIT), (self.key, DIGIT)]
        other = (1 - WANTED - KEY_OPEN) / 5
        tops = [(0, WANTED), *((card, other) for card in range(1, kinds))]
        tops += [(self.junk, (6 - kinds) * other), (self.key, KEY_OPEN)]
        self._held = [[max(self._played[fails]) * pace for _ in cards] for fails in range(FAILS_TO_LOCK_OUT)]
        self._opened = [[[] for _ in cards] for _ in range(FAILS_TO_LOCK_OUT)]
        change = 1.0
        while change > CLOSE:
            change = 0.0
            for fails in reversed(range(FAILS_TO_LOCK_OUT)):
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
        if fails + 1 < FAILS_TO_LOCK_OUT:
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
        return [[after.held(card, fails) for card in renamed] for fails in range(FAILS_TO_LOCK_OUT)]
    # P12: the card that is left is laid down in the same turn.
    return [
        [after.held(card, fails) if card == after.none else 1.0 for card in renamed]
        for fails in range(FAILS_TO_LOCK_OUT)
    ]


def _shortened(rest: Rest) -> tuple[Rest, dict[int, int]]:
    """Without its first digit, and how the digits that are left are numbered then."""
    numbers: dict[int, int] = {}
    return tuple(numbers.setdefault(digit, len(numbers)) for digit in rest[1:]), numbers


CALM = 0.97
"""The pace of a round in which nobody is near the end."""
LAST = 0.01
"""The pace of a last turn, after which nothing counts."""
HURRY = 0.4
"""The pace of a round that may be over at any moment."""
_PACE_STEP = 0.04
"""Paces are told apart no finer, so that few worths have to be found."""
POINT = 1e-5
"""P17: what a point of the card in hand weighs, against the chance to complete the code."""
SHARE_KEY, SHARE_NEXT, SHARE_LATER = 0.06, 0.16, 0.42
"""What others hold whose card nobody saw: a KEY, the digit that they need next, one that they need later; else anything."""


class Reckoning(Struct, frozen=True):
    """How well a codebreaker reckons. `denies`: how much a card counts that the next seat gets; `looks`: how fast the others
    are is taken into account."""

    denies: float
    looks: bool


class Turn:
    """One turn of `view.seat`, as it stands in a view and with what was seen of the round."""

    def __init__(self, mind: Reckoning, view: PasscodeView, seen: Memory) -> None:
        assert view.seat is not None, "a seat decides"
        self.view, self.seen, self.seat, self._mind = view, seen, view.seat, mind
        self.pace = pace(view, self.seat) if mind.looks or view.round_winner is not None else CALM
        self.rest, self.numbers = rest_of(view.current_code(self.seat), view.filled[self.seat])
        self.worth = worth_of(self.rest, self.pace)
        self.fails = view.fails[self.seat]
        self.next = _next_seat(view, self.seat)
        self._denies = mind.denies / (sum(view.plays_round(seat) for seat in all_seats(view.seats)) - 1) ** 2
        self._threats: dict[str | None, float] = {}

    def value(self, move: Move) -> float:
        """What a move is worth: higher is better."""
        match move:
            case {"move": "draw", "pile": "discard"}:
                assert self.view.discard_top is not None, "it can be taken"
                if self._waits(self.view.discard_top):
                    return -1.0
                return self._with(self.view.discard_top, self.under())
            case {"move": "draw"}:
                return self.from_pile()
            case {"move": "play", "card": card}:
                return self._played(self._left(card), self.view.discard_top)
            case {"move": "discard" | "keep"} if self._still() and any(map(self._fits, self.view.hand or ())):
                return -1.0
            case {"move": "discard", "card": card}:
                return self._held(self._left(card), card)
            case {"move": "lay_down", "card": card}:
                return (
                    1 - POINT * (move["number"] if card == KEY_CARD else int(card)) - self.threat(self.view.discard_top)
                )
            case _:  # keep, decline
                return self._held(self._left(None), self.view.discard_top)

    def from_pile(self) -> float:
        """What drawing from the draw pile is worth."""
        found = 0.0
        for card, chance in self.seen.odds().items():
            found += chance * self.drawn(card)
        return found

    def drawn(self, card: str) -> float:
        """What that card of the draw pile is worth, once it is drawn."""
        if card == FAIL_CARD:
            hold = self.worth.card(self._hold(), self.numbers)
            return self.worth.failed(hold, self.fails) - self.threat(self.view.discard_top)
        return self._with(card, self.view.discard_top)

    def useful(self) -> float:
        """The chance that the next card of the draw pile is the digit that is `wanted`, or a KEY."""
        odds = self.seen.odds()
        return sum(odds.get(card, 0.0) for card in {self.wanted() or KEY_CARD, KEY_CARD})

    def wanted(self) -> str | None:
        """The digit for which a card is wanted: the next one of the code; the one after it where the card in hand stands for the
        next; None where the code needs no more than that."""
        digits = self.view.current_code(self.seat)[self.view.filled[self.seat] :]
        after = digits[1:] if self.holds_next() else digits
        return str(after[0]) if after else None

    def holds_next(self) -> bool:
        """Whether the card in hand stands for the next digit of the code."""
        return self._fits(self._hold())

    def under(self) -> str | None:
        """The card below the top of the discard pile, which lies open once the top is taken; None where nobody can know it."""
        return self.seen.discard[-2] if len(self.seen.discard) > 1 else None

    def threat(self, top: str | None) -> float:
        """What it costs to leave that card on the discard pile to the next seat."""
        if not self._mind.denies or self.next is None:
            return 0.0
        if top not in self._threats:
            self._threats[top] = self._denies * _gain(self.view, self.seen, self.next, top, self.pace)
        return self._threats[top]

    def hand_worth(self, card: str | None) -> float:
        """What a card in hand is worth after this turn."""
        return self.worth.held(self.worth.card(card, self.numbers), self.fails)

    def _waits(self, top: str) -> bool:
        """Whether taking the top would bring nothing but time."""
        hold = self._hold()
        if not self._still() or self._fits(top) or self._fits(hold):
            return False
        # Who denies may take a better card and throw it out again; that is time as well.
        long = self._mind.denies > 0 and self.seen.still >= 2 * self.view.seats
        return long or self.hand_worth(top) <= self.hand_worth(hold) + 6 * POINT

    def _still(self) -> bool:
        """Whether for a whole circle nothing new has come. The worth of hands lets a codebreaker wait for a better open card; if
        all went on to do so, the round would never end."""
        return bool(self.rest) and self.seen.still >= self.view.seats

    def _fits(self, card: str | None) -> bool:
        """Whether a card can be played now."""
        return card is not None and (card == KEY_CARD or self.numbers.get(card) == 0)

    def _hold(self) -> str | None:
        return self.view.hand[0] if self.view.hand else None

    def _left(self, card: str | None) -> str | None:
        """The card that is left in hand without this one."""
        hand = list(self.view.hand or ())
        if card is not None:
            hand.remove(card)
        return hand[0] if hand else None

    def _with(self, card: str, top: str | None) -> float:
        """The best that can be made of the card in hand and this one, with that top of the discard pile after it was drawn."""
        hold = self._hold()
        if not self.rest:
            return 1 - POINT * min(_stated(card), _stated(hold) if hold else 6) - self.threat(top)
        ways = [self._held(card, hold) if hold else self._held(card, top), self._held(hold, card)]
        if self._fits(card):
            ways.append(self._played(hold, top))
        if self._fits(hold):
            ways.append(self._played(card, top))
        return max(ways)

    def _held(self, left: str | None, top: str | None) -> float:
        """After a turn in which nothing was played."""
        worth = self.hand_worth(left)
        if not self.rest and self.view.round_winner is not None:  # P15: in a last turn it is enough to have completed
            worth = 1.0
        return worth - POINT * _points(left) - self.threat(top)

    def _played(self, left: str | None, top: str | None) -> float:
        """After the next digit was played."""
        worth = self.worth.played(self.worth.card(left, self.numbers), self.fails)
        return worth - POINT * _points(left) - self.threat(top)


def pace(view: PasscodeView, seat: Seat) -> float:
    """The chance that the round is not over before the seat's next turn; 1 in 100 in a last turn."""
    if view.round_winner is not None:
        return LAST
    own = _turns_left(view, seat)
    found = 1.0
    for other in all_seats(view.seats):
        if other != seat and view.plays_round(other):
            # P13: once a LOCK IN card is down, one turn in six ends the round; this is spread over the own turns to come.
            found *= 1 - max(0.0, 1 - _turns_left(view, other) / own) / 6
    return max(HURRY, min(CALM, round(found / _PACE_STEP) * _PACE_STEP))


def turn_choice(view: PasscodeView) -> str:
    """P4: the side to which the die is turned so that the own code becomes quick, and the others' slow."""
    assert view.die is not None, "it was rolled"
    assert view.seat is not None, "a seat decides"
    if view.levels[-1] == 1:  # P18: every number is as good as another
        return "left"
    lies = die.Orientation(view.die.top, view.die.front)
    return min(("left", "right"), key=lambda to: _slowness(view, lies if to == "left" else lies.turned()))


def _slowness(view: PasscodeView, lies: die.Orientation) -> float:
    """The turns that the own code takes more than the others' in the mean, when the die lies so."""
    faces = lies.towards(view.seats)
    turns = []
    for face, codes in zip(faces, view.codes, strict=True):
        level = next(code for code in codes if None in code)
        rest, _ = rest_of((*(digit for digit in level if digit is not None), face), 0)
        whole = worth_of(rest, CALM)
        turns.append(log(whole.held(whole.junk, 0)) / log(CALM))
    assert view.seat is not None
    own = turns.pop(view.seat)
    return round(own - sum(turns) / len(turns), 6)


def _turns_left(view: PasscodeView, seat: Seat) -> float:
    """After about how many turns a seat has a LOCK IN card down; at least half a one for who has none."""
    if view.lock_in[seat] is not None:
        return 0.0
    rest, _ = rest_of(view.current_code(seat), view.filled[seat])
    calm = worth_of(rest, CALM)
    found = calm.locked_out(calm.junk) if view.locked_out[seat] else calm.held(calm.junk, view.fails[seat])
    return max(0.5, log(found) / log(CALM))


def _next_seat(view: PasscodeView, seat: Seat) -> Seat | None:
    """Whose turn comes after the seat's; None where nobody's does."""
    if view.round_winner is not None:
        return view.last_turns[0] if view.last_turns else None
    return next(other for other in clockwise(next_seat(seat, view.seats), view.seats) if view.plays_round(other))


def _gain(view: PasscodeView, seen: Memory, seat: Seat, top: str | None, pace: float) -> float:
    """What a seat's turn is worth to it with that card on the discard pile; in the mean where nobody knows which."""
    if view.lock_in[seat] is not None:
        return 0.0
    rest, numbers = rest_of(view.current_code(seat), view.filled[seat])
    its = worth_of(rest, pace)
    chance = 1.0 if not view.locked_out[seat] else 1 / 6
    fails = 0 if view.locked_out[seat] else view.fails[seat]
    found = 0.0
    for hold, share in _holds(view, seen, seat, its, numbers):
        if top is None:
            found += share * its.held(hold, fails) / pace
        else:
            found += share * its.opened(hold, fails, its.card(top, numbers))
    return chance * found


def _holds(
    view: PasscodeView, seen: Memory, seat: Seat, its: Worth, numbers: dict[str, int]
) -> list[tuple[int, float]]:
    """What a seat may hold, each with its share."""
    if not view.hands[seat]:
        return [(its.none, 1.0)]
    if seen.known[seat]:
        return [(its.card(seen.known[seat][0], numbers), 1.0)]
    if not its.rest:
        return [(its.junk, 1.0)]
    later = [(number, SHARE_LATER / (its.junk - 1)) for number in range(1, its.junk)]
    shares = [(its.key, SHARE_KEY), (0, SHARE_NEXT), *later]
    return [*shares, (its.junk, 1 - sum(share for _, share in shares))]


def _points(card: str | None) -> int:
    """P17: of a card in hand."""
    return 0 if card is None or card == KEY_CARD else int(card)


def _stated(card: str) -> int:
    """P12, P17: the least number that it can be laid down for."""
    return 1 if card == KEY_CARD else int(card)
