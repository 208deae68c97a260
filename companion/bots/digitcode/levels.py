"""The players of Digit Code, weakest first.

`beginner` remembers only what was said about a single digit, and settles one after the other. `steady` keeps a sheet: the
digits that are possible at each place, an answer at a time. Neither proposes anything that is not certain or looks at a rival.
`best` knows every possible code, and looks further.

`sharp` is no level but a measure: it knows every possible code, asks what tells most, one question ahead, and proposes once it
is certain. It takes half a turn more than `best`, which is too little to tell the two apart in duels.

A view holds every question and answer so far (C17), so none of them needs a memory of its own: what the weaker ones forget,
they forget by not looking at it.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from companion.bots.bot import Analysis, Bot, Choice
from companion.bots.digitcode import reasons
from companion.bots.digitcode.best import play_best
from companion.bots.digitcode.search_position import SearchPosition, asking, proposing, search_position
from companion.core.prompt import Prompt, RandBelow
from companion.games.digitcode import possible
from companion.games.digitcode.moves import (
    DIGIT_LETTERS,
    SPACE_AT,
    AskParity,
    AskSpace,
    Question,
    SixDigits,
    is_legal,
    question_kind,
)
from companion.games.digitcode.options import Options
from companion.games.digitcode.state import AskedQuestion
from companion.games.digitcode.view import DigitCodeView
from companion.solvers.digitcode.answer_counts import bits, counts, digit_counts
from companion.solvers.digitcode.candidates import QUESTIONS
from companion.solvers.digitcode.places import Digits, alone, expected_bits, only_code, possible_by, possible_digits
from companion.solvers.digitcode.worlds import how_many

Solving = Callable[[SearchPosition, RandBelow], Choice]
"""What a player does who is to ask or to propose."""


def analyse(options: Options, memory: None, view: DigitCodeView) -> Analysis:
    """How many worlds are possible by the view; a view of the public or of a player with a code of its own has one code or
    two that are hidden, and counts every way in which they may go together."""
    return Analysis(how_many(options, view))


def play_beginner(here: SearchPosition, pick: RandBelow) -> Choice:
    """Settles the first digit that is not certain; of the opening's other questions it makes nothing."""
    digits = alone(here.asked)
    code = only_code(digits)
    open_places = [place for place, at in zip(DIGIT_LETTERS, digits, strict=True) if len(at) > 1]
    ways = [one for one in QUESTIONS if question_kind(one) in here.kinds and isinstance(one, AskParity | AskSpace)]
    if here.in_opening and not ways:
        allowed = [one for one in QUESTIONS if question_kind(one) in here.kinds]
        question = allowed[pick(len(allowed))]
        return asking(question, reasons.to_open(question))
    if code is not None and not here.in_opening:
        return proposing(code, reasons.CERTAIN)
    place = open_places[0] if open_places else DIGIT_LETTERS[0]
    about = [one for one in ways if _place(one) == place]
    question = max(about, key=lambda one: expected_bits(digits, one))
    return asking(question, reasons.digit_by_digit(place, len(digits[DIGIT_LETTERS.index(place)])))


def play_steady(here: SearchPosition, pick: RandBelow) -> Choice:
    """Asks what tells most about its sheet."""
    digits = possible_digits(here.asked)
    code = only_code(digits)
    if code is not None and not here.in_opening:
        return proposing(code, reasons.CERTAIN)
    had = [one.question for one in here.asked]
    fresh = [one for one in QUESTIONS if question_kind(one) in here.kinds and one not in had]
    question = _most(fresh, lambda one: expected_bits(digits, one))
    return asking(question, reasons.by_the_sheet(question, possible_by(digits), restricted=here.restricted))


def play_sharp(here: SearchPosition, pick: RandBelow) -> Choice:
    """Asks what tells most about the codes that are possible."""
    numbers = digit_counts(here.asked, here.failed)
    if numbers.total == 1 and not here.in_opening:
        return proposing(next(possible.possible_codes(here.asked, here.failed)), reasons.CERTAIN, tells_count=True)
    allowed = [one for one in QUESTIONS if question_kind(one) in here.kinds]
    question = _most(allowed, lambda one: bits(counts(numbers, one)))
    most = max(counts(numbers, question).values())
    return asking(question, reasons.narrows(numbers.total, most), tells_count=True)


def player(
    name: str, solving: Solving, believed: Callable[[Sequence[AskedQuestion]], Digits] | None = None
) -> Bot[Options, DigitCodeView, None]:
    """A player; `believed` are the digits that it thinks possible, None where it knows the codes."""

    def choose(options: Options, memory: None, view: DigitCodeView, prompt: Prompt, pick: RandBelow) -> Choice:
        if view.phase == "code":
            return Choice({"move": "set_code", "digits": list(possible.draw_code((), (), pick))}, reasons.CODE)
        here = search_position(options, view)
        if view.phase == "last":
            return _last_chance(here, believed, pick)
        return solving(here, pick)

    return Bot(name, _nothing, _unchanged, choose)


def _last_chance(
    here: SearchPosition, believed: Callable[[Sequence[AskedQuestion]], Digits] | None, pick: RandBelow
) -> Choice:
    """C13: a proposal, for it costs nothing."""
    if believed is None:
        size = possible.count_codes(here.asked, here.failed)
        code = possible.draw_code(here.asked, here.failed, pick)
        return proposing(code, reasons.last_chance(size), tells_count=True)
    digits = believed(here.asked)
    only = only_code(digits)
    if only is not None:
        return proposing(only, reasons.LAST_OF_ONE)
    return proposing(_any_of(digits, pick), reasons.NO_CODE_LEFT)


def _any_of(digits: Digits, pick: RandBelow) -> SixDigits:
    """A legal code of these digits by luck."""
    while True:
        code = tuple(sorted(at)[pick(len(at))] for at in digits)
        if is_legal(code):
            return code


def _most(questions: Sequence[Question], tells: Callable[[Question], float]) -> Question:
    """The first of those that tell most; what rounding leaves between equals is no difference."""
    return max(questions, key=lambda one: round(tells(one), 9))


def _place(question: AskParity | AskSpace) -> str:
    match question:
        case AskParity(place):
            return place
        case AskSpace(column, row):
            return DIGIT_LETTERS[SPACE_AT[column, row].place]


def _nothing(options: Options) -> None:
    return None


def _unchanged(options: Options, memory: None, view: DigitCodeView) -> None:
    return None


BEGINNER: Final = player("beginner", play_beginner, alone)
STEADY: Final = player("steady", play_steady, possible_digits)
BEST: Final = player("best", play_best)
SHARP: Final = player("sharp", play_sharp)
LEVELS: Final[tuple[Bot[Any, Any, Any], ...]] = (BEGINNER, STEADY, BEST)
"""All but `random`, weakest first."""
