"""How much an answer is expected to tell, as a number and in the phrases that hints and reviews of all games share."""

from collections.abc import Collection, Sequence
from math import log2
from typing import Final

from companion.core.words import mean_count


def mean_bits(weights: Collection[float]) -> float:
    """The bits that an answer is expected to tell. `weights`: for each answer that can come, how many of the equally likely
    secrets give it, or any other measure of how often it comes."""
    total = sum(weights)
    return sum(weight * log2(total / weight) for weight in weights) / total


def code_question(total: int, sizes: Sequence[int], *, kind: str = "code") -> str:
    """What the answer to a question would leave of the possible codes: a guess in Mastermind, a question in Digit Code.

    `total`: how many codes are possible now. `sizes`: for each answer that can come, how many of them would be left. `kind`: what
    is possible, where it is not called a code.
    """
    if len(sizes) == 1:
        return "You know the answer already, so it would tell you nothing new."
    left, most = round(mean_left(sizes)), max(sizes)
    told = f"({mean_bits(sizes):.1f} bits)"
    if most == 1:
        return f"Whatever the answer is, only one of {total:,} possible {kind}s would be left {told}."
    on_average = f"Of {total:,} possible {kind}s, about {left:,} would be left on average"
    return f"{on_average}, and {most:,} at most {told}." if most > left else f"{on_average} {told}."


def mean_left(sizes: Sequence[int]) -> float:
    """How many codes the answer leaves in the mean, if every code is as likely. `sizes`: as for `code_question`."""
    return sum(size * size for size in sizes) / sum(sizes)


def codes_left(count: int, *, kind: str = "code") -> str:
    """How many codes are possible by all answers so far. `kind`: as for `code_question`."""
    return f"One {kind} alone is still possible." if count == 1 else f"{count:,} {kind}s are still possible."


def cases(chance: float) -> str:
    """A probability in words; certainty is only said where there is nothing else."""
    if chance <= 0:
        return "never"
    if chance >= 1:
        return "always"
    return f"in {min(max(round(100 * chance), 1), 99)} of 100 cases"


TOLD_APART: Final = 0.0005
"""Bits that differ by less are shown as the same."""


def left_over(before: int, after: int, *, kind: str = "code") -> str:
    """How many codes a move left. `kind`: as for `code_question`."""
    if before == after > 1:
        return f"{'both' if before == 2 else f'all {before:,}'} {kind}s that were possible still are"
    possible = f"1 {kind} was possible" if before == 1 else f"{before:,} {kind}s were possible"
    return f"{possible}, {after:,} {'is' if after == 1 else 'are'} left"


def codes_told(before: int, after: int, sizes: Sequence[int], named: str, *, kind: str = "code") -> str:
    """How many codes a question left, and how many it leaves on average. `sizes`: for each answer that could come, how many of
    the codes would have been left; `named`: what to call it; `kind`: as for `code_question`."""
    left = left_over(before, after, kind=kind)
    if len(sizes) == 1:
        return f"{left}, as was certain before"
    return f"{left}; on average {named} leaves {mean_count(mean_left(sizes))}"


def better(question: str, sizes: Sequence[int], made: Sequence[int], *, kind: str = "code") -> str:
    """What speaks for a question that tells more bits than the one made. `sizes`, `made`: of both, as for `codes_told`."""
    if max(sizes) == 1:
        return f"{question} would have told all {sum(sizes):,} {kind}s apart"
    fewer, here = mean_left(sizes), mean_left(made)
    if fewer < here and mean_count(fewer) != mean_count(here):
        return f"{question} leaves {mean_count(fewer)} on average"
    return f"{question} tells more: {mean_bits(sizes):.2f} bits on average, against {mean_bits(made):.2f}"


SMALL_LOSS: Final = 0.05
"""A move that promised so few bits less than the best one was as good."""


def as_good(questions: str, loss: float) -> str:
    """That no other question told noticeably more. `questions`: what they are called; `loss`: how many bits more at most."""
    return f"{questions} tells {'more' if loss < TOLD_APART else 'noticeably more'} bits"


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}."
