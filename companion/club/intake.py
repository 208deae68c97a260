"""Takes the finished games of all tables into the database, and acknowledges them.

    a game from a table → the queue → a thread: replay its moves, store many in one transaction → ack, once it is committed

Invariants. An ack names a game only after it is committed, and also a game that stands there already. What cannot be stored now
is not acknowledged, so its table sends it again. A game whose moves do not replay is refused with the reason, and so is an id
that another table used, and a game that the database would never take.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Final

from msgspec import Struct

from companion.club.database import Database, DatabaseError, DatabaseRefusesError, NewGame, Stored
from companion.club.threads import on_thread
from companion.club.wire import MAX_PAYLOAD_BYTES, WINDOW, Ack, FinishedGame, decoded, is_uuid
from companion.core.errors import RequestError, RuleError, own_fault
from companion.history.json_lines import decode_game_line
from companion.history.replay import replayed_ending

log = logging.getLogger("companion")

QUEUED: Final = 2000
"""Games that wait in memory. More are dropped: their tables send them again."""
QUEUED_OF_A_TABLE: Final = 2 * WINDOW
"""Of them from one table, which has at most half as many on their way and may send them again after a connection. A large game
counts for several."""
LARGE: Final = MAX_PAYLOAD_BYTES // 10
AT_ONCE: Final = 100
"""Games of one transaction."""
LONGEST_ORDER: Final = 64
BUCKETS: Final = (0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 30.0)
"""Of the seconds from a game's arrival to its commit."""

SendAck = Callable[[str, Ack], None]
"""Publishes an ack for a table."""


class Counts(Struct):
    """What has happened since the start. `within[n]`: commits within BUCKETS[n] seconds."""

    received: int = 0
    duplicates: int = 0
    refused: int = 0
    commits: int = 0
    commit_seconds: float = 0.0
    within: list[int] = []

    def note_commit(self, seconds: float) -> None:
        """A game was committed so many seconds after its arrival."""
        self.commits += 1
        self.commit_seconds += seconds
        self.within = [
            count + (seconds <= bound) for count, bound in zip(self.within or [0] * len(BUCKETS), BUCKETS, strict=True)
        ]


class Arrived(Struct, frozen=True):
    """A payload that came from a table. `at`: seconds since 1970; `clock`: on the monotonic clock."""

    table: str
    payload: bytes
    at: float
    clock: float


class Refused(Struct, frozen=True):
    """A game that is not stored."""

    id: str
    reason: str


