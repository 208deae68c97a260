"""How the levels play: who is certain guesses, a last turn is a guess, and a stronger level wins more of the same games."""

import random
from typing import Any

import pytest

from companion.core.prompt import sample
from companion.core.seat import CHANCE
from companion.games.breakthecode import BREAKTHECODE
from companion.games.breakthecode.mind import BEGINNER, BEST, LEVELS, STEADY, plan, sight
from companion.games.breakthecode.possible import rows_of
from companion.games.breakthecode.rules import TILES
from tests.games.breakthecode.test_rules import ANN, BOB, CLEO, two

every_level = pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)


def chosen(level: Any, play: Any, seat: int) -> dict[str, Any]:
    prompt = play.prompt(seat)
    assert prompt is not None
    move: dict[str, Any] = level.choose(play.options, None, play.view(seat), prompt, random.Random(1).randrange).move
    return move


@every_level
def test_who_is_certain_guesses_the_row(level: Any) -> None:
    play = two().guess(0, CLEO).guess(1, CLEO)
    for card, number in (
        ("sum", None),
        ("sum_left", None),
        ("where_1_2", 2),
        ("runs", None),
        ("where_5", None),
        ("count_black", None),
    ):
        play.ask(0, card, number)
        if play.to_act == (1,):
            play.guess(1, CLEO)
    while len(sight(play.view(0)).worlds) > 1:
        here = sight(play.view(0))
        question = next(one for one in here.open if len(here.split(one)) > 1)
        play.ask(0, *question).guess(1, CLEO)
    assert chosen(level, play, 0) == {"move": "guess", "tiles": list(BOB)}


@every_level
def test_a_last_turn_is_a_guess_at_a_row_that_is_possible(level: Any) -> None:
    play = two().ask(0, "sum").ask(1, "sum_left").guess(0, BOB)
    move = chosen(level, play, 1)
    assert move["move"] == "guess"
    assert tuple(move["tiles"]) in {world[0] for world in sight(play.view(1)).worlds}
    assert sum(int(tile[1]) for tile in move["tiles"][:3]) == sum(int(tile[1]) for tile in ANN[:3])


def test_of_two_rows_one_is_guessed_and_more_are_told_apart_by_a_question() -> None:
    rows = rows_of(TILES, 5)
    assert plan(rows, 0b11, (("sum", None),), 2).question is None
    many = plan(rows, rows.all, (("middle", None), ("sum", None)), 1)
    assert many.question == ("sum", None)


def wins(level: Any, other: Any, games: int) -> int:
    """By how many more of so many games the first one won, each beginning half of them."""
    found = 0
    for number in range(games):
        luck = random.Random(number // 2).randrange
        options = BREAKTHECODE.read_options({}, 2)
        state = BREAKTHECODE.setup(options, 2)
        mine = number % 2
        while acting := BREAKTHECODE.to_act(state):
            actor = acting[0]
            prompt = BREAKTHECODE.ask(options, state, actor)
            assert prompt is not None
            if actor == CHANCE:
                move = sample(prompt, luck)
            else:
                player = level if actor == mine else other
                move = player.choose(options, None, BREAKTHECODE.view(state, actor), prompt, luck).move
            state = BREAKTHECODE.submit(options, state, actor, move)
        winners = BREAKTHECODE.result(state).winners or ()
        found += (mine in winners) - (1 - mine in winners)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("level", "other"), [(STEADY, BEGINNER), (BEST, STEADY)])
def test_a_stronger_level_wins_more_of_the_same_games(level: Any, other: Any) -> None:
    assert wins(level, other, 60) > 0
