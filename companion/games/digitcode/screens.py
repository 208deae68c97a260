"""The screens of Digit Code: the drawn code, the pages, the body while something is entered, its rules, and how it is played.

A code is drawn as seven-segment digits: a filled space is solid, an unknown one is dotted, an empty one is not drawn. The small
drawing shows all six digits, and so does the map, with the letters of one or two lines. The half drawing shows three digits with
the letters of their lines: columns above, bars on the left, uprights on the right, each letter beside its own line.

The first page is the last answer about the code that the seat looks for, in words and on a map. Further pages hold the code as
far as it is known, all answers as tables with heads, the seat's own code, all questions and the proposals. There are many of
them, so each is drawn when it is shown. While something is entered, the part of the drawing that it is about stands there, with
the letters that can be chosen, or the digits so far.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Final, assert_never

from companion.core.entry import Entry, EntryChoice
from companion.core.fonts.faces import text_width
from companion.core.prompt import Branch, Choose, Fill, Menu, Option, Symbol
from companion.core.rules_book import IN_PICTURES, Book, PageMarks, drawing_beside, topic
from companion.core.screen import (
    BELOW_ACCENTS,
    BODY,
    CHEQUER,
    FilledBox,
    Mark,
    Outline,
    Rect,
    Rendering,
    ScreenPage,
    TextMark,
    Veil,
    box,
    centred,
    clipped,
    pitch,
    text_lines,
    title_with_name,
    wrap,
)
from companion.core.seat import Seat
from companion.games.digitcode.possible import HelpingSheet, asked_about_sought, sheet_of
from companion.games.digitcode.rules import (
    ADJACENT_DIGITS,
    ALL_SPACES,
    COLUMN_LETTERS,
    DIGIT_LETTERS,
    DIGITS_IN_CODE,
    DIGITS_IN_ROW,
    LARGER_TITLE,
    LINE_LETTERS,
    LINE_TITLE,
    MAX_WRONG_PROPOSALS,
    MOST_OF_A_DIGIT,
    OTHER,
    ROW_LETTERS,
    SEGMENT_SPOTS,
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    CodeMaker,
    DigitCodeView,
    Options,
    SixDigits,
    Space,
    is_filled,
    kinds_left,
    spaced_digits,
)
from companion.games.digitcode.words import long_form, loses, spoken_form, status

KnownSpaces = tuple[bool | None, ...]
"""For each of ALL_SPACES: filled, empty, or None for unknown."""

NOTHING_KNOWN: Final[KnownSpaces] = (None,) * len(ALL_SPACES)
DIGIT_WIDTH: Final = 12
_DIGIT_HEIGHT: Final = 16
_DIGIT_PITCH: Final = 17
ROW_OF_DIGITS_PITCH: Final = 18
CODE_WIDTH: Final = 2 * _DIGIT_PITCH + DIGIT_WIDTH
"""Pixels of the small drawing."""
BESIDE_CODE: Final = Rect(BODY.x + CODE_WIDTH + 6, BODY.y, BODY.width - CODE_WIDTH - 6, BODY.height)
"""Beside the small drawing."""
PLACE_MAP_LEFT: Final = BODY.right - 50
"""Where the map of the letters of the digits begins, at the right edge."""
LINES_ON_PAGE: Final = 3
"""Lines of text on a page."""
_THICK: Final = 2
_UPRIGHT: Final = 5
"""Pixels of an upright in the small drawing."""

_MAP_UPRIGHT: Final = 3
"""Pixels of an upright in the map."""
_MAP_TOP: Final = 8
"""Rows of the map above its digits, where the letter of a column stands."""
LINE_MAP_WIDTH: Final = CODE_WIDTH + 9
"""Pixels of the map, the letter of a row included."""

_COLUMN_LEFT: Final = BODY.x + 13
_COLUMN_PITCH: Final = 9
_BAR_TOPS: Final = (BODY.y + 9, BODY.y + 21, BODY.y + 32)
_LONG_UPRIGHT: Final = 7
_ROW_LABEL_TOPS: Final = (BODY.y + 6, BODY.y + 12, BODY.y + 17, BODY.y + 23, BODY.y + 27)
_UPRIGHT_LABELS: Final = _COLUMN_LEFT + 8 * _COLUMN_PITCH + 5


def known_from_code(code: SixDigits) -> KnownSpaces:
    """All spaces of a known code."""
    return tuple(is_filled(code, space) for space in ALL_SPACES)


def line_labels() -> dict[str, str]:
    """Each line with its own letter as its label."""
    return {line: line for line in LINE_LETTERS}


def small_code(x: int, y: int, known: KnownSpaces) -> tuple[Mark, ...]:
    """All six digits, three above three."""
    marks: list[Mark] = []
    for space, filled in zip(ALL_SPACES, known, strict=True):
        if filled is not False:
            left, top = _corner(x, y, space.place)
            marks.append(_segment(left, top, space.segment, solid=filled is True))
    return tuple(marks)


def line_map(x: int, y: int, known: KnownSpaces, lines: Iterable[str]) -> tuple[Mark, ...]:
    """All six digits, low, with the letters of some lines: that of a column above it, that of a row at the right."""
    high = 3 * _THICK + 2 * _MAP_UPRIGHT
    marks: list[Mark] = []

    def corner(down: int, across: int) -> tuple[int, int]:
        return x + _DIGIT_PITCH * across, y + _MAP_TOP + (high + 2) * down

    for space, filled in zip(ALL_SPACES, known, strict=True):
        if filled is not False:
            left, top = corner(*divmod(space.place, DIGITS_IN_ROW))
            marks.append(_segment(left, top, space.segment, solid=filled is True, upright=_MAP_UPRIGHT))
    for line in lines:
        if line in COLUMN_LETTERS:
            across, column = divmod(COLUMN_LETTERS.index(line), 3)
            left, _ = corner(0, across)
            marks += _label(left + (1, DIGIT_WIDTH // 2, DIGIT_WIDTH - 1)[column], y, line)
            continue
        down, row = divmod(ROW_LETTERS.index(line), 5)
        _, top = corner(down, 0)
        middle = top + row // 2 * (_MAP_UPRIGHT + _THICK) + (1 if row % 2 == 0 else _THICK + _MAP_UPRIGHT // 2)
        marks += _label(x + CODE_WIDTH + 6, min(middle - 3, BODY.bottom - 8), line)
    return tuple(marks)


def entered_digits(x: int, y: int, digits: tuple[int, ...]) -> tuple[Mark, ...]:
    """The digits of a code that is being entered. The next place is framed, those after it are underlined."""
    marks: list[Mark] = []
    for place in range(DIGITS_IN_CODE):
        left, top = _corner(x, y, place)
        if place < len(digits):
            marks += digit(left, top, digits[place])
        elif place == len(digits):
            frame = Rect(left, top, DIGIT_WIDTH, _DIGIT_HEIGHT)
            marks += [Outline(*frame, rounded=True), centred("?", frame, "number")]
        else:
            marks.append(FilledBox(left + 1, top + _DIGIT_HEIGHT - 4, DIGIT_WIDTH - 2, 1))
    return tuple(marks)


def digit(x: int, y: int, value: int) -> tuple[Mark, ...]:
    """One digit of the small drawing."""
    return tuple(
        _segment(x, y, segment, solid=True) for segment in SEGMENT_SPOTS if is_filled((value,) * 6, _space(segment))
    )


def place_map(x: int, y: int, lit: Iterable[str]) -> tuple[Mark, ...]:
    """The letters of the six digits where the digits stand, some of them on a lit ground."""
    marks: list[Mark] = []
    shown = set(lit)
    for place, letter in enumerate(DIGIT_LETTERS):
        down, across = divmod(place, DIGITS_IN_ROW)
        left, top = x + 17 * across, y + ROW_OF_DIGITS_PITCH * down
        if letter in shown:
            marks.append(FilledBox(left, top, 15, _DIGIT_HEIGHT, rounded=True))
        plate = Rect(left, top, 15, _DIGIT_HEIGHT)
        marks.append(centred(letter, plate, "title", inverse=letter in shown))
    return tuple(marks)


def half_code(half: int, known: KnownSpaces, labels: Mapping[str, str]) -> tuple[Mark, ...]:
    """Three digits with the labels of their lines, one or two letters each; a line without one has none. `half`: 0 for T U V,
    1 for W X Y."""
    marks: list[Mark] = []
    for space, filled in zip(ALL_SPACES, known, strict=True):
        down, across = divmod(space.place, DIGITS_IN_ROW)
        if down == half and filled is not False:
            marks.append(_long_segment(across, space.segment, solid=filled is True))
    for number, column in enumerate(COLUMN_LETTERS):
        marks += _label(_COLUMN_LEFT + _COLUMN_PITCH * number, BODY.y, labels.get(column, ""))
    for part, row in enumerate(ROW_LETTERS[5 * half : 5 * half + 5]):
        centre = BODY.x + 3 if part % 2 == 0 else _UPRIGHT_LABELS + 3
        marks += _label(centre, _ROW_LABEL_TOPS[part], labels.get(row, ""))
    return tuple(marks)


def _label(centre: int, y: int, text: str) -> tuple[Mark, ...]:
    return (TextMark(centre - text_width(text) // 2, y, text),) if text else ()


def _corner(x: int, y: int, place: int) -> tuple[int, int]:
    down, across = divmod(place, DIGITS_IN_ROW)
    return x + _DIGIT_PITCH * across, y + ROW_OF_DIGITS_PITCH * down


def _space(segment: str) -> Space:
    return next(space for space in ALL_SPACES if space.place == 0 and space.segment == segment)


def _segment(x: int, y: int, segment: str, *, solid: bool, upright: int = _UPRIGHT) -> FilledBox:
    """A segment of the small drawing; a dotted one is one pixel thick."""
    column, row = SEGMENT_SPOTS[segment]
    top = y + (row // 2) * (upright + _THICK)
    if row % 2 == 0:
        return FilledBox(x + 2, top, DIGIT_WIDTH - 4, _THICK if solid else 1, 1 if solid else CHEQUER)
    left = x + (column // 2) * (DIGIT_WIDTH - _THICK)
    return FilledBox(left, top + _THICK, _THICK if solid else 1, upright, 1 if solid else CHEQUER)


def _long_segment(across: int, segment: str, *, solid: bool) -> FilledBox:
    column, row = SEGMENT_SPOTS[segment]
    left = _COLUMN_LEFT + _COLUMN_PITCH * 3 * across
    top = _BAR_TOPS[row // 2]
    if row % 2 == 0:
        return FilledBox(left + 3, top, 2 * _COLUMN_PITCH - 5, _THICK if solid else 1, 1 if solid else CHEQUER)
    x = left + column * _COLUMN_PITCH - (1 if solid else 0)
    return FilledBox(x, top + 3, 3 if solid else 1, _LONG_UPRIGHT, 1 if solid else CHEQUER)


_ASKED: Final = " asked:"


def last_answer(view: DigitCodeView, names: tuple[str, ...], maker: CodeMaker) -> tuple[Mark, ...]:
    """The last answer about the code of `maker` in words, and beside them a map of what was asked about; nothing before the first
    one."""
    asked = view.asked_about(maker)
    if not asked:
        return ()
    last = asked[-1]
    drawn = _asked_map(last, _asked_spaces(asked))
    width = min(box(mark).x for mark in drawn) - BODY.x - 4
    name = "You" if last.seat == view.seat else names[last.seat]
    said = next((one for one in (_ASKED, ":") if text_width(f"{name}{one}") <= width), ":")
    head = "You are out." if view.seat in view.out else clipped(name, width - text_width(said) - 1) + said
    area = Rect(BELOW_ACCENTS.x, BELOW_ACCENTS.y, width, BELOW_ACCENTS.height)
    return (*text_lines((head, *wrap(spoken_form(last), width)), area), *drawn)


def _asked_map(last: AskedQuestion, known: KnownSpaces) -> tuple[Mark, ...]:
    """Where the lines, the space or the digits are that a question was about."""
    match last.question:
        case AskLine(line):
            lines: tuple[str, ...] = (line,)
        case AskSpace(column, row):
            lines = (column, row)
        case AskParity(place):
            return place_map(PLACE_MAP_LEFT, BODY.y, (place,))
        case AskLarger(places):
            return place_map(PLACE_MAP_LEFT, BODY.y, places)
        case _:
            assert_never(last.question)
    return line_map(BODY.right - LINE_MAP_WIDTH, BODY.y, known, lines)


def known_spaces(
    options: Options, view: DigitCodeView, asked: tuple[AskedQuestion, ...], maker: CodeMaker | None = None
) -> KnownSpaces:
    """What is known of the spaces: of a code in sight all, else what was asked or what the helping sheet has worked out."""
    if maker is None and view.seat is not None and view.seat != view.master:
        maker = options.hidden_from(view.seat)
    if maker is None:
        return _asked_spaces(asked)
    if (code := view.code_in_sight(maker)) is not None:
        return known_from_code(code)
    worked_out = sheet_of(options, view, asked, maker)
    return worked_out.spaces if worked_out is not None else _asked_spaces(asked)


def _asked_spaces(asked: Sequence[AskedQuestion]) -> KnownSpaces:
    """The spaces that were asked about. What follows from other answers is left to the players."""
    known = list(NOTHING_KNOWN)
    for one in asked:
        if isinstance(one.question, AskSpace):
            known[ALL_SPACES.index(one.question.space)] = bool(one.answer)
    return tuple(known)


_GROUPS_OF_LINES: Final = ("A to I: columns", "J to N: upper rows", "O to S: lower rows")
_WHAT_KEYS_ASK: Final = {
    "Line": "Line: how many filled?",
    OTHER: "Other: more questions",
    "Even?": "Even: is a digit even?",
    "Larger": "Larger: of two digits",
    "Space": "Space: is it filled?",
    "Solve": "Solve: propose all six",
    "Pass": "Pass: you lose",
}
_LAST_PROPOSAL: Final = "Solve: the last try"
"""A line of text for each label of a key that leads to questions."""
_FOUND: Final = " has your code."
_FINDER_WIDTH: Final = BODY.width - text_width(_FOUND) - 1
_OPENING_RULE: Final = "Ask each kind once."
_BESIDE_MAP: Final = Rect(BODY.x, BODY.y, PLACE_MAP_LEFT - BODY.x - 6, BODY.height)
_NAME_WIDTH: Final = 42
"""Pixels of a name beside the small drawing."""


def question_entry_body(
    options: Options, view: DigitCodeView, names: tuple[str, ...], entry: Entry
) -> tuple[Mark, ...] | None:
    """What is chosen or made now; None once the game is over."""
    if isinstance(entry.prompt, Fill):
        return _making(options, view, names, entry, secret=entry.prompt.secret)
    if view.phase == "over":
        return None
    menu = entry.prompt if isinstance(entry.prompt, Menu) else None
    letters = _letters(entry)
    lines = [line for line in letters if line in LINE_LETTERS]
    if lines:
        known = known_spaces(options, view, asked_about_sought(options, view))
        half = int(any(line in ROW_LETTERS[5:] for line in lines))
        column = [str(value) for name, value in getattr(entry.prompt, "fixed", ()) if name == "column"]
        return half_code(half, known, {line: line for line in (*column, *lines)})
    if menu is not None and menu.title == LINE_TITLE:
        return text_lines(_GROUPS_OF_LINES, BODY)
    if letters or (menu is not None and menu.title == LARGER_TITLE):
        return (
            *text_lines(wrap(_about_digits(entry), _BESIDE_MAP.width), _BESIDE_MAP),
            *place_map(PLACE_MAP_LEFT, BODY.y, letters),
        )
    if not entry.path and view.seat is not None and _was_answered(view):
        return last_answer(view, names, options.hidden_from(view.seat))
    labels = [branch.label for branch in menu.branches] if menu is not None else []
    if hints := [_WHAT_KEYS_ASK[label] for label in labels if label in _WHAT_KEYS_ASK]:
        if view.phase == "ask" and view.seat is not None and view.wrong[view.seat]:
            hints = [_LAST_PROPOSAL if hint == _WHAT_KEYS_ASK["Solve"] else hint for hint in hints]
        if len(hints) < LINES_ON_PAGE and kinds_left(options, view):  # C9
            hints = [_OPENING_RULE, *hints]
        return text_lines((*_found(view, names), *hints), BELOW_ACCENTS)
    return text_lines((*_found(view, names), _WHAT_KEYS_ASK["Pass"]), BELOW_ACCENTS)


def _was_answered(view: DigitCodeView) -> bool:
    """Whether this seat asked last, so that the answer has been on none of its screens: in an opening, or alone."""
    is_last = view.asked_before[-1:] != (len(view.asked),)
    return bool(view.asked) and view.asked[-1].seat == view.seat and is_last


def _found(view: DigitCodeView, names: tuple[str, ...]) -> tuple[str, ...]:
    """C13: why this is a last chance; nothing before it."""
    if view.phase != "last":
        return ()
    return (clipped(names[view.turn_of - 1], _FINDER_WIDTH) + _FOUND,)


def _making(
    options: Options, view: DigitCodeView, names: tuple[str, ...], entry: Entry, *, secret: bool
) -> tuple[Mark, ...]:
    """The digits so far; beside them which one comes next, and whose code it is."""
    digits = tuple(int(value) for value in entry.values)
    left = DIGITS_IN_CODE - len(digits)
    head = f"Digit {len(digits) + 1} of {DIGITS_IN_CODE}" if left else "Your code?" if secret else "Is this it?"
    if len(entry.group) == 1:  # of a secret, which takes as many presses whatever it is
        head = f"Press {entry.group[0].label} again"
    words = wrap("A draw: once more." if view.replays else "Only you see it.", BESIDE_CODE.width)
    if not secret:
        maker = options.hidden_from(view.seat or Seat(0))
        whose = ("of the", "hidden code") if maker == "table" else _of_a_code(names[maker])
        words = whose if left else _at_stake(options, view)
    why = _why_not_all(entry, digits) if left else ()
    below = Rect(BESIDE_CODE.x, BESIDE_CODE.y + 14, BESIDE_CODE.width, BESIDE_CODE.height - 14)
    drawn = entered_digits(BODY.x, BODY.y, digits)
    said = text_lines(why or words, below)
    return (*drawn, TextMark(BESIDE_CODE.x, BESIDE_CODE.y, head, "label"), *said)


def _at_stake(options: Options, view: DigitCodeView) -> tuple[str, ...]:
    """C12, C13: what a wrong proposal costs."""
    ending = "you lose." if loses(options, view) else "you are out."
    if view.phase == "last":
        return ("If wrong,", ending)
    return ("Wrong again," if view.seat is not None and view.wrong[view.seat] else "Wrong twice,", ending)


def _why_not_all(entry: Entry, digits: tuple[int, ...]) -> tuple[str, ...]:
    """Why a key is pressed again for a digit that is chosen already, or why digits are missing from the keys; else nothing."""
    if len(entry.group) == 1:
        return ("3 presses for", "every digit.")
    beside = [digits[first] for first, second in ADJACENT_DIGITS if second == len(digits)]
    twice = [digit for digit in sorted(set(digits)) if digits.count(digit) == MOST_OF_A_DIGIT]
    missing = sorted({*beside, *twice})
    if not missing:
        return ()
    if len(missing) == 1:
        return (f"Not {missing[0]}: it is", "next to this." if beside else "used twice.")
    several = ", ".join(map(str, missing)) if len(missing) > 2 else " or ".join(map(str, missing))
    why = "next to this." if set(twice) <= set(beside) else "used twice." if not beside else "next or twice."
    return (f"Not {several}:", why)


def _of_a_code(name: str) -> tuple[str, ...]:
    """Whose code it is, in one line if that is long enough."""
    words = f"of {name}'s code"
    return (words,) if text_width(words) <= BESIDE_CODE.width else (f"of {clipped(name, _NAME_WIDTH)}'s", "code")


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
        return (*fixed, *map(str, entry.values), *(() if entry.focus is None else _of_choice(entry.focus)))
    if not choices:
        if isinstance(prompt, Menu):
            choices = prompt.branches
        else:
            wheels = getattr(prompt, "wheels", ())
            choices = wheels[0].symbols if wheels else getattr(prompt, "options", ())
    return tuple(letter for choice in choices for letter in _of_choice(choice))


def _of_choice(choice: EntryChoice) -> tuple[str, ...]:
    """The letters that a choice is about."""
    match choice:
        case Option(move=move):
            return tuple(move.get("places", ()))
        case Branch(label=label):  # it leads to a question; only those named by a single letter are columns
            return (label,) if len(label) == 1 else ()
        case Symbol(label=label):
            return (label,) if label.isalpha() else ()


_EXAMPLE_CODE: Final = (4, 0, 7, 1, 9, 3)
_PITCH: Final = 25
"""Pixels from digit to digit."""


def ten_digits() -> PageMarks:
    """A page with the segments of all ten digits, each beside its numeral."""
    marks: list[Mark] = []
    for value in range(10):
        down, across = divmod(value, 5)
        x, y = BODY.x + _PITCH * across, BODY.y + ROW_OF_DIGITS_PITCH * down
        marks += digit(x, y, value)
        marks.append(TextMark(x + DIGIT_WIDTH + 3, y + 5, str(value)))
    return tuple(marks)


def _example() -> PageMarks:
    side = Rect(BODY.x + CODE_WIDTH + 8, BODY.y, 60, BODY.height)
    return (
        *small_code(BODY.x, BODY.y, known_from_code(_EXAMPLE_CODE)),
        *text_lines(("A code:", "4 0 7", "1 9 3"), side),
    )


_RULES: Final[Book] = (
    topic(
        "The game",
        "Two play: each makes a code, and finds that of the other.",
        "Three or more: one makes a code, and all others look for it.",
        "Its maker is called the question master. The table can be that too.",
    ),
    topic(
        "The code",
        "A code is six digits in two rows.",
        "Each digit comes twice at most.",
        "It is never beside, above or below its like.",
    ),
    topic("Ten digits", ten_digits()),
    topic(
        "Lines",
        half_code(0, NOTHING_KNOWN, line_labels()),
        half_code(1, NOTHING_KNOWN, line_labels()),
        "A to I are columns: left uprights, bars and right uprights.",
        "J to S are rows: bars and uprights in turn, five a row of digits.",
    ),
    topic(
        "Spaces",
        _example(),
        "The digits are T U V above W X Y. A space is one segment, 42 in all.",
        # C7
        "A space is asked by its column and its row.",
        "A pair where no segment lies cannot be asked: it is refused.",
    ),
    topic(
        "Questions",
        "How many spaces of a line are filled? Is one space filled?",
        "Is a digit even or odd? 0 is even. Which of two neighbours is larger?",
        "The table answers, so every answer is right. Everybody hears it.",
        "You are asked back once before you ask or propose the same again.",
    ),
    topic(
        "The opening",
        # C9
        "Two players begin with four questions, one of each kind.",
        "They come in any order, and all four are one turn.",
        "With more players a turn is one question from the start.",
        "The option Opening can change both.",
    ),
    topic(
        "Proposing",
        "Instead of asking you may propose all six digits.",
        "You hear right or wrong, and nothing more.",
        # C10
        "You may not propose before your opening questions.",
    ),
    topic(
        "Wrong tries",
        # C10
        "Six digits that make no code are refused and cost nothing.",
        "After two wrong proposals you lose. With three or more players you are out.",
    ),
    topic(
        "Two players",
        "The second one wins at once by a right proposal.",
        "The first one is right? The second has one last turn to propose.",
        "Right too, and it is a draw: both make new codes.",
        # C14
        "After a draw the other seat begins.",
    ),
    topic(
        "More players",
        "The first right proposal wins.",
        # C15
        "When every solver is out, the question master wins.",
        "If the table is the master, nobody wins.",
    ),
)


_CODE: Final = (1, 4, 7, 3, 0, 8)
_TEXT: Final = BODY.x + CODE_WIDTH + 8

_HOW_TO_PLAY: Final[tuple[PageMarks, ...]] = (
    drawing_beside("Six digits are hidden.", _TEXT, *small_code(BODY.x, BODY.y, NOTHING_KNOWN)),
    drawing_beside("A 4 fills four spaces, as on a calculator.", _TEXT - 20, *digit(BODY.x + 8, BODY.y + 8, 4)),
    drawing_beside("Ask about one line, one digit or two.", BODY.x + 57, *place_map(BODY.x, BODY.y, ("T", "U"))),
    drawing_beside("All hear the answer: U is larger.", BODY.x + 57, *place_map(BODY.x, BODY.y, ("U",))),
    drawing_beside("Sure of all six? Then propose them.", _TEXT, *entered_digits(BODY.x, BODY.y, _CODE[:4])),
    drawing_beside("The first to be right wins.", _TEXT, *small_code(BODY.x, BODY.y, known_from_code(_CODE))),
    drawing_beside("With two, the other may have a last try.", _TEXT - 20, *digit(BODY.x + 8, BODY.y + 8, 2)),
)
"""The pages in their order."""


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
        return () if view.seat == view.master else (options.hidden_from(view.seat),)
    return tuple(dict.fromkeys(options.hidden_from(seat) for seat in reversed(options.solvers(view.seats))))


def _hidden(options: Options, view: DigitCodeView, names: tuple[str, ...], maker: CodeMaker) -> list[ScreenPage]:
    """The code of `maker`: its known spaces, all answers about it, and the digits that they leave possible."""
    asked = view.asked_about(maker)
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
            ScreenPage(name, partial(_whole, known, "Known so far"), "Known"),
        ]
    labels = line_labels()
    pages += [
        ScreenPage("Upper digits", partial(half_code, 0, known, labels), "Grid"),
        ScreenPage("Lower digits", partial(half_code, 1, known, labels), "Grid 2"),
        ScreenPage("Filled, columns", partial(_line_table, asked, COLUMN_LETTERS), "Lines"),
        ScreenPage("Filled, rows", partial(_line_table, asked, ROW_LETTERS), "Rows"),
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
    # Others may have asked about another code.
    nothing = "You have not asked yet." if view.asked and view.seat is not None else "No question yet."
    return last_answer(view, names, maker) or text_lines((nothing, _tries(view)))


def _tries(view: DigitCodeView) -> str:
    """How often this seat may still be wrong."""
    if view.seat is None or view.seat == view.master:
        return ""
    left = 1 if view.phase == "last" else MAX_WRONG_PROPOSALS - view.wrong[view.seat]
    return f"Proposals left: {left}"


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
            case AskLarger((first, _), indices=pair):
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


BOOK: Final[Book] = (topic(IN_PICTURES, *_HOW_TO_PLAY), *_RULES)
