"""The recap of a finished round: everybody gets it and reads it at their own pace, and it is no move of the game."""

from collections.abc import Sequence
from itertools import groupby, product
from operator import itemgetter

import pytest

from companion.core.game import Step
from companion.core.recap import Recap, Share
from companion.core.screen import Screen, TextMark, every_mark
from companion.core.seat import CHANCE, Seat
from companion.games.catalog import CATALOG, find_game
from companion.table.data import seat_data
from companion.table.effects import Answered, Append, Effect, Gestured, Opened, Publish, RecapShown, Show
from companion.table.recap import recap_pages
from companion.table.table import Table
from tests.games.fits import fits
from tests.laws.play import CASES, NAMES, Case, game
from tests.table.room import words

TOURNAMENT = Opened("davinci", find_game("davinci").rules, {"rounds": 3}, ("Ann", "Bob"))
DEAL = ("B2", "B3", "B7", "W0", "W4", "W5", "W9", "B10")


def take(seat: int, tile: str) -> list[Step]:
    colour = "black" if tile[0] == "B" else "white"
    return [(seat, {"move": "take", "colour": colour}), (CHANCE, {"move": "draw", "tile": tile})]


def first_round() -> list[Step]:
    """Ann names all four of Bob's tiles: 4 claims, a code, the round, and 2 + 4 + 7 + 9 and the 0 in her hand."""
    steps = [step for number, tile in enumerate(DEAL) for step in take(number % 2, tile)]
    steps += take(0, "B0")
    claims = (("0", 0), ("3", 1), ("5", 2), ("10", 3))
    return steps + [
        (Seat(0), {"move": "deduce", "seat": 1, "position": position, "value": value}) for value, position in claims
    ]


def table_at(steps: Sequence[Step]) -> Table:
    table = Table(CATALOG, ("Ann", "Bob", "Cleo"))
    table.resume(TOURNAMENT, steps)
    return table


def ended() -> tuple[Table, list[Effect]]:
    """A table at which the first round has just ended."""
    *before, (seat, move) = first_round()
    table = table_at(before)
    assert isinstance(seat, int)
    return table, table.handle(Answered(seat, len(before) + 1, move))


def shown(table: Table, place: int) -> str:
    return words(table.screen(place))


def rows(table: Table, place: int) -> list[str]:
    """The lines of a screen, from top to bottom; what stands in one row is one line."""
    marks = [mark for mark in every_mark(table.screen(place)) if isinstance(mark, TextMark)]
    texts = sorted((mark.y, mark.x, mark.text) for mark in marks)
    return [" ".join(text for _, _, text in line) for _, line in groupby(texts, key=itemgetter(0))]


@pytest.mark.rule("D17")
def test_all_who_play_see_who_won_and_what_was_scored_for_what() -> None:
    table, effects = ended()
    for seat in (0, 1):
        title, *lines = rows(table, seat)
        assert title.startswith("Round 1 of 3")
        assert lines[:3] == ["Ann wins +34 = 34", "Bob +0 = 0", "The most points win"]
    assert "Round 1 of 3" not in shown(table, 2), "who looks on has no keys to press on with"
    table.handle(Gestured(1, "right"))
    title, *lines = rows(table, 1)
    assert title.startswith("Ann: +34")
    assert lines[:3] == ["4 right claims 4", "1 code laid open 3", "won the round 5"]
    table.handle(Gestured(1, "right"))
    title, first, *lines = rows(table, 1)
    assert title.startswith("Ann: +34")
    assert first == "own hidden tiles 22"
    assert " ".join(lines).split()[:5] == ["2", "4", "7", "9", "0"], "the tiles that counted"
    assert shown(table, 0).startswith("Round 1 of 3"), "every seat turns its own pages"
    (recount,) = (effect for effect in effects if isinstance(effect, RecapShown))
    assert recount.recap is not None
    assert (recount.recap["winner"], recount.recap["names"]) == (0, ["Ann", "Bob"])
    assert recount.recap["shares"][0]["pieces"] == ("B2", "W4", "B7", "W9", "B0")


def test_it_is_no_move_and_each_presses_on_alone() -> None:
    table, effects = ended()
    number = table.state.number
    assert sum(isinstance(effect, Append) for effect in effects) == 1
    pressed = table.handle(Gestured(1, "middle"))
    assert [effect.place for effect in pressed if isinstance(effect, Show)] == [1, 2]
    assert len(pressed) == 2, "who looks on reads no more that Bob is waited for"
    assert "Round 1" not in shown(table, 1).split("\n")[0]
    assert shown(table, 0).startswith("Round 1 of 3")
    assert shown(table, 1).startswith("Take a tile"), "the next round begins to the left of the last one's first player"
    played = table.handle(Answered(1, number + 1, {"move": "take", "colour": "black"}))
    assert RecapShown(None) in played, "the pages follow the game"
    assert shown(table, 0).startswith("Round 1 of 3"), "while another plays on"
    table.notify("The screen of seat 2 does not answer.")
    assert shown(table, 0).startswith("The screen of seat 2"), "a sentence for all comes before it"
    table.handle(Gestured(0, "middle"))
    last = table.handle(Gestured(0, "middle"))
    assert [type(effect) for effect in last] == [Show]
    assert not any(isinstance(effect, Publish) for effect in (*pressed, *last)), "the table has nothing to say"
    assert table.state.number == number + 1


