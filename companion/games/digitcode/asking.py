"""What a seat is asked in Digit Code, and why what it answers breaks a rule.

The order of the moves: lines A to S, parity T to Y, larger in the order of the rules, spaces column by column; then `pass`;
then proposals, digit by digit.
"""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import structs

from companion.core.prompt import Branch, Choose, Dial, Fill, Menu, Move, Option, Prompt, Symbol, Wheel
from companion.core.seat import CHANCE
from companion.games.digitcode.options import Options, opening_questions
from companion.games.digitcode.questions import KINDS, kind
from companion.games.digitcode.rules import State, to_act
from companion.games.digitcode.segments import (
    ACROSS,
    BY_LINES,
    COLUMNS,
    IN_LINE,
    LENGTH,
    LINES,
    NEIGHBOURS,
    PAIRS,
    PLACES,
    REPEATS,
    ROWS,
)
from companion.games.digitcode.view import CodeView

TWICE = "A code may hold each digit at most twice."
APART = "Two equal digits may not stand next to each other, side by side or one above the other."
NO_LOSS = " So this cannot be right, and the proposal costs you nothing."
DIGITS: Final = tuple(Symbol(digit, str(digit), str(digit)) for digit in range(10))

WORDS: Final = {
    "ask_line": "a line",
    "ask_parity": "even or odd",
    "ask_larger": "which is larger",
    "ask_space": "a space",
}
ASKING = (
    "line: how many spaces of a column A-I or row J-S are filled. digits: is one even or odd, which of two neighbours "
    "is larger, is one space filled. The digits are T U V above W X Y."
)


def _wheel(field: str, title: str, values: Sequence[str]) -> tuple[Wheel]:
    return (Wheel(field, title, tuple(Symbol(value, value, value) for value in values)),)


def _larger(first: str, second: str) -> Option:
    return Option({"move": "ask_larger", "places": [first, second]}, first + second, f"Larger: {first} or {second}?")


def _space(column: str) -> Branch:
    rows = [space.row for space in IN_LINE[column]]
    title = f"Column {column}: which row?"
    return Branch(
        column, f"Column {column}", Dial(title, "", "ask_space", _wheel("row", "Row", rows), (("column", column),))
    )


# C4 to C7, in the order of KINDS.
ASK: Final = (
    Branch("line", "Count a line", Dial("Count which line?", "", "ask_line", _wheel("line", "Line", LINES))),
    Branch("even?", "Even or odd", Dial("Even or odd: which?", "", "ask_parity", _wheel("place", "Digit", PLACES))),
    Branch("larger", "Which is larger", Choose("Compare which two?", "", tuple(_larger(*pair) for pair in PAIRS))),
    Branch("space", "A space", Menu("Space in which column?"[:21], "", tuple(map(_space, COLUMNS)))),
)


def _six(title: str, move: str, *, secret: bool = False, loss: str = "") -> Fill:
    return Fill(
        title=title,
        help="",
        move=move,
        field="digits",
        symbols=DIGITS,
        length=LENGTH,
        repeats=REPEATS,
        repeat_rule=TWICE + loss,
        apart=NEIGHBOURS,
        apart_rule=APART + loss,
        columns=ACROSS,
        secret=secret,
    )


PROPOSE: Final = Branch("propose", "Propose all six", _six("Propose all six", "propose", loss=NO_LOSS))
PASS: Final = Choose("Pass", "", (Option({"move": "pass"}, "pass", "Pass: you have lost"),), confirm=True)
CODE: Final = structs.replace(
    _six("Make a secret code", "set_code", secret=True),
    help="Six digits, three above three. A digit may come twice, but never next to, above or below its like. Only you see "
    "them until the game ends; the table gives the answers.",
)


