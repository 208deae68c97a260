"""Puzzles of Digit Code: the only code that is left, and the only question that makes the code certain whatever its answer is."""

from typing import Final

from msgspec import structs

from companion.core.prompt import Menu, Move
from companion.core.seat import Seat
from companion.games.digitcode.mind.counts import Candidates, CodeSet, index_codes, possible_by, possible_digits
from companion.games.digitcode.mind.search import divided
from companion.games.digitcode.possible import count_codes, draw_code, possible_codes
from companion.games.digitcode.rules import (
    DIGIT_LETTERS,
    QUESTIONS,
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    Options,
    Question,
    QuestionAnswer,
    SixDigits,
    State,
    answer_sentence,
    is_legal,
    is_same_question,
    made_move,
    prompt,
    question_kind,
    spaced_digits,
    true_answer,
    view,
)
from companion.games.puzzle import Field, Maker, Puzzle, PuzzleLevel, TextLuck, Verdict, needed

_LEFT_BY_SHEET: Final[dict[PuzzleLevel, tuple[int, int]]] = {"easy": (1, 1), "medium": (2, 40), "hard": (41, 1_000_000)}
"""By level: how many codes place by place reasoning leaves of a "last code", least and most."""
_TO_TELL_APART: Final[dict[PuzzleLevel, int]] = {"easy": 3, "medium": 3, "hard": 4}
"""By level: how many codes are left where one question must tell all of them apart."""
_SOLVER: Final = Seat(0)
_LISTED: Final = 600
"""Of so many codes a list is made."""
_TRIALS: Final = 60
"""How often a way on from the same answers is tried."""
_KINDS: Final = {
    "ask_line": "about a line",
    "ask_parity": "whether a digit is even or odd",
    "ask_larger": "which of two digits is larger",
    "ask_space": "about one space",
}
_OPTIONS: Final = Options(master="table", opening="one")
_DIGITS: Final = tuple(map(str, range(10)))
_CODE_FIELDS: Final = tuple(Field(letter, _DIGITS) for letter in DIGIT_LETTERS)


def question_words(question: Question) -> str:
    """A question in a few words, as answers name it."""
    match question:
        case AskLine(line):
            return f"line {line}"
        case AskParity(place):
            return f"{place} even or odd"
        case AskLarger((first, second)):
            return f"{first} or {second} larger"
        case AskSpace(column, row):
            return f"space {column}, {row}"


_QUESTION_FIELDS: Final = (Field("question", tuple(map(question_words, QUESTIONS))),)


def make(level: PuzzleLevel, luck: TextLuck) -> Puzzle:
    """Medium and hard puzzles are half of either kind, easy ones all "last code"."""
    if level != "easy" and luck(2):
        return _one_question(level, luck)
    return _last_code(level, luck)


def check_answer(puzzle: Puzzle, answer: tuple[str, ...]) -> Verdict:
    """Whether a code or a question is right."""
    asked: tuple[AskedQuestion, ...] = puzzle.position
    if puzzle.kind == "one question":
        return _told_apart(list(possible_codes(asked)), QUESTIONS[_QUESTION_FIELDS[0].choices.index(answer[0])])
    code = tuple(map(int, answer))
    if not is_legal(code):
        return Verdict(
            False, "That is no code: a digit may stand in it twice at most, and never beside or below itself."
        )
    for number, one in enumerate(asked, 1):
        answered = true_answer(code, one.question)
        if answered != one.answer:
            said = answer_sentence(AskedQuestion(one.seat, one.of, one.question, answered))
            return Verdict(False, f"Answer {number} contradicts it: with this code {said}.")
    return Verdict(True, "It agrees with every answer, and no other code does.")


def _last_code(level: PuzzleLevel, luck: TextLuck) -> Puzzle:
    least, most = _LEFT_BY_SHEET[level]
    while True:
        code, asked = _asked(luck, 1)
        asked = needed(asked, lambda some: count_codes(some) == 1)
        by_sheet = possible_by(possible_digits(asked))
        if least <= by_sheet <= most and list(possible_codes(asked)) == [code]:
            easy = "Place by place reasoning finds the code."
            return _puzzle(
                "The last code",
                "last code",
                level,
                "Only one code gives all of these answers. Which one? A digit may stand in it twice at most, and never "
                "beside or below itself.",
                asked,
                code,
                tuple(map(str, code)),
                by_sheet - 1,
                easy
                if by_sheet == 1
                else f"Place by place reasoning leaves {by_sheet:,} ways to set the digits; "
                f"{by_sheet - 1:,} of them must be excluded.",
                tuple(
                    f"The digit at {place} is {digit}." for place, digit in zip(DIGIT_LETTERS[:-1], code, strict=False)
                ),
            )


