"""An independent tally of Passcode: scores and winners from nothing but the list of moves.

It uses no code of the rules: it keeps a scoresheet as somebody at the table would, who is told every card. Whether a move is
legal, and whose turn is next, is not its business.
"""

from collections.abc import Sequence
from typing import Any

from companion.core.game import Step

# The four sides of a western die for each top, clockwise as seen from above: taken from a die in the hand.
SIDES = {
    1: (2, 4, 5, 3),
    2: (1, 3, 6, 4),
    3: (1, 5, 6, 2),
    4: (1, 2, 6, 5),
    5: (1, 4, 6, 3),
    6: (2, 3, 5, 4),
}


def side(top: int, front: int, clockwise: int) -> int:
    """The side so many quarter turns clockwise from the front."""
    return SIDES[top][(SIDES[top].index(front) + clockwise) % 4]


def numbers(top: int, front: int, seats: int) -> list[int]:
    """What each of so many writes down."""
    if seats == 2:
        return [front, side(top, front, 2)]
    return [*(side(top, front, step) for step in range(4)), top, 7 - top][:seats]


class Sheet:
    """A scoresheet for so many seats on these levels."""

    def __init__(self, seats: int, levels: Sequence[int], turning: bool) -> None:
        self.seats, self.levels, self.turning = seats, list(levels), turning
        self.codes: list[list[int]] = [[] for _ in range(seats)]
        self.at = [0] * seats
        self.scores = [0] * seats
        self.winners: list[int] | None = None
        self.tied: list[int] = []
        self.rolls_to_come = sum(levels)
        self.lies = (0, 0)
        self.seat = 0
        self.clear()

    def clear(self) -> None:
        """A new round."""
        self.to_deal = self.tied or list(range(self.seats))
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.played = [0] * self.seats
        self.number: list[int] = [0] * self.seats
        self.fails = [0] * self.seats
        self.out = [False] * self.seats
        self.through: list[int] = []
        self.last_turns = -1
        self.pile: list[str] = []
        self.drawing = False
        self.left, self.good = 90, 70
        self.owed = False

    def code(self, seat: int) -> list[int]:
        if self.tied:
            return self.codes[seat][-1:]
        start = sum(self.levels[: self.at[seat]])
        return self.codes[seat][start : start + self.levels[self.at[seat]]]

    def enter(self, actor: Any, move: dict[str, Any]) -> None:
        if actor != "chance":
            self.seat = actor
        hand = self.hands[self.seat]
        match move["move"]:
            case "roll" if actor == "chance":
                self.rolled(move["top"], move["front"])
            case "turn":
                top, front = self.lies
                self.write(top, front if move["to"] == "left" else side(top, front, 3))
            case "card":
                self.card(move["card"])
            case "draw" if move["pile"] == "discard":
                hand.append(self.pile.pop())
            case "draw":
                self.drawing = True
                if not self.left:
                    self.left = self.good = len(self.pile) - 1
                    self.pile = self.pile[-1:]
            case "discard":
                hand.remove(move["card"])
                self.pile.append(move["card"])
                self.turn_over()
            case "play":
                hand.remove(move["card"])
                self.played[self.seat] += 1
                if not hand or self.played[self.seat] < len(self.code(self.seat)):
                    self.turn_over()
            case "lay_down":
                hand.remove(move["card"])
                self.number[self.seat] = move.get("number") or int(move["card"])
                self.turn_over()
            case "keep" | "decline":
                self.turn_over()

    def rolled(self, top: int, front: int) -> None:
        seat = self.seat
        self.lies = (top, front)
        if self.rolls_to_come:
            if not self.turning:
                self.write(top, front)
        elif self.number[seat]:
            if top != self.number[seat]:
                self.turn_over()
            else:
                self.through.append(seat)
                if self.tied:
                    self.winners = [seat]
                elif len(self.through) == 1:
                    self.last_turns = self.seats - 1
                else:
                    self.turn_over()
        elif self.out[seat]:
            missing = self.code(seat)[self.played[seat] :]
            if missing and missing[0] != top:
                self.turn_over()
            else:
                self.out[seat] = False

    def write(self, top: int, front: int) -> None:
        writers = self.tied or list(range(self.seats))
        for seat, number in zip(writers, numbers(top, front, len(writers)), strict=True):
            self.codes[seat].append(number)
        self.rolls_to_come -= 1

    def card(self, card: str) -> None:
        """A card leaves the draw pile."""
        self.left -= 1
        self.good -= card != "FAIL"
        if self.to_deal:
            to, *self.to_deal = self.to_deal
            if card == "FAIL":
                self.fails[to] += 1
            else:
                self.hands[to].append(card)
        elif not self.drawing:
            if card == "FAIL":
                self.left += 1  # at the bottom
                return
            self.pile.append(card)
            if self.owed:
                self.owed = False
                self.next_turn()
        else:
            self.drawing = False
            if card != "FAIL":
                self.hands[self.seat].append(card)
                return
            self.fails[self.seat] += 1
            if self.fails[self.seat] == 3:
                self.fails[self.seat], self.out[self.seat] = 0, True
            self.turn_over()

    def turn_over(self) -> None:
        """A turn has ended; where it used the only card of the discard pile, one is turned over before anything else."""
        self.owed = not self.pile and self.good > 0
        if not self.owed:
            self.next_turn()

    def next_turn(self) -> None:
        if self.last_turns > 0:
            self.last_turns -= 1
        if self.last_turns == 0:
            self.round_over()

    def round_over(self) -> None:
        winner = self.through[0]
        for seat in range(self.seats):
            held = sum(int(card) for card in self.hands[seat] if card != "KEY")
            self.scores[seat] += (self.number[seat] or held) if seat != winner else 0
        last = len(self.levels) - 1
        through = [seat for seat in self.through if self.at[seat] == last]
        if through:
            least = min(self.scores[seat] for seat in through)
            best = sorted(
                (seat for seat in through if self.scores[seat] == least), key=lambda seat: (seat - winner) % self.seats
            )
            if len(best) == 1:
                self.winners = best
                return
            self.tied = best
            self.rolls_to_come = 1
        else:
            for seat in range(self.seats):
                if self.at[seat] < last and self.played[seat] == len(self.code(seat)):
                    self.at[seat] += 1
        self.clear()


def tally(seats: int, given: dict[str, Any], steps: Sequence[Step]) -> tuple[list[int], list[int] | None]:
    """Scores and winners after these steps."""
    sheet = Sheet(seats, given.get("levels", (3, 4, 5, 6)), given.get("turning", True))
    for actor, move in steps:
        sheet.enter(actor, move)
    return sheet.scores, sheet.winners
