"""The screens of Digit Code: the last answer about the code that the seat looks for, in words and on a map.

What is shown while something is entered is in screens/entering.py. Further pages hold the code as far as it is known, all answers
as tables with heads, the seat's own code, all questions and the proposals. There are many of them, so each is drawn when it is
shown.
"""

from collections.abc import Sequence
from functools import partial

from companion.core.entry import Entry
from companion.core.fonts.faces import text_width
from companion.core.screen import (
    BODY,
    Mark,
    Rect,
    Rendering,
    ScreenPage,
    TextMark,
    Veil,
    centred,
    clipped,
    pitch,
    text_lines,
    title_with_name,
    wrap,
)
from companion.core.seat import Seat
from companion.games.digitcode.marks import (
    BESIDE_CODE,
    CODE_WIDTH,
    LINES_ON_PAGE,
    KnownSpaces,
    half_code,
    known_from_code,
    line_labels,
    small_code,
)
from companion.games.digitcode.moves import (
    ADJACENT_DIGITS,
    COLUMN_LETTERS,
    DIGIT_LETTERS,
    ROW_LETTERS,
    AskLarger,
    AskLine,
    AskParity,
    SixDigits,
)
from companion.games.digitcode.options import CodeMaker, Options, hidden_from, solvers
from companion.games.digitcode.possible import HelpingSheet, sheet_of
from companion.games.digitcode.screens.entering import question_entry_body
from companion.games.digitcode.screens.known import known_spaces, last_answer
from companion.games.digitcode.state import MAX_WRONG_PROPOSALS, AskedQuestion
from companion.games.digitcode.text import long_form, spaced_digits, status
from companion.games.digitcode.view import DigitCodeView, asked_about


