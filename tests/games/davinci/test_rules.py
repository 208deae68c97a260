"""The numbered lines of the rules of Da Vinci Code: the tiles, the set-up and the turn (D1 to D15)."""

import pytest

from companion.core.errors import RuleError
from companion.core.prompt import every
from companion.core.prompt import weights as weights_of
from companion.core.seat import CHANCE, PUBLIC
from companion.games.davinci import DAVINCI
from companion.games.davinci.rules import State, all_tiles, tile_colour
from tests.games.davinci.tables import (
    STOP,
    arrange,
    begun,
    by,
    dealt,
    deduce,
    draw,
    place,
    played,
    reveal,
    shown,
    table,
    take,
)


def offered(state: State) -> list[dict[str, object]]:
    """All legal moves of whoever is to act."""
    prompt = DAVINCI.ask(state.options, state, DAVINCI.to_act(state)[0])
    assert prompt is not None
    return list(every(prompt))


@pytest.mark.rule("D1")
def test_tiles() -> None:
    standard, advanced = all_tiles(advanced=False), all_tiles(advanced=True)
    assert len(set(standard)) == 24
    assert set(advanced) == {*standard, "B-", "W-"}
    assert {f"{letter}{number}" for letter in "BW" for number in range(12)} == set(standard)
    assert begun(2).centre == standard
    assert begun(2, advanced=True).centre == advanced


@pytest.mark.rule("D2")
@pytest.mark.parametrize(("seats", "hand"), [(2, 4), (3, 4), (4, 3)])
def test_seats_take_one_tile_at_a_time_in_turn(seats: int, hand: int) -> None:
    state = begun(seats, first_seat=1)
    takers = []
    for number in range(seats * hand):
        assert state.phase == "deal"
        takers.append(DAVINCI.to_act(state)[0])
        state = played(state, take("black" if number % 2 else "white"))
        assert DAVINCI.to_act(state) == (CHANCE,)
        assert DAVINCI.view(state, PUBLIC).phase == "deal"
        state = played(state, offered(state)[0])
    assert takers == [(1 + number) % seats for number in range(seats * hand)]
    assert [len(row) for row in state.rows] == [hand] * seats
    assert (state.phase, state.turn_of) == ("draw", 1)


@pytest.mark.rule("D2")
def test_the_player_chooses_the_colour_and_chance_the_tile() -> None:
    state = begun(2)
    assert offered(state) == [take("black"), take("white")]
    drawing = played(state, take("white"))
    assert offered(drawing) == [draw(f"W{number}") for number in range(12)]
    prompt = DAVINCI.chance(drawing)
    assert prompt is not None
    assert weights_of(prompt, 100) == [1] * 12
    with pytest.raises(RuleError):
        played(drawing, draw("B3"))
    advanced = played(begun(2, advanced=True), take("black"))
    assert offered(advanced) == [*(draw(f"B{number}") for number in range(12)), draw("B-")]


@pytest.mark.rule("D2")
def test_a_colour_that_has_run_out_cannot_be_chosen() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], phase="draw", centre="W8 W9")
    assert offered(state) == [take("white")]
    with pytest.raises(RuleError, match=r"colour can be \"white\" here, not \"black\" \(D2, D5\)"):
        played(state, take("black"))
    assert len(offered(played(state, take("white")))) == 2


@pytest.mark.rule("D3")
def test_a_row_stands_in_order_and_black_left_of_an_equal_white() -> None:
    state = dealt(begun(2), "W4 W5 B7 B5 W10 W8 B1 B8")
    assert shown(state, 0) == "B1 W4 B7 W10"
    assert shown(state, 1) == "B5 W5 B8 W8"
    assert [tile.value for tile in DAVINCI.view(state, 0).rows[0]] == ["1", "4", "7", "10"]


@pytest.mark.rule("D4")
@pytest.mark.parametrize("first", [0, 1, 2])
def test_the_youngest_begins(first: int) -> None:
    state = begun(3, first_seat=first)
    assert DAVINCI.to_act(state) == (first,)
    for _ in range(12):
        state = played(state, take("black"), draw(next(tile for tile in state.centre if tile[0] == "B")))
    assert (state.phase, DAVINCI.to_act(state)) == ("draw", (first,))
    with pytest.raises(RuleError, match="first_seat must be a seat from 0 to 2"):
        DAVINCI.read_options({"first_seat": 3}, 3)
    assert DAVINCI.settings[0].of_seats
    assert "youngest" in DAVINCI.settings[0].help


