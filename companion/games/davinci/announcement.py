"""A wrong deduction is announced to everybody, once, when it is made.

Invariant (D16): after its turn no view holds a wrong claim, so players must remember what was announced.
"""

from companion.core.game import Step
from companion.games.davinci.options import Options
from companion.games.davinci.state import Deduction
from companion.games.davinci.text import claim_sentence
from companion.games.davinci.view import DavinciView


def announce(
    options: Options, before: DavinciView, step: Step, after: DavinciView, names: tuple[str, ...]
) -> str | None:
    """The sentence about a wrong claim; None for every other move."""
    match step:
        case int(seat), {"move": "deduce", "seat": int(target), "position": int(position), "value": str(value)}:
            if after.round == before.round and not after.rows[target][position].exposed:
                return claim_sentence(Deduction(seat, target, position, value, correct=False), names)
        case _:
            pass
    return None
