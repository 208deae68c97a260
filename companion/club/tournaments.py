"""The tournaments of a club: kept in its database, and played at its tables.

    an organiser's event → checked against all events before it, and added, in one transaction → pages are told
                                                                    ↓
    orders of the running rounds → retained at the broker → a table shows, starts and finishes one → `orders`, shown on the page
    a stored game with the id of an order → the result of its pairing, which follows each correction of the game's

Nothing here is kept in memory that a killed club would miss: after each start the orders of all running rounds are published
again, and stored games are looked for whose pairing has no result. Both are done again whenever something may have changed.

Invariants. An event is added only where the tournament before it allows it, whoever asks at the same time. A game brings a result
once, for the table at which it was ordered. No other table is told of that order. A result that a game has brought is the club's
result of that game: who changes the one adds the event that changes the other, in the same transaction (`follow`).
"""

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Any, Final
from uuid import uuid4

import msgspec
import sqlalchemy as sql
from msgspec import Struct

from companion.club.database import FORGOTTEN, GAME, METADATA, SEAT, Database, DatabaseError
from companion.club.threads import on_thread
from companion.club.tournament import (
    SOMEBODY,
    Added,
    Created,
    Entered,
    Event,
    Happened,
    Renamed,
    Seating,
    Tournament,
    apply,
    event_json,
    fold,
    places_of,
    proposed,
    read_event,
    renamed_event,
    table_label,
)
from companion.club.wire import Order, OrderReport, decoded, encoded, is_uuid
from companion.core.errors import RequestError, RuleError
from companion.core.words import listed

log = logging.getLogger("companion")

TOURNAMENT: Final = sql.Table(
    "tournament",
    METADATA,
    sql.Column("number", sql.Integer, primary_key=True, autoincrement=True),
    sql.Column("id", sql.String(36), nullable=False, unique=True),
    sql.Column("version", sql.Integer, nullable=False),
    sql.Column("finished", sql.Float),
    sqlite_autoincrement=True,
)
"""`version` rises with each change of its events. `finished`: when it ended."""
EVENT: Final = sql.Table(
    "tournament_event",
    METADATA,
    sql.Column("tournament", sql.Integer, sql.ForeignKey("tournament.number"), primary_key=True),
    sql.Column("number", sql.Integer, primary_key=True),
    sql.Column("at", sql.Float, nullable=False),
    sql.Column("who", sql.String(64), nullable=False),
    sql.Column("event", sql.Text, nullable=False),
)
SAID: Final = sql.Table(
    "tournament_order",
    METADATA,
    sql.Column("order_id", sql.String(64), primary_key=True),
    sql.Column("said", sql.String(16), nullable=False),
    sql.Column("why", sql.Text, nullable=False),
)
"""What a table said last of an order."""
sql.Index("game_order", GAME.c.order_id)

MOST_EVENTS: Final = 20_000
"""Of a tournament; one with 500 players in 20 rounds has 6,000."""
NO_TOURNAMENT: Final = "There is no such tournament."
CLEARED_SECONDS: Final = 86_400.0
"""How long after its end the tables of a tournament are told again that there is no order, should the club have been killed."""
BETWEEN: Final = 0.2
"""Seconds between two looks at the database, however much tables say."""
LOOKED_SECONDS: Final = 60.0
"""A command, such as the one that forgets a player, may have changed the database: so often the club looks by itself."""
LONGEST_PAUSE: Final = 30.0
LONGEST_WHY: Final = 200
ASKED: Final = 400
"""Games that are looked for at a time."""

Publish = Callable[[str, bytes], bool]
"""Publishes the retained order of a table; whether it was sent."""


class Said(Struct, frozen=True):
    """What a table says of an order. `said`: as in OrderReport."""

    said: str
    why: str = ""


class Ordered(Struct, frozen=True):
    """A pairing that was given an order. `round` and `pairing` are counted from 0."""

    tournament: Tournament
    round: int
    pairing: int

    @property
    def seating(self) -> Seating:
        """The pairing."""
        return self.tournament.rounds[self.round].pairings[self.pairing]