@pytest.mark.rule("D5")
def test_the_clue_tile_is_seen_by_its_owner_alone_and_its_colour_by_all() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], phase="draw")
    state = played(state, take("white"), draw("W9"))
    assert shown(state, 0) == "B0 W1 B2 W3"
    assert (state.phase, DAVINCI.to_act(state)) == ("deduce", (0,))
    own, other, public = (DAVINCI.view(state, observer).clue for observer in (0, 1, PUBLIC))
    assert own is not None
    assert (own.owner, own.colour, own.value) == (0, "white", "9")
    assert other == public
    assert other is not None
    assert (other.owner, other.colour, other.value) == (0, "white", None)
    assert DAVINCI.view(state, 1).centre.white == 12 - 5


@pytest.mark.rule("D6")
def test_one_points_at_unexposed_tiles_of_others_who_are_in() -> None:
    state = table(["B0 W1 B2 W3", "B4* W5* B6* W7*", "B8 W9* B10 W11"], clue="W8")
    numbers = [str(number) for number in range(12)]
    assert offered(state) == [deduce(2, position, value) for position in (0, 2, 3) for value in numbers]
    for move, reason in (
        (deduce(0, 0, "0"), r"seat can be 2 here, not 0 \(D6\)"),
        (deduce(1, 0, "4"), "seat can be 2 here, not 1"),
        (deduce(2, 1, "9"), "position can be 0, 2 or 3 here, not 1"),
        (deduce(2, 4, "9"), "position can be 0, 2 or 3 here, not 4"),
        (deduce(2, 0, "12"), '"11" here, not "12"'),
        (deduce(2, 0, "-"), '"11" here, not "-"'),
        (STOP, r'not "stop" \(D8\)'),
    ):
        with pytest.raises(RuleError, match=reason):
            played(state, move)
    advanced = table(["B0 W1 B2 W3", "B4 W5 B6 W-"], clue="W8", advanced=True)
    assert deduce(1, 0, "-") in offered(advanced)


@pytest.mark.rule("D6")
def test_others_are_offered_from_the_left_round_the_table() -> None:
    state = table(["B0 W1 B2", "B4 W5 B6", "B8 W9 B10", "B3 W4 B5"], turn_of=2, clue="W8")
    assert list(dict.fromkeys(move["seat"] for move in offered(state))) == [3, 0, 1]


@pytest.mark.rule("D7")
def test_a_correct_deduction_exposes_and_one_may_go_on_or_stop() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7", "B8 W9 B10 W11"], clue="W8")
    state = played(state, deduce(1, 1, "5"))
    assert shown(state, 1) == "B4 W5* B6 W7"
    assert (state.phase, DAVINCI.to_act(state)) == ("go_on", (0,))
    assert all(DAVINCI.view(state, observer).rows[1][1].value == "5" for observer in (0, 1, 2, PUBLIC))
    seats = [move.get("seat") for move in offered(state)]
    assert set(seats) == {1, 2, None}
    assert offered(state)[-1] == STOP
    state = played(state, deduce(2, 3, "11"))
    assert state.phase == "go_on"
    state = played(state, STOP)
    assert shown(state, 1) == "B4 W5* B6 W7"
    assert shown(state, 2) == "B8 W9 B10 W11*"


@pytest.mark.rule("D8")
def test_stopping_hides_the_clue_tile_in_the_row_and_all_see_where() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B1")
    state = played(state, deduce(1, 1, "5"), STOP)
    assert shown(state, 0) == "B0 B1 W1 B2 W3"
    assert state.clue is None
    row = DAVINCI.view(state, 1).rows[0]
    assert [tile.colour for tile in row] == ["black", "black", "white", "black", "white"]
    assert [tile.value for tile in row] == [None] * 5
    assert (state.phase, state.turn_of) == ("draw", 1)


