"""The screens of Digit Code: the last answers about the code that the seat looks for, in words.

While a question is made, the part of the drawing that it is about is shown, with the letters that can be chosen. Further pages
hold the code as far as it is known, all answers as tables with heads, the seat's own code, all questions and the proposals.
There are many of them, so each is drawn when it is shown.
"""

from collections.abc import Sequence
from functools import partial
from typing import Final

from companion.core.entry import Entry
from companion.core.fonts.faces import text_width
from companion.core.prompt import Branch, Choose, Fill, Menu, Option
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
    DIGITS_IN_CODE,
    LINE_LETTERS,
    ROW_LETTERS,
    SPACE_AT,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    SixDigits,
)
from companion.games.digitcode.options import CodeMaker, Options, hidden_from, solvers
from companion.games.digitcode.possible import HelpingSheet, helping_sheet
from companion.games.digitcode.prompts import LARGER_TITLE, LINE_TITLE, OTHER
from companion.games.digitcode.state import MAX_WRONG_PROPOSALS, AskedQuestion
from companion.games.digitcode.text import long_form, spaced_digits, spoken_form, status
from companion.games.digitcode.view import DigitCodeView

_SIDE: Final = Rect(BODY.x + CODE_WIDTH + 6, BODY.y, BODY.width - CODE_WIDTH - 6, BODY.height)
"""Beside the small drawing."""
_GROUPS_OF_LINES: Final = ("A to I: columns", "J to N: upper rows", "O to S: lower rows")
_WHAT_KEYS_ASK: Final = {
    "Line": "Line: how many bars?",
    OTHER: "Other: ask about digits",
    "Even?": "Even: is a digit even?",
    "Larger": "Larger: of two digits",
    "Space": "Space: is a bar there?",
    "Solve": "Solve: all six digits",
    "Pass": "Pass: you lose",
}
"""A line of text for each label of a key that leads to questions."""
_MAP_LEFT: Final = BODY.right - 50
_BESIDE_MAP: Final = Rect(BODY.x, BODY.y, _MAP_LEFT - BODY.x - 6, BODY.height)
_BELOW_ACCENTS: Final = Rect(BODY.x, BODY.y + 1, BODY.width, BODY.height - 1)
_LINES: Final = 3
"""Lines of text on a page."""
_NEIGHBOURS: Final = "Neighbours must differ."
_NAME_IN_HEAD: Final = BODY.width - text_width("About 's code:") - 1
_NAME_WIDTH: Final = 42
"""Pixels of a name beside the small drawing."""


