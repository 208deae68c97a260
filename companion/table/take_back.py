"""Whether the last move of a game may be taken back.

The law: a move is taken back only where nothing is lost by it but the move. It is the last entry, luck has not answered it
and is not about to, and nobody (its maker included) has seen anything by it that they could not have told beforehand from
what they saw and the move itself: no arms, no answer, no verdict, no tile or card. Each game says so of each of its moves
(`Game.why_irreversible`); what a game does not say, lasts.
"""

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Step, replay, to_act
from companion.core.seat import CHANCE, Seat


def state_before_last(
    game: AnyGame, options: object, state: object, steps: tuple[Step, ...], names: tuple[str, ...], seat: Seat
) -> object:
    """The state before the last move, which `seat` made. Raises RuleError, with the reason, where the move stays."""
    if not steps:
        raise RuleError("There is no move to take back.")
    actor, move = steps[-1]
    if actor == CHANCE or to_act(game, state) == (CHANCE,):
        raise RuleError("That move stays: luck has answered it.")
    if actor != seat:
        raise RuleError(f"The last move is {names[actor]}'s, who alone can ask for it.")
    if not to_act(game, state):
        raise RuleError("That move stays: the game is over.")
    before = replay(game, options, len(names), steps[:-1])
    reason = game.why_irreversible(before, actor, move)
    if reason is not None:
        raise RuleError(f"That move stays: {reason}")
    return before
