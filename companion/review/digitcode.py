"""Reviews the questions and proposals of Digit Code by the bits that they told about the code."""

from math import log2
from typing import Final

from companion.bots.digitcode.reasons import asked_for
from companion.bots.digitcode.search_position import SearchPosition, search_position
from companion.core.small_steps import SmallSteps
from companion.games.digitcode.options import hidden_from
from companion.games.digitcode.possible import count_codes, is_possible
from companion.games.digitcode.rules import true_answer
from companion.games.digitcode.state import AskedQuestion, hidden_code
from companion.games.digitcode.text import answer_sentence
from companion.hints.digitcode import asked_question, best, contradicted_answer, promise_by_counts
from companion.hints.hint import Best
from companion.review.phrases import as_good, better, codes_told, sentence
from companion.review.review import Judgement, Moment
from companion.solvers.digitcode.answer_counts import DigitCounts, counts, digit_count_steps

SMALL_LOSS: Final = 0.05
"""A move that promised so few bits less than the best one was as good."""


def judge(moment: Moment) -> SmallSteps[Judgement | None]:
    """The judgement of a question, a proposal or a pass; None for making a code."""
    name = moment.move["move"]
    if name == "set_code":
        return None
    here = search_position(moment.options, moment.view)
    found = yield from digit_count_steps(here.asked, here.failed)
    made = promise_by_counts(here, found, moment.move)
    top = yield from best(moment.options, moment.memory, moment.view)
    assert made is not None
    assert top is not None, "a solver is asked"
    before = found.total
    if name == "propose":
        return _proposal(moment, here, before, made.worth, top)
    if name == "pass":
        why = f"The last chance was not used; a proposal of one of {before:,} codes would have cost nothing."
        return Judgement("passed", why, 0.0, 0.0, top.promise.worth, before, before)
    question = asked_question(moment.move)
    answer = true_answer(hidden_code(moment.state, moment.seat), question)
    answered = AskedQuestion(moment.seat, hidden_from(moment.options, moment.seat), question, answer)
    after = count_codes([*here.asked, answered], here.failed)
    gained = log2(before / after)
    loss = top.promise.worth - made.worth
    sizes = tuple(counts(found, question).values())
    if before == 1:
        why = "The code was certain already, and a question cost a turn."
    elif made.worth == 0:
        why = f"The answer was certain already, so it told nothing. {sentence(_better(top, found, sizes))}"
    else:
        kinds = "of the kinds of question that the opening still asked for, no other one"
        others = kinds if here.restricted else "no other question"
        rest = as_good(others, loss) if loss < SMALL_LOSS else _better(top, found, sizes)
        why = f"{sentence(codes_told(before, after, sizes, 'this question'))} {sentence(rest)}"
    said = answer_sentence(answered)
    return Judgement(f"asked: {said}", why, gained, made.worth, top.promise.worth, before, after)


def _proposal(moment: Moment, here: SearchPosition, before: int, expected: float, top: Best) -> Judgement:
    digits = tuple(moment.move["digits"])
    right = digits == hidden_code(moment.state, moment.seat)
    possible = is_possible(digits, here.asked, here.failed)
    after = 1 if right else before - possible
    if right:
        why = "Only this code was left." if before == 1 else f"One of {before:,} codes that were possible."
    elif not possible:
        why = f"It could not be the code: {contradicted_answer(here, digits)}."
    else:
        why = f"One of {before:,} codes that were possible, and not the right one."
    return Judgement(
        said=f"proposed {''.join(map(str, digits))}: {'correct' if right else 'incorrect'}",
        why=why,
        gained=log2(before / after),
        expected=expected,
        best=top.promise.worth,
        before=before,
        after=after,
        contradiction=not possible,
    )


def _better(top: Best, found: DigitCounts, made: tuple[int, ...]) -> str:
    """What speaks for the best move, which promised more. `made`: for each answer, how many codes it would have left."""
    if top.move["move"] == "propose":
        return f"to propose one of the {found.total:,} possible codes promised more"
    question = asked_question(top.move)
    return better(asked_for(question), tuple(counts(found, question).values()), made)