@pytest.mark.rule("D9")
def test_a_wrong_deduction_exposes_the_clue_tile_and_ends_the_turn() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B1")
    after_right_one = played(state, deduce(1, 1, "5"), deduce(1, 0, "3"))
    assert (shown(after_right_one, 0), shown(after_right_one, 1)) == ("B0 B1* W1 B2 W3", "B4 W5* B6 W7")
    state = played(state, deduce(1, 1, "6"))
    assert (shown(state, 0), shown(state, 1)) == ("B0 B1* W1 B2 W3", "B4 W5 B6 W7")
    assert DAVINCI.view(state, 1).rows[0][1].value == "1"
    assert (state.phase, state.turn_of) == ("draw", 1)


@pytest.mark.rule("D10", "D11")
def test_play_passes_to_the_left_past_who_is_out() -> None:
    state = table(["B0 W1 B2", "B4* W5* B6*", "B8 W9 B10", "B3* W4* B5*"], clue="W8")
    state = played(state, deduce(2, 0, "0"))
    assert (state.turn_of, state.phase) == (2, "draw")
    assert DAVINCI.view(state, PUBLIC).out == (1, 3)
    state = played(state, take("white"), draw("W10"), deduce(0, 0, "9"))
    assert state.turn_of == 0
    last = table(["B0 W1 B2 W3", "B4 W5 B6 W7", "B8 W9 B10 W11"], turn_of=2, clue="W8")
    assert played(last, deduce(0, 0, "9")).turn_of == 0


@pytest.mark.rule("D11")
def test_who_is_put_out_in_the_middle_of_a_turn_is_passed_and_the_turn_goes_on() -> None:
    state = table(["B0 W1 B2 W3", "B4* W5* B6 W7*", "B8 W9 B10 W11"], clue="W8")
    state = played(state, deduce(1, 2, "6"))
    assert (state.phase, state.turn_of) == ("go_on", 0)
    assert DAVINCI.view(state, PUBLIC).out == (1,)
    assert {move.get("seat") for move in offered(state)} == {2, None}
    state = played(state, STOP)
    assert state.turn_of == 2
    assert DAVINCI.prompt(state.options, DAVINCI.view(state, 1)) is None


@pytest.mark.rule("D12")
def test_the_last_player_with_an_unexposed_tile_wins_at_once() -> None:
    state = table(["B0 W1* B2 W3*", "B4* W5* B6* W7*", "B8* W9 B10* W11*"], clue="W8", advanced=True)
    state = played(state, deduce(2, 1, "9"))
    assert (state.phase, DAVINCI.to_act(state)) == ("over", ())
    assert DAVINCI.result(state).winners == (0,)
    # The Clue Tile is not placed; it counts: one deduction, one code, the round, and 0 + 2 + 8.
    assert shown(state, 0) == "B0 W1* B2 W3*"
    assert DAVINCI.result(state).scores == (1 + 3 + 5 + 10, 0, 0)
    assert DAVINCI.view(state, PUBLIC).clue is not None
    assert DAVINCI.ask(state.options, state, 0) is None


@pytest.mark.rule("D13")
def test_in_advanced_play_the_owner_is_always_asked_for_the_place() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], clue="B1", advanced=True)
    stopped = played(state, deduce(1, 1, "5"), STOP)
    assert (stopped.phase, DAVINCI.to_act(stopped)) == ("place", (0,))
    assert offered(stopped) == [place(1)]  # there is one place only, and it is asked
    placed = played(stopped, place(1))
    assert shown(placed, 0) == "B0 B1 W1 B2 W3"
    assert placed.turn_of == 1
    wrong = played(state, deduce(1, 1, "6"))
    assert (wrong.phase, DAVINCI.to_act(wrong)) == ("place", (0,))
    in_hand = DAVINCI.view(wrong, 1).clue
    assert in_hand is not None
    assert in_hand.value is None
    with pytest.raises(RuleError, match=r"position can be 1 here, not \d \(D3, D13\)"):
        played(wrong, place(2))
    assert shown(played(wrong, place(1)), 0) == "B0 B1* W1 B2 W3"


