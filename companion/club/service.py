"""The club: it listens to all tables at a broker, keeps their finished games, and answers programs over HTTP.

Start: the database and its tables, as soon as it can be reached, the web's port, then the broker. Stop: the broker is told, the
batch of games that is being stored is finished, the web closes.
"""

import asyncio
import logging
import re
import socket
import tomllib
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from companion.club.api import create_app
from companion.club.database import Database, DatabaseAwayError, DatabaseError
from companion.club.hall import Hall
from companion.club.intake import Intake
from companion.club.mqtt import Account, Connection, Listener, read_password
from companion.club.threads import on_thread
from companion.club.tournaments import Tournaments
from companion.club.wire import CLUB, OFFLINE, ONLINE, Ack, Topics, encoded
from companion.config.club import PREFIX, TABLE_NAME, broker_address
from companion.core.errors import ConfigError
from companion.web.loopback import host_and_port
from companion.web.server import WebServer
from companion.web.shares import of_this_process

log = logging.getLogger("companion")

READ: Final = ("availability", "state", "games", "orders")
"""What the club reads of every table."""
CONNECTIONS: Final = 2048
"""At once, where there are so many file descriptors: 500 readers of the hall, and browsers that load pages. One that reads the
hall costs the club 60 kB (bench/club.py)."""
REQUESTS: Final = 120.0
"""Begun in a second: three times as many as at a table, for a club runs on a machine of its own."""
WATCHING_SECONDS: Final = 86_400.0
"""How long the page of the hall may be told of changes by one answer; then it asks again."""
FINISHING_SECONDS: Final = 3.0
"""How long a stop waits until the games that are being stored are committed."""


class ClubConfiguration(Struct, frozen=True, forbid_unknown_fields=True):
    """How a club runs. `broker` and `database`: URLs. `user`: the club's name at the broker. `password_file` and `ca_file`: as
    for a table. `insecure`: a broker on another machine without TLS. `allowed_hosts`: host names that browsers may use besides
    localhost, this machine's name and `host`."""

    broker: str = ""
    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8090
    user: str = CLUB
    password_file: str | None = None
    ca_file: str | None = None
    prefix: str = "companion"
    insecure: bool = False
    allowed_hosts: tuple[str, ...] = ()


def read_configuration(path: Path | None, given: dict[str, Any]) -> ClubConfiguration:
    """The configuration in a TOML file, with what the command line has `given` over it. Raises ConfigError."""
    found: dict[str, Any] = {}
    if path is not None:
        try:
            found = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise ConfigError((f"{path}: it cannot be read: {reason}.",)) from error
    try:
        made = msgspec.convert(found | given, ClubConfiguration)
    except msgspec.ValidationError as error:
        raise ConfigError((f"{path}: {str(error).replace('`', '')}.",)) from error
    for name, example in (("broker", "mqtts://club.local:8883"), ("database", "sqlite:///club.sqlite3")):
        if not getattr(made, name):
            raise ConfigError((f"The club needs --{name}, such as {example}.",))
    broker_address(made.broker, insecure=made.insecure)
    if not PREFIX.fullmatch(made.prefix):
        raise ConfigError((f"{made.prefix!r} cannot begin a topic; write letters, digits, _ and -.",))
    return made


