"""What a seat is asked in Digit Code, from its view; what chance is asked, from the state; which moves are confirmed.

The moves come in this order: lines A to S, parity T to Y, larger in the order of the rules, spaces column by column, `pass`,
proposals digit by digit.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import convert, structs

from companion.core.prompt import Branch, Choose, Dial, Fill, Menu, Move, Option, Prompt, Symbol, Wheel
from companion.core.seat import CHANCE
from companion.games.digitcode.moves import (
    ADJACENT_DIGITS,
    ADJACENT_LETTERS,
    COLUMN_LETTERS,
    DIGIT_LETTERS,
    DIGITS_IN_CODE,
    DIGITS_IN_ROW,
    MOST_OF_A_DIGIT,
    QUESTION_KINDS,
    ROW_LETTERS,
    SPACES_OF_LINE,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    Question,
    question_kind,
)
from companion.games.digitcode.options import Options, hidden_from, opening_questions
from companion.games.digitcode.possible import asked_about_sought, known_answer, sheet_of
from companion.games.digitcode.state import AskedQuestion, State, to_act
from companion.games.digitcode.text import answer_sentence, spaced_digits
from companion.games.digitcode.view import DigitCodeView

TOO_MANY_ALIKE = "A code may hold each digit at most twice."
TOO_CLOSE = "Two equal digits may not stand side by side or one above the other."
COSTS_NOTHING = " So this cannot be right, and it costs you nothing."
LINE_TITLE: Final = "Which line?"
LARGER_TITLE: Final = "Which is larger?"
OTHER: Final = "Other"
"""The label of the key that leads to more than one kind of question."""
_DIGIT_SYMBOLS: Final = tuple(Symbol(digit, str(digit), str(digit)) for digit in range(10))

_ASKING_HELP = (
    "Line: how many spaces of a column A to I or a row J to S are filled. Other: is a digit even or odd, which of two neighbours "
    "is larger, is one space filled. The digits are T U V above W X Y."
)


def _wheel(field: str, title: str, values: Sequence[str]) -> tuple[Wheel]:
    return (Wheel(field, title, tuple(Symbol(value, value, value) for value in values)),)


def _larger(first: str, second: str) -> Option:
    return Option({"move": "ask_larger", "places": [first, second]}, f"{first} or {second}", f"{first} or {second}?")


def _space(column: str) -> Branch:
    """A column crosses two digits, one above the other: first which of them, then which row."""
    digits = []
    for place in sorted({space.place for space in SPACES_OF_LINE[column]}):
        rows = [space.row for space in SPACES_OF_LINE[column] if space.place == place]
        title = f"{column}: which row?"
        dial = Dial(title, "", "ask_space", _wheel("row", title, rows), (("column", column),))
        text = f"Column {column}, digit {DIGIT_LETTERS[place]}"
        digits.append(Branch(DIGIT_LETTERS[place], text, dial))
    return Branch(column, f"Column {column}", Menu(f"{column}: which digit?", "", tuple(digits)))


def _lines_of(label: str, text: str, lines: Sequence[str]) -> Branch:
    return Branch(label, text, Dial(LINE_TITLE, "", "ask_line", _wheel("line", LINE_TITLE, lines)))


_PAIRS: Final = (
    ("Upper", "Two upper digits", ADJACENT_LETTERS[:2]),
    ("Lower", "Two lower digits", ADJACENT_LETTERS[2:4]),
    ("Column", "One above the other", ADJACENT_LETTERS[4:]),
)

# C4 to C7, in the order of QUESTION_KINDS.
_QUESTIONS: Final = (
    Branch(
        "Line",
        "Filled in a line",
        Menu(
            LINE_TITLE,
            "",
            (
                _lines_of("A - I", "A column", COLUMN_LETTERS),
                _lines_of("J - N", "An upper row", ROW_LETTERS[:5]),
                _lines_of("O - S", "A lower row", ROW_LETTERS[5:]),
            ),
        ),
    ),
    Branch(
        "Even?", "Even or odd", Dial("Even or odd?", "", "ask_parity", _wheel("place", "Even or odd?", DIGIT_LETTERS))
    ),
    Branch(
        "Larger",
        "Which is larger",
        Menu(
            LARGER_TITLE,
            "",
            tuple(
                Branch(label, text, Choose(LARGER_TITLE, "", tuple(_larger(*pair) for pair in pairs)))
                for label, text, pairs in _PAIRS
            ),
        ),
    ),
    Branch("Space", "Is a space filled", Menu("Which column?", "", tuple(map(_space, COLUMN_LETTERS)))),
)


def _six(title: str, move: str, accept: str, *, secret: bool = False, loss: str = "") -> Fill:
    return Fill(
        title=title,
        help="",
        move=move,
        field="digits",
        symbols=_DIGIT_SYMBOLS,
        length=DIGITS_IN_CODE,
        repeats=MOST_OF_A_DIGIT,
        repeat_rule=TOO_MANY_ALIKE + loss,
        apart=ADJACENT_DIGITS,
        apart_rule=TOO_CLOSE + loss,
        columns=DIGITS_IN_ROW,
        secret=secret,
        accept=accept,
    )


_PROPOSE: Final = Branch("Solve", "Propose all six", _six("Your proposal", "propose", "Solve", loss=COSTS_NOTHING))
_PASS: Final = Choose(
    "Pass and lose?", "", (Option({"move": "pass"}, "Pass", "Pass and lose?"),), confirm=True, accept="Pass"
)
CODE_PROMPT: Final = structs.replace(
    _six("Make a code", "set_code", "Set", secret=True),
    help="Six digits, three above three. A digit may come twice, but never next to, above or below its like. Only you see "
    "them until the game ends; the table gives the answers.",
)


def prompt(options: Options, view: DigitCodeView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    if view.phase == "code":
        return CODE_PROMPT
    if view.phase == "last":  # C13
        return Menu(
            "Last chance",
            "The other player has found your code. Propose all six digits: if they are right it is a draw, and both make new "
            "codes. If they are wrong, or you pass, you have lost.",
            (Branch("Pass", "Pass and lose", _PASS), _PROPOSE),
        )
    left = kinds_left(options, view)
    rule = "" if options.master is None else " The first right proposal wins."
    losing = "lose the game." if options.master is None or view.seats == 1 else "put you out."
    if left:  # C9
        number = opening_questions(options) - len(left) + 1
        words = "First ask one question of each kind, then propose or ask as you like. "
        return _menu(f"Question {number} of 4", words + _ASKING_HELP, left, may_propose=False)
    words = f"{_ASKING_HELP} Solve: propose all six.{rule} Two wrong ones {losing}"
    return _menu("Ask or solve?", words, QUESTION_KINDS, may_propose=True)  # C10


def chance(state: State) -> Prompt | None:
    """C2: the table's code; every legal code is equally likely."""
    return CODE_PROMPT if to_act(state) == (CHANCE,) else None


