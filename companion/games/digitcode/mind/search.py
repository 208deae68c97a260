"""Which question finds the code in the fewest turns, alone and in a race with others.

Which question leads to the code in the fewest turns, for a player whom nobody races.

A turn is a question or a proposal. One wrong proposal costs no more than its turn, a second one loses (C12); so with two codes
left one of them is proposed, and with one wrong proposal nothing is proposed that is not certain. What a set of codes costs
is the sum, over its codes, of the turns until that code is proposed. Small sets are searched to the end, larger ones a few
questions deep, where COST says what a set of so many codes costs on the average.

Who comes first: proposals and questions weighed by the chance to win, where others look for a code too.

Two kinds of race. In a duel each looks for a code of its own, and everybody hears how far the other is. At one code all
solvers hear the same answers, so each of them knows as much as the next to move. Both are played out here on numbers alone:
how many codes are possible, who has proposed a wrong one, and a question that divides any set in about the proportion of
PARTS. The others are taken to play as well as this does. The first move is not taken from that model but from the real
questions (`duel_move`, `shared_move`). A draw counts as half a win.

The first four questions are looked up: `openings.txt` was worked out beforehand.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from math import log2
from typing import Final, assert_never

from msgspec import Struct

from companion.games.digitcode.mind.counts import Candidates, CodeSet, members
from companion.games.digitcode.rules import (
    DIGIT_LETTERS,
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    Opening,
    Question,
)

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


PARTS: Final = ((0.5, 0.3), (0.8, 0.2))
"""How a good question and a cautious one divide a set: the first shares; what they leave is the last part."""
EXACT: Final = 16
"""Up to so many codes every size counts; above, sizes are rounded down to steps of a quarter."""
FURTHEST: Final = 512
"""Whoever has more codes left is too far away for a race."""
LOOKED_AT: Final = 24
"""Of the questions that leave least, how many are weighed."""
TOLERANCE: Final = 1e-9

Wrongs = tuple[bool, ...]
"""Of those still in the game, in the order of their turns from the mover on: who has proposed a wrong code."""


def duel_move(
    found: Candidates, codes: CodeSet, theirs: int, wrong: bool, their_wrong: bool, *, starts: bool, prefer: int | None
) -> tuple[float, int | None]:
    """The chance to win of the best move in a duel, and its question; None for a proposal.

    `theirs`: how many codes the other one has left; `starts`: whether the mover asked first, which grants the other one a
    last chance (C13); `prefer`: the question that is taken of those that are as good.
    """
    other = _rounded(theirs)

    def after(left: int, failed: bool) -> float:
        return 1 - duel(other, _rounded(left), their_wrong, failed, starts=not starts)

    hit = 1 - 0.5 / theirs if starts else 1.0
    return _best(found, codes, hit, wrong, after, prefer)


def shared_move(found: Candidates, codes: CodeSet, wrongs: Wrongs, *, prefer: int | None) -> tuple[float, int | None]:
    """The chance to win of the mover's best move where all look for one code, and its question; None for a proposal."""

    def after(left: int, failed: bool) -> float:
        return shared(_rounded(left), (*wrongs[1:], failed))[-1]

    return _best(found, codes, 1.0, wrongs[0], after, prefer)


@lru_cache(maxsize=1 << 15)
def duel(mine: int, theirs: int, wrong: bool, their_wrong: bool, *, starts: bool) -> float:
    """The mover's chance to win."""

    def after(left: int, failed: bool) -> float:
        return 1 - duel(theirs, _rounded(left), their_wrong, failed, starts=not starts)

    hit = 1 - 0.5 / theirs if starts else 1.0
    return max([_proposing(mine, hit, wrong, after), *(_asking(parts, wrong, after) for parts in _divisions(mine))])


@lru_cache(maxsize=1 << 15)
def shared(size: int, wrongs: Wrongs) -> tuple[float, ...]:
    """The chances of all who are still in the game, in the order of their turns. The last of them cannot fail."""
    if len(wrongs) == 1:
        return (1.0,)
    if size == 1:
        return (1.0, *(0.0 for _ in wrongs[1:]))
    miss = _rounded(size - 1)
    missed = (0.0, *shared(miss, wrongs[1:])) if wrongs[0] else _passed(miss, wrongs, failed=True)
    moves = [tuple((seat == 0) / size + (1 - 1 / size) * chance for seat, chance in enumerate(missed))]
    for parts in _divisions(size):
        chances = [_passed(_rounded(part), wrongs, failed=wrongs[0]) for part in parts]
        moves.append(
            tuple(
                sum(part * chance for part, chance in zip(parts, seat, strict=True)) / size
                for seat in zip(*chances, strict=True)
            )
        )
    return max(moves, key=lambda chances: chances[0])


