"""Tiles out of the box: what a seat may be offered to tell, and how what all tell again corrects the history."""

from typing import Any

from companion.core.game import Step
from companion.core.prompt import Choose, Move, every
from companion.core.seat import CHANCE
from companion.games.davinci import DAVINCI
from companion.games.davinci.box import BOX, corrected, offer, offer_again
from tests.games.davinci.tables import arrange, deduce, draw, place, shown, table, take


def tiles(prompt: Choose | None) -> list[str]:
    assert prompt is not None
    return [move["tile"] for move in every(prompt)]


def taking(rows: list[str], colour: str, **more: Any) -> Any:
    """Seat 0 has just taken a tile."""
    state = table(rows, phase="draw", **more)
    return DAVINCI.submit(state.options, state, 0, take(colour))


def test_all_tiles_of_the_colour_are_offered_but_the_own_ones_and_those_that_lie_open() -> None:
    state = taking(["B0 W3 B5*", "B1 B4* W6"], "black")
    offered = offer(DAVINCI.view(state, 0), "Which black tile?")
    assert tiles(offered) == ["B1", "B2", "B3", "B6", "B7", "B8", "B9", "B10", "B11"]
    assert [option.label for option in offered.options] == ["1", "2", "3", "6", "7", "8", "9", "10", "11"]


def test_what_another_holds_is_offered_though_the_table_knows_better() -> None:
    one, other = taking(["B0 W3", "W1 W4"], "white"), taking(["B0 W3", "W8 W9"], "white")
    prompt = offer(DAVINCI.view(one, 0), "Which white tile?")
    assert prompt == offer(DAVINCI.view(other, 0), "Which white tile?")
    assert {"W1", "W4", "W8", "W9"} <= set(tiles(prompt))
    chance = DAVINCI.chance(one)
    assert chance is not None
    assert not {"W1", "W4"} & {move["tile"] for move in every(chance)}


def test_the_dash_is_offered_in_advanced_play_alone() -> None:
    for advanced in (False, True):
        state = taking(["B0 W3", "W1 W4"], "white", advanced=advanced)
        assert ("W-" in tiles(offer(DAVINCI.view(state, 0), "?"))) is advanced


def test_who_took_a_tile_tells_it() -> None:
    state = taking(["B0 W3", "W1 W4"], "white")
    now = BOX.reporter(state)
    assert now is not None
    assert (now.seat, now.title) == (0, "Which white tile?")
    assert BOX.reporter(table(["B0 W3", "W1 W4"], phase="draw")) is None


def test_told_again_is_every_standing_tile_from_left_to_right_and_then_what_was_drawn() -> None:
    state = taking(["B0 W3 B5* B9", "B1 B4* W6"], "black")
    drawing, view = BOX.reporter(state), DAVINCI.view(state, 0)
    told: tuple[Move, ...] = ()
    titles = []
    for tile in ("B1", "W3", "B10", "B0"):
        prompt = offer_again(view, told, drawing)
        assert prompt is not None
        assert tile in tiles(prompt), "what was told before, too, as it may have been wrong"
        assert not set(tiles(prompt)) & {"B5", "B4", *(move["tile"] for move in told)}, (
            "what lies open, and what was told"
        )
        titles.append(prompt.title)
        told = (*told, draw(tile))
    assert titles == ["Black tile 1 of 2", "White tile 1 of 1", "Black tile 2 of 2", "New black tile"]
    assert offer_again(view, told, drawing) is None
    assert offer_again(view, told[:3], None) is None, "who draws nothing has told all"


def dealt(*drawn: str) -> list[Step]:
    """The set-up of two, tile by tile in turn, and seat 0 taking a black one."""
    steps: list[Step] = []
    for number, tile in enumerate(drawn):
        steps += [(number % 2, take("black" if tile[0] == "B" else "white")), (CHANCE, draw(tile))]
    return [*steps, (0, take("black"))]


def told(*rows: str) -> tuple[tuple[Move, ...], ...]:
    return tuple(tuple(draw(tile) for tile in row.split()) for row in rows)


OPTIONS = DAVINCI.read_options({}, 2)
DEAL = ("B2", "B3", "B7", "W0", "W4", "W5", "W9", "B10")


