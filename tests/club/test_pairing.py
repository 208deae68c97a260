"""Pairings: whole tournaments at random, in which every round keeps the laws."""

import random
from collections import Counter
from itertools import combinations, permutations

import pytest

from companion.club.pairing import Pairing, System, bye_points, met, pair, place_points, standings

TWO = (2, 2)


def finished(table: Pairing, luck: random.Random, system: System, sizes: tuple[int, int]) -> Pairing:
    if table.is_bye:
        return Pairing(table.players, (bye_points(system, sizes),))
    places = list(range(1, len(table.players) + 1))
    luck.shuffle(places)
    return Pairing(table.players, place_points(places))


def least_cost(players: list[str], history: list[list[Pairing]]) -> tuple[int, int]:
    """Byes too many and second meetings of the best round there is, by trying all."""
    records, before = standings(history, players), met(history)
    fewest = min(record.byes for record in records.values())
    best = (99, 99)
    for order in permutations(players[1:]):
        row = [players[0], *order]
        for bye in row if len(row) % 2 else [None]:
            rest = [one for one in row if one != bye]
            again = sum(before[frozenset(rest[at : at + 2])] for at in range(0, len(rest), 2))
            best = min(best, (records[bye].byes - fewest if bye else 0, again))
    return best


@pytest.mark.parametrize("players", [2, 3, 5, 6, 7, 13, 24, 33, 81])
def test_every_round_of_a_swiss_tournament_keeps_the_laws(players: int) -> None:
    luck = random.Random(players)
    names = [f"player {number}" for number in range(players)]
    history: list[list[Pairing]] = []
    for _ in range(6):
        tables = pair(history, names, rounds=6)
        assert sorted(name for table in tables for name in table.players) == sorted(names)
        assert sum(table.is_bye for table in tables) == players % 2
        before, records = met(history), standings(history, names)
        fewest = min(record.byes for record in records.values())
        byes = sum(records[table.players[0]].byes - fewest for table in tables if table.is_bye)
        again = sum(before[frozenset(table.players)] for table in tables)
        if players <= 6:
            assert (byes, again) == least_cost(names, history)
        elif players > 12:
            assert (byes, again) == (0, 0)
        history.append([finished(table, luck, "swiss", TWO) for table in tables])
        assert all(abs(record.firsts) <= 2 for record in standings(history, names).values()) or players < 7


def test_players_of_equal_points_meet() -> None:
    names = list("ABCDEFGH")
    history = [[finished(table, random.Random(1), "swiss", TWO) for table in pair([], names)]]
    points = {name: record.points for name, record in standings(history, names).items()}
    assert all(points[one] == points[other] for one, other in (table.players for table in pair(history, names)))


@pytest.mark.parametrize("players", [2, 3, 4, 7, 8])
def test_each_meets_each_other_once(players: int) -> None:
    names = [f"player {number}" for number in range(players)]
    history: list[list[Pairing]] = []
    for _ in range(players - 1 + players % 2):
        history.append(list(pair(history, names, "round_robin")))
    assert Counter(met(history)) == Counter(map(frozenset, combinations(names, 2)))


def test_who_comes_late_or_leaves_costs_nobody_a_second_meeting() -> None:
    names = list("ABCDEF")
    history = [list(pair([], names, "round_robin"))]
    history.append(list(pair(history, [*names[1:], "late"], "round_robin")))
    history.append(list(pair(history, [*names[2:], "late", "later"], "round_robin")))
    assert max(met(history).values()) == 1
    assert "A" not in {name for table in history[1] for name in table.players}


@pytest.mark.parametrize(
    ("players", "sizes"), [(3, [3]), (6, [6]), (7, [4, 3]), (11, [6, 5]), (13, [5, 4, 4]), (24, [6] * 4)]
)
def test_a_pod_is_as_full_as_the_game_allows(players: int, sizes: list[int]) -> None:
    tables = pair([], [f"player {number}" for number in range(players)], "pods", sizes=(3, 6))
    assert [len(table.players) for table in tables] == sizes


def test_who_fits_at_no_table_rests_once_before_anybody_rests_twice() -> None:
    names = list("ABCDE")
    history: list[list[Pairing]] = []
    for _ in range(5):
        tables = pair(history, names, "pods", sizes=(3, 4))
        assert sorted(len(table.players) for table in tables) == [1, 4]
        history.append([finished(table, random.Random(2), "pods", (3, 4)) for table in tables])
    assert {record.byes for record in standings(history, names).values()} == {1}


def test_those_who_have_met_least_sit_together() -> None:
    names = [f"player {number}" for number in range(16)]
    history: list[list[Pairing]] = []
    for _ in range(2):
        history.append([Pairing(table.players, (1.5,) * 4) for table in pair(history, names, "pods", sizes=(3, 4))])
    assert max(met(history).values()) == 1, "four tables of four mix wholly"


@pytest.mark.parametrize(
    ("places", "points"),
    [([1, 2], (1, 0)), ([1, 1], (0.5, 0.5)), ([2, 1, 2], (0.5, 2, 0.5)), ([1, 2, 3, 4], (3, 2, 1, 0))],
)
def test_a_shared_place_shares_its_points(places: list[int], points: tuple[float, ...]) -> None:
    assert place_points(places) == points


def test_the_same_arguments_give_the_same_round() -> None:
    names = list("ABCDEFG")
    history = [[finished(table, random.Random(3), "swiss", TWO) for table in pair([], names)]]
    assert pair(history, names) == pair(history, names)


@pytest.mark.parametrize(("names", "why"), [(["A"], "two players"), (["A", "B", "A"], "twice")])
def test_a_list_that_is_no_tournament_is_refused(names: list[str], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        pair([], names)
