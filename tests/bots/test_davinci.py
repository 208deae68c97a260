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
from companion.solvers.davinci import worlds as solver
from companion.solvers.davinci.memory import Memory
from companion.solvers.davinci.turn import claims, sight
from tests.games.davinci.option_sets import OPTION_SETS
from tests.games.davinci.tables import deduce, table
from tests.laws.play import one_round

AnyBot = Bot[Any, Any, Any]
NAMES = ("Ann", "Bob", "Cleo", "Dan")
LEVELS = {bot.name: bot for bot in CATALOG["davinci"]}


class Seated:
    """A bot at a seat: told every view and every claim that was said aloud, as a table does."""

    def __init__(self, bot: AnyBot, seat: Seat, options: Options, deaf: bool = False) -> None:
        self.bot, self.seat, self.options, self.deaf = bot, seat, options, deaf
        self.memory = bot.start(options)
        self.told: list[Any] = []
        """All that it was told, in order."""

    def sees(self, state: State) -> None:
        self.told.append(DAVINCI.view(state, self.seat))
        self.memory = self.bot.observe(self.options, self.memory, self.told[-1])

    def hears(self, step: Step) -> None:
        if not self.deaf:
            self.told.append(step)
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


def test_the_catalog_has_the_levels_weakest_first() -> None:
    assert [bot.name for bot in CATALOG["davinci"]] == ["random", "beginner", "casual", "best"]


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


BLIND = (
    pytest.param(BEGINNER, {"advanced": True}, id="beginner-advanced", marks=pytest.mark.slow),
    pytest.param(CASUAL, {}, id="casual", marks=pytest.mark.slow),
    pytest.param(BEST, {}, id="best", marks=pytest.mark.slow),
    pytest.param(BEST, {"advanced": True}, id="best-advanced"),
)


@pytest.mark.parametrize(("bot", "given"), BLIND)
def test_two_worlds_that_look_alike_give_the_same_choice(bot: AnyBot, given: dict[str, Any]) -> None:
    """The move and its reason: the history is told again with other hidden tiles, and the seat is told the same."""
    compared = 0
    for seed in range(2):
        _, steps = play([BEGINNER, BEGINNER], given, seed)
        options = DAVINCI.read_options(given, 2)
        luck = random.Random(seed)
        for end in range(len(steps)):
            player, state = follow(bot, options, steps[:end])
            if player.seat not in to_act(DAVINCI, state) or luck.randrange(4):
                continue
            world = solver.guess(options, player.told[-1], luck.randrange)
            if world == solver.actual_world(state, player.seat):
                continue
            other, elsewhere = follow(bot, options, solver.determinize(steps[:end], player.seat, world))
            if other.told != player.told:
                continue  # a wrong claim that would have been right there was another one
            assert other.chooses(elsewhere, 7) == player.chooses(state, 7)
            compared += 1
    assert compared >= 3


def follow(bot: AnyBot, options: Options, steps: Sequence[Step]) -> tuple[Seated, State]:
    """A bot at the first seat that was told a history of moves."""
    state = DAVINCI.setup(options, 2)
    player = Seated(bot, 0, options)
    player.sees(state)
    for step in steps:
        state = advance(state, step, [player])
    return player, state


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


def test_two_choices_that_are_nearly_as_good_are_compared_in_plain_words() -> None:
    assert by_plan(0.65, 0.793, 0.791) == (
        "The chance that this is right is 65 %, by what you see and remember. "
        "Going on wins an estimated 79 % of such rounds, stopping almost as many."
    )
    assert by_plan(0.65, 0.793, 0.793).endswith(
        " Going on and stopping are as good: each wins an estimated 79 % of such rounds."
    )
    assert by_plan(0.65, 0.793, 0.5).endswith(" Going on wins an estimated 79 % of such rounds, stopping 50 %.")


@pytest.mark.parametrize(
    ("ways", "said"),
    [
        ({"black": 82.4, "white": 43.1}, "a white tile leaves about 43 WAYS, a black one about 82."),
        ({"black": 2.5, "white": 3.0}, "a black tile leaves about 2.5 WAYS, a white one about 3."),
        ({"black": 43.1, "white": 43.2}, "a black tile leaves about 43 WAYS, a white one slightly more."),
    ],
)  # fmt: skip
def test_of_two_colours_the_one_is_taken_that_leaves_fewer_ways(ways: dict[Any, float], said: str) -> None:
    ways_words = "ways in which the hidden tiles can lie"
    assert (
        by_ways_left(ways)
        == f"Your next claim is as likely to be right with either colour, but {said.replace('WAYS', ways_words)}"
    )


def test_two_colours_that_leave_as_many_ways_are_as_good() -> None:
    assert by_ways_left({"black": 2.0, "white": 2.0}).startswith("Either colour will do: ")
