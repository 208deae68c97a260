"""Phrases that the sentences of reviews have in common, and the short lines for a small screen."""

from collections.abc import Sequence
from typing import Final

from companion.hints.hint import Unit
from companion.review.review import ChoiceSums, ReviewedMove
from companion.review.turning_point import turned_by_choice

MOST_LETTERS: Final = 21
"""Letters on a line of a panel."""
SLIGHT_BITS: Final = 0.25
"""Differences of fewer bits are not spoken of."""


def left_over(before: int, after: int) -> str:
    """How many codes a move left."""
    if before == after > 1:
        return f"{'both' if before == 2 else f'all {before:,}'} codes that were possible still are"
    possible = "1 code was possible" if before == 1 else f"{before:,} codes were possible"
    return f"{possible}, {after:,} {'is' if after == 1 else 'are'} left"


def against_expectation(luck: float) -> str:
    """How many more or fewer codes were left than expected. `luck`: in bits; one bit is half as many."""
    if abs(luck) < SLIGHT_BITS:
        return "about as many as expected"
    if luck <= -1:
        return f"{2**-luck:.1f} times as many as expected"
    return f"{_percent_of_codes(luck)} {'fewer' if luck > 0 else 'more'} than expected"


def fewer_codes(bits: float) -> str:
    """How many fewer codes a better move promised to leave."""
    return f"promised to leave {_percent_of_codes(bits)} fewer"


def _percent_of_codes(bits: float) -> str:
    return f"{min(max(round(100 * abs(1 - 2**-bits)), 1), 99)} %"


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
