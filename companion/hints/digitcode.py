"""Hints for a solver of Digit Code: the bits of a question or a proposal."""

from math import log2
from typing import Final

from msgspec import convert, structs

from companion.bots.digitcode.search_position import SearchPosition, asking, search_position
from companion.core.prompt import Move
from companion.core.small_steps import SmallSteps
from companion.games.digitcode.moves import Question, question_kind
from companion.games.digitcode.options import Options, solvers
from companion.games.digitcode.possible import is_possible, possible_codes
from companion.games.digitcode.rules import true_answer
from companion.games.digitcode.text import answer_sentence
from companion.games.digitcode.view import DigitCodeView
from companion.hints.hint import Best, Hints, Promise
from companion.hints.promise_words import code_question, codes_left
from companion.solvers.digitcode.answer_counts import DigitCounts, bits, counts, digit_count_steps, digit_counts
from companion.solvers.digitcode.candidates import QUESTIONS


def promise(options: Options, memory: None, view: DigitCodeView, move: Move) -> Promise | None:
    """The bits of a question or of a proposal."""
    if not _solves(options, view):
        return None
    here = search_position(options, view)
    return promise_by_counts(here, digit_counts(here.asked, here.failed), move)


def promise_by_counts(here: SearchPosition, found: DigitCounts, move: Move) -> Promise | None:
    """The same, where the numbers of the possible codes are known already."""
    match move["move"]:
        case "set_code":
            return None
        case "pass":
            return Promise(0.0, 0.0)
        case "propose":
            possible = is_possible(tuple(move["digits"]), here.asked, here.failed)
            told = proposal_bits(found.total) if possible else 0.0
        case _:
            told = _rounded(bits(counts(found, asked_question(move))))
    return Promise(told, told)


def best(options: Options, memory: None, view: DigitCodeView) -> SmallSteps[Best | None]:
    """The question that tells the most, or a proposal where none tells more."""
    if not _solves(options, view) or view.phase not in ("ask", "last") or view.seat not in view.to_act:
        return None
    here = search_position(options, view)
    found = yield from digit_count_steps(here.asked, here.failed)
    proposing = None
    if not here.in_opening:
        told = proposal_bits(found.total)
        code = next(possible_codes(here.asked, here.failed))
        proposing = Best({"move": "propose", "digits": list(code)}, Promise(told, told))
    if proposing is not None and (view.phase == "last" or found.total == 1):
        return proposing
    most: tuple[float, Question] | None = None
    for question in QUESTIONS:
        if question_kind(question) in here.kinds:
            yield
            told = _rounded(bits(counts(found, question)))
            if most is None or told > most[0]:
                most = told, question
    assert most is not None, "there are questions of every kind"
    if proposing is not None and proposing.promise.worth >= most[0]:
        return proposing
    return Best(asking(most[1], "").move, Promise(most[0], most[0]))


def asked_question(move: Move) -> Question:
    """The question of a move that asks one."""
    question: Question = convert(move, Question)
    return question


def proposal_bits(size: int) -> float:
    """What a proposal of one of so many codes is expected to tell: it is right, or it is not."""
    if size == 1:
        return 0.0
    right, wrong = 1 / size, 1 - 1 / size
    return _rounded(-right * log2(right) - wrong * log2(wrong))


def _solves(options: Options, view: DigitCodeView) -> bool:
    return view.seat is not None and view.phase != "code" and view.seat in solvers(options, view.seats)


def _rounded(told: float) -> float:
    """Without what rounding leaves between equals."""
    return round(told, 9)


def words(options: Options, memory: None, view: DigitCodeView, move: Move) -> str:
    """How many codes a question leaves, or whether a proposal can be right."""
    here = search_position(options, view)
    found = digit_counts(here.asked, here.failed)
    if move["move"] != "propose":
        by_answer = counts(found, asked_question(move))
        return code_question(found.total, tuple(by_answer.values()))
    if not is_possible(tuple(move["digits"]), here.asked, here.failed):
        return f"This cannot be right: {contradicted_answer(here, tuple(move['digits']))}."
    if found.total == 1:
        return "This is certain: no other code is possible."
    return f"This may be right: it is one of {found.total:,} possible codes, each as likely as another."


def contradicted_answer(here: SearchPosition, digits: tuple[int, ...]) -> str:
    """The first answer that a proposal contradicts which cannot be right."""
    if digits in here.failed:
        return "it has been proposed before and was incorrect"
    for one in here.asked:
        if true_answer(digits, one.question) != one.answer:
            instead = structs.replace(one, answer=true_answer(digits, one.question))
            return f"{answer_sentence(one)}, and with {''.join(map(str, digits))} {answer_sentence(instead)}"
    raise AssertionError("a proposal without a conflict is possible")


def still_possible(options: Options, memory: None, view: DigitCodeView, suggested: Move | None) -> str | None:
    """How many codes are possible for a solver."""
    if not _solves(options, view):
        return None
    here = search_position(options, view)
    return codes_left(digit_counts(here.asked, here.failed).total)


DIGITCODE_HINTS: Final = Hints("digitcode", "bits", promise, best, words, still_possible)
