"""Who comes first: proposals and questions weighed by the chance to win, where others look for a code too.

Two kinds of race. In a duel each looks for a code of its own, and everybody hears how far the other is. At one code all
solvers hear the same answers, so each of them knows as much as the next to move. Both are played out here on numbers alone:
how many codes are possible, who has proposed a wrong one, and a question that divides any set in about the proportion of
PARTS. The others are taken to play as well as this does. The first move is not taken from that model but from the real
questions (`duel_move`, `shared_move`). A draw counts as half a win.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from companion.solvers.digitcode.candidates import Candidates, CodeSet
from companion.solvers.digitcode.turns import divided, ranked

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
