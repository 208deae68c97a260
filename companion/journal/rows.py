"""The rows of a journal: the records made from them, the digests that chain them, and how entries become moves.

Invariant: a damaged row raises a JournalError that names it.
"""

import hashlib
from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.core.errors import JournalError
from companion.core.game import Step
from companion.core.seat import CHANCE, Actor, Seat, each_seat
from companion.games.helps import HELPS, Helps, ordered
from companion.table.clock import CLOCKS, OFF
from companion.table.effects import PACES, MachineSeat, Opened, Pace

EndingKind = Literal["over", "abandoned", "open"]
EntryKind = Literal["move", "taken_back", "abandoned", "retold"]

_CONTENT_BYTES = 12
"""Bytes of an entry's digest that cover what it changes in its game; the other 4 cover its time and its roll."""


class GameEnding(Struct, frozen=True):
    """How a game ended after `moves` moves, from its replay; `winners` is None unless `how` is "over"."""

    how: EndingKind
    moves: int
    scores: tuple[int, ...]
    winners: tuple[Seat, ...] | None


class GameHead(Struct, frozen=True):
    """A game without its moves. `opening`: the digest of the head; `chain`: the digest of the last row, which changes with every
    entry; `ending`: the stored ending for that `chain`."""

    id: int
    opened: Opened
    at: str
    opening: bytes
    chain: bytes
    ending: GameEnding | None


class SavedGame(Struct, frozen=True):
    """A whole game: the moves that count, and whether it was abandoned after them. `rows`: the number of its entries, including
    those that were taken back. `machines`: the seats that the machine plays after the last entry; None: those of `opened`.
    `spent_ms`: the think time that each player has used, where the journal has it."""

    opened: Opened
    at: str
    chain: bytes
    steps: tuple[Step, ...]
    abandoned: bool
    rows: int = 0
    machines: tuple[MachineSeat, ...] | None = None
    spent_ms: dict[Seat, int] = {}


class GameToSend(Struct, frozen=True):
    """A finished game that its club has not acknowledged. `number`: its id in the journal; `id`: its UUID; None for `game` and
    `ending`: it cannot be read, for the reason `fault`."""

    number: int
    id: str
    game: SavedGame | None
    ending: GameEnding | None
    fault: str = ""


class OrderedGame(Struct, frozen=True):
    """A game that was begun by an order of a club: its UUID, and what became of it."""

    id: str
    became: Literal["started", "finished", "left"]


class LoggedRoll(Struct, frozen=True):
    """One entry of the log of the die: the top and front face that `source` reported."""

    at: str
    source: str
    top: int
    front: int


class RollToLog(Struct, frozen=True):
    """A roll that makes a move: the top and front face that `source` reported."""

    source: str
    top: int
    front: int


def opened_of(row: tuple[Any, ...]) -> Opened:
    """The head of a game from its columns id, name, rules, options, players, chain. Raises JournalError."""
    game, name, rules, options, players, chain = row
    if chain != chain_digest(b"", game, name, rules, options, players):
        raise JournalError(f"The journal is damaged: game {game} is not what was written.")
    seated = msgspec.json.decode(players, type=list[dict[str, Any]])
    called, places = tuple(one["name"] for one in seated), tuple(one["place"] for one in seated)
    machines = tuple(
        MachineSeat(seat, one["machine"], one["seed"]) for seat, one in each_seat(seated) if "machine" in one
    )
    helps = tuple(_helps(one) for one in seated)
    clock = next((one["clock"] for one in seated if one.get("clock") in CLOCKS), OFF)
    pace: Pace = next((one["pace"] for one in seated if one.get("pace") in PACES), "normal")
    kept = helps if any(helps) else ()
    ids = [seated[0].get(key, "") if seated else "" for key in ("id", "order")]
    return Opened(name, rules, msgspec.json.decode(options), called, places, machines, kept, clock, pace, *ids)


def _helps(player: dict[str, Any]) -> Helps:
    """The helps that a player had switched on; an unknown one of a later version does not count."""
    return ordered({*player.get("helps", ())} & {*HELPS})


def players_of(opened: Opened) -> list[dict[str, Any]]:
    """The players and their places, clockwise, as the column `players` stores them; of the machine also the level and the
    seed, of people the helps that they have switched on, and of all the think time if there is one, and the machine's pace where
    it is not the usual one. The first one has the id of the game, and the order by which it was begun."""
    machines: dict[Seat, dict[str, Any]] = {
        one.seat: {"machine": one.level, "seed": one.seed} for one in opened.machines
    }
    of_all = {} if opened.clock == OFF else {"clock": opened.clock}
    if opened.pace != "normal":
        of_all["pace"] = opened.pace
    players = [
        {
            "name": name,
            "place": place,
            **machines.get(seat, {}),
            **({"helps": list(helps)} if (helps := opened.helps_of(seat)) else {}),
            **of_all,
        }
        for seat, (name, place) in each_seat(zip(opened.names, opened.places, strict=True))
    ]
    players[0] |= {key: value for key, value in (("id", opened.id), ("order", opened.order)) if value}
    return players


