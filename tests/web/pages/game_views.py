"""Public views of games that were played at random, as the pages get them: the more moves, the more lies on the table."""

import random
from collections.abc import Mapping
from typing import Any

from msgspec import to_builtins

from companion.core.prompt import sample
from companion.core.seat import PUBLIC
from companion.games.catalog import find_game

SEATS = {
    "mastermind": (2,),
    "davinci": (2, 3, 4),
    "digitcode": (2, 3, 5),
    "passcode": (2, 3, 4, 6),
    "breakthecode": (2, 3, 4),
}
"""The numbers of players with which the pages of each game are looked at."""
OPTIONS: Mapping[str, Mapping[str, Any]] = {"mastermind": {"games": 4}, "davinci": {"rounds": 3}}
LONG_NAMES = ("WWWWWWWWWWWW", "Mohammed Ömü", "Gwendolynmmm", "MMMMMMMMMMMM", "Maximilianus", "Anna Mae Mmm")
"""As wide as the names of players can be: 12 letters."""


def played(
    name: str, seats: int, moves: int, seed: int = 5, *, is_over: bool = False, options: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The public view after so many random moves of a game; fewer, if it was over before. `is_over`: with the last move."""
    return described(name, seats, moves, seed, is_over=is_over, given=options)[0]


def described(
    name: str, seats: int, moves: int, seed: int = 5, *, is_over: bool = False, given: Mapping[str, Any] | None = None
) -> tuple[dict[str, Any], str]:
    """The same, with the sentence on the last event, by names that are long."""
    game = find_game(name)
    luck = random.Random(seed).randrange
    options = game.read_options(OPTIONS.get(name, {}) if given is None else given, seats)
    state = game.setup(options, seats)
    for _ in range(moves):
        acting = game.to_act(state)
        if not acting:
            break
        actor = acting[luck(len(acting))]
        prompt = game.ask(options, state, actor)
        assert prompt is not None
        after = game.submit(options, state, actor, sample(prompt, luck))
        if not game.to_act(after) and not is_over:
            break
        state = after
    seen = game.view(state, PUBLIC)
    view: dict[str, Any] = to_builtins(seen)
    return view, game.describe(options, seen, LONG_NAMES[:seats])