def _passed(size: int, wrongs: Wrongs, *, failed: bool) -> tuple[float, ...]:
    """The chances once the mover's turn has passed, the mover's first."""
    *others, mover = shared(size, (*wrongs[1:], failed))
    return (mover, *others)


def _best(
    found: Candidates, codes: CodeSet, hit: float, wrong: bool, after: Callable[[int, bool], float], prefer: int | None
) -> tuple[float, int | None]:
    best: tuple[float, int | None] = (_proposing(codes.bit_count(), hit, wrong, after), None)
    questions = [number for _, number in ranked(found, codes, wrong, LOOKED_AT)] if codes.bit_count() > 1 else []
    for number in questions if prefer is None else (prefer, *questions):
        chance = _asking([part.bit_count() for part in divided(found, codes, number)], wrong, after)
        if chance > best[0] + TOLERANCE:
            best = chance, number
    return best


def _proposing(size: int, hit: float, wrong: bool, after: Callable[[int, bool], float]) -> float:
    """C12: a first wrong proposal ends the turn, a second one the game for the mover."""
    miss = 0.0 if wrong or size == 1 else after(size - 1, True)
    return hit / size + (1 - 1 / size) * miss


def _asking(parts: Sequence[int], wrong: bool, after: Callable[[int, bool], float]) -> float:
    return sum(part * after(part, wrong) for part in parts) / sum(parts)


def _divisions(size: int) -> Iterator[tuple[int, ...]]:
    """What the questions of the model make of a set."""
    for most, more in PARTS if size > 1 else ():
        first = min(max(round(size * most), 1), size - 1)
        second = min(max(round(size * more), 1), size - first)
        yield tuple(part for part in (first, second, size - first - second) if part)


def _rounded(size: int) -> int:
    """The size that stands for this one: itself, or the next lower step."""
    step = EXACT
    if size <= step:
        return size
    while step + step // 4 <= min(size, FURTHEST):
        step += step // 4
    return step


@cache
def openings() -> dict[str, dict[str, str]]:
    """The tables of first questions, for an opening of each kind (C9) and for a free one: by the answers so far."""
    _origin, *tables = files(__package__).joinpath("openings.txt").read_text("utf-8").split("\nopening ")
    named = (table.splitlines() for table in tables)
    return {name: dict(row.split(": ", 1) for row in rows) for name, *rows in named}


def opening_question(opening: Opening | None, asked: Sequence[AskedQuestion]) -> Question | None:
    """What to ask after these answers; None where the table does not hold them."""
    spelled = openings()["free" if opening == "one" else "kinds"].get(answers(asked))
    return None if spelled is None else read_question(spelled)


def answers(asked: Sequence[AskedQuestion]) -> str:
    """Questions and their answers as the table's keys have them."""
    return ", ".join(map(_answer, asked))


def _answer(one: AskedQuestion) -> str:
    match one.question:
        case AskLine(line):
            return f"{line} {one.answer}"
        case AskParity(place):
            return f"{place} {one.answer}"
        case AskLarger((first, second)):
            return f"{first} {'>' if one.answer == first else '<'} {second}"
        case AskSpace(column, row):
            return f"{column}{row} {'yes' if one.answer else 'no'}"
        case _:
            assert_never(one.question)


def spelling(question: Question) -> str:
    """A question as the table has it: `P`, `T?`, `TU` or `FM`."""
    match question:
        case AskLine(line):
            return line
        case AskParity(place):
            return f"{place}?"
        case AskLarger((first, second)):
            return first + second
        case AskSpace(column, row):
            return column + row


def read_question(spelled: str) -> Question:
    """The question of a spelling."""
    if len(spelled) == 1:
        return AskLine(spelled)
    first, second = spelled[0], spelled[1]
    if second == "?":
        return AskParity(first)
    return AskLarger((first, second)) if first in DIGIT_LETTERS else AskSpace(first, second)