@pytest.mark.rule("D13")
def test_a_dash_goes_anywhere_and_a_number_on_either_side_of_it() -> None:
    dash = table(["B0 W3 B7 W11", "B4 W5 B6 W7"], clue="W-", advanced=True)
    dash = played(dash, deduce(1, 1, "5"), STOP)
    assert offered(dash) == [place(position) for position in range(5)]
    assert shown(played(dash, place(0)), 0) == "W- B0 W3 B7 W11"
    assert shown(played(dash, place(4)), 0) == "B0 W3 B7 W11 W-"
    number = table(["B0 W- B7 W11", "B4 W5 B6 B9"], clue="W7", advanced=True)
    number = played(number, deduce(1, 1, "5"), STOP)
    assert offered(number) == [place(3)]
    number = table(["B0 B- W- W8", "B4 W5 B6 W7"], clue="B3", advanced=True)
    number = played(number, deduce(1, 1, "5"), STOP)
    assert offered(number) == [place(1), place(2), place(3)]
    assert shown(played(number, place(2)), 0) == "B0 B- B3 W- W8"
    edge = table(["B- B4 W11 W-", "B5 W5 B6 W7"], clue="B11", advanced=True)
    assert offered(played(edge, deduce(1, 1, "5"), STOP)) == [place(2)]


@pytest.mark.rule("D13")
def test_in_standard_play_the_place_is_never_asked() -> None:
    state = begun(2)
    phases = set()
    for tile in ["W4", "W5", "B7", "B5", "W10", "W8", "B1", "B8"]:
        state = played(state, take(tile_colour(tile)), draw(tile))
        phases.add(state.phase)
    assert phases == {"deal", "draw"}
    with pytest.raises(RuleError, match=r"\(D3, D13\)"):
        played(state, place(0))


def taken(tiles: str, **options: object) -> State:
    """The set-up of two in advanced play, all tiles taken in this order and none lined up."""
    state = begun(2, advanced=True, **options)
    for tile in tiles.split():
        assert (state.phase, len(DAVINCI.to_act(state))) == ("deal", 1)
        state = played(state, take("black" if tile[0] == "B" else "white"), draw(tile))
    return state


@pytest.mark.rule("D14")
def test_all_tiles_of_the_set_up_are_taken_first_and_then_all_are_asked_at_once() -> None:
    state = taken("B- W3 W9 W0 B2 B11 W2 B0", first_seat=1)
    assert [shown(state, seat) for seat in (1, 0)] == ["B- W9 B2 W2", "W3 W0 B11 B0"], "in the order taken"
    for observer in (0, 1, PUBLIC):
        view = DAVINCI.view(state, observer)
        assert (view.phase, view.to_act, view.turn_of, view.clue) == ("arrange", (0, 1), 1, None)
        assert [[tile.colour[0] for tile in row] for row in view.rows] == [list("wwbb"), list("bwbw")]
        assert [tile.value is None for row in view.rows for tile in row] == [observer != 0] * 4 + [observer != 1] * 4


@pytest.mark.rule("D14")
def test_a_seat_says_where_its_dashes_stand_and_the_numbers_fall_into_place() -> None:
    state = taken("B- W3 W9 W0 W- B11 W2 B0")
    prompts = [DAVINCI.ask(state.options, state, seat) for seat in (0, 1)]
    assert [list(every(prompt)) for prompt in prompts if prompt][1] == [arrange()], "asked without a dash, too"
    ways = list(every(prompts[0])) if prompts[0] else []
    assert len(ways) == 12
    assert arrange(3, 0) in ways
    later = by(state, 1, arrange())
    assert (shown(later, 1), DAVINCI.to_act(later), later.phase) == ("B0 W0 W3 B11", (0,), "arrange")
    assert shown(by(later, 0, arrange(3, 0)), 0) == "W- W2 W9 B-", "the black one is named first"
    play = by(later, 0, arrange(0, 1))
    assert (shown(play, 0), DAVINCI.to_act(play), play.phase) == ("B- W- W2 W9", (0,), "draw")
    for seat, positions in ((0, (0,)), (0, (2, 2)), (0, (0, 4)), (1, (0,))):
        with pytest.raises(RuleError, match=r"positions can be .*\(D14\)"):
            by(state, seat, arrange(*positions))
    with pytest.raises(RuleError, match="not the turn of seat 1"):
        by(later, 1, arrange())