class _Open(Struct, frozen=True):
    """A pairing that waits for its game."""

    uuid: str
    round: int
    pairing: int
    seating: Seating


class _Settled(Struct, frozen=True):
    """What a look at the database has found. `orders`: of tables, as bytes; empty for none. `changed`: tournaments that have new
    results."""

    open: dict[str, _Open]
    orders: dict[str, bytes]
    changed: frozenset[str]


class Tournaments:
    """All tournaments in `database`. `now`: seconds since 1970. Methods that say so use the database, on any thread, and raise
    DatabaseError."""

    def __init__(
        self, database: Database, publish: Publish | None = None, now: Callable[[], float] = time.time
    ) -> None:
        self._database = database
        self._publish = publish or (lambda _table, _payload: False)
        self.now = now
        self._known: dict[str, tuple[int, Tournament]] = {}
        """Tournaments that were read, with their versions."""
        self._news = asyncio.Event()
        self._open: dict[str, _Open] = {}
        """Pairings that wait for their results, by their orders."""
        self._orders: dict[str, bytes] = {}
        """What the tables are to have at the broker."""
        self._published: dict[str, bytes] = {}
        """What they have there, as far as this connection has sent it."""
        self._said: dict[str, Said] = {}
        self._unsaved: dict[str, Said] = {}
        self._settling = asyncio.Lock()
        """Nothing is deleted while results are taken in, so nothing of it is stored after it is gone."""
        self._first_turn = int(1000 * now())
        """Of each tournament; a page that has seen one of the club before it was restarted does not take them for the same."""
        self._turns: dict[str, int] = {}
        self._watchers: set[asyncio.Event] = set()
        self._is_closed = False

    # The database

    def all(self) -> list[Tournament]:
        """Every tournament, the newest first. Uses the database."""
        with self._database.reading() as connection:
            return [*self._those(connection, sql.select(TOURNAMENT.c.id).order_by(TOURNAMENT.c.number.desc()))]

    def get(self, uuid: str) -> Tournament:
        """A tournament. Uses the database; raises RequestError where there is none."""
        with self._database.reading() as connection:
            return self._read(connection, uuid)

    def trail(self, uuid: str) -> list[Happened]:
        """What has happened in a tournament, the oldest first. Uses the database; raises RequestError where there is none."""
        with self._database.reading() as connection:
            return _events(connection, _row(connection, uuid)[0])

    def ordered(self, order: str) -> Ordered | None:
        """The pairing that was given this order. Uses the database."""
        with self._database.reading() as connection:
            for one in self._those(connection, sql.select(TOURNAMENT.c.id).order_by(TOURNAMENT.c.number.desc())):
                if (found := one.ordered.get(order)) is not None:
                    return Ordered(one, *found)
        return None

    def _those(self, connection: sql.Connection, ids: sql.Select[Any]) -> Iterator[Tournament]:
        for uuid in connection.execute(ids).scalars().all():
            with suppress(RequestError):  # it was deleted since
                yield self._read(connection, uuid)

    def _read(self, connection: sql.Connection, uuid: str) -> Tournament:
        number, version = _row(connection, uuid)
        known = self._known.get(uuid)
        if known is not None and known[0] == version:
            return known[1]
        # The version was read first, so that events of a later one are only read again.
        found = None
        if known is not None:
            news = _events(connection, number, known[1].events)
            # Where events of before were changed, as when a name is forgotten, the version has risen by more than them.
            if len(news) == version - known[0]:
                found = fold(uuid, news, known[1])
        if found is None:
            events = _events(connection, number)
            if not events:
                raise RequestError(NO_TOURNAMENT)  # it was deleted since its row was read
            found = fold(uuid, events)
        self._known[uuid] = (version, found)
        return found

    def _create(self, event: Created, who: str) -> Tournament:
        uuid, at = str(uuid4()), round(self.now(), 3)
        made = apply(None, Happened(0, at, who, proposed(None, event)), uuid)
        with self._database.writing() as connection:
            insert = sql.insert(TOURNAMENT).values(id=uuid, version=1).returning(TOURNAMENT.c.number)
            number = connection.execute(insert).scalar_one()
            _append(connection, number, Happened(0, at, who, made.created))
        return made

    def _note(self, uuid: str, event: Event, who: str) -> Tournament:
        with self._database.writing() as connection:
            return _add(connection, self._read(connection, uuid), event, who, self.now())

    def _delete(self, uuid: str, who: str) -> None:
        with self._database.writing() as connection:
            number, _ = _row(connection, uuid)
            orders: set[str] = set()
            found = None
            for happened in _events(connection, number):
                found = apply(found, happened, uuid)
                orders |= {one.order for one in found.rounds[-1].pairings} if found.rounds else set()
            for some in _some_at_a_time(orders):
                connection.execute(sql.delete(SAID).where(SAID.c.order_id.in_(some)))
            connection.execute(sql.delete(EVENT).where(EVENT.c.tournament == number))
            connection.execute(sql.delete(TOURNAMENT).where(TOURNAMENT.c.number == number))
            connection.execute(sql.insert(FORGOTTEN).values(at=self.now(), organiser=who, swept=False))

    def _note_game(self, uuid: str, game: str, table: str) -> bool:
        """Take in the result of a game that the table has played; whether there is anything new."""
        with self._database.writing() as connection:
            before = self._read(connection, uuid)
            event = _result_of(connection, before, game)
            if event is not None:
                _add(connection, before, event, table, self.now())
            return event is not None

    # What organisers do, on the loop

    async def create(self, event: Created, who: str) -> Tournament:
        """A new tournament. Raises RuleError and DatabaseError."""
        made = await on_thread(partial(self._create, event, who), "tournament")
        self.changed(made.id)
        return made

    async def note(self, uuid: str, event: Event, who: str) -> Tournament:
        """Add an event; the tournament after it. Raises RuleError with a sentence, RequestError where there is none, and
        DatabaseError."""
        after = await on_thread(partial(self._note, uuid, event, who), "tournament")
        self.changed(uuid)
        return after

    async def delete(self, uuid: str, who: str) -> None:
        """Remove a tournament with all that has happened in it; the games that were played for it stay. Raises RequestError where
        there is none, and DatabaseError."""
        async with self._settling:
            await on_thread(partial(self._delete, uuid, who), "tournament")
            self._known.pop(uuid, None)
            gone = {order for order, one in self._open.items() if one.uuid == uuid}
            self._open = {order: one for order, one in self._open.items() if order not in gone}
            self._unsaved = {order: said for order, said in self._unsaved.items() if order not in gone}
        self.changed(uuid)

    def said(self, seating: Seating) -> Said | None:
        """What the table of a pairing has said of its order."""
        return self._said.get(seating.order) if seating.order else None

    # Pages that follow

    def turn(self, uuid: str) -> int:
        """A number that rises whenever something changes in a tournament."""
        return self._turns.get(uuid, self._first_turn)

    async def until_changed(self, uuid: str, turn: int, patience: float) -> int | None:
        """Wait until the turn is another one, so many seconds at most; the turn then. None at the end."""
        watcher = asyncio.Event()
        self._watchers.add(watcher)
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    while self.turn(uuid) == turn and not self._is_closed:
                        await watcher.wait()
                        watcher.clear()
        finally:
            self._watchers.discard(watcher)
        return None if self._is_closed else self.turn(uuid)

    def close(self) -> None:
        """The club ends."""
        self._is_closed = True
        self._wake()

    def changed(self, uuid: str) -> None:
        """A tournament has another event."""
        self._turns[uuid] = self.turn(uuid) + 1
        self._news.set()
        self._wake()

    def _wake(self) -> None:
        for watcher in self._watchers:
            watcher.set()

    # What tables and the broker say, on the loop

    def look(self) -> None:
        """Games were stored, or events were changed elsewhere."""
        self._news.set()

    def connected(self) -> None:
        """There is a connection to the broker: all orders are published again."""
        self._published.clear()
        self._publish_orders()

    def take_report(self, table: str, payload: bytes) -> None:
        """A table says what became of an order."""
        report = decoded(payload, OrderReport, f"{table}/orders")
        waiting = self._open.get(report.order or "") if report is not None else None
        if report is None or waiting is None or waiting.seating.table != table:
            return
        said = Said(report.report, "".join(filter(str.isprintable, report.why or ""))[:LONGEST_WHY])
        if self._said.get(waiting.seating.order) != said:
            self._said[waiting.seating.order] = self._unsaved[waiting.seating.order] = said
            self.changed(waiting.uuid)

    async def run(self) -> None:
        """Keep orders and results as the database has them; never returns."""
        pause = BETWEEN
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOKED_SECONDS):
                    await self._news.wait()
            self._news.clear()
            try:
                await self.settle()
                pause = BETWEEN
            except DatabaseError as error:
                log.error("%s Results of tournaments wait.", error)
                pause = min(2 * pause + 1, LONGEST_PAUSE)
                self._news.set()
            await asyncio.sleep(pause)

    async def settle(self) -> None:
        """Take in the results of stored games, and publish the orders that are so now. Raises DatabaseError."""
        async with self._settling:
            unsaved, self._unsaved = self._unsaved, {}
            try:
                settled = await on_thread(partial(self._settled, unsaved), "tournament")
            except DatabaseError:
                self._unsaved = unsaved | self._unsaved
                raise
            # The tables of a tournament that was deleted are told that there is no order.
            self._open, self._orders = settled.open, dict.fromkeys(self._orders, b"") | settled.orders
        for uuid in settled.changed:
            self.changed(uuid)
        self._publish_orders()

    def _publish_orders(self) -> None:
        for table in dict.fromkeys((*self._orders, *self._published)):
            payload = self._orders.get(table, b"")
            if self._published.get(table) != payload and self._publish(table, payload):
                self._published[table] = payload

    # On the thread

    def _settled(self, unsaved: dict[str, Said]) -> _Settled:
        with self._database.reading() as connection:
            recent = sql.or_(TOURNAMENT.c.finished.is_(None), TOURNAMENT.c.finished > self.now() - CLEARED_SECONDS)
            ids = sql.select(TOURNAMENT.c.id).where(recent).order_by(TOURNAMENT.c.number)
            all_ = [*self._those(connection, ids)]
            games = _games_of(connection, _waiting(all_))
            if not self._said:
                rows = connection.execute(sql.select(SAID).where(SAID.c.order_id.in_([*_waiting(all_)]))).all()
                self._said |= {row.order_id: Said(row.said, row.why) for row in rows}
        changed = set()
        for one, game in games:
            assert one.seating.table is not None, "its game was played there"
            try:
                if self._note_game(one.uuid, game, one.seating.table):
                    changed.add(one.uuid)
            except (RuleError, RequestError) as refusal:
                log.info("the game %s brings no result: %s", game, refusal)
        if unsaved:
            self._save(unsaved)
        with self._database.reading() as connection:
            after = [*self._those(connection, ids)] if changed else all_
        return _Settled(_waiting(after), _orders_of(after), frozenset(changed))

    def _save(self, unsaved: dict[str, Said]) -> None:
        with self._database.writing() as connection:
            connection.execute(sql.delete(SAID).where(SAID.c.order_id.in_([*unsaved])))
            rows = [{"order_id": order, "said": one.said, "why": one.why} for order, one in unsaved.items()]
            connection.execute(sql.insert(SAID), rows)


