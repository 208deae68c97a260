"""Which question leads to the code in the fewest turns, for a player whom nobody races.

A turn is a question or a proposal. One wrong proposal costs no more than its turn, a second one loses (C12); so with two codes
left one of them is proposed, and with one wrong proposal nothing is proposed that is not certain. What a set of codes costs
is the sum, over its codes, of the turns until that code is proposed. Small sets are searched to the end, larger ones a few
questions deep, where COST says what a set of so many codes costs on the average.
"""

from functools import lru_cache
from itertools import pairwise
from math import log2
from typing import Final

from msgspec import Struct

from companion.solvers.digitcode.candidates import Candidates, CodeSet, members

NOT_YET: Final = (
    (0.0, 1.0), (1.0, 1.5), (1.58, 2.33), (2.0, 2.49), (2.58, 3.07), (3.17, 3.47), (3.72, 3.88), (4.2, 4.22), (4.75, 4.62),
    (5.25, 4.94), (5.8, 5.27), (6.24, 5.65), (7.2, 6.15), (8.2, 6.75), (10.2, 7.75), (12.3, 8.85), (14.2, 9.75), (19.0, 12.2),
)  # fmt: skip
"""Bits of a set (the logarithm of its size), and the turns that it takes on the average while no proposal was wrong: counted in
whole trees of this search below sets that came up in play."""
DEAREST: Final = float("inf")
_EXHAUSTIVE: Final = 6
"""Sets of so many codes are searched to the end."""
PROPOSED_AT_MOST: Final = 4
"""With more codes than this a question tells more than a proposal."""


class TurnPlan(Struct, frozen=True):
    """`turns`: how many it is expected to take from here on, this one included. `question`: the number of the best in
    QUESTIONS; None where the first code of the set is best proposed."""

    turns: float
    question: int | None


def breadths(size: int) -> tuple[int, ...]:
    """How many questions are looked into at each level of a search that begins with so many codes, nearest level first."""
    if size <= _EXHAUSTIVE:
        return (12,) * _EXHAUSTIVE
    if size <= 300:
        return (8, 6)
    return (8,) if size <= 20_000 else ()


def plan_question(found: Candidates, codes: CodeSet, wrong: bool) -> TurnPlan:
    """What to do with these codes still possible. `wrong`: whether a proposal was wrong already."""
    size = codes.bit_count()
    cost, question = _search(found, codes, wrong, breadths(size))
    return TurnPlan(cost / size, question)


@lru_cache(maxsize=64)
def costs(size: int, wrong: bool) -> tuple[float, ...]:
    """For 0 to `size` codes: the turns of all of them together, on the average."""
    return (0.0, *(number * average(number, wrong) for number in range(1, size + 1)))


def average(size: int, wrong: bool) -> float:
    """The turns from so many codes on, the last proposal included."""
    bits = log2(size)
    more = 0.5 * min(bits, 1.0) if wrong else 0.0
    for (left, low), (right, high) in pairwise(NOT_YET):
        if bits <= right:
            return low + (high - low) * (bits - left) / (right - left) + more
    raise AssertionError("there are not so many codes")


def ranked(found: Candidates, codes: CodeSet, wrong: bool, most: int) -> list[tuple[float, int]]:
    """The best questions by what they leave, each with the cost of that; of those that divide the codes alike the first one,
    and none whose answer is known."""
    cost = costs(1 << len(found.codes).bit_length(), wrong)
    size = codes.bit_count()
    rising = sorted(
        (sum([cost[(codes & part).bit_count()] for _, part in parts]), number)
        for number, parts in enumerate(found.parts)
    )
    chosen: list[tuple[float, int]] = []
    seen: set[frozenset[CodeSet]] = set()
    for left, number in rising:
        division = frozenset(divided(found, codes, number))
        if len(division) > 1 and division not in seen:
            seen.add(division)
            chosen.append((left, number))
            if len(chosen) == most:
                break
    assert chosen or size == 1, "two codes differ in a space"
    return chosen


def divided(found: Candidates, codes: CodeSet, question: int) -> list[CodeSet]:
    """The codes by their answers."""
    return [part for _, answer in found.parts[question] if (part := codes & answer)]


def _search(found: Candidates, codes: CodeSet, wrong: bool, wide: tuple[int, ...]) -> tuple[float, int | None]:
    """The cost of the codes, and the question that is asked first; None for a proposal."""
    size = codes.bit_count()
    if size == 1 or (size == 2 and not wrong):
        return (1.0 if size == 1 else 3.0), None
    if not wide:
        left, number = ranked(found, codes, wrong, 1)[0]
        return size + left, number
    best: tuple[float, int | None] = (DEAREST, None)
    if size <= PROPOSED_AT_MOST and not wrong:
        others = codes & (codes - 1)  # the first code is proposed
        best = size + _search(found, others, True, wide[1:])[0], None
    for _, number in ranked(found, codes, wrong, wide[0]):
        cost = float(size)
        for part in sorted(divided(found, codes, number), key=int.bit_count, reverse=True):
            cost += _search(found, part, wrong, wide[1:])[0]
            if cost >= best[0]:
                break
        else:
            best = cost, number
    return best


def first(codes: CodeSet) -> int:
    """The number of the first code of a set."""
    return next(members(codes))