def prompt(options: Options, view: CodeView) -> Prompt | None:
    """What the view's own seat is asked; None where it is not to act."""
    if view.seat is None or view.seat not in view.to_act:
        return None
    if view.phase == "code":
        return CODE
    if view.phase == "last":  # C13
        return Menu(
            "Your last chance",
            "The other player has found your code. Propose all six digits: if they are right it is a draw, and both make new "
            "codes. If they are wrong, or you pass, you have lost.",
            (Branch("pass", "Pass", PASS), PROPOSE),
        )
    left = kinds_left(options, view)
    rule = "" if options.master is None else " The first right proposal wins."
    losing = "lose the game." if options.master is None or view.seats == 1 else "put you out."
    if left:  # C9
        number = opening_questions(options) - len(left) + 1
        words = "First ask one question of each kind, then propose or ask as you like. "
        return _menu(f"Opening question {number}/4", words + ASKING, left, may_propose=False)
    words = f"{ASKING} propose: all six.{rule} Two wrong ones {losing}"
    return _menu("Ask or propose", words, KINDS, may_propose=True)  # C10


def chance(state: State) -> Prompt | None:
    """C2: the table's code; all legal codes alike."""
    return CODE if to_act(state) == (CHANCE,) else None


def kinds_left(options: Options, view: CodeView) -> tuple[str, ...]:
    """C9: the kinds of question of the opening that the view's own seat has still to ask; none once it is done."""
    own = [kind(one.question) for one in view.asked if one.seat == view.seat]
    if len(own) >= opening_questions(options):
        return ()
    return tuple(name for name in KINDS if name not in own)


def explain(options: Options, view: CodeView, move: Move) -> str | None:
    """Why a refused move breaks the rules; None where the prompt says it well enough."""
    name = move.get("move")
    if view.phase == "code":
        return None
    if name == "pass" and view.phase == "ask":  # C13
        return "You can pass only on a last chance, when the other player has found your code."
    if name == "propose" and view.phase == "ask" and kinds_left(options, view):  # C10
        return "You may propose only after your opening: one question of each of the four kinds."
    if name not in KINDS:
        return None
    if view.phase == "last":  # C13
        return "This is your last chance: propose all six digits, or pass."
    left = kinds_left(options, view)
    if left and name not in left:  # C9
        kinds = ", ".join(WORDS[one] for one in left)
        return f"You have asked a question of that kind; still to be asked in your opening: {kinds}."
    return _misasked(move)


def _menu(title: str, words: str, kinds: tuple[str, ...], *, may_propose: bool) -> Prompt:
    """The kinds of question, so that no more than three are on a step: a key each."""
    ways = [ASK[KINDS.index(name)] for name in kinds]
    if len(ways) == 1 and not may_propose:
        return structs.replace(ways[0].prompt, help=words)
    if len(ways) > ACROSS:
        ways = [ways[0], Branch("digits", "Ask about digits", Menu("Ask about digits", "", tuple(ways[1:])))]
    return Menu(title, words, (*ways, PROPOSE) if may_propose else tuple(ways))


def _misasked(move: Move) -> str | None:
    """What is wrong with a question."""
    match move:
        case {"move": "ask_line", "line": line, **rest} if not rest and line not in LINES:
            return f"There is no line {_short(line)}: the columns are A to I, the rows J to S."
        case {"move": "ask_parity", "place": place, **rest} if not rest and place not in PLACES:
            return f"There is no place {_short(place)}: the digits stand at T, U, V and below them W, X, Y."
        case {"move": "ask_larger", "places": [first, second], **rest} if not rest:
            if first not in PLACES or second not in PLACES:
                return "The two places are of T, U, V and below them W, X, Y."
            if (second, first) in PAIRS:
                return f"Name the two places in the order {second}, {first}."
            return (
                f"{first} and {second} do not stand next to each other; compare two neighbours, as T and U or T and W."
            )
        case {"move": "ask_space", "column": column, "row": row, **rest} if not rest:
            if column not in COLUMNS or row not in ROWS:
                return f"Name a column from A to I and a row from J to S, not {_short(column)} and {_short(row)}."
            if (column, row) not in BY_LINES:  # C7
                rows = ", ".join(space.row for space in IN_LINE[column])
                return f"There is no space at column {column}, row {row}: column {column} has spaces in rows {rows}."
            return None
        case {"move": "ask_space"}:
            return "A space is named by its column and its row, and by nothing else."
        case _:
            return None


def _short(value: Any) -> str:
    return repr(value)[:20]
