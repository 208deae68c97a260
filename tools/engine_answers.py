"""What the engine answers to each request, as records: for the JSON Schema of its answers. The tests put real answers to it.

Every answer has `"ok": true` beside these keys; an error answer has `"ok": false` and `error`.
"""

from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, UnsetType

from companion.core.prompt import Move
from companion.core.seat import Actor

AnyView = Annotated[dict[str, Any], Meta(description="A view: <game>/view.json.")]
AnyPrompt = Annotated[dict[str, Any], Meta(description="A prompt: prompt.json.")]
AnyMove = Annotated[Move, Meta(description="A move: <game>/move.json.")]


class Listed(Struct, forbid_unknown_fields=True):
    """A game: its name, the least and the greatest number of seats, the defaults of its options, its bots, weakest first."""

    game: str
    seats: tuple[int, int]
    options: dict[str, Any]
    bots: tuple[str, ...]


class Catalogue(Struct, forbid_unknown_fields=True):
    """Every game."""

    games: tuple[Listed, ...]


class Acting(Struct, forbid_unknown_fields=True):
    """Who may move now: seats, ascending, or chance alone; nobody when the game is over."""

    to_act: tuple[Actor, ...]


class Moves(Struct, forbid_unknown_fields=True):
    """Legal moves. `complete`: whether that is all of them; `limit`: the engine's own limit, where it cut the list; `weights`:
    for chance, one for each move."""

    moves: tuple[AnyMove, ...]
    complete: bool
    limit: int | UnsetType = UNSET
    weights: tuple[int, ...] | UnsetType = UNSET


class Played(Struct, forbid_unknown_fields=True):
    """What chance played, and who may move now."""

    moves: tuple[AnyMove, ...]
    to_act: tuple[Actor, ...]


class Seen(Struct, forbid_unknown_fields=True):
    """What the observer may know."""

    view: AnyView


class Question(Struct, forbid_unknown_fields=True):
    """What the actor is asked; null where it is not to act."""

    prompt: AnyPrompt | None


class Proposal(Struct, forbid_unknown_fields=True):
    """What a bot would play."""

    move: AnyMove


class Outcome(Struct, forbid_unknown_fields=True):
    """The scores, one a seat, and who has won: null while the game is on."""

    scores: tuple[int, ...]
    winners: tuple[int, ...] | None


class Nothing(Struct, forbid_unknown_fields=True):
    """Nothing more."""


ANSWERS: Final[dict[str, type[Struct]]] = {
    "games": Catalogue,
    "new": Acting,
    "to_act": Acting,
    "legal": Moves,
    "check": Nothing,
    "move": Acting,
    "chance": Played,
    "view": Seen,
    "prompt": Question,
    "bot": Proposal,
    "result": Outcome,
    "undo": Acting,
    "quit": Nothing,
}
"""By the name of the request."""
