"""What tables and club say to each other: topics, and payloads as records. docs/club.md has the whole of it, for other programs.

    <prefix>/<table>/availability   online or offline; the table, and its last will; retained
    <prefix>/<table>/state          what /table shows, at most once a second; retained
    <prefix>/<table>/event          what happened
    <prefix>/<table>/games          a finished game, until it is acknowledged
    <prefix>/<table>/orders         what became of an order
    <prefix>/<table>/ack            from the club: these games stand in its database
    <prefix>/<table>/order          from the club: the game that is to be played next; retained, empty: none
    <prefix>/club/availability      online or offline; the club, and its last will; retained

Invariant: whatever a peer sends is a record of this file, or dropped with one line in the log that quotes nothing of it.
"""

import logging
import time
from typing import Any, Final, Literal, TypeVar
from uuid import UUID

import msgspec
from msgspec import Raw, Struct

from companion.core.seat import Place

log = logging.getLogger("companion")

VERSION: Final = 1
CLUB: Final = "club"
"""The name of the club in its own topic; no table is called so."""
ONLINE: Final = b"online"
OFFLINE: Final = b"offline"
MAX_PAYLOAD_BYTES: Final = (1 << 22) + (1 << 16)
"""Most bytes of a payload: a game's line and what is around it."""
WINDOW: Final = 20
"""Games that a table has unacknowledged on their way at a time."""
_EARLIEST: Final = 1_767_225_600.0
"""The beginning of 2026. A clock before that was never set: a Pi without a battery begins in the past."""

Phase = Literal["lobby", "game", "pause", "fault", "over", "closing"]
PlaceKind = Literal["person", "machine", "empty"]
Happening = Literal["game_started", "game_over", "game_abandoned", "fault", "fault_gone"]
OrderState = Literal["shown", "started", "finished", "refused", "left"]


class Topics(Struct, frozen=True):
    """The topics of one table."""

    prefix: str
    table: str

    def of(self, what: str) -> str:
        """The topic of a table's state, event, games, orders, ack, order or availability."""
        return f"{self.prefix}/{self.table}/{what}"


class SeatShown(Struct, frozen=True):
    """Who plays at a place of the table. `score`: null where there is none."""

    place: Place
    name: str
    kind: PlaceKind
    score: float | None


class State(Struct, frozen=True):
    """What the middle of the table shows. `to_act`: whose turn it is, `since` when; `moves`: how many in this game; `said`: the
    last public sentence; `fault`: why the game waits, or a device that does not work."""

    phase: Phase
    game: str | None
    edition: str | None
    title: str
    order: str | None
    round: str | None
    places: tuple[SeatShown, ...]
    to_act: tuple[Place, ...]
    since: float | None
    moves: int
    said: str
    fault: str | None
    at: float | None = None
    software: str = ""
    v: int = VERSION


class Event(Struct, frozen=True):
    """Something that happened, in one sentence. `id`: of the game."""

    what: Happening
    game: str | None
    id: str | None
    text: str
    at: float | None = None
    v: int = VERSION


class FinishedGame(Struct, frozen=True):
    """A finished game. `line`: as `companion export` writes it."""

    id: str
    table: str
    order: str | None
    line: Raw
    v: int = VERSION


class Ack(Struct, frozen=True):
    """These games stand in the club's database; it does not take those that are `refused`, for a reason. `again`: games that were
    refused are to be sent again."""

    ids: tuple[str, ...] = ()
    refused: dict[str, str] = {}
    again: bool = False
    v: int = VERSION


class Order(Struct, frozen=True):
    """A game that is to be played: by these options, with these players in the order of the seats."""

    order: str
    game: str
    do: Literal["play"] = "play"
    options: dict[str, Any] = {}
    players: tuple[str, ...] = ()
    round: str = ""
    text: str = ""
    deadline: float | None = None
    v: int = VERSION


class OrderReport(Struct, frozen=True):
    """What became of an order. `id`: of its game; `why`: for a refusal."""

    order: str | None
    report: OrderState = msgspec.field(name="is")
    id: str | None = None
    why: str | None = None
    v: int = VERSION


PayloadT = TypeVar("PayloadT", State, Event, FinishedGame, Ack, Order, OrderReport)


def is_uuid(text: str) -> bool:
    """Whether this is an id of a game, an order or a tournament, as we write them."""
    try:
        return str(UUID(text)) == text
    except ValueError:
        return False


def encoded(payload: Struct) -> bytes:
    """The bytes of a payload."""
    return msgspec.json.encode(payload)


def decoded(payload: bytes, kind: type[PayloadT], topic: str) -> PayloadT | None:
    """A payload that a peer sent as a record; None for anything else, with one line in the log."""
    try:
        if len(payload) > MAX_PAYLOAD_BYTES:
            raise ValueError("it is too long")
        found = msgspec.json.decode(payload, type=kind)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        # A validation error names a field and its type, and no value.
        reason = str(error) if isinstance(error, msgspec.ValidationError) else "it is no JSON of this kind"
        log.warning("dropped what came on %s: %s", topic, reason)
        return None
    if found.v != VERSION:
        log.warning("dropped what came on %s: it is of version %d, and this program knows %d", topic, found.v, VERSION)
        return None
    return found


def trusted_time(now: float | None = None) -> float | None:
    """The seconds since 1970; None while this machine's clock was never set. `now`: None for the time now."""
    now = time.time() if now is None else now
    return round(now, 3) if now >= _EARLIEST else None
