"""What a move in the making promises, in words: the vocabulary that the games share, and which moves have such words.

`may_promise` needs no solver, so the table can offer the words without loading one.
"""

from collections.abc import Sequence
from math import log2
from typing import Final

from companion.core.prompt import Move

_PROMISING: Final = {
    "mastermind": frozenset({"guess"}),
    "davinci": frozenset({"deduce"}),
    "digitcode": frozenset({"ask_line", "ask_parity", "ask_larger", "ask_space", "propose"}),
    "passcode": frozenset({"draw"}),
}
"""For each game the moves that try or uncover something hidden."""


AGREE: Final = 0.05
"""Bits that differ by less than this are written alike."""


def may_promise(game: str, move: Move) -> bool:
    """Whether there are words about such a move. In Passcode the draw pile alone holds cards that nobody knows."""
    return move["move"] in _PROMISING.get(game, ()) and move.get("pile") != "discard"


def code_question(total: int, sizes: Sequence[int], bits: float) -> str:
    """Of a question about a code. `total`: the codes that are possible now; `sizes`: how many of
    them give each answer."""
    if len(sizes) == 1:
        return "The answer is certain already: it tells nothing new."
    left, most = round(sum(size * size for size in sizes) / total), max(sizes)
    if most == 1:
        return f"Whatever the answer is, only one of {total:,} possible codes would be left ({bits:.1f} bits)."
    # The mean of the codes left and the mean of the bits are different ones: both are told only where they agree.
    agree = f" ({bits:.1f} bits)" if left and abs(log2(total / left) - bits) < AGREE else ""
    told = f"Of {total:,} possible codes, about {left:,} would be left{agree}."
    return f"{told} At most {most:,} can be left." if most > left else told


def cases(chance: float) -> str:
    """A probability in words; certainty is only said where there is nothing else."""
    if chance <= 0:
        return "never"
    if chance >= 1:
        return "always"
    return f"in {min(max(round(100 * chance), 1), 99)} of 100 cases"
