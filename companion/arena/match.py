"""One game from its number to its outcome, with the bots and programs in their seats.

A player that breaks the rules, is silent or dies loses the game there and then, and the others share the win: it is not known
who would have won, and nobody gains by a fault of somebody else more than a draw.
"""

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, Final, Protocol

from msgspec import Struct

from companion.arena.contest import Contest, pick, seating
from companion.arena.entrants import Entrant, player_names
from companion.arena.program import FaultError, Program, StoppedError
from companion.core.errors import RuleError
from companion.core.game import AnyGame, Step
from companion.core.prompt import Prompt, RandBelow, check, sample
from companion.core.seat import CHANCE
from companion.games.catalog import find_game
from companion.games.mind import RANDOM, Bot, announced_step, followed, mind_of
from companion.history.json_lines import encode_game_line
from companion.history.replay import ReplayedGame
from companion.journal.rows import SavedGame
from companion.table.effects import Opened

MOST: Final = 100_000
"""Moves of a game, those of chance too; a game that is not over then counts for nobody."""


class Outcome(Struct, frozen=True):
    """`number`: of the game, from 0; `line_up`: which of the contest's. By the line-up's order: `shares` of the win, which add up
    to 1 (to 0 where nobody won), and `scores` (none where the game was not played to its end). `fault`: what a player did instead
    of a move, as a sentence; `line`: the game as JSON Lines, None where it was not played to its end or no file is
    wanted."""

    number: int
    line_up: int
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    fault: str | None
    line: bytes | None


class Player(Protocol):
    """Somebody at a seat. `watches`: whether it wants to see more than the views that it is asked about."""

    watches: bool

    def watch(self, view: Any, announced: Step | None) -> None:
        """Take notice of a view of the seat."""

    def move(self, view: Any, prompt: Prompt) -> object:
        """Answer a prompt; the view was the last that was watched, if any was."""

    def close(self) -> None:
        """Leave the seat."""


class BotPlayer:
    """A bot at a seat: the fold of the views that it is shown."""

    def __init__(self, bot: Bot[Any, Any, Any], options: object, pick: RandBelow) -> None:
        self._bot, self._options, self._pick = bot, options, pick
        self._memory = bot.start(options)
        self.watches = bot.observe is not RANDOM.observe

    def watch(self, view: Any, announced: Step | None) -> None:
        """One more view, and the move before it where the game announced that."""
        self._memory = followed(self._bot, self._options, self._memory, announced, view)

    def move(self, view: Any, prompt: Prompt) -> object:
        """The bot's choice."""
        return self._bot.choose(self._options, self._memory, view, prompt, self._pick).move

    def close(self) -> None:
        """Nothing is left of a bot."""


class LostError(Exception):
    """A player made no legal move: its seat, and the rest of the sentence that its name begins."""

    def __init__(self, seat: int, did: str) -> None:
        super().__init__(did)
        self.seat, self.did = seat, did


def never() -> bool:
    """Nobody stops the contest."""
    return False


def play(contest: Contest, number: int, stopping: Callable[[], bool] = never) -> Outcome:
    """The outcome of game `number`. Raises StoppedError when `stopping` says so."""
    game = find_game(contest.game)
    line_up = contest.line_ups[number // contest.games]
    seated = seating(contest, number)
    options = game.read_options(contest.options, len(seated))
    steps: list[Step] = []
    try:
        with ExitStack() as stack:
            players = [
                _seated(stack, contest, number, seat, line_up[who], options, stopping)
                for seat, who in enumerate(seated)
            ]
            state = _played(game, options, players, pick(contest, f"game {number}"), steps, stopping)
    except LostError as lost:
        share = 1 / (len(seated) - 1) if len(seated) > 1 else 0.0
        shares = tuple(0.0 if who == seated[lost.seat] else share for who in range(len(seated)))
        said = f"Game {number + 1}: {line_up[seated[lost.seat]].given} at seat {lost.seat + 1} {lost.did}. It loses the game."
        return Outcome(number, number // contest.games, shares, (), said, None)
    if game.to_act(state):
        said = f"Game {number + 1} was not over after {MOST} moves. It counts for nobody."
        return Outcome(number, number // contest.games, (0.0,) * len(seated), (), said, None)
    result = game.result(state)
    winners = result.winners or ()
    share = 1 / len(winners) if winners else 0.0
    called = player_names(line_up)
    places = [seated.index(who) for who in range(len(seated))]
    return Outcome(
        number,
        number // contest.games,
        tuple(share if seat in winners else 0.0 for seat in places),
        tuple(result.scores[seat] for seat in places if seat < len(result.scores)),
        None,
        _line(contest, game, options, tuple(called[who] for who in seated), steps, state),
    )


def _line(
    contest: Contest, game: AnyGame, options: object, called: tuple[str, ...], steps: list[Step], state: object
) -> bytes | None:
    if contest.at is None:
        return None
    opened = Opened(game.name, game.rules, contest.options, called)
    return encode_game_line(
        ReplayedGame(SavedGame(opened, contest.at, b"", tuple(steps), abandoned=False), game, options, (state,))
    )


def _seated(
    stack: ExitStack,
    contest: Contest,
    number: int,
    seat: int,
    entrant: Entrant,
    options: object,
    stopping: Callable[[], bool],
) -> Player:
    player: Player
    if entrant.command:
        try:
            player = Program(entrant.command, options, contest.time_limit, stopping)
        except FaultError as fault:
            raise LostError(seat, str(fault)) from fault
    else:
        bot = next(bot for bot in mind_of(find_game(contest.game)).bots if bot.name == entrant.given)
        player = BotPlayer(bot, options, pick(contest, f"game {number} seat {seat}"))
    stack.callback(player.close)
    return player


def _played(
    game: AnyGame,
    options: object,
    players: Sequence[Player],
    chance: RandBelow,
    steps: list[Step],
    stopping: Callable[[], bool],
) -> object:
    """The last state; `steps` fills with the moves. Raises LostError or StoppedError."""
    state: object = game.setup(options, len(players))
    announced: Step | None = None
    while True:
        views = {seat: game.view(state, seat) for seat, player in enumerate(players) if player.watches}
        for seat, view in views.items():
            players[seat].watch(view, announced)
        acting = game.to_act(state)
        if not acting or len(steps) >= MOST:
            return state
        if stopping():
            raise StoppedError
        actor = acting[0]
        if actor == CHANCE:
            owed = game.chance(state)
            assert owed is not None, "chance is to act"
            move = sample(owed, chance)
        else:
            view = views[actor] if actor in views else game.view(state, actor)
            move = _chosen(game, options, players[actor], view, actor)
        step = (actor, move)
        steps.append(step)
        before, state = state, game.apply(state, actor, move)
        announced = announced_step(game, options, before, step, state, len(players))


def _chosen(game: AnyGame, options: object, player: Player, view: Any, seat: int) -> dict[str, Any]:
    prompt = game.prompt(options, view)
    assert prompt is not None, "the seat is to act"
    try:
        move = player.move(view, prompt)
        check(prompt, move)
    except FaultError as fault:
        raise LostError(seat, str(fault)) from fault
    except RuleError as error:
        raise LostError(seat, f"made a move that the rules refuse: {str(error).removesuffix('.')}") from error
    assert isinstance(move, dict), "it passed its check"
    return move
