"""The requests of the engine protocol, version 1: one record for each, so that an unknown key is an error."""

from typing import Any

from msgspec import Struct

from companion.core.seat import Actor, Observer, Seat


class Games(Struct, tag_field="do", tag="games", forbid_unknown_fields=True):
    """Lists the games."""


class New(Struct, tag_field="do", tag="new", forbid_unknown_fields=True):
    """Begins a game; the one before it is forgotten."""

    game: str
    seats: int
    options: dict[str, Any] = {}


class ToAct(Struct, tag_field="do", tag="to_act", forbid_unknown_fields=True):
    """Asks who may move now."""


class Legal(Struct, tag_field="do", tag="legal", forbid_unknown_fields=True):
    """Lists legal moves, at most `limit`. No answer has more than 20,000: where a higher limit was cut by that, it says so with
    a key `limit`, and `complete` is false."""

    seat: Actor
    limit: int = 5000


class Check(Struct, tag_field="do", tag="check", forbid_unknown_fields=True):
    """Asks whether a move is legal."""

    seat: Actor
    move: Any


class Play(Struct, tag_field="do", tag="move", forbid_unknown_fields=True):
    """Makes a move."""

    seat: Actor
    move: Any


class Luck(Struct, tag_field="do", tag="chance", forbid_unknown_fields=True):
    """Lets chance play until a seat is to act."""

    seed: int | None = None


class Look(Struct, tag_field="do", tag="view", forbid_unknown_fields=True):
    """Asks what a seat may know; null: the public."""

    seat: Observer


class Asked(Struct, tag_field="do", tag="prompt", forbid_unknown_fields=True):
    """Asks what a seat is asked."""

    seat: Actor


class AskBot(Struct, tag_field="do", tag="bot", forbid_unknown_fields=True):
    """Asks what a bot would play."""

    seat: Seat
    bot: str


class Standing(Struct, tag_field="do", tag="result", forbid_unknown_fields=True):
    """Asks for scores and winners."""


class Undo(Struct, tag_field="do", tag="undo", forbid_unknown_fields=True):
    """Takes the last move back."""


class Quit(Struct, tag_field="do", tag="quit", forbid_unknown_fields=True):
    """Ends the engine."""


Request = Games | New | ToAct | Legal | Check | Play | Luck | Look | Asked | AskBot | Standing | Undo | Quit
NAMES = tuple(
    str(kind.__struct_config__.tag)
    for kind in (Games, New, ToAct, Legal, Check, Play, Luck, Look, Asked, AskBot, Standing, Undo, Quit)
)