@pytest.mark.rule("D8")
def test_all_see_where_the_last_clue_tile_joined() -> None:
    def joined(state: State) -> list[tuple[int, int] | None]:
        views = [DAVINCI.view(state, observer) for observer in (0, 1, PUBLIC)]
        return [None if view.joined is None else (view.joined.seat, view.joined.position) for view in views]

    state = dealt(begun(2), "B0 W4 W1 B6 B2 W7 W3 W9")
    assert joined(state) == [None] * 3, "the tiles of the set-up are no Clue Tiles"
    state = played(state, take("black"), draw("B1"), deduce(1, 0, "4"))
    assert joined(state) == [None] * 3
    state = played(state, STOP)
    assert joined(state) == [(0, 1)] * 3
    state = played(state, take("white"), draw("W10"), deduce(0, 0, "9"))
    assert joined(state) == [(1, 4)] * 3, "a wrong deduction puts it there open"
    state = played(state, take("white"), draw("W0"), deduce(1, 1, "9"))
    assert joined(state) == [(0, 1)] * 3
    end = table(["B0 W1 B2* W2*", "B4* W5 B6* W6*"], clue="B9", rounds=3)
    assert joined(played(end, deduce(1, 1, "5"))) == [None] * 3, "nothing has joined in the new round"


@pytest.mark.rule("D15")
def test_with_an_empty_centre_a_wrong_deduction_costs_the_turn_only() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], centre="", turn_of=1)
    assert DAVINCI.read_options({}, 2).empty_centre == "nothing"
    state = played(state, deduce(0, 0, "9"))
    assert [shown(state, seat) for seat in (0, 1)] == ["B0 W1 B2 W3", "B4 W5 B6 W7"]
    assert (state.turn_of, state.phase, state.clue) == (0, "deduce", None)  # no Clue Tile any more
    state = played(state, deduce(1, 0, "4"), STOP)
    assert shown(state, 0) == "B0 W1 B2 W3"
    assert (state.turn_of, state.phase) == (1, "deduce")


@pytest.mark.rule("D15")
def test_the_last_tile_of_the_centre_is_still_a_clue_tile() -> None:
    state = table(["B0 W1 B2 W3", "B4 W5 B6 W7"], phase="draw", centre="W9", empty_centre="reveal")
    state = played(state, take("white"), draw("W9"), deduce(1, 0, "11"))
    assert shown(state, 0) == "B0 W1 B2 W3 W9*"
    assert (state.turn_of, state.phase) == (1, "deduce")


@pytest.mark.rule("D15")
def test_with_an_empty_centre_it_may_cost_an_own_tile() -> None:
    state = table(["B0 W1* B2 W3", "B4 W5 B6 W7", "B8 W9 B10 W11"], centre="", empty_centre="reveal")
    state = played(state, deduce(1, 0, "9"))
    assert (state.phase, DAVINCI.to_act(state)) == ("reveal", (0,))
    assert offered(state) == [reveal(0), reveal(2), reveal(3)]
    with pytest.raises(RuleError, match=r"position can be 0, 2 or 3 here, not 1 \(D15\)"):
        played(state, reveal(1))
    state = played(state, reveal(2))
    assert shown(state, 0) == "B0 W1* B2* W3"
    assert (state.turn_of, state.phase) == (1, "deduce")


@pytest.mark.rule("D15", "D12")
def test_who_exposes_the_own_last_tile_is_out_and_may_so_end_the_game() -> None:
    three = table(["B0* W1* B2 W3*", "B4 W5 B6 W7", "B8 W9 B10 W11"], centre="", empty_centre="reveal")
    three = played(three, deduce(2, 0, "9"), reveal(2))
    assert DAVINCI.view(three, PUBLIC).out == (0,)
    assert three.turn_of == 1
    three = played(three, deduce(2, 0, "0"), reveal(0))
    assert three.turn_of == 2
    three = played(three, deduce(1, 1, "0"), reveal(3))
    assert three.turn_of == 1
    two = table(["B0* W1* B2 W3*", "B4 W5* B6 W7"], centre="", empty_centre="reveal", scores=(4, 2))
    two = played(two, deduce(1, 0, "9"), reveal(2))
    assert two.phase == "over"
    assert DAVINCI.result(two).winners == (1,)
    assert DAVINCI.result(two).scores == (4, 2 + 5 + 4 + 6 + 7)