def follow(connection: sql.Connection, game: str, who: str, at: float) -> str | None:
    """The result of a game was changed: so is that of the pairing to which the game brought it, if there is one. Must run in the
    transaction of `Database.writing` that changes the game. Returns the id of that tournament. Raises RuleError where it takes no
    more events."""
    brought = sql.select(EVENT.c.tournament).where(EVENT.c.event.contains(f'"game":"{game}"', autoescape=True))
    query = sql.select(TOURNAMENT.c.number, TOURNAMENT.c.id).where(TOURNAMENT.c.number.in_(brought))
    for number, uuid in connection.execute(query).all():
        before = fold(uuid, _events(connection, number))
        event = _result_of(connection, before, game)
        if event is not None:
            _add(connection, before, event, who, at)
            return str(uuid)
    return None


def _result_of(connection: sql.Connection, tournament: Tournament, game: str) -> Entered | None:
    """The event by which the pairing that a game was ordered for has the result of that game; None where it has it, or has one
    from elsewhere."""
    query = sql.select(GAME.c.number, GAME.c.order_id, GAME.c.club_table, GAME.c.struck).where(GAME.c.id == game)
    row = connection.execute(query).one()
    at = tournament.ordered.get(row.order_id or "")
    if at is None:
        return None
    seating = tournament.rounds[at[0]].pairings[at[1]]
    is_waiting = seating.is_ordered and not row.struck
    if seating.table != row.club_table or not (is_waiting or seating.game == game):
        return None
    query_seats = sql.select(SEAT.c.score, SEAT.c.won).where(SEAT.c.game == row.number).order_by(SEAT.c.seat)
    seats = connection.execute(query_seats).all()
    if len(seats) != len(seating.players):
        log.warning("the game %s is not of the players that were ordered", game)
        return None
    won = [seat for seat, one in enumerate(seats) if one.won]
    places = None if row.struck else places_of([one.score for one in seats], won)
    return None if seating.game == game and seating.places == places else Entered(*at, places, game)