def render(options: Options, view: DigitCodeView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    body = None if entry is None else question_entry_body(options, view, names, entry)
    return Rendering(status(options, view, names), tuple(_pages(options, view, names)), body)


def _pages(options: Options, view: DigitCodeView, names: tuple[str, ...]) -> list[ScreenPage]:
    pages: list[ScreenPage] = []
    sought = _sought(options, view)
    for maker in sought:
        pages += _hidden(options, view, names, maker)
    if view.seat is not None and view.codes[view.seat] is not None and view.seat not in sought:
        own = _own(view, view.seat)
        pages = [own, *pages] if view.seat == view.master or view.phase == "code" else [*pages, own]
    pages += [*_log(view, names), *_proposals(view, names)]
    return pages or [ScreenPage("The code", text_lines(("No code yet.",), BODY, "label"), "Code")]


def _sought(options: Options, view: DigitCodeView) -> tuple[CodeMaker, ...]:
    """The makers of the codes that the observer looks for: one, or two for the public view of two players."""
    if view.seat is not None:
        return () if view.seat == view.master else (hidden_from(options, view.seat),)
    return tuple(dict.fromkeys(hidden_from(options, seat) for seat in reversed(solvers(options, view.seats))))


def _hidden(options: Options, view: DigitCodeView, names: tuple[str, ...], maker: CodeMaker) -> list[ScreenPage]:
    """The code of `maker`: its known spaces, all answers about it, and the digits that they leave possible."""
    asked = asked_about(view, maker)
    known = known_spaces(options, view, asked, maker)
    name = "The table's code" if maker == "table" else title_with_name(names[maker], "'s code")
    if view.phase == "code":
        if view.seat is not None and view.codes[view.seat] is not None:
            return []  # a seat that has made its code looks at that
        return [ScreenPage(name, partial(_whole, known, "The code is being made."), "Code")]
    if view.phase == "over":
        whose = "the table" if maker == "table" else "you" if maker == view.seat else names[maker]
        pages = [ScreenPage(name, partial(_whole, known, f"The code of {whose}"), "Code")]
    else:
        pages = [
            ScreenPage("Last answer", partial(_answer, view, names, maker), "Answer"),
            ScreenPage(name, partial(_whole, known, "Known so far"), "Code"),
        ]
    labels = line_labels()
    pages += [
        ScreenPage("Upper digits", partial(half_code, 0, known, labels), "Grid"),
        ScreenPage("Lower digits", partial(half_code, 1, known, labels), "Grid 2"),
        ScreenPage("Bars in columns", partial(_line_table, asked, COLUMN_LETTERS), "Lines"),
        ScreenPage("Bars in rows", partial(_line_table, asked, ROW_LETTERS), "Rows"),
        ScreenPage("Even and odd", partial(_digit_table, asked), "Digits"),
    ]
    if (worked_out := sheet_of(options, view, asked, maker)) is not None:  # C17
        pages += _possible(worked_out)
    return pages


def _whole(known: KnownSpaces, words: str) -> tuple[Mark, ...]:
    """All six digits, and words beside them."""
    return (*small_code(BODY.x, BODY.y, known), *text_lines(wrap(words, BESIDE_CODE.width), BESIDE_CODE))


def _answer(view: DigitCodeView, names: tuple[str, ...], maker: CodeMaker) -> tuple[Mark, ...]:
    """The last answer about the code of `maker`; before the first one, how often one may be wrong."""
    return last_answer(view, names, maker) or text_lines(("No answer yet.", _tries(view)))


def _tries(view: DigitCodeView) -> str:
    """How often this seat may still be wrong."""
    if view.seat is None or view.seat == view.master:
        return ""
    left = MAX_WRONG_PROPOSALS - view.wrong[view.seat]
    return f"Tries to solve: {left}"


def _own(view: DigitCodeView, seat: Seat) -> ScreenPage:
    """The code that the observer made, behind a veil while the game is on (C3)."""
    code = view.codes[seat]
    assert code is not None
    return ScreenPage("Your code", partial(_own_code, code, veiled=view.phase != "over"), "Mine")


def _own_code(code: SixDigits, *, veiled: bool) -> tuple[Mark, ...]:
    marks = small_code(BODY.x, BODY.y, known_from_code(code))
    shown: tuple[Mark, ...] = (Veil(0, BODY.y - 1, CODE_WIDTH + 3, BODY.height + 1, marks),)
    words = text_lines(wrap("This is your own code.", BESIDE_CODE.width), BESIDE_CODE)
    return (*(shown if veiled else marks), *words)


def _line_table(asked: Sequence[AskedQuestion], letters: Sequence[str]) -> tuple[Mark, ...]:
    """Lines with the number of their filled spaces below them, as far as they were asked."""
    counts = {one.question.line: str(one.answer) for one in asked if isinstance(one.question, AskLine)}
    width = BODY.width // len(letters)
    marks: list[Mark] = []
    for number, letter in enumerate(letters):
        for y, words in ((BODY.y + 4, letter), (BODY.y + 19, counts.get(letter, "·"))):
            marks.append(centred(words, Rect(BODY.x + number * width, y, width, 9), "label"))
    return tuple(marks)


def _digit_table(asked: Sequence[AskedQuestion]) -> tuple[Mark, ...]:
    """Each digit with even, odd or ?, and between two of them the sign that points to the smaller one."""
    parity = dict.fromkeys(DIGIT_LETTERS, "?")
    larger: dict[tuple[int, int], bool] = {}
    for one in asked:
        match one.question:
            case AskParity(place):
                parity[place] = str(one.answer)
            case AskLarger((first, second)):
                pair = DIGIT_LETTERS.index(first), DIGIT_LETTERS.index(second)
                assert pair in ADJACENT_DIGITS
                larger[pair] = one.answer == first
            case _:
                pass
    marks: list[Mark] = [_sign(*pair, larger_first=is_first) for pair, is_first in larger.items()]
    for number, letter in enumerate(DIGIT_LETTERS):
        down, across = divmod(number, 3)
        marks.append(TextMark(BODY.x + 44 * across, BODY.y + 1 + 25 * down, f"{letter} {parity[letter]}"))
    return tuple(marks)


def _sign(first: int, second: int, *, larger_first: bool) -> TextMark:
    down, across = divmod(first, 3)
    if second - first > 1:
        return TextMark(BODY.x + 44 * across + 12, BODY.y + 14, "▼" if larger_first else "▲")
    return TextMark(BODY.x + 44 * across + 36, BODY.y + 1 + 25 * down, ">" if larger_first else "<")


def _possible(found: HelpingSheet) -> list[ScreenPage]:
    """C17: for each digit what is still possible."""
    return [ScreenPage(f"{found.count} possible", partial(_half_sheet, found, half), "Sheet") for half in (0, 1)]


def _half_sheet(found: HelpingSheet, half: int) -> tuple[Mark, ...]:
    """A line for each digit, and a column for each numeral."""
    marks: list[Mark] = []
    for line in range(3):
        place = 3 * half + line
        y = BODY.y + line * pitch("text")
        marks.append(TextMark(BODY.x, y, DIGIT_LETTERS[place]))
        for value in range(10):
            cell = Rect(BODY.x + 14 + 11 * value, y, 9, 7)
            marks.append(centred(str(value) if value in found.digits[place] else "·", cell))
    return tuple(marks)


def _log(view: DigitCodeView, names: tuple[str, ...]) -> list[ScreenPage]:
    """All questions and answers; the newest page comes first."""
    pages = []
    for end in range(len(view.asked), 0, -LINES_ON_PAGE):
        start = max(0, end - LINES_ON_PAGE)
        label = "Asked" if end == len(view.asked) else "Older"
        pages.append(ScreenPage(f"Asked {start + 1} to {end}", partial(_log_lines, view, names, start, end), label))
    return pages


def _log_lines(view: DigitCodeView, names: tuple[str, ...], start: int, end: int) -> tuple[Mark, ...]:
    return _lines_with_names([_named(view, names, one.seat, long_form(one)) for one in view.asked[start:end]])


def _proposals(view: DigitCodeView, names: tuple[str, ...]) -> list[ScreenPage]:
    starts = range(0, len(view.proposals), LINES_ON_PAGE)
    return [ScreenPage("Proposals", partial(_proposal_lines, view, names, start), "Tries") for start in starts]


def _proposal_lines(view: DigitCodeView, names: tuple[str, ...], start: int) -> tuple[Mark, ...]:
    lines = []
    for one in view.proposals[start : start + LINES_ON_PAGE]:
        verdict = "right" if one.correct else "wrong"
        lines.append(_named(view, names, one.seat, f"{spaced_digits(one.digits)} {verdict}"))
    return _lines_with_names(lines)


def _named(view: DigitCodeView, names: tuple[str, ...], seat: Seat, words: str) -> str:
    """A line that says who, and what. A name that is too wide is shortened; the words are not."""
    who = "You" if seat == view.seat else names[seat]
    return f"{clipped(who, BODY.width - 1 - text_width(f': {words}'))}: {words}"


def _lines_with_names(lines: Sequence[str]) -> tuple[Mark, ...]:
    """Lines with room above each for an accent."""
    return tuple(TextMark(BODY.x, BODY.y + 1 + (pitch("text") + 1) * number, line) for number, line in enumerate(lines))
