"""One prompt of every kind, for the tests of this folder and of the editor."""

from typing import Final

from companion.core.prompt import (
    Branch,
    ChancePrompt,
    Choose,
    Dial,
    Fill,
    Lot,
    Menu,
    Option,
    Prompt,
    Symbol,
    Wheel,
    Write,
)  # fmt: skip

LETTERS: Final = tuple(Symbol(letter, letter.upper(), letter) for letter in "abc")
NUMBERS: Final = tuple(Symbol(number, str(number), str(number)) for number in range(3))

CHOOSE: Final = Choose(
    "Which?",
    "One of them.",
    (
        Option({"move": "stop"}, "stop", "Stop"),
        Option({"move": "play", "card": 1}, "1", "Play the one"),
        Option({"move": "play", "card": "KEY", "at": [1, {"x": None}]}, "KEY", "Play the KEY"),
    ),
)
ONCE: Final = Fill("Code", "Two, none twice.", "set", "code", LETTERS, 2, repeats=1, repeat_rule="None twice.")
TWICE: Final = Fill(
    "Row", "Three, two alike at most.", "row", "code", NUMBERS, 3, repeats=2, repeat_rule="Two at most."
)
APART: Final = Fill(
    "Ring", "Neighbours differ.", "ring", "code", NUMBERS, 3, repeats=3, apart=((0, 1), (1, 2), (0, 2)),
    apart_rule="Neighbours differ.",
)  # fmt: skip
DIAL: Final = Dial(
    "Arms", "Two of them.", "pull", (Wheel("red", "red arm", NUMBERS), Wheel("who", "who", LETTERS)), (("seat", 1),)
)
BARRED: Final = Dial(
    "Barred", "Not both high.", "set", (Wheel("x", "x", NUMBERS), Wheel("y", "y", NUMBERS)),
    barred=((2, 0), (2, 1), (2, 2), (1, 2)), barred_rule="Not both high.",
)  # fmt: skip
"""Of x 2 leaves nothing for y, 1 leaves 0 and 1."""
MENU: Final = Menu(
    "What?",
    "A kind of move.",
    (
        Branch("code", "A code", ONCE),
        Branch("other", "A code of numbers", Fill("Code", "", "set", "code", NUMBERS, 2, repeats=2)),
        Branch("arms", "The arms", DIAL),
        Branch("choose", "One of some", CHOOSE),
    ),
)
WRITE: Final = Write("Name", "Three letters at most.", "name", "text", "AB ", 3)
DRAW: Final = ChancePrompt(
    "A card", (Lot({"move": "card", "card": "1"}, 5), Lot({"move": "card", "card": "2"}, 1), Lot({"move": "none"}, 2))
)
PROMPTS: Final[dict[str, Prompt]] = {
    "choose": CHOOSE, "once": ONCE, "twice": TWICE, "apart": APART, "dial": DIAL, "menu": MENU, "draw": DRAW, "write": WRITE,
    "barred": BARRED,
}  # fmt: skip
COUNTS: Final = {
    "choose": 3,
    "once": 3 * 2,
    "twice": 3**3 - 3,  # all but three alike
    "apart": 3 * 2 * 1,
    "dial": 3 * 3,
    "barred": 3 + 2,
    "menu": 6 + 9 + 9 + 3,
    "draw": 3,
    "write": 2 + 2 * 2 + 2 * 2 * 2 + 2 * 2,  # of three letters the second may be a blank
}
