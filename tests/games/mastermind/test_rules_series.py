"""M11 to M15: points, the switch of roles, the end of the series, wrong arms, and the table as the Codemaker."""

import pytest

from companion.core.prompt import Move, every
from companion.core.seat import CHANCE
from companion.games.mastermind import MASTERMIND
from companion.games.mastermind.rules import SeriesGame
from tests.games.mastermind.play import Series, pegs

rule = pytest.mark.rule


@rule("M10", "M11")
@pytest.mark.parametrize("rows", range(1, 10))
def test_four_red_end_the_game_and_the_codemaker_scores_a_point_for_every_row(rows: int) -> None:
    series = Series().game(rows)
    assert (series.view(None).game_number, series.phase, series.view(None).scores) == (2, "code", (rows, 0))
    assert series.view(None).past[0].rows == rows
    assert Series(first_codemaker=1).game(rows).view(None).scores == (0, rows)


@rule("M12")
def test_the_code_is_shown_to_all_after_the_game_and_the_roles_switch() -> None:
    series = Series(games=4)
    for number, maker in enumerate((0, 1, 0, 1), 1):
        view = series.view(None)
        assert (view.game_number, view.codemaker, view.decoder, view.to_act) == (number, maker, 1 - maker, (maker,))
        series.game(number)
        points = (number, 0) if maker == 0 else (0, number)
        for observer in (0, 1, None):
            assert series.view(observer).past[-1] == SeriesGame(
                maker, 1 - maker, tuple(pegs("RYGB")), number, False, points
            )


@rule("M12")
def test_the_last_code_and_its_rows_stay_in_sight_when_the_series_is_over() -> None:
    series = Series().game(1).code("WOPS").guess("RRRR", "WOPS")
    for observer in (0, 1, None):
        view = series.view(observer)
        assert (view.phase, view.to_act, view.code) == ("over", (), tuple(pegs("WOPS")))
        assert [row.pegs for row in view.rows] == [tuple(pegs("RRRR")), tuple(pegs("WOPS"))]


@rule("M13")
@pytest.mark.parametrize(
    ("rows", "scores", "winners"),
    [
        ((3, 5), (3, 5), (1,)),
        ((9, 8), (9, 8), (0,)),
        ((4, 4), (4, 4), (0, 1)),
        ((1, 9, 9, 1), (10, 10), (0, 1)),
        ((2, 3, 4, 2), (6, 5), (0,)),
    ],
)
def test_the_higher_total_wins_and_equal_totals_are_a_draw(
    rows: tuple[int, ...], scores: tuple[int, int], winners: tuple[int, ...]
) -> None:
    series = Series(games=len(rows))
    for count in rows:
        assert series.view(None).winners is None
        series.game(count)
    result = MASTERMIND.result(series.state)
    assert (result.scores, result.winners) == (scores, winners)
    assert (series.view(1).scores, series.view(1).winners) == (scores, winners)
    for actor in (0, 1, CHANCE):
        assert "over" in series.refusal(actor, {"move": "guess", "pegs": pegs("RYGB")})


@rule("M14")
@pytest.mark.parametrize("arms", [(0, 0), (1, 0), (0, 2), (2, 1), (4, 0), (0, 4)])
def test_wrong_arms_void_the_game_and_give_the_decoder_three_points(arms: tuple[int, int]) -> None:
    series = Series(indication="manual", games=4).code("RYGB").guess("OOOO").arms(0, 0).guess("RGWW").arms(*arms)
    for observer in (0, 1, None):
        view = series.view(observer)
        assert view.past == (SeriesGame(0, 1, tuple(pegs("RYGB")), 2, True, (0, 3)),), "the code is shown to all"
        assert (view.games, view.game_number, view.rows, view.phase) == (4, 1, (), "code")
        assert (view.codemaker, view.decoder, view.to_act, view.scores) == (0, 1, (0,), (0, 3))
    assert "void" in series.told()
    assert "3 points for Bob" in series.told()
    assert "red, yellow, green, blue" in series.told()


@rule("M14")
def test_the_replay_begins_with_a_new_code_that_is_secret_again() -> None:
    series = Series(indication="manual").code("RYGB").guess("RGWW").arms(0, 0)
    assert "seat 0 is to act" in series.refusal(1, {"move": "guess", "pegs": pegs("RYGB")})
    series.code("WOPS")
    assert (series.view(0).code, series.view(1).code, series.view(None).code) == (tuple(pegs("WOPS")), None, None)
    series.guess("WOPS").arms(4, 0)
    assert (series.view(None).game_number, series.view(None).codemaker, series.view(None).scores) == (2, 1, (1, 3))


@rule("M14")
def test_a_game_may_be_voided_again_and_again_and_the_series_keeps_its_length() -> None:
    series = Series(indication="manual", first_codemaker=1)
    for _ in range(3):
        series.code("RYGB").guess("RYGB").arms(3, 0)
    assert (series.view(None).scores, series.view(None).game_number) == ((9, 0), 1)
    series.code("RYGB").guess("RYGB").arms(4, 0)
    series.code("RYGB").guess("RRRR").arms(1, 0).guess("RYGB").arms(4, 0)
    view = series.view(None)
    assert (view.scores, view.winners, [past.void for past in view.past]) == ((11, 1), (0,), [True] * 3 + [False] * 2)


@rule("M14")
def test_wrong_arms_at_the_ninth_row_are_an_error_and_not_nine_points() -> None:
    series = Series(indication="manual").code("RYGB")
    for _ in range(8):
        series.guess("YRBG").arms(0, 4)
    series.guess("YRBG").arms(1, 3)
    assert (series.view(None).scores, series.view(None).game_number, series.phase) == ((0, 3), 1, "code")


