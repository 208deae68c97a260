"""The levels of Mastermind as Decoders: from rows to a guess and its reason.

A weaker level thinks as a person does who looks less far: `novice` compares a code with the last two rows only, `casual` with
the last three, `steady` with all, and each of them places the first code that it finds. `best` weighs what a row is expected
to leave.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import permutations
from typing import Final

from companion.core.prompt import RandBelow
from companion.core.wording.mean_count import mean_count
from companion.games.mastermind.moves import PEGS_IN_CODE
from companion.solvers.mastermind.codes import CRACKED, Code, Codes, Row, as_placed, every_code, possible
from companion.solvers.mastermind.decoder import best_guess, is_quickest
from companion.solvers.mastermind.information import bits_of

Guesser = Callable[[int, bool, Sequence[Row], Codes, RandBelow], tuple[Code, str]]
"""Takes how many colours there are, whether a guess may repeat one, the rows, the codes that they leave (at least one) and luck;
gives a guess and the reason for it."""

QUICKEST: Final = "With it you need the fewest rows on average."
"""Of a row that need not be the one that tells most."""
_WORDS: Final = {2: "two", 3: "three"}


def guess_novice(colours: int, repeats: bool, rows: Sequence[Row], left: Codes, pick: RandBelow) -> tuple[Code, str]:
    """The first code that fits the last two rows and stands in no row."""
    return _by_last(2, colours, rows, pick)


def guess_casual(colours: int, repeats: bool, rows: Sequence[Row], left: Codes, pick: RandBelow) -> tuple[Code, str]:
    """The first code that fits the last three rows and stands in no row."""
    return _by_last(3, colours, rows, pick)


def guess_steady(colours: int, repeats: bool, rows: Sequence[Row], left: Codes, pick: RandBelow) -> tuple[Code, str]:
    """The first code that fits all rows."""
    if not rows:
        return _opening(colours, pick)
    fitting = set(left.codes)
    guess = next(code for code in _in_order(colours, rows) if code in fitting)
    return guess, "The first code that this player found to fit every row."


def guess_best(colours: int, repeats: bool, rows: Sequence[Row], left: Codes, pick: RandBelow) -> tuple[Code, str]:
    """The best guess that is known."""
    guess = best_guess(colours, repeats, rows, pick)
    return guess, guess_reason(left, guess, quickest=is_quickest(colours, repeats, rows, guess))


def guess_reason(left: Codes, guess: Code, *, quickest: bool) -> str:
    """Why to place the best guess that is known while those codes are left. `quickest`: no other one leads to the code in fewer
    rows; else no other one tells more."""
    count = len(left)
    if count == 1:
        return "Only this code fits every row."
    parts = {answer: part.bit_count() for answer, part in left.split(guess).items()}
    fits = CRACKED in parts
    itself = "may be the code, and" if fits else "cannot be the code, but"
    if max(parts.values()) == 1:
        return f"{count} codes still fit. This row {itself} whatever the arms show, the code is known then."
    expected = sum(size * size for size in parts.values()) / count
    said = f"{count:,} codes still fit. This row {itself} on average it leaves {mean_count(expected)} of them."
    # A code that tells all others but two apart needs the fewest rows too, where none tells all apart.
    if quickest or (fits and len(parts) == count - 1):
        return f"{said} {QUICKEST}"
    return (
        f"{said} No other row tells more: {bits_of(left, guess):.1f} bits on average, where one bit halves the codes."
    )


def _by_last(compared: int, colours: int, rows: Sequence[Row], pick: RandBelow) -> tuple[Code, str]:
    if not rows:
        return _opening(colours, pick)
    placed = {guess for guess, _ in rows}
    fitting = set(possible(colours, rows[-compared:]).codes)
    guess = next(code for code in _in_order(colours, rows) if code in fitting and code not in placed)
    if len(rows) <= compared:
        return guess, "The first code that this player found to fit every row."
    return guess, f"This code fits the last {_WORDS[compared]} rows; this player looks no further back."


def _opening(colours: int, pick: RandBelow) -> tuple[Code, str]:
    every = every_code(colours).codes
    return every[pick(len(every))], "Nothing is known yet, so any four colours will do."


def _in_order(colours: int, rows: Sequence[Row]) -> Iterator[Code]:
    """Every code, the colours that were placed first before all others.

    So the order is the first row's own: whatever that was drawn to be, the same codes take as many guesses.
    """
    return permutations(as_placed(colours, rows), PEGS_IN_CODE)
