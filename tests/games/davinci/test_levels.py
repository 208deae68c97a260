"""The bots of Da Vinci Code: what they claim, when they stop, and what each level remembers."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from companion.core.game import Step
from companion.games.davinci import DAVINCI
from companion.games.davinci.mind import BEGINNER, BEST, CASUAL, by_plan, by_ways_left
from companion.games.davinci.mind.turn import Memory, claims, sight
from companion.games.davinci.rules import State
from companion.games.mind import Choice, mind_of
from tests.games.davinci.tables import deduce, table
from tests.games.players import AnyBot, Player, end_of
from tests.laws.play import Moment
from tests.said import numbers

RANDOM = mind_of(DAVINCI).bots[0]


def play(bots: Sequence[AnyBot], given: dict[str, Any], seed: int, *, deaf: bool = False) -> Moment:
    """The end of a whole game."""
    return end_of(DAVINCI, bots, DAVINCI.read_options(given, len(bots)), seed, deaf=deaf)


def test_a_tournament_is_played_to_its_end() -> None:
    state = play([BEST, CASUAL], {"rounds": 3, "advanced": True}, seed=1).state
    assert state.round == 3
    assert DAVINCI.result(state).winners


def test_the_same_views_and_luck_give_the_same_game() -> None:
    assert play([BEST, CASUAL], {}, seed=3).steps == play([BEST, CASUAL], {}, seed=3).steps


def test_a_bot_that_hears_nothing_ends_its_games_too() -> None:
    for seed in range(3):
        assert play([BEST, BEST], {}, seed, deaf=True).state.phase == "over"


def chosen(bot: AnyBot, state: State) -> Choice:
    return seated(bot, state).choose(state, random.Random(1).randrange)


def seated(bot: AnyBot, state: State, *heard: Step) -> Player:
    """A bot at the first seat that comes to know a position, and then hears claims."""
    player = Player(DAVINCI, bot, state.options, 0)
    player.see(state)
    for step in heard:
        player.hear(step)
    return player


SURE = table(["B0 W4 B7 W11", "W1* B3 W3*"], phase="go_on", clue="B2")
"""B3 can only be a 3: the black 2 is in hand."""


@pytest.mark.parametrize("bot", [BEGINNER, CASUAL, BEST], ids=lambda bot: bot.name)
def test_what_is_sure_is_claimed(bot: AnyBot) -> None:
    choice = chosen(bot, SURE)
    assert choice.move == deduce(1, 1, "3")
    assert "can only be a 3" in choice.why or "can be nothing else" in choice.why


OPEN = table(["B0 W3 B7 W11", "W1 B5 W6 B9"], phase="go_on", clue="B3")


@pytest.mark.parametrize("bot", [BEGINNER, CASUAL, BEST], ids=lambda bot: bot.name)
def test_who_can_lose_more_than_win_stops(bot: AnyBot) -> None:
    choice = chosen(bot, OPEN)
    assert choice.move == {"move": "stop"}
    assert "new tile stays hidden" in choice.why


def test_best_remembers_every_wrong_claim_and_casual_the_last_two() -> None:
    state = table(["B0 W11", "B5 W10*"], phase="deduce", clue="B1")
    heard = [(0, deduce(1, 0, value)) for value in ("2", "3", "4", "6", "7", "8", "9")]
    best = seated(BEST, state, *heard).choose(state, random.Random(1).randrange)
    assert best.move["value"] == "5" or best.move["value"] == "10"
    memory = seated(BEST, state, *heard).memory
    assert isinstance(memory, Memory)
    assert len(memory.wrong) == 7
    assert {value for (_, _), values in _claimed(state, memory, 7).items() for value in values} == {"5", "10"}
    assert len(_claimed(state, memory, 2)[1, 0]) == 7


def _claimed(state: State, memory: Memory, kept: int) -> dict[tuple[int, int], set[str]]:
    found: dict[tuple[int, int], set[str]] = {}
    for claim in claims(sight(DAVINCI.view(state, 0), memory.wrong[-kept:])):
        found.setdefault(claim.spot, set()).add(claim.value)
    return found


def test_best_shows_the_tile_that_tells_least() -> None:
    """W1 stands between B1 and W2, which lie open, so everybody knows it."""
    state = table(["B1* W1 W2* B7", "B0 W5"], phase="reveal", centre="", empty_centre="reveal")
    assert chosen(BEST, state).move == {"move": "reveal", "position": 1}


@pytest.mark.slow
def test_best_beats_whoever_plays_any_legal_move() -> None:
    won = sum(DAVINCI.result(play([BEST, RANDOM], {}, seed).state).winners == (0,) for seed in range(6))
    assert won == 6


def test_reasons_have_their_numbers_and_tell_what_is_equal_from_what_is_nearly_so() -> None:
    better, nearly, equal = (by_plan(0.65, 0.793, stopping) for stopping in (0.5, 0.791, 0.793))
    assert [numbers(said) for said in (better, nearly, equal)] == [["65", "79", "50"], ["65", "79"], ["65", "79"]]
    assert nearly != equal
    fewer, fewer_black = by_ways_left({"black": 82.4, "white": 43.1}), by_ways_left({"black": 2.5, "white": 3.0})
    assert (numbers(fewer), numbers(fewer_black)) == (["43", "82"], ["2.5", "3"])
    assert fewer.index("white") < fewer.index("black"), "the one that is taken comes first"
    assert fewer_black.index("black") < fewer_black.index("white")
    assert numbers(by_ways_left({"black": 43.1, "white": 43.2})) == ["43"]
    assert numbers(by_ways_left({"black": 2.0, "white": 2.0})) == []
