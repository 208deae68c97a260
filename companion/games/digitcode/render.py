"""The screens of Digit Code: the code that the seat looks for, as far as the answers show it, and what was answered.

While a question is made, the part of the drawing that it is about is shown with the letters of its lines. Further pages hold all
answers as tables with heads, the seat's own code, the log of questions and the proposals.
"""

from collections.abc import Sequence
from typing import Final

from companion.core.entry import Entry
from companion.core.fonts.faces import text_width
from companion.core.prompt import Branch, Fill, Menu, Option
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
    CODE_WIDTH,
    NOTHING_KNOWN,
    KnownSpaces,
    digits_in_making,
    half_code,
    known_from_code,
    line_labels,
    place_map,
    small_code,
)
from companion.games.digitcode.moves import (
    ADJACENT_DIGITS,
    ALL_SPACES,
    COLUMN_LETTERS,
    DIGIT_LETTERS,
    LINE_LETTERS,
    ROW_LETTERS,
    SPACE_AT,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
)
from companion.games.digitcode.options import CodeMaker, Options, hidden_from, solvers
from companion.games.digitcode.possible import HelpingSheet, helping_sheet
from companion.games.digitcode.prompts import LINE_TITLE, OTHER
from companion.games.digitcode.state import MAX_WRONG_PROPOSALS, AskedQuestion
from companion.games.digitcode.text import long_form, spaced_digits, status
from companion.games.digitcode.view import DigitCodeView

_SIDE: Final = Rect(BODY.x + CODE_WIDTH + 6, BODY.y, BODY.width - CODE_WIDTH - 6, BODY.height)
"""Beside the small drawing."""
_GROUPS_OF_LINES: Final = ("A to I: columns", "J to N: rows of T U V", "O to S: rows of W X Y")
_KINDS_OF_QUESTION: Final = ("Line: count.", "Other: even,", "larger, one.")
_FIRST_QUESTIONS: Final = 5
"""So many questions of a seat come with a hint at what can be asked."""
_NO_ANSWERS: Final = ("No answers", "yet")
_LINES: Final = 3
"""Lines of text on a page."""
_CODE_RULES: Final = "No digit 3 times. Equal ones apart."


