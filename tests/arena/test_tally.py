"""Counting: intervals that are in the books, shares, and the tables."""

import pytest

from companion.arena import Contest, Entrant, Outcome, Tally, told, wilson


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe 1998, table I, method 3: the score method without continuity correction.
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_wilsons(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=5e-5)
    assert wilson(games - wins, games) == pytest.approx((1 - high, 1 - low), abs=5e-5)


def test_a_row_has_all_the_seats_of_a_player_and_parts_of_wins() -> None:
    line_up = (Entrant("best"), Entrant("greedy"), Entrant("greedy"))
    contest = Contest("passcode", {}, (line_up,), 4, 1, 10, None)
    tally = Tally(contest)
    tally.add(Outcome(0, 0, (1.0, 0.0, 0.0), (1, 2, 3), None, None))
    tally.add(Outcome(1, 0, (0.5, 0.5, 0.0), (3, 4, 5), None, None))
    tally.add(Outcome(2, 0, (0.0, 0.0, 1.0), (5, 6, 7), None, None))
    tally.add(Outcome(3, 0, (0.0, 0.5, 0.5), (), "Game 4: best did nothing.", None))
    title, head, best, greedy = tally.table()
    assert title == "passcode, 3 seats, 4 games, seed 1"
    assert head.split() == ["player", "seats", "wins", "win", "rate", "95", "%", "interval", "even", "mean", "score"]
    assert best.split() == ["best", "1", "1.5", "37.5%", "9.2%", "to", "78.1%", "33.3%", "3.00"]
    assert greedy.split() == ["greedy", "2", "2.5", "62.5%", "21.9%", "to", "90.8%", "66.7%", "4.50"]
    assert tally.faults == ["Game 4: best did nothing."]


def test_a_line_up_that_has_not_played_has_no_table() -> None:
    pair = (Entrant("best"), Entrant("greedy"))
    assert list(Tally(Contest("passcode", {}, (pair, pair), 4, 1, 10, None)).table()) == []


def test_few_faults_are_told_and_the_rest_counted() -> None:
    assert list(told([])) == []
    assert list(told(["a", "b", "c", "d"])) == ["a", "b", "c", "There was 1 more fault like these."]
    assert list(told(["a", "b", "c", "d", "e"]))[-1] == "There were 2 more faults like these."