def forget(connection: sql.Connection, name: str) -> int:
    """Call a player `name` Somebody, with a number, in all events of all tournaments. Must run in a transaction of
    `Database.writing`. Returns in how many tournaments the player was."""
    wanted, count = name.casefold(), 0
    connection.execute(sql.update(EVENT).where(EVENT.c.who == name).values(who=SOMEBODY))
    for number, uuid in connection.execute(sql.select(TOURNAMENT.c.number, TOURNAMENT.c.id)).all():
        events = _events(connection, number)
        players = {at for at, one in enumerate(fold(uuid, events).players) if one.name.casefold() == wanted}
        players |= _once_called(events, wanted)
        for player in players:
            events = _without_name(events, player)
        for one in events if players else ():
            row = (EVENT.c.tournament == number) & (EVENT.c.number == one.number)
            connection.execute(sql.update(EVENT).where(row).values(event=event_json(one.event)))
        if players:
            count += 1
            version = {"version": TOURNAMENT.c.version + 1}
            connection.execute(sql.update(TOURNAMENT).where(TOURNAMENT.c.number == number).values(version))
    return count


def _once_called(events: Iterable[Happened], name: str) -> set[int]:
    """The players who once were called so."""
    found, count = set(), 0
    for one in events:
        match one.event:
            case Added(names):
                found |= {count + at for at, added in enumerate(names) if added.casefold() == name}
                count += len(names)
            case Renamed(player, renamed) if renamed.casefold() == name:
                found.add(player)
            case _:
                pass
    return found


