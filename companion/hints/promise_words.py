"""What a move in the making promises, in words: the vocabulary that the games share, and which moves have such words.

`may_promise` needs no solver, so the table can offer the words without loading one.
"""

from collections.abc import Sequence
from typing import Final

from companion.core.prompt import Move
from companion.solvers.entropy import mean_bits

_PROMISING: Final = {
    "mastermind": frozenset({"guess"}),
    "davinci": frozenset({"deduce"}),
    "digitcode": frozenset({"ask_line", "ask_parity", "ask_larger", "ask_space", "propose"}),
    "passcode": frozenset({"draw"}),
}
"""For each game the moves that try or uncover something hidden."""


def may_promise(game: str, move: Move) -> bool:
    """Whether there are words about such a move. In Passcode the draw pile alone holds cards that nobody knows."""
    return move["move"] in _PROMISING.get(game, ()) and move.get("pile") != "discard"


def code_question(total: int, sizes: Sequence[int]) -> str:
    """What the answer to a question would leave of the possible codes: a guess in Mastermind, a question in Digit Code.

    `total`: how many codes are possible now. `sizes`: for each answer that can come, how many of them would be left.
    """
    if len(sizes) == 1:
        return "You know the answer already, so it would tell you nothing new."
    left, most = round(mean_left(sizes)), max(sizes)
    told = f"({mean_bits(sizes):.1f} bits)"
    if most == 1:
        return f"Whatever the answer is, only one of {total:,} possible codes would be left {told}."
    on_average = f"Of {total:,} possible codes, about {left:,} would be left on average"
    return f"{on_average}, and {most:,} at most {told}." if most > left else f"{on_average} {told}."


def mean_left(sizes: Sequence[int]) -> float:
    """How many codes the answer leaves in the mean, if every code is as likely. `sizes`: as for `code_question`."""
    return sum(size * size for size in sizes) / sum(sizes)


def codes_left(count: int) -> str:
    """How many codes are possible by all answers so far."""
    return "One code alone is still possible." if count == 1 else f"{count:,} codes are still possible."


def cases(chance: float) -> str:
    """A probability in words; certainty is only said where there is nothing else."""
    if chance <= 0:
        return "never"
    if chance >= 1:
        return "always"
    return f"in {min(max(round(100 * chance), 1), 99)} of 100 cases"
