"""What a contest plays, before anybody plays it: line-ups, seats, names."""

from collections import Counter

import pytest

from companion.arena import Contest, Entrant, entrants, line_ups, player_names, seating
from companion.core.errors import RequestError
from companion.games.catalog import find_game

PASSCODE = find_game("passcode")


def playing(seats: int | None, *given: str, game: str = "passcode") -> list[list[str]]:
    found = line_ups(find_game(game), entrants(find_game(game), given), seats)
    return [[one.given for one in line_up] for line_up in found]


def test_a_seat_for_each_player_or_as_near_to_it_as_the_game_allows() -> None:
    assert playing(None, "best", "greedy", "random") == [["best", "greedy", "random"]]
    assert playing(None, "best") == [["best", "best"]]
    assert playing(4, "best", "greedy") == [["best", "greedy", "greedy", "greedy"]]


def test_with_more_players_than_seats_every_choice_of_them_plays() -> None:
    assert playing(2, "best", "greedy", "hasty") == [["best", "greedy"], ["best", "hasty"], ["greedy", "hasty"]]
    assert playing(2, "best", "best", "hasty") == [["best", "best"], ["best", "hasty"]]


@pytest.mark.parametrize(
    ("seats", "given", "reason"),
    [
        (7, "best", "Passcode is for 2 to 6 seats, not 7"),
        (2, "bset", "Passcode has no bot 'bset'; its bots are random, hasty, greedy, steady, best."),
        (2, "cmd:", 'There is no command line after "cmd:"'),
        (2, "cmd:'", "cannot be read: no closing quotation"),
        (2, "cmd:/nowhere/at/all", "The program '/nowhere/at/all' cannot be started"),
    ],
)
def test_players_that_cannot_be_are_one_sentence(seats: int, given: str, reason: str) -> None:
    with pytest.raises(RequestError) as refusal:
        playing(seats, given, "random")
    assert reason in str(refusal.value)


@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_everybody_sits_as_often_in_every_seat(seats: int) -> None:
    line_up = tuple(Entrant(str(number)) for number in range(seats))
    contest = Contest("passcode", {}, (line_up, line_up), 10 * seats, 3, 10, None)
    first = [seating(contest, number) for number in range(contest.games)]
    for seat in range(seats):
        assert set(Counter(seated[seat] for seated in first).values()) == {10}
    if seats > 2:
        after = Counter(seated[(seated.index(0) + 1) % seats] for seated in first)
        assert len(after) > 1, "the neighbours change too"
    other = Contest("passcode", {}, (line_up, line_up), 10 * seats, 4, 10, None)
    assert first != [seating(other, number) for number in range(contest.games)]


def test_players_of_a_file_have_names_of_their_own_that_fit() -> None:
    line_up = [Entrant("best"), Entrant("cmd:x", ("x",)), Entrant("cmd:y", ("y",)), Entrant("best"), Entrant("best")]
    assert player_names(line_up) == ("best", "program", "program 2", "best 2", "best 3")
    assert max(map(len, player_names([Entrant("a" * 30)] * 6))) <= 12
