"""How many sequences of moves there are to a depth, derived by hand."""

import pytest

from companion.games.davinci import DAVINCI
from companion.games.davinci.rules import State
from tests.games.davinci.tables import begun, dealt, draw, played, table, take
from tests.games.perft import counts


def counted(state: State, depth: int) -> list[int]:
    return counts(DAVINCI, state.options, state, depth)


@pytest.mark.rule("D2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_set_up(seats: int) -> None:
    # 2 colours; 12 tiles of each; the next seat's 2 colours; then 11 tiles of the same colour or 12 of the other.
    state = begun(seats)
    assert counted(state, 4) == [2, 24, 48, 24 * (11 + 12)]


@pytest.mark.rule("D14")
def test_the_set_up_of_advanced_play() -> None:
    # 2 colours; 13 tiles of each; the next seat's 2 colours; then 12 tiles of the same colour or 13 of the other.
    state = begun(2, advanced=True)
    assert counted(state, 4) == [2, 26, 52, 26 * (12 + 13)]


@pytest.mark.rule("D14")
def test_the_ways_to_line_up() -> None:
    # A row of four has one way without a dash, 4 with one, 4 * 3 with two. Either seat may be first, 12 + 1 moves; then the
    # other one's, 1 or 12: 24 ways. Then seat 0's two colours.
    state = begun(2, advanced=True)
    for tile in ["B-", "B0", "W-", "B1", "W3", "B2", "W4", "B3"]:
        state = played(state, take("black" if tile[0] == "B" else "white"), draw(tile))
    assert counted(state, 3) == [12 + 1, 12 * 1 + 1 * 12, 24 * 2]
    state = begun(2, advanced=True)
    for tile in ["B-", "W-", "B5", "B1", "W3", "B2", "W4", "B3"]:
        state = played(state, take("black" if tile[0] == "B" else "white"), draw(tile))
    assert counted(state, 2) == [4 + 4, 2 * 4 * 4]


@pytest.mark.rule("D5", "D6", "D9")
def test_the_first_turn_of_two() -> None:
    # 2 colours; 8 tiles left of each; 4 tiles to point at, 12 numbers. Then, for each of the 4 tiles: after the right number
    # 3 tiles with 12 numbers or stop, after the 11 wrong ones the next seat's 2 colours.
    state = dealt(begun(2), "B0 W0 B1 W1 B2 W2 B3 W3")
    assert counted(state, 4) == [2, 16, 16 * 48, 16 * 4 * (37 + 11 * 2)]


@pytest.mark.rule("D13")
def test_the_places_of_a_tile_in_advanced_play() -> None:
    # 3 unexposed tiles, 13 values. A right one: 2 tiles with 13 values or stop; a wrong one: the 2 places that B5 has beside
    # the dash. Each has one right value of 13.
    state = table(["B0 W- W7 B9", "B4* W5 B6 W8"], clue="B5", advanced=True)
    assert counted(state, 2) == [39, 3 * (2 * 13 + 1) + 36 * 2]


@pytest.mark.rule("D15")
def test_a_turn_without_a_clue_tile() -> None:
    # 2 unexposed tiles, 12 numbers; right: the other tile's 12 numbers or stop; wrong: one of 3 own tiles to show.
    state = table(["B0 W1* W7 B9", "B4* W5* B6 W8"], centre="", empty_centre="reveal")
    assert counted(state, 2) == [24, 2 * 13 + 22 * 3]
