"""The body of the screen while a seat enters a question, a proposal or its code: the part of the drawing that it is about, with
the letters that can be chosen, or the digits so far."""

from typing import Final

from companion.core.entry import Entry, EntryChoice
from companion.core.fonts.faces import text_width
from companion.core.prompt import Branch, Choose, Fill, Menu, Option, Symbol
from companion.core.screen import BODY, Mark, Rect, TextMark, clipped, text_lines, wrap
from companion.games.digitcode.marks import (
    BELOW_ACCENTS,
    BESIDE_CODE,
    LINES_ON_PAGE,
    PLACE_MAP_LEFT,
    digits_in_making,
    half_code,
    place_map,
)
from companion.games.digitcode.moves import (
    ADJACENT_DIGITS,
    DIGITS_IN_CODE,
    LINE_LETTERS,
    MOST_OF_A_DIGIT,
    ROW_LETTERS,
)
from companion.games.digitcode.options import Options, hidden_from
from companion.games.digitcode.possible import asked_about_sought
from companion.games.digitcode.prompts import LARGER_TITLE, LINE_TITLE, OTHER, kinds_left
from companion.games.digitcode.screens.known import known_spaces
from companion.games.digitcode.view import DigitCodeView

_GROUPS_OF_LINES: Final = ("A to I: columns", "J to N: upper rows", "O to S: lower rows")
_WHAT_KEYS_ASK: Final = {
    "Line": "Line: how many bars?",
    OTHER: "Other: more questions",
    "Even?": "Even: is a digit even?",
    "Larger": "Larger: of two digits",
    "Space": "Space: is a bar there?",
    "Solve": "Solve: all six digits",
    "Pass": "Pass: you lose",
}
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
    labels = [branch.label for branch in menu.branches] if menu is not None else []
    if hints := [_WHAT_KEYS_ASK[label] for label in labels if label in _WHAT_KEYS_ASK]:
        if len(hints) < LINES_ON_PAGE and kinds_left(options, view):  # C9
            hints = [_OPENING_RULE, *hints]
        return text_lines((*_found(view, names), *hints), BELOW_ACCENTS)
    return text_lines((*_found(view, names), _WHAT_KEYS_ASK["Pass"]), BELOW_ACCENTS)


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
    words = wrap("A draw: once more." if view.replays else "Only you see it.", BESIDE_CODE.width)
    if not secret:
        maker = hidden_from(options, view.seat or 0)
        words = ("of the", "hidden code") if maker == "table" else _of_a_code(names[maker])
    why = _why_not_all(entry, digits) if left else ()
    below = Rect(BESIDE_CODE.x, BESIDE_CODE.y + 14, BESIDE_CODE.width, BESIDE_CODE.height - 14)
    drawn = digits_in_making(BODY.x, BODY.y, digits)
    said = text_lines(why or words, below)
    return (*drawn, TextMark(BESIDE_CODE.x, BESIDE_CODE.y, head, "label"), *said)


def _why_not_all(entry: Entry, digits: tuple[int, ...]) -> tuple[str, ...]:
    """Why a key is pressed again for a digit that is chosen already, or why digits are missing from the keys; else nothing."""
    if len(entry.group) == 1:
        return (f"Press {entry.group[0].label} again:", "all take 3.")
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
