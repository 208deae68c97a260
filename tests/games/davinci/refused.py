"""Illegal moves of Da Vinci Code, moment by moment."""

from typing import Any

from msgspec import structs

from companion.core.seat import CHANCE, Actor
from companion.games.davinci.game import DAVINCI
from companion.games.davinci.state import Deduction, State
from tests.games.davinci.tables import STOP, begun, deduce, place, played, reveal, table, take
from tests.games.refused import Position, fields, shapes

DRAWN: dict[str, Any] = {"move": "draw", "tile": "B7"}
DEDUCE = deduce(1, 0, "4")
ROWS = ["B0 W3 B8 W11", "W1 B4 B6* W9"]
THREE = [*ROWS, "B2* W4* W5* B10*"]


def at(words: str, state: State, actor: Actor, *moves: Any) -> Position:
    return Position(words, DAVINCI, state.options, state, actor, moves)


def values(right: dict[str, Any]) -> tuple[Any, ...]:
    """Everything that can be wrong with a deduction of a tile of seat 1, in standard play."""
    return (
        *fields(right, "seat", -1, 9, "1"),
        *fields(right, "position", -1, 4, "0"),
        *fields(right, "value", 4, "12", "-1", "04", "B4", ""),
        {**right, "value": "-"}, {**right, "seat": 0}, {**right, "position": 2},
    )  # fmt: skip


def right_once() -> State:
    """A moment after a right deduction."""
    said = Deduction(0, 1, 2, "6", True)
    return table(ROWS, clue="B5", phase="go_on", log=(said,))


ADVANCED = table(
    ["B0 W3 B- W11", "W1 B4 B6* W9"], clue="B5", phase="place", advanced=True, log=(Deduction(0, 1, 0, "7", False),)
)
ARRANGE: dict[str, Any] = {"move": "arrange", "positions": [0, 2]}
LINING = structs.replace(table(["B- W3 W- B8", ROWS[1]], phase="arrange", advanced=True), arranging=(0, 1))
EMPTY = table(ROWS, centre="", empty_centre="reveal")

POSITIONS = (
    at(
        "Tiles are taken in the set-up", begun(2), 0,
        *shapes(take("black")), *fields(take("black"), "colour", "red", "Black"), DEDUCE, STOP, place(0), reveal(0),
    ),
    at("Another takes a tile in the set-up", begun(2), 1, take("black"), DEDUCE),
    at(
        "Rows are lined up", LINING, 0,
        *shapes(ARRANGE), *fields(ARRANGE, "positions", [0], [0, 0], [0, 9], [0, "1"], [0, 1, 2]), STOP, place(0), DEDUCE,
    ),
    at("Rows are lined up, one without a dash", LINING, 1, {**ARRANGE, "positions": [0]}, take("black")),
    at("Rows were lined up", table(["B0 W3 B- W-", ROWS[1]], clue="B5", advanced=True), 0, ARRANGE),
    at("Tiles are taken in the set-up of advanced play", begun(2, advanced=True), 0, place(0), reveal(0)),
    at(
        "Chance says which black tile was taken", played(begun(2), take("black")), CHANCE,
        *shapes(DRAWN), *fields(DRAWN, "tile", "W7", "B12", "B-", "7"), take("black"),
    ),
    at(
        "The same, where the tile is gone, and in advanced play",
        structs.replace(table(ROWS, phase="draw", advanced=True), taken="black"), CHANCE,
        {**DRAWN, "tile": "B0"}, {**DRAWN, "tile": "B12"}, {**DRAWN, "tile": "W-"},
    ),
    at(
        "The Clue Tile is drawn, and only white ones are left", table(ROWS, phase="draw", centre="W0 W2"), 0,
        take("black"), DEDUCE, STOP, place(0), reveal(0),
    ),
    at(
        "A tile is to be deduced", table(ROWS, clue="B5"), 0,
        *shapes(DEDUCE), *values(DEDUCE), take("black"), STOP, place(0), reveal(0),
    ),
    at("Another deduces", table(ROWS, clue="B5"), 1, deduce(0, 0, "0"), take("black"), STOP),
    at(
        "A tile is to be deduced, of three players one out", table(THREE, clue="B5"), 0,
        deduce(2, 0, "2"), deduce(3, 0, "2"), deduce(0, 0, "0"),
    ),
    at(
        "A tile is to be deduced in advanced play", table(ROWS, clue="B5", advanced=True), 0,
        deduce(1, 0, "12"), place(0), reveal(0),
    ),
    at("The centre is empty, and a wrong deduction costs nothing", table(ROWS, centre=""), 0, take("black"), reveal(0), STOP),
    at("The centre is empty, and a wrong deduction costs a tile", EMPTY, 0, take("black"), reveal(0), STOP),
    at(
        "A deduction was right", right_once(), 0,
        deduce(1, 2, "6"), deduce(1, 4, "6"), take("white"), place(0), reveal(0), {**STOP, "seat": 0},
    ),
    at(
        "A tile joins a row of advanced play", ADVANCED, 0,
        *shapes(place(2)), *fields(place(2), "position", -1, 5, "2"), place(0), place(4), take("black"), DEDUCE, STOP, reveal(0),
    ),
    at(
        "A tile of one's own is shown",
        table(["B0* W3 B8 W11", ROWS[1]], centre="", empty_centre="reveal", phase="reveal"), 0,
        *shapes(reveal(1)), *fields(reveal(1), "position", -1, 4, "1"), reveal(0), take("black"), DEDUCE, STOP, place(0),
    ),
    at("The game is over", table(["B0 W3", "W1* B4*"], phase="over"), 0, take("black"), DEDUCE, STOP),
)  # fmt: skip
