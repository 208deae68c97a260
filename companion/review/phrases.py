"""Phrases that the sentences of reviews have in common, and the short lines for a small screen."""

from collections.abc import Sequence
from typing import Final

from companion.core.wording.mean_count import mean_count
from companion.hints.hint import Unit
from companion.hints.promise_words import mean_left
from companion.review.review import ChoiceSums, ReviewedMove
from companion.review.turning_point import turned_by_choice
from companion.solvers.entropy import mean_bits

MOST_LETTERS: Final = 21
"""Letters on a line of a panel."""
TOLD_APART: Final = 0.0005
"""Bits that differ by less are shown as the same."""


def left_over(before: int, after: int) -> str:
    """How many codes a move left."""
    if before == after > 1:
        return f"{'both' if before == 2 else f'all {before:,}'} codes that were possible still are"
    possible = "1 code was possible" if before == 1 else f"{before:,} codes were possible"
    return f"{possible}, {after:,} {'is' if after == 1 else 'are'} left"


def codes_told(before: int, after: int, sizes: Sequence[int], named: str) -> str:
    """How many codes a question left, and how many it leaves on average. `sizes`: for each answer that could come, how many of
    the codes would have been left; `named`: what to call it."""
    if len(sizes) == 1:
        return f"{left_over(before, after)}, as was certain before"
    return f"{left_over(before, after)}; on average {named} leaves {mean_count(mean_left(sizes))}"


def better(question: str, sizes: Sequence[int], made: Sequence[int]) -> str:
    """What speaks for a question that tells more bits than the one made. `sizes`, `made`: of both, as for `codes_told`."""
    if max(sizes) == 1:
        return f"{question} would have told all {sum(sizes):,} codes apart"
    fewer, here = mean_left(sizes), mean_left(made)
    if fewer < here and mean_count(fewer) != mean_count(here):
        return f"{question} leaves {mean_count(fewer)} on average"
    return f"{question} tells more: {mean_bits(sizes):.2f} bits on average, against {mean_bits(made):.2f}"


def as_good(questions: str, loss: float) -> str:
    """That no other question told noticeably more. `questions`: what they are called; `loss`: how many bits more at most."""
    return f"{questions} tells {'more' if loss < TOLD_APART else 'noticeably more'} bits"


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return f"{text[0].upper()}{text[1:]}."


def signed(value: float, unit: Unit) -> str:
    """A sum of luck or skill in a few letters."""
    if unit == "points":
        return f"{round(value):+d}"
    shown = f"{value:+.1f}"
    return "0.0" if shown in ("+0.0", "-0.0") else shown


def fitting(*choices: str) -> str:
    """The first of these that fits a line of a panel, else the last one cut off."""
    return next((line for line in choices if len(line) <= MOST_LETTERS), choices[-1][:MOST_LETTERS])


def luck_line(luck: str, skill: str) -> str:
    """Luck and skill on one line."""
    return fitting(f"Luck {luck}, skill {skill}", f"Luck {luck} skill {skill}", f"L {luck} S {skill}")


def contradictions_line(count: int, unit: Unit) -> str:
    """How many contradictions were overlooked; empty for Passcode, which has no secret to contradict."""
    return "" if unit == "points" else fitting(f"Contradictions: {count}")


def turning_line(move: ReviewedMove) -> str:
    """That a move was the turning point."""
    if move.choice is not None and turned_by_choice(move):
        return fitting(f"{'Went on too long' if move.choice.went_on else 'Stopped too soon'}: {move.number}")
    return f"Turning point: {move.number}"


def seat_lines(
    moves: int,
    luck: float,
    skill: float,
    contradictions: int,
    turning: Sequence[str],
    unit: Unit,
    choices: ChoiceSums,
) -> tuple[str, str, str]:
    """The three lines of a seat. `turning`: the line of its turning point, if it has one."""
    if not moves:
        return ("No moves to review", "", "")
    weighed = f"{moves} {'move' if moves == 1 else 'moves'} weighed"
    if choices.choices:
        good = f"{choices.good} of {choices.choices}"
        weighed = fitting(f"Go on or stop: {good}", f"Go on/stop: {good}")
    lines = [luck_line(signed(luck, unit), signed(skill, unit)), contradictions_line(contradictions, unit), weighed]
    if turning:
        lines.insert(2, turning[0])
    first, second, third, *_ = [fitting(line) for line in lines if line] + [""]
    return (first, second, third)