def test_who_has_read_it_reads_whom_the_table_waits_for() -> None:
    table, _ = ended()

    def said(place: int) -> tuple[str, bool, str]:
        data = seat_data(table.seat_moment(place))
        return data["turn"], data["yours"], data["event"]

    assert said(0) == said(1) == ("Round 1 of 3 is over", False, "Round 1 of 3 is over.")
    table.handle(Gestured(0, "middle"))
    turn, _, event = said(0)
    assert turn == "Waiting for Bob"
    assert not event.startswith("Round 1")
    assert shown(table, 0).startswith("Waiting for Bob\n")
    table.handle(Gestured(1, "middle"))
    assert [said(place)[0] for place in (0, 1)] == ["Bob's turn", "Your turn"]
    assert not shown(table, 0).startswith("Waiting for Bob\n")


def test_after_the_last_round_it_is_the_game_that_is_over() -> None:
    case: Case = ROUNDS[0].values[0]
    *_, last = game(case, 3)
    table = Table(CATALOG, case.names)
    table.resume(Opened(case.game.name, case.game.rules, case.given, case.names), last.steps)
    data = seat_data(table.seat_moment(0))
    assert data["recap"] is not None
    assert (data["turn"], data["event"]) == ("Game over", table.state.position.event)


def test_pages_go_round_and_never_on() -> None:
    table, _ = ended()
    first, seen = table.screen(0), []
    for gesture in ("right", "right", "right", "right", "left"):
        table.handle(Gestured(0, gesture))
        seen.append(table.screen(0))
    assert len({str(screen) for screen in (first, *seen[:3])}) == 4, (
        "the points of all, two pages of Ann's, one of Bob's"
    )
    assert seen[3] == first
    assert seen[4] == seen[2]
    table.handle(Gestured(0, "lift"))
    assert table.screen(0) == seen[2]
    assert table.state.places[0].lifted


def test_after_a_power_cut_it_is_shown_to_whoever_has_not_moved_since() -> None:
    steps = first_round()
    table = Table(CATALOG, ("Ann", "Bob"))
    effects = table.resume(TOURNAMENT, steps)
    assert any(isinstance(effect, RecapShown) for effect in effects)
    assert [table.state.places[seat].recap for seat in (0, 1)] == [0, 0]
    table.resume(TOURNAMENT, [*steps, *take(1, "B1")])
    assert [table.state.places[seat].recap for seat in (0, 1)] == [0, None]
    table.resume(TOURNAMENT, [*steps, *take(1, "B1"), *take(0, "W1")])
    assert table.state.places[0].recap is None


def test_one_round_alone_has_nothing_to_sum_up() -> None:
    table = Table(CATALOG, ("Ann", "Bob"))
    opened = Opened("davinci", find_game("davinci").rules, {}, ("Ann", "Bob"))
    effects = table.resume(opened, first_round())
    assert not any(isinstance(effect, RecapShown) for effect in effects)
    assert table.state.places[0].recap is None


ROUNDS = [
    parameter
    for parameter in CASES
    if parameter.values[0].game.name == "passcode" or parameter.values[0].given.get("rounds") == 3
]


@pytest.mark.rule("D17", "D18", "P17")
@pytest.mark.parametrize("case", ROUNDS)
def test_the_points_of_every_round_are_those_by_which_the_scores_rose(case: Case) -> None:
    for seed in (3, 4):
        last, since, rounds = None, (0,) * case.seats, 0
        for moment in game(case, seed):
            recap = case.game.recap(moment.state)
            if recap is None or recap == last:
                continue
            last, rounds = recap, rounds + 1
            scores = case.game.result(moment.state).scores
            rose = {seat: scores[seat] - since[seat] for seat in range(case.seats)}
            since = scores
            assert {share.seat: share.sum for share in recap.shares} == rose
            assert {share.seat: share.total for share in recap.shares} == dict(enumerate(scores))
            assert recap.shares[0].seat == recap.winner
            assert case.game.recaps is not None
            for page in recap_pages(recap, NAMES, case.game.recaps.pieces):
                fits(Screen(page.marks))
        assert rounds >= (3 if case.game.name == "davinci" else 1)


def test_what_the_winner_did_has_room_beside_a_name_of_any_width() -> None:
    recap = Recap("Game 1 of 2", Seat(0), "Most points win", (Share(Seat(0), (), (), 0),), "did not crack it", ("red",))
    for wide, narrow in product(range(7), repeat=2):
        for page in recap_pages(recap, ("W" * wide + "i" * narrow or "l",), lambda _pieces, _row: ()):
            fits(Screen(page.marks))
