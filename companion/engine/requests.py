"""The requests of the engine protocol, version 1: one record for each, so that an unknown key is an error."""

from typing import Any

from msgspec import Struct

from companion.core.seat import Actor, Observer, Seat


class GamesRequest(Struct, tag_field="do", tag="games", forbid_unknown_fields=True):
    """Lists the games."""


class NewRequest(Struct, tag_field="do", tag="new", forbid_unknown_fields=True):
    """Begins a game and forgets the one before."""

    game: str
    seats: int
    options: dict[str, Any] = {}


class ToActRequest(Struct, tag_field="do", tag="to_act", forbid_unknown_fields=True):
    """Asks who may move now."""


class LegalRequest(Struct, tag_field="do", tag="legal", forbid_unknown_fields=True):
    """Lists at most `limit` legal moves. No answer has more than 20,000: if a higher limit was reduced and moves are missing, the
    answer has a key `limit`, and `complete` is false."""

    seat: Actor
    limit: int = 5000


class CheckRequest(Struct, tag_field="do", tag="check", forbid_unknown_fields=True):
    """Asks whether a move is legal."""

    seat: Actor
    move: Any


class MoveRequest(Struct, tag_field="do", tag="move", forbid_unknown_fields=True):
    """Makes a move."""

    seat: Actor
    move: Any


class ChanceRequest(Struct, tag_field="do", tag="chance", forbid_unknown_fields=True):
    """Makes the chance moves until a seat is to act."""

    seed: int | None = None


class ViewRequest(Struct, tag_field="do", tag="view", forbid_unknown_fields=True):
    """Asks for the view of a seat; null: the public view."""

    seat: Observer


class PromptRequest(Struct, tag_field="do", tag="prompt", forbid_unknown_fields=True):
    """Asks for the prompt of a seat."""

    seat: Actor


class BotRequest(Struct, tag_field="do", tag="bot", forbid_unknown_fields=True):
    """Asks what a bot would play."""

    seat: Seat
    bot: str


class AnalyseRequest(Struct, tag_field="do", tag="analyse", forbid_unknown_fields=True):
    """Asks what a seat could work out, and what the strongest bot would play there."""

    seat: Seat


class ResultRequest(Struct, tag_field="do", tag="result", forbid_unknown_fields=True):
    """Asks for scores and winners."""


class UndoRequest(Struct, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Takes the last move back."""


class QuitRequest(Struct, tag_field="do", tag="quit", forbid_unknown_fields=True):
    """Ends the engine."""


Request = (
    GamesRequest
    | NewRequest
    | ToActRequest
    | LegalRequest
    | CheckRequest
    | MoveRequest
    | ChanceRequest
    | ViewRequest
    | PromptRequest
    | BotRequest
    | AnalyseRequest
    | ResultRequest
    | UndoRequest
    | QuitRequest
)
REQUEST_NAMES = tuple(
    str(kind.__struct_config__.tag)
    for kind in (
        GamesRequest,
        NewRequest,
        ToActRequest,
        LegalRequest,
        CheckRequest,
        MoveRequest,
        ChanceRequest,
        ViewRequest,
        PromptRequest,
        BotRequest,
        AnalyseRequest,
        ResultRequest,
        UndoRequest,
        QuitRequest,
    )
)
