"""Which moves of Digit Code can be taken back: a code, as long as nobody has asked about it."""

from companion.core.prompt import Move
from companion.core.seat import Actor
from companion.games.digitcode.state import State


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What the move revealed; None where it revealed nothing but itself."""
    match move["move"]:
        case "set_code":
            return None
        case "propose":
            return "it was called right or wrong."
        case "pass":
            return "it ended the game."
        case _:
            return "the question has been answered."
