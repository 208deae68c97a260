"""Why a move of Digit Code is refused, in the words of the game. Made from the view alone, so it reveals no more."""

from typing import Final

from companion.core.prompt import Move
from companion.core.words import Vocabulary, is_whole, listed, quoted, vocabulary
from companion.games.digitcode.rules import (
    ADJACENT_LETTERS,
    COLUMN_LETTERS,
    COSTS_NOTHING,
    DIGIT_LETTERS,
    DIGITS_IN_CODE,
    MOST_OF_A_DIGIT,
    QUESTION_KINDS,
    ROW_LETTERS,
    SPACES_OF_LINE,
    TOO_CLOSE,
    TOO_MANY_ALIKE,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    DigitCodeView,
    Options,
    Pass,
    Propose,
    SetCode,
    kinds_left,
)

VOCABULARY: Final[Vocabulary] = vocabulary(
    (SetCode, AskLine, AskParity, AskLarger, AskSpace, Propose, Pass), (SetCode,)
)
_KIND_WORDS: Final = {
    "ask_line": "a line",
    "ask_parity": "even or odd",
    "ask_larger": "which is larger",
    "ask_space": "a space",
}
_DIGIT_PLACES: Final = "The digits stand at T, U, V and below them W, X, Y"


def explain(options: Options, view: DigitCodeView, move: Move) -> str | None:
    """Which rule a refused move breaks."""
    name = move["move"]
    match view.phase, name:
        case "code", "set_code":
            return _digits("A code", move["digits"])
        case "code", _:
            return "Codes are being made: make your secret code of six digits first."
        case "last", "propose":
            return _digits("A proposal", move["digits"], COSTS_NOTHING)
        case "last", _:  # C13
            return "This is your last chance: propose all six digits, or pass."
        case "ask", "set_code" if options.master is None:
            return "Your secret code is made already: ask about the other one, or propose it."
        case "ask", "set_code":
            return "The secret code is made already: ask about it, or propose it."
        case "ask", "pass":  # C13
            return "You can pass only on a last chance, when the other player has found your code."
        case _:
            return _asked(options, view, move) if view.phase == "ask" else None


def _asked(options: Options, view: DigitCodeView, move: Move) -> str | None:
    """Why a question or a proposal is refused while questions are asked."""
    name, left = move["move"], kinds_left(options, view)
    if name == "propose":
        if left:  # C10
            return "You may propose only after your opening: one question of each of the four kinds."
        return _digits("A proposal", move["digits"], COSTS_NOTHING)
    if name not in QUESTION_KINDS:
        return None
    if left and name not in left:  # C9
        kinds = ", ".join(_KIND_WORDS[one] for one in left)
        return f"You have asked a question of that kind; still to be asked in your opening: {kinds}."
    match name:
        case "ask_line":
            return f"The lines are the columns A to I and the rows J to S, not {quoted(move['line'])}."
        case "ask_parity":
            return f"{_DIGIT_PLACES}, not at {quoted(move['place'])}."
        case "ask_larger":
            return _larger(move["places"])
        case _:
            return _space(move["column"], move["row"])


def _digits(what: str, digits: object, loss: str = "") -> str:
    """C2: why this is no code."""
    if not isinstance(digits, list | tuple):
        return f"{what} is a list of six digits, not {quoted(digits)}."
    if len(digits) != DIGITS_IN_CODE:
        return f"{what} has six digits, not {len(digits)}."
    for digit in digits:
        if not is_whole(digit, 0, 9):
            return f"A digit is a whole number from 0 to 9, not {quoted(digit)}."
    return (TOO_MANY_ALIKE if any(digits.count(digit) > MOST_OF_A_DIGIT for digit in digits) else TOO_CLOSE) + loss


def _larger(places: object) -> str:
    """C6."""
    if not isinstance(places, list | tuple) or len(places) != 2:
        return "Two neighbouring places are compared, such as T and U, or T and W."
    first, second = places
    for place in places:
        if place not in DIGIT_LETTERS:
            return f"{_DIGIT_PLACES}, not at {quoted(place)}."
    if first == second:
        return f"The digit at {first} is not compared with itself: name a place beside it, above it or below it."
    if (second, first) in ADJACENT_LETTERS:
        return f"Name the two places in the order {second}, {first}."
    return f"{first} and {second} do not stand next to each other: compare two neighbours, as T and U or T and W."


def _space(column: object, row: object) -> str:
    """C7."""
    if column not in COLUMN_LETTERS:
        return f"The columns are A to I, not {quoted(column)}."
    if row not in ROW_LETTERS:
        return f"The rows are J to S, not {quoted(row)}."
    rows = listed(space.row for space in SPACES_OF_LINE[str(column)])
    return f"There is no space at column {column}, row {row}: column {column} has spaces in rows {rows}."
