"""A wrong deduction is announced to everybody, once, when it is made.

Invariant (D16): after its turn no view holds a wrong claim, so players must remember what was announced.
"""

from companion.core.game import Step
from companion.core.seat import Seat
from companion.games.davinci.options import Options
from companion.games.davinci.state import Deduction
from companion.games.davinci.text import claim_sentence
from companion.games.davinci.view import DavinciView


def announce(
    options: Options, before: DavinciView, step: Step, after: DavinciView, names: tuple[str, ...]
) -> str | None:
    """A wrong claim, and what follows now; None for every other move."""
    match step:
        case int(seat), {"move": "deduce", "seat": int(target), "position": int(position), "value": str(value)}:
            if after.round == before.round and not after.rows[target][position].exposed:
                said = claim_sentence(Deduction(seat, target, position, value, correct=False), names)
                return f"{said} {_follows(after, seat, names)}"
        case _:
            pass
    return None


def _follows(after: DavinciView, seat: Seat, names: tuple[str, ...]) -> str:
    """What the player does next who was wrong, or who comes next."""
    match after.phase:
        case "place":
            return f"{names[seat]} adds the new tile, open."
        case "reveal":
            return f"{names[seat]} shows a tile."
        case _:
            return f"{names[after.turn_of]} is next."