def _without_name(events: Iterable[Happened], player: int) -> list[Happened]:
    made, count = [], 0
    for one in events:
        changed = renamed_event(one.event, player, count, f"{SOMEBODY} {player + 1}")
        made.append(msgspec.structs.replace(one, event=changed))
        count += len(one.event.names) if isinstance(one.event, Added) else 0
    return made


def _row(connection: sql.Connection, uuid: str) -> tuple[int, int]:
    """The number of a tournament, and its version. Raises RequestError."""
    query = sql.select(TOURNAMENT.c.number, TOURNAMENT.c.version).where(TOURNAMENT.c.id == uuid)
    found = connection.execute(query).one_or_none() if is_uuid(uuid) else None
    if found is None:
        raise RequestError(NO_TOURNAMENT)
    return found.number, found.version


def _events(connection: sql.Connection, number: int, first: int = 0) -> list[Happened]:
    query = sql.select(EVENT).where(EVENT.c.tournament == number, EVENT.c.number >= first).order_by(EVENT.c.number)
    return [Happened(row.number, row.at, row.who, read_event(row.event)) for row in connection.execute(query)]


def _append(connection: sql.Connection, number: int, happened: Happened) -> None:
    row = {"tournament": number, "number": happened.number, "at": happened.at, "who": happened.who}
    connection.execute(sql.insert(EVENT).values(row | {"event": event_json(happened.event)}))