class Club(Listener):
    """A club that runs. It is made on the loop."""

    def __init__(self, configuration: ClubConfiguration, database: Database) -> None:
        self._prefix = configuration.prefix
        self._own = f"{configuration.prefix}/{CLUB}/availability"
        names = rf"(?P<table>{TABLE_NAME.pattern})/(?P<what>{'|'.join(READ)})"
        self._topic = re.compile(f"{re.escape(configuration.prefix)}/{names}")
        self._connection = Connection(
            broker_address(configuration.broker, insecure=configuration.insecure),
            Account(configuration.user, read_password(configuration.password_file), (self._own, OFFLINE)),
            self,
            ca_file=configuration.ca_file,
        )
        self.hall = Hall()
        self.tournaments = Tournaments(database, self._order)
        self.intake = Intake(database, self._acknowledge, self.tournaments.look)
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Take in games, and connect."""
        self.tournaments.look()
        works = (self.intake.run(), self.tournaments.run(), self._connection.run())
        self._tasks = [asyncio.create_task(work) for work in works]

    async def until_broken(self) -> None:
        """Return when a task has ended, which none does by itself. Raises its error."""
        done, _ = await asyncio.wait(self._tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()

    def dismiss(self) -> None:
        """End the answers that follow what happens."""
        self.hall.close()
        self.tournaments.close()

    async def close(self) -> None:
        """Finish what is being stored, acknowledge it, and say goodbye."""
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=FINISHING_SECONDS)
        self._connection.publish(self._own, OFFLINE, retain=True)
        await self._connection.close()

    # What the connection tells

    def connected(self) -> None:
        """Listen to all tables."""
        self._connection.subscribe([f"{self._prefix}/+/{what}" for what in READ])
        self._connection.publish(self._own, ONLINE, retain=True)
        self.tournaments.connected()

    def message(self, topic: str, payload: bytes) -> None:
        """What a table says."""
        found = self._topic.fullmatch(topic)
        if found is None or found["table"] == CLUB:
            return
        match found["what"]:
            case "availability":
                self.hall.take_availability(found["table"], payload)
            case "state":
                self.hall.take_state(found["table"], payload)
            case "orders":
                self.tournaments.take_report(found["table"], payload)
            case _:
                self.intake.take(found["table"], payload)

    def _acknowledge(self, table: str, ack: Ack) -> None:
        # Without a connection it is not kept: the table sends the games again, and is answered then.
        if self._connection.is_connected:
            self._connection.publish(Topics(self._prefix, table).of("ack"), encoded(ack))

    def _order(self, table: str, payload: bytes) -> bool:
        # Without a connection it is not kept: with the next one all orders are published again.
        if not self._connection.is_connected:
            return False
        return self._connection.publish(Topics(self._prefix, table).of("order"), payload, retain=True) is not None


async def serve(configuration: ClubConfiguration, stop: asyncio.Event, listening: Callable[[str], None]) -> None:
    """Run the club until `stop` is set. `listening` gets the address of its pages. Raises CompanionError where the database or
    the port cannot be had."""
    async with AsyncExitStack() as stack:
        database = Database(configuration.database)
        stack.callback(database.close)
        if not await _migrated(database, stop):
            return
        try:
            await on_thread(database.sweep, "sweep")
        except DatabaseError as error:
            log.warning("%s What was forgotten is removed from the database's files at the next start.", error)
        club = Club(configuration, database)
        name = socket.gethostname()
        hosts = (*configuration.allowed_hosts, name, f"{name}.local")
        app = create_app(club.hall, database, club.intake.counts, hosts, tournaments=club.tournaments)
        limits = msgspec.structs.replace(
            of_this_process(CONNECTIONS), requests=REQUESTS, requests_at_once=4 * REQUESTS, answer=WATCHING_SECONDS
        )
        web = WebServer(app, host=configuration.host, port=configuration.port, limits=limits, dismiss=club.dismiss)
        port = await web.start()
        stack.push_async_callback(web.stop)
        stack.push_async_callback(club.close)
        # What tables say of their orders, they say as soon as there is a connection.
        with suppress(DatabaseError):
            await club.tournaments.settle()
        club.start()
        listening(f"http://{host_and_port(configuration.host, port)}/")
        waits = [asyncio.create_task(stop.wait()), asyncio.create_task(club.until_broken())]
        done, left = await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        for task in done:
            task.result()


async def _migrated(database: Database, stop: asyncio.Event) -> bool:
    """Whether the database is ready. It may start later than the club does, so this tries again until `stop` is set. Raises
    DatabaseError where it will never be."""
    pause = 1.0
    while not stop.is_set():
        try:
            await on_thread(database.migrate, "migrate")
        except DatabaseAwayError as error:
            log.warning("%s Trying again.", error)
            with suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await stop.wait()
            pause = min(2 * pause, 30.0)
        else:
            return True
    return False