def confirm_question(options: Options, view: DigitCodeView, move: Move) -> str | None:
    """A question back for a legal move whose answer everybody knows already, or the seat's own sheet; None for any other move."""
    if view.seat is None:
        return None
    sought = hidden_from(options, view.seat)
    if move["move"] == "propose":
        digits = tuple(move["digits"])
        for tried in view.proposals:
            if tried.digits == digits and not tried.correct and hidden_from(options, tried.seat) == sought:
                return f"{_already(view, tried.seat, 'proposed')}: {spaced_digits(digits)} is incorrect. Again?"
    if move["move"] in QUESTION_KINDS:
        question: Question = convert(move, AskLine | AskParity | AskLarger | AskSpace)
        for asked in view.asked:
            if asked.of == sought and is_same_question(asked.question, question):
                return f"{_already(view, asked.seat, 'asked')}: {answer_sentence(asked)}. Again?"
        sheet = sheet_of(options, view, asked_about_sought(options, view), sought)
        answer = None if sheet is None else known_answer(sheet, question)
        if answer is not None:
            known = answer_sentence(AskedQuestion(view.seat, sought, question, answer))
            return f"Your sheet shows that {known}. Ask anyway?"
    return None


def is_same_question(one: Question, other: Question) -> bool:
    """Whether two questions ask the same; T and U is the same as U and T."""
    if isinstance(one, AskLarger) and isinstance(other, AskLarger):
        return set(one.places) == set(other.places)
    return one == other


def kinds_left(options: Options, view: DigitCodeView) -> tuple[str, ...]:
    """C9: the kinds of question that the view's seat has still to ask in its opening; none once the opening is done."""
    own = [question_kind(one.question) for one in view.asked if one.seat == view.seat]
    if len(own) >= opening_questions(options):
        return ()
    return tuple(name for name in QUESTION_KINDS if name not in own)


def _menu(title: str, words: str, kinds: tuple[str, ...], *, may_propose: bool) -> Prompt:
    """The kinds of question, at most three on a step, so that each has a key."""
    branches = [_QUESTIONS[QUESTION_KINDS.index(name)] for name in kinds]
    if len(branches) == 1 and not may_propose:
        return structs.replace(branches[0].prompt, help=words)
    if len(branches) > DIGITS_IN_ROW:
        branches = [
            branches[0],
            Branch(OTHER, "Another question", Menu("Which question?", "", tuple(branches[1:]))),
        ]
    return Menu(title, words, (*branches, _PROPOSE) if may_propose else tuple(branches))


def _already(view: DigitCodeView, seat: int, did: str) -> str:
    return f"You {did} this before" if seat == view.seat else f"This was {did} before"
