"""The bots of Da Vinci Code: always legal, blind to what their seat cannot see, and each level with its own memory."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from companion.bots.bot import Bot, Choice
from companion.bots.catalog import BOTS as CATALOG
from companion.bots.davinci.levels import BEGINNER, BEST, CASUAL
from companion.bots.davinci.reasons import by_plan, by_ways_left
from companion.core.game import Step, ask, submit, to_act
from companion.core.prompt import sample
from companion.core.seat import CHANCE, PUBLIC, Seat
from companion.games.davinci.game import DAVINCI
from companion.games.davinci.options import Options
from companion.games.davinci.state import State
from companion.solvers.davinci.memory import Memory
from companion.solvers.davinci.turn import claims, sight
from tests.games.davinci.option_sets import OPTION_SETS
from tests.games.davinci.tables import deduce, table
from tests.laws.play import one_round
from tests.said import numbers

AnyBot = Bot[Any, Any, Any]
NAMES = ("Ann", "Bob", "Cleo", "Dan")
LEVELS = {bot.name: bot for bot in CATALOG["davinci"]}


class Seated:
    """A bot at a seat: told every view and every claim that was said aloud, as a table does."""

    def __init__(self, bot: AnyBot, seat: Seat, options: Options, deaf: bool = False) -> None:
        self.bot, self.seat, self.options, self.deaf = bot, seat, options, deaf
        self.memory = bot.start(options)

    def sees(self, state: State) -> None:
        self.memory = self.bot.observe(self.options, self.memory, DAVINCI.view(state, self.seat))

    def hears(self, step: Step) -> None:
        if not self.deaf:
            self.memory = self.bot.note_announcement(self.options, self.memory, step)

    def chooses(self, state: State, luck: int) -> Choice:
        view = DAVINCI.view(state, self.seat)
        prompt = DAVINCI.prompt(self.options, view)
        assert prompt is not None
        return self.bot.choose(self.options, self.memory, view, prompt, random.Random(luck).randrange)


def advance(state: State, step: Step, players: Sequence[Seated]) -> State:
    after = submit(DAVINCI, players[0].options, state, *step)
    assert isinstance(after, State)
    before, now = DAVINCI.view(state, PUBLIC), DAVINCI.view(after, PUBLIC)
    said = DAVINCI.announce(players[0].options, before, step, now, NAMES)
    for player in players:
        if said is not None:
            player.hears(step)
        player.sees(after)
    return after


def play(bots: Sequence[AnyBot], given: dict[str, Any], seed: int, *, deaf: bool = False) -> tuple[State, list[Step]]:
    """A whole game, every move judged by the core."""
    options = DAVINCI.read_options(given, len(bots))
    state = DAVINCI.setup(options, len(bots))
    players = [Seated(bot, seat, options, deaf) for seat, bot in enumerate(bots)]
    for player in players:
        player.sees(state)
    luck = random.Random(seed)
    steps: list[Step] = []
    while acting := to_act(DAVINCI, state):
        assert len(steps) < 2000, "a game ends"
        actor = acting[0]
        if actor == CHANCE:
            prompt = ask(DAVINCI, options, state, actor)
            assert prompt is not None
            steps.append((actor, sample(prompt, luck.randrange)))
        else:
            choice = players[actor].chooses(state, luck.randrange(1000))
            assert choice.why[0].isupper()
            assert choice.why.endswith(".")
            steps.append((actor, choice.move))
        state = advance(state, steps[-1], players)
    return state, steps


@pytest.mark.parametrize("name", LEVELS)
@pytest.mark.parametrize("index", one_round(range(len(OPTION_SETS))))
def test_every_level_plays_whole_games_by_the_rules(name: str, index: int) -> None:
    seats, given = OPTION_SETS[index]
    given = {**given, "rounds": 1}
    state, _ = play([LEVELS[name]] * seats, given, seed=index)
    assert DAVINCI.result(state).winners


def test_a_tournament_is_played_to_its_end() -> None:
    state, _ = play([BEST, CASUAL], {"rounds": 3, "advanced": True}, seed=1)
    assert state.round == 3
    assert DAVINCI.result(state).winners


def test_the_same_views_and_luck_give_the_same_game() -> None:
    assert play([BEST, CASUAL], {}, seed=3)[1] == play([BEST, CASUAL], {}, seed=3)[1]


def test_a_bot_that_hears_nothing_ends_its_games_too() -> None:
    for seed in range(3):
        state, _ = play([BEST, BEST], {}, seed, deaf=True)
        assert state.phase == "over"


def seated(bot: AnyBot, state: State, *heard: Step) -> Seated:
    """A bot at the first seat that comes to know a position, and then hears claims."""
    player = Seated(bot, 0, state.options)
    player.sees(state)
    for step in heard:
        player.hears(step)
    return player


SURE = table(["B0 W4 B7 W11", "W1* B3 W3*"], phase="go_on", clue="B2")
"""B3 can only be a 3: the black 2 is in hand."""


@pytest.mark.parametrize("bot", [BEGINNER, CASUAL, BEST], ids=lambda bot: bot.name)
def test_what_is_sure_is_claimed(bot: AnyBot) -> None:
    choice = seated(bot, SURE).chooses(SURE, 1)
    assert choice.move == deduce(1, 1, "3")
    assert "can only be a 3" in choice.why or "can be nothing else" in choice.why


OPEN = table(["B0 W3 B7 W11", "W1 B5 W6 B9"], phase="go_on", clue="B3")


@pytest.mark.parametrize("bot", [BEGINNER, CASUAL, BEST], ids=lambda bot: bot.name)
def test_who_can_lose_more_than_win_stops(bot: AnyBot) -> None:
    choice = seated(bot, OPEN).chooses(OPEN, 1)
    assert choice.move == {"move": "stop"}
    assert "new tile stays hidden" in choice.why


def test_best_remembers_every_wrong_claim_and_casual_the_last_two() -> None:
    state = table(["B0 W11", "B5 W10*"], phase="deduce", clue="B1")
    heard = [(0, deduce(1, 0, value)) for value in ("2", "3", "4", "6", "7", "8", "9")]
    best = seated(BEST, state, *heard).chooses(state, 1)
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
    assert seated(BEST, state).chooses(state, 1).move == {"move": "reveal", "position": 1}


@pytest.mark.slow
def test_best_beats_whoever_plays_any_legal_move() -> None:
    won = sum(DAVINCI.result(play([BEST, LEVELS["random"]], {}, seed)[0]).winners == (0,) for seed in range(6))
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
