"""Check a table's place in its club: the files, the broker, its certificate, the name, and what its access rules allow.

It connects under another client id than the table's, so that it takes no connection from a table that runs, and publishes one
message that nobody keeps.
"""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from companion.config.club import ClubSettings
from companion.core.errors import ConfigError
from companion.pi.doctor.check import DoctorCheck, bad, note, ok

WHAT: Final = "club"
SECONDS: Final = 15.0
"""How long the broker may take for everything."""


class _Answers(Struct):
    """What the broker has answered so far. `trouble`: why there is no connection; `refusal`: of a publish below the table's
    topic; `availability`: what the broker keeps of the table."""

    trouble: str | None = None
    refusal: str | None = None
    published: bool = False
    availability: str | None = None


def check_club(settings: ClubSettings, *, table_runs: bool) -> Iterator[DoctorCheck]:
    """The checks of a table in a club. `table_runs`: the service of this machine plays, so the name is its own."""
    try:
        from companion.club import mqtt  # noqa: F401
    except ModuleNotFoundError as error:
        yield bad(WHAT, f"{error.name} is missing", "pip install 'codebreakers-companion[mqtt]'")
        return
    try:
        found = _ask(settings)
    except ConfigError as error:
        yield bad(WHAT, error.findings[0].rstrip("."), "correct [club] in the configuration")
        return
    if found.trouble is not None:
        yield bad(WHAT, found.trouble.rstrip("."), "see broker, table, password_file and ca_file below [club]")
        return
    yield ok(WHAT, f"the broker at {settings.broker} takes {settings.table}")
    topics = f"{settings.prefix}/{settings.table}/"
    if found.refusal is not None:
        remedy = f"have its access rules let the user {settings.table} read and write below {topics}"
        yield bad(WHAT, f"the broker does not take what this table sends ({found.refusal})", remedy)
    elif not found.published:
        yield note(WHAT, "the broker has not answered a message of this table")
    else:
        yield ok(WHAT, f"the broker takes what this table sends below {topics}")
    if found.availability == "online" and not table_runs:
        remedy = "give each table a name of its own; if this one is played by another program here, all is well"
        yield note(WHAT, f"a table called {settings.table} is at the broker now", remedy)


def _ask(settings: ClubSettings) -> _Answers:
    """Raises ConfigError where a file cannot be read."""
    import asyncio
    import logging

    from companion.club.mqtt import Account, Connection, Listener, read_password
    from companion.club.wire import Topics
    from companion.config.club import broker_address

    answers, topics = _Answers(), Topics(settings.prefix, settings.table)
    log = logging.getLogger("companion")

    class Examiner(Listener):
        def __init__(self) -> None:
            self.done = asyncio.Event()
            self.connection: Connection | None = None
            self._published: int | None = None

        def connected(self) -> None:
            assert self.connection is not None, "it listens to a connection"
            self.connection.subscribe([topics.of("availability")])
            # After the subscription, so that what the broker keeps has come when this is answered.
            self._published = self.connection.publish(topics.of("doctor"), b"")

        def message(self, topic: str, payload: bytes) -> None:
            answers.availability = payload.decode("utf-8", "replace")

        def acknowledged(self, mid: int, refusal: str | None) -> None:
            answers.published, answers.refusal = True, refusal
            self.done.set()

        def trouble(self, sentence: str | None) -> None:
            if sentence is not None and not answers.published:
                answers.trouble = sentence
                self.done.set()

    async def ask() -> None:
        examiner = Examiner()
        account = Account(settings.table, read_password(settings.password_file), client_id=f"{settings.table}-doctor")
        connection = Connection(broker_address(settings.broker), account, examiner, ca_file=settings.ca_file)
        examiner.connection = connection
        running = asyncio.create_task(connection.run())
        try:
            async with asyncio.timeout(SECONDS):
                await examiner.done.wait()
        except TimeoutError:
            answers.trouble = answers.trouble or f"The broker at {settings.broker} does not answer."
        finally:
            await connection.close()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)

    was_disabled, log.disabled = log.disabled, True
    try:
        asyncio.run(ask())
    finally:
        log.disabled = was_disabled
    return answers