class GameRows:
    """Rebuilds a game from its entries, one by one; `steps` are the moves that count after the entries added so far.

    `chain`: at first the digest of the head, then that of the last entry.
    """

    def __init__(self, game: int, chain: bytes) -> None:
        self.game = game
        self.chain = chain
        self.rows = 0
        self.steps: list[Step] = []
        self.abandoned = False
        self.machines: tuple[MachineSeat, ...] | None = None
        self.spent_ms: dict[Seat, int] = {}

    def add(self, row: tuple[Any, ...]) -> None:
        """Add the next entry: the columns number, actor, move, kind, chain. Raises JournalError."""
        try:
            self._add(*row)
        except (msgspec.DecodeError, ValueError, TypeError) as error:
            raise JournalError(f"The journal is damaged: {error}.") from error

    def _add(self, number: int, actor: str, move: str, kind: str, kept: bytes) -> None:
        chain = entry_digest(self.chain, self.game, number, actor, move, kind)
        if not is_content(kept, chain) or number != self.rows + 1:
            raise JournalError(f"The journal is damaged: move {number} of game {self.game} is not what was written.")
        match kind:
            case "move":
                who, _, spent_ms = actor.partition(" ")
                self.steps.append((actor_of(who), msgspec.json.decode(move)))
                if spent_ms:
                    self.spent_ms[Seat(int(who))] = int(spent_ms)
            case "taken_back":
                del self.steps[msgspec.json.decode(move, type=int) :]
            case "retold":
                self.steps = msgspec.json.decode(move, type=list[Step])
                if actor:
                    self.machines = msgspec.json.decode(actor, type=tuple[MachineSeat, ...])
            case _:
                self.abandoned = True
        self.rows, self.chain = number, kept

    def saved_game(self, opened: Opened, at: str) -> SavedGame:
        """The game, after every entry was added."""
        return SavedGame(
            opened, at, self.chain, tuple(self.steps), self.abandoned, self.rows, self.machines, self.spent_ms
        )


def read_game_rows(game: int, chain: bytes, rows: Iterable[tuple[Any, ...]]) -> GameRows:
    """Rebuild a game from all its entries. Raises JournalError."""
    game_rows = GameRows(game, chain)
    for row in rows:
        game_rows.add(row)
    return game_rows


def moves_after(kind: str, move: str) -> int:
    """How many moves count after an entry of kind `taken_back` or `retold`."""
    if kind == "taken_back":
        return msgspec.json.decode(move, type=int)
    return len(msgspec.json.decode(move, type=list[Step]))


def chain_digest(chain: bytes, *written: object) -> bytes:
    """The digest over a row and the digest before it."""
    return hashlib.sha256(chain + "\0".join(map(str, written)).encode()).digest()[:16]


def entry_digest(chain: bytes, game: int, number: int, actor: str, move: str, kind: str) -> bytes:
    """The digest of what an entry changes in its game. The kind is left out of a move's."""
    more = () if kind == "move" else (kind,)
    return chain_digest(chain, game, number, actor, move, *more)


def full_digest(content: bytes, at: str, roll: tuple[object, ...] = ()) -> bytes:
    """What the column `chain` of an entry holds: most of the digest `content` of what it changes, and a check of its time and its
    roll (source, top, front). So damage in those alone is noticed, and does not end the game."""
    return content[:_CONTENT_BYTES] + chain_digest(content, at, *roll)[_CONTENT_BYTES:]


def is_content(chain: object, content: bytes) -> bool:
    """Whether the column `chain` of an entry belongs to the digest `content`. In format 3 they are the same."""
    return (
        isinstance(chain, bytes) and len(chain) == len(content) and chain[:_CONTENT_BYTES] == content[:_CONTENT_BYTES]
    )


def ending_digest(chain: bytes, how: str, moves: int, scores: str, winners: str) -> bytes:
    """The digest of the stored ending of a game whose last digest is `chain`."""
    return chain_digest(chain, how, moves, scores, winners)


def is_ending_of(chain: bytes, kept: object, *columns: Any) -> bool:
    """Whether a stored ending, with the digest `kept`, belongs to a game whose last digest is `chain`, and is what was written.
    In format 3 it has the digest of the game."""
    return kept in (chain, ending_digest(chain, *columns))


def actor_column(actor: Actor, spent_ms: int = 0) -> str:
    """The column `actor` of a move. After a blank it has the milliseconds of think time that its player has used of the game."""
    return f"{actor} {spent_ms}" if spent_ms else str(actor)


def actor_of(text: str) -> Actor:
    """The actor of a move, from the first word of its column."""
    return CHANCE if text == CHANCE else Seat(int(text))


def sorted_json(value: object) -> str:
    """A value as JSON with sorted keys, as the journal stores it."""
    return msgspec.json.encode(value, order="sorted").decode()
