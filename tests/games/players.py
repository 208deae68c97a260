"""Bots at the seats of a game, told what a table tells them: every view of their seat, and every move that is announced."""

import random
from collections.abc import Iterator, Sequence
from typing import Any

from companion.core.game import AnyGame, Step
from companion.core.prompt import RandBelow, sample
from companion.core.seat import CHANCE, Seat
from companion.games.mind import Bot, Choice, announced_step, followed
from tests.laws.play import Moment

AnyBot = Bot[Any, Any, Any]


class Player:
    """A bot at a seat. `deaf`: it is told no announcement."""

    def __init__(self, game: AnyGame, bot: AnyBot, options: Any, seat: Seat, *, deaf: bool = False) -> None:
        self.game, self.bot, self.options, self.seat, self.deaf = game, bot, options, seat, deaf
        self.memory = bot.start(options)

    def see(self, state: Any, announced: Step | None = None) -> None:
        heard = None if self.deaf else announced
        self.memory = followed(self.bot, self.options, self.memory, heard, self.game.view(state, self.seat))

    def hear(self, step: Step) -> None:
        self.memory = self.bot.note_announcement(self.options, self.memory, step)

    def choose(self, state: Any, pick: RandBelow) -> Choice:
        view = self.game.view(state, self.seat)
        prompt = self.game.prompt(self.options, view)
        assert prompt is not None
        return self.bot.choose(self.options, self.memory, view, prompt, pick)


def played(
    game: AnyGame, bots: Sequence[AnyBot], options: Any, seed: int, *, deaf: bool = False
) -> Iterator[tuple[Moment, Choice | None]]:
    """Every moment of a whole game between bots, each move judged by the core, and the choice that led to it."""
    pick = random.Random(seed).randrange
    state: Any = game.setup(options, len(bots))
    players = [Player(game, bot, options, seat, deaf=deaf) for seat, bot in enumerate(bots)]
    for player in players:
        player.see(state)
    steps: list[Step] = []
    yield Moment((), state), None
    while acting := game.to_act(state):
        assert len(steps) < 2000, "a game ends"
        actor, choice = acting[pick(len(acting))], None
        if actor == CHANCE:
            prompt = game.ask(options, state, CHANCE)
            assert prompt is not None
            move = sample(prompt, pick)
        else:
            choice = players[actor].choose(state, pick)
            move = choice.move
        before, state = state, game.submit(options, state, actor, move)
        steps.append((actor, move))
        announced = announced_step(game, options, before, steps[-1], state, len(bots))
        for player in players:
            player.see(state, announced)
        yield Moment(tuple(steps), state), choice


def end_of(*played_by: Any, **keys: Any) -> Moment:
    """The last moment of `played`."""
    *_, (moment, _) = played(*played_by, **keys)
    return moment
