"""Mastermind: the next guess for any position, found when it is asked for.

A few codes are told apart by the first guess that is known to be best. Of many, the guess with the highest entropy is taken;
of equals, the one with the fewest codes expected to be left, then one that may be the code itself, then the first one.
"""

from collections.abc import Iterator, Sequence
from math import log2
from typing import Final

from companion.games.mastermind.moves import PEGS_IN_CODE
from companion.solvers.mastermind.codes import ANSWERS, Code, Codes, Row

_FEW: Final = len(ANSWERS)
"""More codes than answers cannot all be told apart by one guess."""


def live_guess(colours: int, repeats: bool, rows: Sequence[Row], left: Codes) -> Code:
    """A guess where `left`, at least one code, is what the rows leave possible. `repeats`: as for best_guess."""
    found = closing_guess(left)
    if found is not None:
        return found
    members = set(left.codes)
    best: tuple[float, int, bool] | None = None
    for guess in distinct_guesses(colours, repeats, rows, left):
        sizes = left.sizes(guess)
        if len(sizes) == len(left):
            return guess
        # Rounded, so that equal splits in another order are equal.
        bits = round(sum(size * log2(size) for size in sizes), 6)
        rank = (bits, sum(size * size for size in sizes), guess not in members)
        if best is None or rank < best:
            best, found = rank, guess
    assert found is not None, "there are codes left, so there are guesses"
    return found


def closing_guess(left: Codes) -> Code | None:
    """A code among those left that tells all others apart, or all but two; None where there is none.

    With the first, n codes take 2n - 1 guesses in all, and nothing takes fewer. Where there is none, they take 2n with the
    second, and nothing takes fewer: a guess that is none of them takes as many where it tells all apart.
    """
    if len(left) > _FEW:
        return None
    nearly: Code | None = None
    for code in left.codes:
        parts = len(left.split(code))
        if parts == len(left):
            return code
        if nearly is None and parts == len(left) - 1:
            nearly = code
    return nearly


def distinct_guesses(colours: int, repeats: bool, rows: Sequence[Row], left: Codes) -> Iterator[Code]:
    """Guesses such that each other one splits `left` as one of these does, in a fixed order.

    Colours that stand in no row are alike, and so are those that no code left holds: of either kind, the first comes first.
    """
    present = {colour for code in left.codes for colour in code}
    placed = {colour for guess, _ in rows for colour in guess}
    untried = [colour for colour in range(colours) if colour in present and colour not in placed]
    absent = [colour for colour in range(colours) if colour not in present]
    alike = {colour: kind[: kind.index(colour)] for kind in (untried, absent) for colour in kind}
    if repeats and absent:
        # Two absent colours tell what one of them tells twice.
        alike.update({colour: [colour] for colour in absent[1:]})

    def filled(before: Code) -> Iterator[Code]:
        if len(before) == PEGS_IN_CODE:
            yield before
            return
        for colour in range(colours):
            if (repeats or colour not in before) and all(earlier in before for earlier in alike.get(colour, ())):
                yield from filled((*before, colour))

    return filled(())