def test_a_tile_told_wrongly_is_put_right_where_it_was_drawn() -> None:
    """Seat 0 told a B7 that was the B1, and now it draws the B7."""
    steps = dealt(*DEAL)
    way, other = corrected(OPTIONS, steps, told("B1 W4 B2 W9 B7", "W0 B3 W5 B10"))
    assert [move["tile"] for actor, move in way if actor == CHANCE] == ["B2", "B3", "B1", *DEAL[3:], "B7"]
    firsts = [move["tile"] for actor, move in other if actor == CHANCE][:5:2]
    assert firsts == ["B1", "B2", "W4"], "the other way to read what was told again"
    state = DAVINCI.replay(OPTIONS, 2, way)
    assert shown(state, 0) == "B1 B2 W4 W9"


def test_in_advanced_play_a_row_that_was_lined_up_by_a_wrong_tile_is_read_by_its_places() -> None:
    """Seat 0 has the B2, then told its Clue Tile B1 as a B7 and put it right of the B2: only the places tell them apart."""
    options = DAVINCI.read_options({"advanced": True}, 2)
    steps = dealt("B2", "B3", "W8", "W5", "W9", "W6", "W10", "W7")[:-1]
    steps += [(0, arrange()), (1, arrange()), (0, take("black")), (CHANCE, draw("B7")), (0, deduce(1, 0, "3"))]
    steps += [(0, {"move": "stop"}), (0, place(1)), (1, take("black")), (CHANCE, draw("B0")), (1, deduce(0, 0, "9"))]
    steps += [(1, place(0)), (0, take("black"))]
    likely, placed = corrected(options, steps, told("B1 B2 W8 W9 W10 B7", "W5 W6 W7"))
    for way, fits in ((likely, False), (placed, True)):
        try:
            state: Any = DAVINCI.replay(options, 2, way)
            assert fits
            assert shown(state, 0) == "B1 B2 W8 W9 W10"
        except ValueError:
            assert not fits, "a B1 cannot join right of a B2"


def test_a_row_is_lined_up_anew_where_a_number_was_told_as_a_dash() -> None:
    """Seat 0 told its W9 as the W-, which seat 1 now draws: the row stands as it stood, and has no dash."""
    options = DAVINCI.read_options({"advanced": True}, 2)
    steps = dealt("B2", "B3", "W-", "W5", "W8", "W6", "B-", "W7")[:-1]
    steps += [(1, arrange()), (0, arrange(0, 3)), (0, take("black")), (CHANCE, draw("B7"))]
    steps += [(0, deduce(1, 0, "9")), (0, place(2)), (1, take("white"))]
    (way, *_) = corrected(options, steps, told("B- B2 W8 W9", "B3 W5 W6 W7 W-"))
    assert [move["positions"] for _, move in way if move["move"] == "arrange"] == [[], [0]]
    state: Any = DAVINCI.replay(options, 2, way)
    assert shown(state, 0) == "B- B2 B7* W8 W9"


def test_only_the_round_being_played_is_told_again() -> None:
    options = DAVINCI.read_options({"rounds": 3}, 2)
    steps = [*dealt(*DEAL), (CHANCE, draw("B0"))]
    state: Any = DAVINCI.replay(options, 2, steps)
    target = [tile.name for tile in state.rows[1]]
    for position, tile in enumerate(target):
        steps.append((0, deduce(1, position, tile[1:])))
    for number, tile in enumerate(("B2", "B3", "B7", "W0", "W4", "W5", "W9", "B10")):
        seat = (number + 1) % 2
        steps += [(seat, take("black" if tile[0] == "B" else "white")), (CHANCE, draw(tile))]
    steps.append((1, take("white")))
    (way, *_) = corrected(options, steps, told("W0 B3 W5 B11", "B2 W4 B7 W9 W1"))
    after = [move["tile"] for actor, move in way if actor == CHANCE]
    assert after == [*DEAL, "B0", "B2", "B3", "B7", "W0", "W4", "W5", "W9", "B11", "W1"]
    assert [step for step in way if step[0] != CHANCE] == [step for step in steps if step[0] != CHANCE]


def test_what_lies_open_is_settled_and_the_order_of_a_row_is_not() -> None:
    def settled(*rows: str) -> object:
        return BOX.settled(DAVINCI.view(table(list(rows), phase="draw"), None))

    assert settled("B0 W3 B5*", "B1 W6") == settled("W3 B5* B9", "B1 W6")
    assert settled("B0 W3 B5*", "B1 W6") != settled("B0 W3 B6*", "B1 W6")
