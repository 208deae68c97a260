"""Which moves of Passcode can be taken back: all but those that chance answers, until chance is asked again."""

from companion.core.prompt import Move
from companion.core.seat import Actor
from companion.games.passcode.state import State


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What the move revealed; None where it revealed nothing but itself."""
    match move:
        case {"move": "roll"}:
            return "the die has been thrown."
        case {"move": "draw", "pile": "draw"}:
            return "a card has been drawn."
        case {"move": "draw"}:
            return "all have seen which card lay below."  # P8
        case _:
            return None
