"""Reviews the rows of Mastermind by the bits that their arms told about the code."""

from collections.abc import Sequence
from math import log2
from typing import Final

from companion.bots.mastermind.levels import answered_rows, peg_numbers
from companion.core.small_steps import SmallSteps
from companion.games.mastermind.state import right_arms
from companion.hints.mastermind import best, contradicted_row, promise
from companion.review.phrases import as_good, better, codes_told, sentence
from companion.review.review import Judgement, Moment
from companion.solvers.mastermind.codes import CRACKED, Codes, possible
from companion.solvers.mastermind.decoder import is_quickest

SMALL_LOSS: Final = 0.05
"""A row that promised so few bits less than the best one was as good."""
QUICKEST_THEN: Final = "Yet this row is among those that find the code in the fewest rows on average."


def judge(moment: Moment) -> SmallSteps[Judgement | None]:
    """The judgement of a guess; None for setting a code and pulling arms."""
    if moment.move["move"] != "guess":
        return None
    options, view, pegs = moment.options, moment.view, tuple(moment.move["pegs"])
    left = possible(options.colours, answered_rows(view))
    yield
    answer = right_arms(moment.state.code, pegs)
    part = left.split(peg_numbers(view, pegs)).get(answer, 0).bit_count()
    before, after = len(left), 1 if answer == CRACKED else part
    made = promise(options, moment.memory, view, moment.move)
    top = yield from best(options, moment.memory, view)
    assert made is not None
    assert top is not None, "the Decoder is asked for a guess"
    gained = log2(before / after)
    fits = peg_numbers(view, pegs) in set(left.codes)
    # A row that cannot be the code is no oversight where no other row promised more, or none needs fewer rows: then it only asks.
    loss = top.promise.worth - made.worth
    numbers = peg_numbers(view, pegs)
    planned = not fits and is_quickest(options.colours, options.repeats_in_guess, answered_rows(view), numbers)
    asks = not fits and before > 1 and (loss < SMALL_LOSS or planned)
    said = _told(moment, left, after, loss, top.move["pegs"])
    if answer == CRACKED:
        why = "Only this code was left." if before == 1 else f"This was the code, one of {before:,} that were possible."
    elif asks:
        why = f"It could not be the code and was only a question. {sentence(said)}"
        if loss >= SMALL_LOSS:
            why = f"{why} {QUICKEST_THEN}"
    elif not fits:
        why = f"{_conflict(moment)}. {sentence(said)}"
    else:
        why = sentence(said)
    return Judgement(
        said=f"{', '.join(pegs)}: red {answer[0]}, white {answer[1]}",
        why=why,
        gained=gained,
        expected=made.worth,
        best=top.promise.worth,
        before=before,
        after=after,
        contradiction=not fits and not asks,
    )


def _told(moment: Moment, left: Codes, after: int, loss: float, best_pegs: Sequence[str]) -> str:
    """What the row left, and what speaks for a better one. `loss`: how many bits more that one promised."""
    if len(left) == 1:
        return f"only {', '.join(best_pegs)} was left"
    made, top = (left.sizes(peg_numbers(moment.view, pegs)) for pegs in (moment.move["pegs"], best_pegs))
    rest = as_good("no row", loss) if loss < SMALL_LOSS else better(", ".join(best_pegs), top, made)
    return f"{codes_told(len(left), after, made, 'this row')}. {rest[0].upper()}{rest[1:]}"


def _conflict(moment: Moment) -> str:
    """Why the row could not be the code: its repeated colour, or the first row that it contradicts."""
    pegs = tuple(moment.move["pegs"])
    number = contradicted_row(moment.view, pegs)
    if number is None:
        twice = next(colour for colour in pegs if pegs.count(colour) > 1)
        return f"It could not be the code: {twice} is in it more than once"
    row = moment.view.rows[number - 1]
    red, white = right_arms(pegs, row.pegs)
    shown = f"red {red}, white {white}, not red {row.red}, white {row.white}"
    return f"It could not be the code: if it were, row {number} would show {shown}"