def render(options: Options, view: DigitCodeView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    body = None if entry is None else _entry_body(options, view, names, entry)
    return Rendering(status(options, view, names), tuple(_pages(options, view, names)), body)


# While something is entered


def _entry_body(options: Options, view: DigitCodeView, names: tuple[str, ...], entry: Entry) -> tuple[Mark, ...] | None:
    if isinstance(entry.prompt, Fill):
        return _making(options, view, names, entry, secret=entry.prompt.secret)
    if view.phase == "over":
        return None
    letters = _letters(entry)
    lines = [line for line in letters if line in LINE_LETTERS]
    if lines:
        known = _known(options, view, _asked_about(options, view))
        half = int(any(line in ROW_LETTERS[5:] for line in lines))
        return half_code(half, known, {line: line for line in lines})
    if isinstance(entry.prompt, Menu) and entry.prompt.title == LINE_TITLE:
        return text_lines(_GROUPS_OF_LINES, BODY)
    if letters or (isinstance(entry.prompt, Menu) and entry.prompt.title == LARGER_TITLE):
        return (
            *text_lines(wrap(_about_digits(entry), _BESIDE_MAP.width), _BESIDE_MAP),
            *place_map(_MAP_LEFT, BODY.y, letters),
        )
    labels = [branch.label for branch in entry.prompt.branches] if isinstance(entry.prompt, Menu) else []
    if hints := [_WHAT_KEYS_ASK[label] for label in labels if label in _WHAT_KEYS_ASK]:
        return text_lines(tuple(hints), BODY)
    return text_lines(_last_answers(options, view, names), _BELOW_ACCENTS)


def _making(
    options: Options, view: DigitCodeView, names: tuple[str, ...], entry: Entry, *, secret: bool
) -> tuple[Mark, ...]:
    """The digits so far; beside them which one comes next, and whose code it is."""
    digits = tuple(int(value) for value in entry.values)
    left = DIGITS_IN_CODE - len(digits)
    head = f"Digit {len(digits) + 1} of {DIGITS_IN_CODE}" if left else "Your code?" if secret else "Is this it?"
    words = wrap("A draw: once more." if view.replays else "Only you see it.", _SIDE.width)
    if not secret:
        maker = hidden_from(options, view.seat or 0)
        words = ("of the", "hidden code") if maker == "table" else _of_a_code(names[maker])
    if digits and left:
        words = wrap(_NEIGHBOURS, _SIDE.width)
    below = Rect(_SIDE.x, _SIDE.y + 14, _SIDE.width, _SIDE.height - 14)
    drawn = digits_in_making(BODY.x, BODY.y, digits)
    return (*drawn, TextMark(_SIDE.x, _SIDE.y, head, "label"), *text_lines(words, below))


def _of_a_code(name: str) -> tuple[str, ...]:
    """Whose code it is, in one line if that is long enough."""
    words = f"of {name}'s code"
    return (words,) if text_width(words) <= _SIDE.width else (f"of {clipped(name, _NAME_WIDTH)}'s", "code")


def _about_digits(entry: Entry) -> str:
    """What the letters of digits stand for in the question that is being made."""
    if isinstance(entry.prompt, Menu):
        larger = entry.prompt.title == LARGER_TITLE
        return "Choose two neighbour digits." if larger else "The column crosses two digits."
    if isinstance(entry.prompt, Choose):
        return "Which two digits?"
    return "Which of the six digits?"


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


def _last_answers(
    options: Options, view: DigitCodeView, names: tuple[str, ...], maker: CodeMaker | None = None
) -> tuple[str, ...]:
    """The last answers about the code of `maker`, or about the one that this seat looks for, under a head."""
    if maker is None and view.seat is not None:
        maker = hidden_from(options, view.seat) if view.seat != view.master else view.seat
    asked = [one for one in view.asked if one.of == maker]
    whose = (
        "the hidden code"
        if maker in ("table", None)
        else "your code"
        if maker == view.seat
        else f"{clipped(names[int(maker)], _NAME_IN_HEAD)}'s code"
    )
    words = tuple(spoken_form(one) for one in asked[1 - _LINES :])
    return (f"About {whose}:", *words) if words else ("No answer yet.",)


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
    if view.phase == "code":
        if view.seat is not None and view.codes[view.seat] is not None:
            return []  # a seat that has made its code looks at that
        return [ScreenPage(name, partial(_whole, known, "being made"), "Code")]
    if view.phase == "over":
        whose = "the table" if maker == "table" else "you" if maker == view.seat else names[maker]
        pages = [ScreenPage(name, partial(_whole, known, f"The code of {whose}"), "Code")]
    else:
        pages = [
            ScreenPage("Last answers", partial(_answers, options, view, names, maker), "Answer"),
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
    if (worked_out := _sheet(options, view, asked, maker)) is not None:  # C17
        pages += _possible(worked_out)
    return pages


def _whole(known: KnownSpaces, words: str) -> tuple[Mark, ...]:
    """All six digits, and words beside them."""
    return (*small_code(BODY.x, BODY.y, known), *text_lines(wrap(words, _SIDE.width), _SIDE))


def _answers(options: Options, view: DigitCodeView, names: tuple[str, ...], maker: CodeMaker) -> tuple[Mark, ...]:
    """The last answers about the code of `maker`; who is out is told so, and before the first answer how often one may be
    wrong."""
    words = _last_answers(options, view, names, maker)
    if view.seat in view.out:
        words = ("You are out.", *words[1:])
    elif all(one.of != maker for one in view.asked) and (tries := _tries(view)):
        words = (*words, tries)
    return text_lines(words, _BELOW_ACCENTS)


def _tries(view: DigitCodeView) -> str:
    """How often this seat may still be wrong."""
    if view.seat is None or view.seat == view.master:
        return ""
    left = MAX_WRONG_PROPOSALS - view.wrong[view.seat]
    return f"You may solve {'once' if left == 1 else 'twice'}."


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
    return ScreenPage("Your code", partial(_own_code, code, veiled=view.phase != "over"), "Mine")


def _own_code(code: SixDigits, *, veiled: bool) -> tuple[Mark, ...]:
    marks = small_code(BODY.x, BODY.y, known_from_code(code))
    shown: tuple[Mark, ...] = (Veil(0, BODY.y - 1, CODE_WIDTH + 3, BODY.height + 1, marks),)
    words = text_lines(wrap("This is your own code.", _SIDE.width), _SIDE)
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
    for end in range(len(view.asked), 0, -_LINES):
        start = max(0, end - _LINES)
        label = "Asked" if end == len(view.asked) else "Older"
        pages.append(ScreenPage(f"Asked {start + 1} to {end}", partial(_log_lines, view, names, start, end), label))
    return pages


def _log_lines(view: DigitCodeView, names: tuple[str, ...], start: int, end: int) -> tuple[Mark, ...]:
    return _lines_with_names([_named(view, names, one.seat, long_form(one)) for one in view.asked[start:end]])


def _proposals(view: DigitCodeView, names: tuple[str, ...]) -> list[ScreenPage]:
    starts = range(0, len(view.proposals), _LINES)
    return [ScreenPage("Proposals", partial(_proposal_lines, view, names, start), "Tries") for start in starts]


def _proposal_lines(view: DigitCodeView, names: tuple[str, ...], start: int) -> tuple[Mark, ...]:
    lines = []
    for one in view.proposals[start : start + _LINES]:
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
