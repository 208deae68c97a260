"""Which moves of Mastermind can be taken back: those that the arms have not answered."""

from companion.core.prompt import Move
from companion.core.seat import Actor
from companion.games.mastermind.state import State


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What the move revealed; None where it revealed nothing but itself."""
    match move["move"]:
        case "set_code":
            return None
        case "guess" if state.options.indication == "manual":
            return None  # M9: the Codemaker has not pulled the arms yet
        case "guess":
            return "the arms have answered it."
        case _:
            return "the arms have been seen."
