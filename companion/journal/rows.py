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
from companion.table.effects import Opened

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
    those that were taken back."""

    opened: Opened
    at: str
    chain: bytes
    steps: tuple[Step, ...]
    abandoned: bool
    rows: int = 0


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
    seated = [
        (one["name"], one["place"]) if isinstance(one, dict) else (one, place)  # format 1 knew names alone
        for place, one in enumerate(msgspec.json.decode(players))
    ]
    called, places = tuple(name for name, _ in seated), tuple(place for _, place in seated)
    return Opened(name, rules, msgspec.json.decode(options), called, places)


def players_of(opened: Opened) -> list[dict[str, Any]]:
    """The players and their places, clockwise, as the column `players` stores them."""
    return [{"name": name, "place": place} for name, place in zip(opened.names, opened.places, strict=True)]


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
            case _:
                self.abandoned = True
        self.rows, self.chain = number, chain

    def saved_game(self, opened: Opened, at: str) -> SavedGame:
        """The game, after every entry was added."""
        return SavedGame(opened, at, self.chain, tuple(self.steps), self.abandoned, self.rows)


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
