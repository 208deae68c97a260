"""Which moves of Da Vinci Code can be taken back: the position chosen for an unseen tile, and a stop that reveals nothing."""

from companion.core.prompt import Move
from companion.core.seat import Actor
from companion.games.davinci.state import State


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What the move revealed; None where it revealed nothing but itself."""
    match move["move"]:
        case "arrange":
            return "all have seen how the row stands."
        case "place" if state.log and not state.log[-1].correct:
            return "the tile lies open."  # D9
        case "place":
            return None
        case "stop" if state.clue is None or state.options.advanced:
            return None  # D13: its owner has still to choose the position
        case "stop":
            return "all have seen where the new tile joined the row."
        case "take":
            return "the tile has been drawn."
        case "deduce":
            return "it was called right or wrong."
        case _:
            return "the tile has been seen."