@rule("M14")
def test_every_setting_of_the_arms_but_one_is_an_error() -> None:
    series = Series(indication="manual").code("RYGB").guess("RGWW")
    prompt = series.prompt(0)
    assert prompt is not None
    before, errors = series.state, []
    for move in every(prompt):
        series.state = before
        series.move(0, move)
        if series.view(None).past:
            errors.append((move["red"], move["white"]))
    possible = {(red, white) for red in range(5) for white in range(5 - red)} - {(3, 1)}
    assert sorted(errors) == sorted(possible - {(1, 1)})


@rule("M14")
@pytest.mark.parametrize("arms", [(3, 1), (4, 1), (1, 4), (2, 3), (4, 4)])
def test_arms_that_no_code_could_give_are_refused_and_cost_nothing(arms: tuple[int, int]) -> None:
    series = Series(indication="manual").code("RYGB").guess("RGWW")
    move = {"move": "pull_arms", "red": arms[0], "white": arms[1]}
    assert "No code gives such arms" in series.refusal(0, move)
    view = series.arms(1, 1).view(None)
    assert (view.past, view.scores, view.rows[0].red, view.phase) == ((), (0, 0), 1, "guess")


@rule("M15")
@pytest.mark.parametrize("first", [0, 1])
def test_the_table_sets_every_code_and_the_seats_decode_in_turn(first: int) -> None:
    series = Series(codemaker="table", games=4, first_codemaker=first)
    decoders = []
    for _ in range(4):
        view = series.view(None)
        assert (view.codemaker, view.to_act, view.phase) == ("table", (CHANCE,), "code")
        decoders.append(view.decoder)
        series.code("RYGB")
        assert series.to_act == (view.decoder,)
        series.guess("RYGB")
    assert decoders == [1 - first, first, 1 - first, first]


@rule("M15")
@pytest.mark.parametrize(
    ("rows", "scores", "winners"), [((3, 5), (5, 3), (1,)), ((9, 1), (1, 9), (0,)), ((4, 4), (4, 4), (0, 1))]
)
def test_points_go_against_the_decoder_and_the_lower_total_wins(
    rows: tuple[int, int], scores: tuple[int, int], winners: tuple[int, ...]
) -> None:
    series = Series(codemaker="table").game(rows[0])
    assert series.view(None).past[0] == SeriesGame("table", 1, tuple(pegs("RYGB")), rows[0], False, (0, rows[0])), (
        "the first Decoder is the seat that is not first_codemaker"
    )
    series.game(rows[1])
    assert (series.view(None).scores, series.view(None).winners) == (scores, winners)


@rule("M9", "M15")
def test_with_the_table_indication_is_always_auto() -> None:
    series = Series(codemaker="table", indication="manual").code("RYGB").guess("RGWW")
    assert (series.last_arms, series.phase, series.to_act) == ((1, 1), "guess", (1,))


@rule("M4", "M15", "M16")
def test_the_table_may_set_any_legal_code_and_no_other_and_nobody_sees_it() -> None:
    series = Series(codemaker="table")
    prompt = MASTERMIND.chance(series.state)
    assert prompt is not None
    listed = [tuple(move["pegs"]) for move in every(prompt)]
    assert len(set(listed)) == len(listed) == 1680
    assert "two pegs" in series.refusal(CHANCE, {"move": "set_code", "pegs": pegs("RRYG")})
    series.code("RYGB").guess("RYGW")
    assert [series.view(observer).code for observer in (0, 1, None)] == [None] * 3


@rule("M9", "M11", "M13", "M14", "M15")
def test_the_event_line_says_what_happened() -> None:
    def told(series: Series, *facts: str) -> None:
        assert all(fact in series.told() for fact in facts), series.told()

    told(Series(), "2 games")
    told(Series().code("RYGB"), "Ann", "Bob guesses")
    told(Series().code("RYGB").guess("RGWW"), "red, green, white, white", "red 1", "white 1")
    told(Series(indication="manual").code("RYGB").guess("RGWW"), "red, green, white, white", "still in")
    told(Series().game(3), "red, yellow, green, blue", "3 rows", "3 points for Ann")
    told(Series().game(3).game(5), "Bob wins", "5 to 3")
    told(Series().game(3).game(3), "draw", "3 to 3")
    told(Series(codemaker="table").code("RYGB"), "The table", "Bob guesses")
    told(Series(codemaker="table").game(3), "3 points against Bob")


@rule("M14")
def test_wrong_arms_alone_are_announced_with_what_they_should_have_shown() -> None:
    def announced(series: Series, actor: int, move: Move) -> str | None:
        before = series.state
        series.move(actor, move)
        return MASTERMIND.announcement(series.options, before, (actor, move), series.state, ("Ann", "Bob"))

    series = Series(indication="manual")
    assert announced(series, 0, {"move": "set_code", "pegs": pegs("RBGW")}) is None
    assert announced(series, 1, {"move": "guess", "pegs": pegs("RGGP")}) is None
    said = announced(series, 0, {"move": "pull_arms", "red": 1, "white": 1})
    assert said is not None
    assert all(fact in said for fact in ("red 2, white 0", "red, blue, green, white", "3 points for Bob"))
    right = Series(indication="manual").code("RBGW").guess("RGGP")
    assert announced(right, 0, {"move": "pull_arms", "red": 2, "white": 0}) is None
