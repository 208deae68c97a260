"""Wrong arms are announced to everybody: what they should have shown, and what follows.

Invariant (M14): no later view holds the row of the void game, so the announcement is made once, when the game ends.
"""

from companion.core.game import Step
from companion.games.mastermind.options import Options
from companion.games.mastermind.state import ERROR_POINTS, right_arms
from companion.games.mastermind.view import MastermindView


def announce(
    options: Options, before: MastermindView, step: Step, after: MastermindView, names: tuple[str, ...]
) -> str | None:
    """M14: what the arms should have shown; None for every other move."""
    if len(after.past) == len(before.past) or not after.past[-1].void:
        return None
    past = after.past[-1]
    red, white = right_arms(past.code, before.rows[-1].pegs)
    return (
        f"Wrong arms: exact {red}, near {white} was right. The code: {', '.join(past.code)}. Void, and played again; "
        f"{ERROR_POINTS} points for {names[past.decoder]}."
    )
