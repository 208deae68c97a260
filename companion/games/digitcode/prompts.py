"""What a seat is asked in Digit Code.

The order of the moves: lines A to S, parity T to Y, larger in the order of the rules, spaces column by column; then `pass`;
then proposals, digit by digit.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import structs

from companion.core.prompt import Branch, Choose, Dial, Fill, Menu, Option, Prompt, Symbol, Wheel
from companion.core.seat import CHANCE
from companion.games.digitcode.options import Options, opening_questions
from companion.games.digitcode.questions import KINDS, kind
from companion.games.digitcode.rules import State, to_act
from companion.games.digitcode.segments import (
    ACROSS,
    COLUMNS,
    IN_LINE,
    LENGTH,
    LINES,
    NEIGHBOURS,
    PAIRS,
    PLACES,
    REPEATS,
)
from companion.games.digitcode.view import CodeView

TWICE = "A code may hold each digit at most twice."
APART = "Two equal digits may not stand side by side or one above the other."
NO_LOSS = " So this cannot be right, and it costs you nothing."
DIGITS: Final = tuple(Symbol(digit, str(digit), str(digit)) for digit in range(10))

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


def _menu(title: str, words: str, kinds: tuple[str, ...], *, may_propose: bool) -> Prompt:
    """The kinds of question, so that no more than three are on a step: a key each."""
    ways = [ASK[KINDS.index(name)] for name in kinds]
    if len(ways) == 1 and not may_propose:
        return structs.replace(ways[0].prompt, help=words)
    if len(ways) > ACROSS:
        ways = [ways[0], Branch("digits", "Ask about digits", Menu("Ask about digits", "", tuple(ways[1:])))]
    return Menu(title, words, (*ways, PROPOSE) if may_propose else tuple(ways))
