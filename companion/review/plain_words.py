"""Luck and skill in plain words, with their numbers: in the sentence of a turning point, and of a player's whole game."""

from collections.abc import Sequence
from typing import Final

from companion.core.seat import Seat
from companion.hints.hint import Unit
from companion.review.review import Review, ReviewedMove

_UNITS: Final[dict[Unit, tuple[str, int]]] = {
    "bits": ("bits", 1),
    "chance": ("tiles", 2),
    "points": ("% of a chance", 0),
}
"""What the numbers of a review are called, and with how many digits they are said."""
EVERY_MOVE: Final = "The page Finished games shows every move."


def luck_and_skill(who: str, luck: float, skill: float, unit: Unit) -> str:
    """What luck and choices brought and cost somebody, as a part of a sentence."""
    lost = _amount(skill, unit) or "nothing"
    return f"{_luck(who, luck, unit)}, and choices that were not the best cost {lost}"


def sums_of_all(moves: Sequence[ReviewedMove], names: tuple[str, ...], unit: Unit) -> str:
    """Of each seat with weighed moves what all of them together brought, as a sentence."""
    told = []
    for seat in sorted({move.seat for move in moves}):
        own = [move for move in moves if move.seat == seat and move.luck is not None]
        if own:
            luck, skill = sum(move.luck or 0.0 for move in own), sum(move.skill or 0.0 for move in own)
            told.append(luck_and_skill(names[seat], luck, skill, unit))
    return f"In all moves together, {'; '.join(told)}." if told else ""


def seat_words(review: Review, seat: Seat) -> str:
    """The review for the player of a seat, as sentences."""
    own = next(one for one in review.seats if one.seat == seat)
    told = [_moves(own.moves)]
    if own.moves:
        words = luck_and_skill("you", own.luck, own.skill, review.unit)
        told.append(f"{words[0].upper()}{words[1:]}.")
    if own.contradictions:
        told.append(f"{own.contradictions} of your moves could not be right, by what you knew then.")
    if review.turning_point is not None:
        told.append(f"The turning point was move {review.turning_point}.")
    return " ".join([*told, review.turned, EVERY_MOVE])


def _moves(count: int) -> str:
    if not count:
        return "No move of yours can be weighed."
    return f"{count} of your moves {'is' if count == 1 else 'are'} weighed."


def _luck(who: str, luck: float, unit: Unit) -> str:
    amount = _amount(luck, unit)
    if not amount:
        return f"luck neither helped nor hurt {who}"
    return f"good luck brought {who} {amount}" if luck > 0 else f"bad luck cost {who} {amount}"


def _amount(value: float, unit: Unit) -> str:
    """The size of a number with its unit; empty for 0."""
    named, digits = _UNITS[unit]
    shown = f"{abs(value):.{digits}f}"
    return f"{shown} {named}" if float(shown) else ""