def render(options: Options, view: DigitCodeView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    body = None if entry is None else _entry_body(options, view, entry)
    return Rendering(status(options, view, names), tuple(_pages(options, view, names)), body)


# While something is entered


def _entry_body(options: Options, view: DigitCodeView, entry: Entry) -> tuple[Mark, ...]:
    if isinstance(entry.prompt, Fill):
        digits = tuple(int(value) for value in entry.values)
        drawn = digits_in_making(BODY.x, BODY.y, digits)
        if entry.prompt.secret:
            words = "A draw! " + _CODE_RULES if view.replays else _CODE_RULES
            return (*drawn, *text_lines(wrap(words, _SIDE.width), _SIDE))
        return (*drawn, *_answers_beside(options, view))
    known = _known(options, view, _asked_about(options, view))
    lit = _letters(entry)
    asked_lines = [line for line in lit if line in LINE_LETTERS]
    if asked_lines:
        half = int(any(line in ROW_LETTERS[5:] for line in asked_lines))
        return half_code(half, known, line_labels(), asked_lines)
    if isinstance(entry.prompt, Menu) and entry.prompt.title == LINE_TITLE:
        return text_lines(_GROUPS_OF_LINES, BODY)
    if entry.path == () and isinstance(entry.prompt, Menu) and _is_new(view, entry.prompt):
        return (*small_code(BODY.x, BODY.y, known), *text_lines(_KINDS_OF_QUESTION, _SIDE))
    if lit:
        return (*small_code(BODY.x, BODY.y, known), *place_map(_SIDE.x + 8, BODY.y, lit))
    return (*small_code(BODY.x, BODY.y, known), *_answers_beside(options, view))


def _letters(entry: Entry) -> tuple[str, ...]:
    """The letters of lines or digits among which the player chooses now."""
    choices, prompt = entry.group, entry.prompt
    if entry.complete:
        fixed = [str(value) for _, value in getattr(prompt, "fixed", ())]
        label = entry.focus.label if isinstance(entry.focus, Option) else ""
        return (*fixed, *map(str, entry.values), *(label if len(label) <= 2 else ""))
    if not choices:
        if isinstance(prompt, Menu):
            choices = prompt.branches
        else:
            wheels = getattr(prompt, "wheels", ())
            choices = wheels[0].symbols if wheels else getattr(prompt, "options", ())
    letters: list[str] = []
    for choice in choices:
        # A branch leads to a question; only those named by a single letter are columns.
        if not isinstance(choice, Branch) or len(choice.label) == 1:
            letters += [letter for letter in choice.label if letter.isalpha()] if len(choice.label) <= 2 else []
    return tuple(letters)


def _answers_beside(options: Options, view: DigitCodeView) -> tuple[Mark, ...]:
    """The last answers about the code that this seat looks for."""
    return text_lines(_last_answers(_asked_about(options, view)), _SIDE)


def _is_new(view: DigitCodeView, menu: Menu) -> bool:
    """Whether this seat has asked few questions so far, and a key leads to several kinds."""
    if all(branch.label != OTHER for branch in menu.branches):
        return False
    return sum(one.seat == view.seat for one in view.asked) < _FIRST_QUESTIONS


def _last_answers(asked: Sequence[AskedQuestion]) -> tuple[str, ...]:
    """The last answers under a head."""
    words = tuple(clipped(long_form(one), _SIDE.width) for one in asked[1 - _LINES :])
    return ("Answers:", *words) if words else _NO_ANSWERS


def _asked_about(options: Options, view: DigitCodeView) -> tuple[AskedQuestion, ...]:
    """All questions about the code that this seat looks for."""
    if view.seat is None or view.seat == view.master:
        return view.asked
    sought = hidden_from(options, view.seat)
    return tuple(one for one in view.asked if one.of == sought)


# Pages


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
    asked = tuple(one for one in view.asked if one.of == maker)
    known = _known(options, view, asked, maker)
    name = "The table's code" if maker == "table" else title_with_name(names[maker], "'s code")
    last = _last_answers(asked) if asked else ()
    words = last or _tries(view) if view.phase != "code" else ("being made",)
    if view.phase == "over":
        whose = "the table" if maker == "table" else "you" if maker == view.seat else names[maker]
        words = wrap(f"The code of {whose}", _SIDE.width)
    elif view.seat in view.out and last:
        words = ("You are out", *last[1:])
    pages = [ScreenPage(name, (*small_code(BODY.x, BODY.y, known), *text_lines(words, _SIDE)), "Code")]
    if view.phase == "code":
        return pages
    labels = line_labels()
    pages += [
        ScreenPage("Upper digits", half_code(0, known, labels, ()), "Grid"),
        ScreenPage("Lower digits", half_code(1, known, labels, ()), "Grid 2"),
        ScreenPage("Filled in a line", _line_table(asked), "Lines"),
        ScreenPage("Even and odd", _digit_table(asked), "Digits"),
    ]
    if (worked_out := _sheet(options, view, asked, maker)) is not None:  # C17
        pages += _possible(worked_out)
    return pages


def _tries(view: DigitCodeView) -> tuple[str, ...]:
    if view.seat is None or view.seat == view.master:
        return ("No answers", "yet")
    if view.seat in view.out:
        return ("You are out",)
    left = MAX_WRONG_PROPOSALS - view.wrong[view.seat]
    return ("You have", f"{left} {'try' if left == 1 else 'tries'} left")


def _known(
    options: Options, view: DigitCodeView, asked: tuple[AskedQuestion, ...], maker: CodeMaker | None = None
) -> KnownSpaces:
    """What is known of the spaces: of a code in sight all, else what was asked or what the helping sheet has worked out."""
    if maker is None and view.seat is not None and view.seat != view.master:
        maker = hidden_from(options, view.seat)
    code = None if maker is None else view.table_code if maker == "table" else view.codes[maker]
    if code is not None:
        return known_from_code(code)
    worked_out = None if maker is None else _sheet(options, view, asked, maker)
    return worked_out.spaces if worked_out is not None else _asked_spaces(asked)


def _sheet(
    options: Options, view: DigitCodeView, asked: tuple[AskedQuestion, ...], maker: CodeMaker
) -> HelpingSheet | None:
    """C17: what follows from the answers, where the option is on and the code is not in sight."""
    code = view.table_code if maker == "table" else view.codes[maker]
    return helping_sheet(asked) if options.sheet and view.seat is not None and code is None else None


def _asked_spaces(asked: Sequence[AskedQuestion]) -> KnownSpaces:
    """The spaces that were asked about. What follows from other answers is left to the players."""
    known = list(NOTHING_KNOWN)
    for one in asked:
        if isinstance(one.question, AskSpace):
            known[ALL_SPACES.index(SPACE_AT[one.question.column, one.question.row])] = bool(one.answer)
    return tuple(known)


def _own(view: DigitCodeView, seat: Seat) -> ScreenPage:
    """The code that the observer made, behind a veil while the game is on (C3)."""
    code = view.codes[seat]
    assert code is not None
    marks = small_code(BODY.x, BODY.y, known_from_code(code))
    shown: tuple[Mark, ...] = (Veil(0, BODY.y - 1, CODE_WIDTH + 3, BODY.height + 1, marks),)
    words = text_lines(wrap("This is your own code.", _SIDE.width), _SIDE)
    return ScreenPage("Your code", (*(marks if view.phase == "over" else shown), *words), "Mine")


def _line_table(asked: Sequence[AskedQuestion]) -> tuple[Mark, ...]:
    """Each line with the number of its filled spaces below it, as far as it was asked."""
    counts = {one.question.line: str(one.answer) for one in asked if isinstance(one.question, AskLine)}
    marks: list[Mark] = []
    for top, below, letters in ((BODY.y, 9, COLUMN_LETTERS), (BODY.y + 18, 10, ROW_LETTERS)):
        width = BODY.width // len(letters)
        for number, letter in enumerate(letters):
            cell = Rect(BODY.x + number * width, top, width, 7)
            marks.append(centred(letter, cell))
            marks.append(centred(counts.get(letter, "·"), Rect(cell.x, top + below, width, 7)))
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
    """C17: for each digit what is still possible, each numeral in its own column."""
    pages = []
    for half in (0, 1):
        marks: list[Mark] = []
        for line in range(3):
            place = 3 * half + line
            y = BODY.y + line * pitch("text")
            marks.append(TextMark(BODY.x, y, DIGIT_LETTERS[place]))
            for value in range(10):
                cell = Rect(BODY.x + 14 + 11 * value, y, 9, 7)
                marks.append(centred(str(value) if value in found.digits[place] else "·", cell))
        pages.append(ScreenPage(f"{found.count} possible", tuple(marks), "Sheet"))
    return pages


def _log(view: DigitCodeView, names: tuple[str, ...]) -> list[ScreenPage]:
    """All questions and answers; the newest page comes first."""
    pages = []
    for end in range(len(view.asked), 0, -_LINES):
        start = max(0, end - _LINES)
        lines = [_named(view, names, one.seat, long_form(one)) for one in view.asked[start:end]]
        label = "Asked" if end == len(view.asked) else "Older"
        pages.append(ScreenPage(f"Asked {start + 1} to {end}", _lines_with_names(lines), label))
    return pages


def _proposals(view: DigitCodeView, names: tuple[str, ...]) -> list[ScreenPage]:
    pages = []
    for start in range(0, len(view.proposals), _LINES):
        lines = []
        for one in view.proposals[start : start + _LINES]:
            verdict = "right" if one.correct else "wrong"
            lines.append(_named(view, names, one.seat, f"{spaced_digits(one.digits)} {verdict}"))
        pages.append(ScreenPage("Proposals", _lines_with_names(lines), "Tries"))
    return pages


def _named(view: DigitCodeView, names: tuple[str, ...], seat: Seat, words: str) -> str:
    """A line that says who, and what. A name that is too wide is shortened; the words are not."""
    who = "You" if seat == view.seat else names[seat]
    return f"{clipped(who, BODY.width - 1 - text_width(f': {words}'))}: {words}"


def _lines_with_names(lines: Sequence[str]) -> tuple[Mark, ...]:
    """Lines with room above each for an accent."""
    return tuple(TextMark(BODY.x, BODY.y + 1 + (pitch("text") + 1) * number, line) for number, line in enumerate(lines))