def _one_question(level: PuzzleLevel, luck: TextLuck) -> Puzzle:
    wanted = _TO_TELL_APART[level]
    while True:
        code, first = _asked(luck, _LISTED)
        # From here on sets of listed codes are divided, which is quick enough to try many ways on from the same answers.
        found = index_codes(tuple(possible_codes(first)))
        for _ in range(_TRIALS):
            asked, left = _walked(found, first, code, wanted, luck)
            if left.bit_count() != wanted:
                continue
            telling = [number for number in range(len(QUESTIONS)) if len(divided(found, left, number)) == wanted]
            if len(telling) == 1:
                question = QUESTIONS[telling[0]]
                return _puzzle(
                    "One more question",
                    "one question",
                    level,
                    f"{wanted} codes give all of these answers. Only one more question makes the code certain, whatever its "
                    "answer is. Which question?",
                    asked,
                    code,
                    (question_words(question),),
                    len(QUESTIONS) - 1,
                    f"{wanted} codes must be found and told apart, and one of {len(QUESTIONS)} questions does it.",
                    (f"Ask {_KINDS[question_kind(question)]}.",),
                )


def _puzzle(
    title: str,
    kind: str,
    level: PuzzleLevel,
    task: str,
    asked: list[AskedQuestion],
    code: SixDigits,
    answer: tuple[str, ...],
    worlds: int,
    grade: str,
    hints: tuple[str, ...],
) -> Puzzle:
    state = State(_OPTIONS, (None,), code, _SOLVER, tuple(asked), (), (), last=False, replays=0, winners=None)
    seen = view(state, _SOLVER)
    menu = prompt(_OPTIONS, seen)
    assert isinstance(menu, Menu), "the seat may ask and propose"
    # Of all that the seat may do, what answers the puzzle; proposing stands last.
    last_code = kind == "last code"
    return Puzzle(
        game="digitcode",
        title=title,
        kind=kind,
        level=level,
        task=task,
        clues=tuple(f"{said[0].upper()}{said[1:]}" for said in map(answer_sentence, asked)),
        fields=_CODE_FIELDS if last_code else _QUESTION_FIELDS,
        answer=answer,
        deductions=len(asked),
        worlds=worlds,
        grade=grade,
        position=tuple(asked),
        view=seen,
        names=("You",),
        prompt=menu.branches[-1].prompt if last_code else structs.replace(menu, branches=menu.branches[:-1]),
        hints=hints,
    )


def _walked(
    found: Candidates, first: list[AskedQuestion], code: SixDigits, until: int, luck: TextLuck
) -> tuple[list[AskedQuestion], CodeSet]:
    """More questions about the code, until no more than so many of the listed codes are left."""
    asked, left = list(first), found.all
    while left.bit_count() > until:
        number = luck(len(QUESTIONS))
        answer = true_answer(code, QUESTIONS[number])
        after = left & next(part for said, part in found.parts[number] if said == answer)
        if _tells(left.bit_count(), after.bit_count()):
            asked.append(AskedQuestion(_SOLVER, "table", QUESTIONS[number], answer))
            left = after
    return asked, left


def _asked(luck: TextLuck, until: int) -> tuple[SixDigits, list[AskedQuestion]]:
    """A code, and questions that each told something, until no more than so many codes are left."""
    code = draw_code((), (), luck)
    asked: list[AskedQuestion] = []
    left = count_codes(asked)
    while left > until:
        question = QUESTIONS[luck(len(QUESTIONS))]
        one = AskedQuestion(_SOLVER, "table", question, true_answer(code, question))
        after = count_codes([*asked, one])
        if _tells(left, after):
            asked.append(one)
            left = after
    return code, asked


def _tells(left: int, after: int) -> bool:
    """Whether an answer becomes a clue: it excludes a third or more, so that the list of clues is short; at the end, any."""
    return 3 * after <= 2 * left or (after < left and left <= 6)


def _told_apart(left: list[SixDigits], question: Question) -> Verdict:
    by_answer: dict[QuestionAnswer, list[SixDigits]] = {}
    for code in left:
        by_answer.setdefault(true_answer(code, question), []).append(code)
    for answer, codes in by_answer.items():
        if len(codes) > 1:
            said = answer_sentence(AskedQuestion(_SOLVER, "table", question, answer))
            more = ":" if len(codes) == 2 else ", among them"
            first, second = map(spaced_digits, codes[:2])
            return Verdict(
                False, f"If the answer is that {said}, {len(codes)} codes are left{more} {first} and {second}."
            )
    return Verdict(True, "Whatever the answer is, only one code is left, and no other question does that.")


def answer_of(move: Move) -> tuple[str, ...]:
    """The six digits of a proposal, or a question."""
    if move["move"] == "propose":
        return tuple(map(str, move["digits"]))
    asked = made_move(move)
    assert isinstance(asked, Question), "its prompt offers nothing else"
    return (question_words(next(one for one in QUESTIONS if is_same_question(one, asked))),)


DIGITCODE_PUZZLES: Final = Maker("digitcode", make, check_answer, answer_of)
