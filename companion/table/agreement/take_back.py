"""Whether a player's last move may be taken back.

Invariant: taking a move back loses nothing but the move. It must be the last entry, chance has not answered it and is not about
to, and it has shown nobody (its maker included) anything that they could not have told from the move itself and from what they
saw before: no arms, no answer, no verdict, no tile or card. Each game decides that for each of its moves
(`Game.why_irreversible`); a move that a game does not mention cannot be taken back.

The machine asks for nothing, so what it has done since is no obstacle: it is taken back, too, under the same conditions.
"""

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Step, replay, to_act
from companion.core.seat import CHANCE, Seat


def before_last_move(
    game: AnyGame,
    options: object,
    state: object,
    steps: tuple[Step, ...],
    names: tuple[str, ...],
    seat: Seat,
    machines: tuple[Seat, ...] = (),
) -> tuple[tuple[Step, ...], object]:
    """The steps and the game's state before the last move of `seat`. `machines`: the seats whose moves since then go, too.

    Raises RuleError if a move cannot be taken back.
    """
    while steps:
        *earlier, (actor, move) = steps
        if actor == CHANCE or to_act(game, state) == (CHANCE,):
            raise RuleError("That move stays: luck has answered it.")
        if actor != seat and actor not in machines:
            raise RuleError(f"The last move is {names[actor]}'s, who alone can ask for it.")
        if not to_act(game, state):
            raise RuleError("That move stays: the game is over.")
        steps = tuple(earlier)
        before = replay(game, options, len(names), steps)
        reason = game.why_irreversible(before, actor, move)
        if reason is not None:
            stays = "That move stays" if actor == seat else f"{names[actor]} has moved since, and that stays"
            raise RuleError(f"{stays}: {reason}")
        if actor == seat:
            return steps, before
        state = before
    raise RuleError("There is no move to take back.")
