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
from companion.core.seat import CHANCE, Actor
from companion.table.effects import MachineSeat, Opened

EndingKind = Literal["over", "abandoned", "open"]
EntryKind = Literal["move", "taken_back", "abandoned", "retold"]


class GameEnding(Struct, frozen=True):
    """How a game ended after `moves` moves, from its replay; `winners` is None unless `how` is "over"."""

    how: EndingKind
    moves: int
    scores: tuple[int, ...]
    winners: tuple[int, ...] | None


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
    those that were taken back. `machines`: the seats that the machine plays after the last entry; None: those of `opened`."""

    opened: Opened
    at: str
    chain: bytes
    steps: tuple[Step, ...]
    abandoned: bool
    rows: int = 0
    machines: tuple[MachineSeat, ...] | None = None


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
    seated: list[dict[str, Any]] = [
        one if isinstance(one, dict) else {"name": one, "place": place}  # format 1 knew names alone
        for place, one in enumerate(msgspec.json.decode(players))
    ]
    called, places = tuple(one["name"] for one in seated), tuple(one["place"] for one in seated)
    machines = tuple(
        MachineSeat(seat, one["machine"], one["seed"]) for seat, one in enumerate(seated) if "machine" in one
    )
    hints = tuple(seat for seat, one in enumerate(seated) if one.get("hints"))
    return Opened(name, rules, msgspec.json.decode(options), called, places, machines, hints)


def players_of(opened: Opened) -> list[dict[str, Any]]:
    """The players and their places, clockwise, as the column `players` stores them; of the machine also the level and the
    seed, and of who may ask for hints that."""
    machines: dict[int, dict[str, Any]] = {
        one.seat: {"machine": one.level, "seed": one.seed} for one in opened.machines
    }
    return [
        {"name": name, "place": place, **machines.get(seat, {}), **({"hints": True} if seat in opened.hints else {})}
        for seat, (name, place) in enumerate(zip(opened.names, opened.places, strict=True))
    ]


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

    def add(self, row: tuple[Any, ...]) -> None:
        """Add the next entry: the columns number, actor, move, kind, chain. Raises JournalError."""
        try:
            self._add(*row)
        except (msgspec.DecodeError, ValueError, TypeError) as error:
            raise JournalError(f"The journal is damaged: {error}.") from error

    def _add(self, number: int, actor: str, move: str, kind: str, kept: bytes) -> None:
        chain = entry_digest(self.chain, self.game, number, actor, move, kind)
        if chain != kept or number != self.rows + 1:
            raise JournalError(f"The journal is damaged: move {number} of game {self.game} is not what was written.")
        match kind:
            case "move":
                self.steps.append((actor_of(actor), msgspec.json.decode(move)))
            case "taken_back":
                del self.steps[msgspec.json.decode(move, type=int) :]
            case "retold":
                self.steps = msgspec.json.decode(move, type=list[Step])
                if actor:
                    self.machines = msgspec.json.decode(actor, type=tuple[MachineSeat, ...])
            case _:
                self.abandoned = True
        self.rows, self.chain = number, chain

    def saved_game(self, opened: Opened, at: str) -> SavedGame:
        """The game, after every entry was added."""
        return SavedGame(opened, at, self.chain, tuple(self.steps), self.abandoned, self.rows, self.machines)


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
    """The digest of an entry. A move has the digest of format 1, which had no other kind."""
    more = () if kind == "move" else (kind,)
    return chain_digest(chain, game, number, actor, move, *more)


def actor_of(text: str) -> Actor:
    """The actor of an entry, from its column."""
    return CHANCE if text == CHANCE else int(text)


def sorted_json(value: object) -> str:
    """A value as JSON with sorted keys, as the journal stores it."""
    return msgspec.json.encode(value, order="sorted").decode()