def _add(connection: sql.Connection, before: Tournament, event: Event, who: str, at: float) -> Tournament:
    """Add an event to a tournament that was read in this transaction. Raises RuleError."""
    if before.events >= MOST_EVENTS:
        raise RuleError(f"A tournament has at most {MOST_EVENTS} events.")
    happened = Happened(before.events, round(at, 3), who, proposed(before, event))
    after = apply(before, happened)
    number, _ = _row(connection, before.id)
    _append(connection, number, happened)
    changed: dict[str, Any] = {"version": TOURNAMENT.c.version + 1}
    if after.is_finished != before.is_finished:
        changed["finished"] = happened.at if after.is_finished else None
    connection.execute(sql.update(TOURNAMENT).where(TOURNAMENT.c.number == number).values(changed))
    return after


def _waiting(all_: Iterable[Tournament]) -> dict[str, _Open]:
    """The pairings that wait for a game, by their orders."""
    return {
        seating.order: _Open(one.id, len(one.rounds) - 1, at, seating)
        for one in all_
        if one.running is not None and not one.is_finished
        for at, seating in enumerate(one.running.pairings)
        if seating.is_ordered
    }


def _some_at_a_time(orders: Iterable[str]) -> Iterator[list[str]]:
    left = [*orders]
    for at in range(0, len(left), ASKED):
        yield left[at : at + ASKED]


def _games_of(connection: sql.Connection, waiting: dict[str, _Open]) -> list[tuple[_Open, str]]:
    """The games that were played at the tables of these pairings, in the order of arrival. The first that can brings the
    result."""
    found: list[tuple[_Open, str]] = []
    for some in _some_at_a_time(waiting):
        query = (
            sql.select(GAME.c.id, GAME.c.order_id, GAME.c.club_table)
            .where(GAME.c.order_id.in_(some), GAME.c.struck.is_(False))
            .order_by(GAME.c.number)
        )
        for game in connection.execute(query).all():
            one = waiting[game.order_id]
            if one.seating.table == game.club_table:
                found.append((one, game.id))
    return found


def _orders_of(all_: Iterable[Tournament]) -> dict[str, bytes]:
    """What each table of tournaments is to have at the broker. Of two tournaments that use one table, the older comes first."""
    orders: dict[str, bytes] = {}
    used: dict[str, bytes] = {}
    for one in all_:
        used |= dict.fromkeys(one.tables, b"")
        for played in one.rounds:
            used |= {seating.table: b"" for seating in played.pairings if seating.table is not None}
        if one.running is None:
            continue
        for seating in one.running.pairings:
            if seating.is_ordered and seating.table is not None:
                orders.setdefault(seating.table, encoded(order_of(one, seating)))
    return used | orders


def order_of(tournament: Tournament, seating: Seating) -> Order:
    """The order of a pairing of the running round for its table."""
    created, names = tournament.created, tournament.names(seating)
    options: dict[str, Any] = created.options
    return Order(
        order=seating.order,
        game=created.game,
        options=options,
        players=names,
        round=f"Round {len(tournament.rounds)}",
        text=f"{table_label(seating.table)}: {listed(names)}",
        deadline=tournament.deadline,
    )
