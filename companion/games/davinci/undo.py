"""Which moves of Da Vinci Code may be taken back: a place chosen for a tile that nobody else sees, and a stop that shows none."""

from companion.core.prompt import Move
from companion.core.seat import Actor
from companion.games.davinci.rules import State


def why_irreversible(state: State, actor: Actor, move: Move) -> str | None:
    """What the move showed; None where it showed nothing but itself."""
    match move["move"]:
        case "arrange":
            return "all have seen how the row stands."
        case "place" if state.log and not state.log[-1].correct:
            return "the tile lies open."  # D9
        case "place":
            return None
        case "stop" if state.clue is None or state.options.advanced:
            return None  # D13: where it joins is still to be said
        case "stop":
            return "all have seen where the new tile joined the row."
        case "take":
            return "the tile has been drawn."
        case "deduce":
            return "it was called right or wrong."
        case _:
            return "the tile has been seen."
