"""Mastermind: how many bits a guess is expected to tell, and which guess tells the most."""

from collections.abc import Sequence
from math import log2

from companion.core.small_steps import SmallSteps
from companion.solvers.mastermind.codes import Code, Codes, Row
from companion.solvers.mastermind.live import distinct_guesses


def bits_of(left: Codes, guess: Code) -> float:
    """The bits that the arms are expected to tell where these codes are left, each as likely as another."""
    total = len(left)
    # Rounded, so that equal divisions in another order are equal.
    return round(log2(total) - sum(size * log2(size) for size in left.sizes(guess)) / total, 9)


def most_bits(colours: int, repeats: bool, rows: Sequence[Row], left: Codes) -> SmallSteps[tuple[Code, float]]:
    """The guess that tells the most, and its bits. Of equal ones a code that is left comes first.

    `left`: what the rows leave possible, at least one code. `repeats`: whether a guess may repeat a colour.
    """
    members = set(left.codes)
    best, most, fits = left.codes[0], bits_of(left, left.codes[0]), True
    highest = round(log2(len(left)), 9)
    for guess in distinct_guesses(colours, repeats, rows, left):
        if most == highest and fits:
            break
        yield
        told, member = bits_of(left, guess), guess in members
        if (told, member) > (most, fits):
            best, most, fits = guess, told, member
    return best, most
