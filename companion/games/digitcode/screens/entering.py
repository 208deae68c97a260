"""The body of the screen while a seat enters a question, a proposal or its code: the part of the drawing that it is about, with
the letters that can be chosen, or the digits so far."""

from typing import Final

from companion.core.entry import Entry
from companion.core.fonts.faces import text_width
from companion.core.prompt import Branch, Choose, Fill, Menu, Option
from companion.core.screen import BODY, Mark, Rect, TextMark, clipped, text_lines, wrap
from companion.games.digitcode.marks import (
    BELOW_ACCENTS,
    BESIDE_CODE,
    LINES_ON_PAGE,
    digits_in_making,
    half_code,
    place_map,
)
from companion.games.digitcode.moves import DIGITS_IN_CODE, LINE_LETTERS, ROW_LETTERS
from companion.games.digitcode.options import Options, hidden_from
from companion.games.digitcode.possible import asked_about_sought
from companion.games.digitcode.prompts import LARGER_TITLE, LINE_TITLE, OTHER, kinds_left
from companion.games.digitcode.screens.known import known_spaces, last_answers
from companion.games.digitcode.view import DigitCodeView

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
_OPENING_RULE: Final = "Ask each kind once."
_MAP_LEFT: Final = BODY.right - 50
_BESIDE_MAP: Final = Rect(BODY.x, BODY.y, _MAP_LEFT - BODY.x - 6, BODY.height)
_NEIGHBOURS: Final = "Neighbours must differ."
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
            *place_map(_MAP_LEFT, BODY.y, letters),
        )
    labels = [branch.label for branch in menu.branches] if menu is not None else []
    if hints := [_WHAT_KEYS_ASK[label] for label in labels if label in _WHAT_KEYS_ASK]:
        if len(hints) < LINES_ON_PAGE and kinds_left(options, view):  # C9
            hints = [_OPENING_RULE, *hints]
        return text_lines(tuple(hints), BODY)
    return text_lines(last_answers(options, view, names), BELOW_ACCENTS)


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
    if digits and left:
        words = wrap(_NEIGHBOURS, BESIDE_CODE.width)
    below = Rect(BESIDE_CODE.x, BESIDE_CODE.y + 14, BESIDE_CODE.width, BESIDE_CODE.height - 14)
    drawn = digits_in_making(BODY.x, BODY.y, digits)
    return (*drawn, TextMark(BESIDE_CODE.x, BESIDE_CODE.y, head, "label"), *text_lines(words, below))


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
