"""Replays a game of the journal: every state of it, and how it ended.

Invariant: only the replay decides the states and the ending of a game. A game that does not replay is refused with one sentence.
"""

from typing import Any

from msgspec import Struct

from companion.core.errors import RuleError
from companion.core.game import AnyGame, by_rules, replay_states, to_act
from companion.games.catalog import find_game
from companion.journal.rows import GameEnding, SavedGame
from companion.table.effects import Opened


class ReplayedGame(Struct, frozen=True):
    """A game and its states. `states[n]` is the state after n moves; a partial replay has fewer than all."""

    kept: SavedGame
    game: AnyGame
    options: Any
    states: tuple[Any, ...]


def game_and_options(opened: Opened) -> tuple[AnyGame, Any]:
    """The game with the rules of its time, and its options. Raises RuleError if this version does not know the rules."""
    known = find_game(opened.game)
    game = by_rules(known, opened.rules)
    if game is None:
        raise RuleError(
            f"It was played by rules {opened.rules} of {known.title}, and this version plays it by rules {known.rules}."
        )
    low, high = game.seats
    if not low <= len(opened.names) <= high:
        fits = f"exactly {low}" if low == high else f"{low} to {high}"
        raise RuleError(f"{game.title} is for {fits} seats, not {len(opened.names)}.")
    return game, game.read_options(opened.options, len(opened.names))


def replay_game(kept: SavedGame) -> ReplayedGame:
    """Replay a whole game. Raises RuleError."""
    game, options = game_and_options(kept.opened)
    return ReplayedGame(kept, game, options, tuple(replay_states(game, options, len(kept.opened.names), kept.steps)))


def replayed_ending(one: ReplayedGame) -> GameEnding:
    """How the game ended. `open`: it is in progress, or was never finished."""
    state = one.states[-1]
    result = one.game.result(state)
    if one.kept.abandoned:
        return GameEnding("abandoned", len(one.kept.steps), result.scores, None)
    over = not to_act(one.game, state)
    return GameEnding("over" if over else "open", len(one.kept.steps), result.scores, result.winners if over else None)
