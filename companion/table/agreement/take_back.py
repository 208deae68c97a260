"""Whether the last move of a game may be taken back.

Invariant: taking a move back loses nothing but the move. It must be the last entry, chance has not answered it and is not about
to, and it has shown nobody (its maker included) anything that they could not have told from the move itself and from what they
saw before: no arms, no answer, no verdict, no tile or card. Each game decides that for each of its moves
(`Game.why_irreversible`); a move that a game does not mention cannot be taken back.
"""

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Step, replay, to_act
from companion.core.seat import CHANCE, Seat


def state_before_last(
    game: AnyGame, options: object, state: object, steps: tuple[Step, ...], names: tuple[str, ...], seat: Seat
) -> object:
    """The game's state before the last move, which `seat` made. Raises RuleError if the move cannot be taken back."""
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