class Intake:
    """Fills `database`. `send` publishes acks; `stored` is called after games were committed."""

    def __init__(self, database: Database, send: SendAck, stored: Callable[[], None] = lambda: None) -> None:
        self._database = database
        self._send = send
        self._stored = stored
        self._waiting: list[Arrived] = []
        self._of_tables = Counter[str]()
        """The weight of what waits, or is being stored, of each table."""
        self._news = asyncio.Event()
        self.counts = Counts()

    def take(self, table: str, payload: bytes) -> None:
        """A payload of the topic `games` of a table. One that floods is not heard, and the others are."""
        if len(self._waiting) < QUEUED and self._of_tables[table] < QUEUED_OF_A_TABLE:
            self._of_tables[table] += _weight(payload)
            self._waiting.append(Arrived(table, payload, time.time(), time.monotonic()))
            self._news.set()

    @property
    def waiting(self) -> tuple[Arrived, ...]:
        """What will be stored next, the oldest first."""
        return tuple(self._waiting)

    async def run(self) -> None:
        """Store what has come; never returns. A batch that was begun is finished before a cancellation counts."""
        pause = 0.0
        while True:
            await self._news.wait()
            batch, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            storing = asyncio.ensure_future(on_thread(partial(self._store, batch), "intake"))
            try:
                answers = await asyncio.shield(storing)
            except DatabaseError as error:
                log.error("%s Games wait at their tables.", error)
                self._waiting = [*batch, *self._waiting]
                pause = min(max(1.0, 2 * pause), 30.0)
                await asyncio.sleep(pause)
                continue
            except asyncio.CancelledError:
                with suppress(DatabaseError):
                    self._acknowledge(await storing)
                raise
            pause = 0.0
            for one in batch:
                self._of_tables[one.table] -= _weight(one.payload)
            self._acknowledge(answers)
            if not self._waiting:
                self._news.clear()

    def _acknowledge(self, answers: dict[str, Ack]) -> None:
        for table, ack in answers.items():
            self._send(table, ack)
        if any(ack.ids for ack in answers.values()):
            self._stored()

    # On the thread

    def _store(self, batch: list[Arrived]) -> dict[str, Ack]:
        """Check and store games; the acks by table. Raises DatabaseError."""
        games: dict[str, NewGame] = {}
        clocks: dict[str, float] = {}
        sent: list[tuple[str, str]] = []
        refused: dict[str, dict[str, str]] = {}
        for one in batch:
            match checked(one):
                case NewGame() as game:
                    sent.append((game.table, game.id))
                    if games.setdefault(game.id, game) is game:
                        clocks[game.id] = one.clock
                case Refused(uuid, reason):
                    refused.setdefault(one.table, {})[uuid] = reason
                case None:
                    continue
        stored, reasons = self._stored_or_refused(tuple(games.values()))
        ids: dict[str, list[str]] = {}
        for table, uuid in dict.fromkeys(sent):
            if uuid in reasons:
                refused.setdefault(table, {})[uuid] = reasons[uuid]
            elif uuid in stored.taken or games[uuid].table != table:
                refused.setdefault(table, {})[uuid] = "Another table has sent a game with this id."
            else:
                ids.setdefault(table, []).append(uuid)
        now, counts = time.monotonic(), self.counts
        for uuid in stored.new:
            counts.note_commit(now - clocks[uuid])
        counts.received += len(stored.new)
        counts.duplicates += sum(uuid not in reasons for _, uuid in sent) - len(stored.new)
        counts.refused += sum(map(len, refused.values()))
        tables = dict.fromkeys((*ids, *refused))
        return {table: Ack(tuple(ids.get(table, ())), refused.get(table, {})) for table in tables}

    def _stored_or_refused(self, games: tuple[NewGame, ...]) -> tuple[Stored, dict[str, str]]:
        """What was stored, and why the database does not take the others: one of them does not stop the rest. Raises
        DatabaseError where it cannot be used now."""
        try:
            return self._database.store(games), {}
        except DatabaseRefusesError as error:
            if len(games) == 1:
                log.error("the database refuses a game of %s: %s", games[0].table, error)
                return Stored(), {games[0].id: f"The club's database does not take it: {error}."}
        done, reasons = Stored(), dict[str, str]()
        for game in games:
            one, refused = self._stored_or_refused((game,))
            done = Stored(done.new | one.new, done.duplicates | one.duplicates, done.taken | one.taken)
            reasons |= refused
        return done, reasons


def checked(arrived: Arrived) -> NewGame | Refused | None:
    """The game in a payload, after its moves were replayed; why it is refused; or None where it names no game."""
    game = decoded(arrived.payload, FinishedGame, f"{arrived.table}/games")
    if game is None or not is_uuid(game.id):
        return None
    if game.table != arrived.table:
        return Refused(
            game.id, f"It says that it is of the table {game.table[:40]!r}, and {arrived.table} has sent it."
        )
    if game.order is not None and (len(game.order) > LONGEST_ORDER or not game.order.isprintable()):
        return Refused(game.id, f"The id of its order is not a text of at most {LONGEST_ORDER} letters.")
    line = bytes(game.line)
    try:
        replayed = decode_game_line(line)
        text = line.decode()
    except (RequestError, RuleError, UnicodeDecodeError) as error:
        return Refused(game.id, str(error))
    except Exception as error:  # noqa: BLE001
        # Whatever a table sends, the club goes on with the games of the others.
        log.error("a game of %s cannot be checked: %s", arrived.table, own_fault(error))
        return Refused(game.id, "It cannot be checked, by a fault of the club's program.")
    ending = replayed_ending(replayed)
    return NewGame(
        game.id,
        game.table,
        game.order,
        text,
        round(arrived.at, 3),
        replayed.kept.opened.names,
        tuple(float(score) for score in ending.scores),
        tuple(ending.winners or ()),
        replayed.kept.opened.game,
    )


def _weight(payload: bytes) -> int:
    return 1 + len(payload) // LARGE
