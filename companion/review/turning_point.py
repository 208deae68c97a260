"""Which move of a game was its turning point.

A move's deviation is what it gained less what the best move promised: its luck and its skill together. A choice to go on or to
stop adds what it lost against the other one; its luck is that of the claim, and so in there already. Where one player won, the
turning point is the move after which the sum of the winner's deviations stayed above everybody else's. Where that says nothing,
it is the move with the largest deviation, if one stands out.
"""

from collections.abc import Sequence
from typing import Final

from companion.hints.hint import Unit
from companion.review.plain_words import sums_of_all
from companion.review.review import ReviewedMove

SLIGHT: Final = 0.1
"""A choice that cost no more than this part of what bad luck cost was good."""


def turning_point(
    moves: Sequence[ReviewedMove],
    winners: Sequence[int] | None,
    names: tuple[str, ...],
    stands_out: float,
    unit: Unit,
) -> tuple[int | None, str]:
    """The number of the move, None where there is none, and what it means in sentences. `stands_out`: the least deviation worth
    naming."""
    weighed = [(move.number, move.seat, _deviation(move)) for move in moves
               if move.gained is not None or move.choice is not None]  # fmt: skip
    by_number = {move.number: move for move in moves}
    deciders = {seat for _, seat, _ in weighed}
    if winners is not None and len(winners) == 1 and len(deciders) > 1 and winners[0] in deciders:
        found = _lead_for_good(weighed, winners[0], deciders)
        if found is not None:
            ahead = f"From then on {names[winners[0]]} stayed ahead. {sums_of_all(moves, names, unit)}".strip()
            return found, f"{_mistake(by_number[found], names)}{ahead}"
    number, _, deviation = max(weighed, key=lambda one: abs(one[2]), default=(0, 0, 0.0))
    if abs(deviation) < stands_out:
        return None, "No move stands out."
    return number, _stands_out(by_number[number])


def turned_by_choice(move: ReviewedMove) -> bool:
    """Whether a turning point is one mainly by a wrong choice to go on or to stop."""
    return move.choice is not None and move.choice.deviation < 0 and move.choice.deviation <= -abs(_of_claim(move))


def _deviation(move: ReviewedMove) -> float:
    return _of_claim(move) + (0.0 if move.choice is None else move.choice.deviation)


def _of_claim(move: ReviewedMove) -> float:
    return 0.0 if move.gained is None or move.best is None else move.gained - move.best


def _mistake(move: ReviewedMove, names: tuple[str, ...]) -> str:
    """What its player did wrong with the turning point; empty where it was no wrong choice."""
    if move.choice is None or not turned_by_choice(move):
        return ""
    return f"{names[move.seat]} {'went on too long' if move.choice.went_on else 'stopped too soon'}. "


def _stands_out(move: ReviewedMove) -> str:
    """Of the move with the largest deviation: whether it was luck or a mistake."""
    if move.choice is not None and turned_by_choice(move):
        other = "stopping" if move.choice.went_on else "going on"
        return f"This mistake stands out most: {other} promised far more."
    luck, skill = move.luck or 0.0, move.skill or 0.0
    if luck + skill > 0:
        return "This lucky move stands out most: it brought far more than any move promised."
    if luck > skill:
        return "This mistake stands out most: another move promised far more."
    if skill > SLIGHT * luck:
        return "This bad luck stands out most: the choice was good, but it brought far less than it promised."
    return "This bad luck stands out most: the move brought far less than it promised. Another one promised more."


def _lead_for_good(weighed: Sequence[tuple[int, int, float]], winner: int, deciders: set[int]) -> int | None:
    """The move with which the winner's lead began that lasted; None where it never did, or where it did from the first move."""
    sums = dict.fromkeys(deciders, 0.0)
    since: int | None = None
    behind_once = False
    for number, seat, deviation in weighed:
        sums[seat] += deviation
        ahead = all(sums[winner] > sums[other] for other in deciders if other != winner)
        if not ahead:
            since, behind_once = None, True
        elif since is None:
            since = number
    return since if behind_once else None
