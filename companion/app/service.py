"""The order in which everything starts and stops, and the supervisor between the two."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any, Final

from companion.app.hardware import Surroundings, assemble_hardware
from companion.app.inputs import AppInput, OrderGiven
from companion.app.session import Session, empty_table
from companion.app.systemd import SystemdNotify, Watchdog
from companion.config.club import ClubSettings
from companion.config.configuration import Configuration
from companion.core.errors import ConfigError
from companion.journal.kept_phones import kept_phones_path, read_kept_phones
from companion.journal.known_names import known_names_path, undrawable_names
from companion.journal.worker import JournalWorker
from companion.web.codes import CodeSink
from companion.web.hub import Hub

if TYPE_CHECKING:
    from companion.club.link import ClubLink

log = logging.getLogger("companion")

SURROUNDINGS: Final = Surroundings()


async def serve(
    configuration: Configuration,
    stop: asyncio.Event,
    *,
    environ: Mapping[str, str],
    pid: int,
    listening: Callable[[str | None], None],
    surroundings: Surroundings = SURROUNDINGS,
    show_codes: CodeSink | None = None,
    beside: Callable[[Session], Coroutine[None, None, None]] | None = None,
) -> None:
    """Start everything, play until `stop` is set, and stop everything in reverse.

    `listening` gets the page's address, None where there is no page. `show_codes` takes the codes of free seats whenever they
    have changed. `beside` runs while the table plays. Raises CompanionError where something essential (pins, the web's port)
    cannot be had. Whatever had been started is stopped then, too, and every screen is dark.
    """
    notify = SystemdNotify.of(environ)
    hub = Hub(len(configuration.names), configuration.names, secrecy=configuration.table.secrecy)
    async with AsyncExitStack() as stack:
        session = await start_session(configuration, hub, stack, notify, surroundings)
        listening(await _open_web(configuration, hub, session, environ, pid, stack))
        if show_codes is not None:
            hub.join_board.listen(show_codes)
        notify.ready(session.status)
        stack.callback(notify.stopping, "stopping")
        await _run_until(stop, session, Watchdog.of(environ, pid), *(() if beside is None else (beside(session),)))


async def start_session(
    configuration: Configuration,
    hub: Hub,
    stack: AsyncExitStack,
    notify: SystemdNotify,
    surroundings: Surroundings,
    journal: JournalWorker | None = None,
) -> Session:
    """Start the screens, then the journal, then the game, then the keys. `stack` stops them in reverse. `journal`: None for the
    one that the configuration names.

    Raises ConfigError where no game is for so many seats, DeviceError where there are no pins, and JournalError where another
    process has the journal.
    """
    empty_table(configuration, switchable=False)  # before any device is touched
    loop = asyncio.get_running_loop()
    inputs: asyncio.Queue[AppInput] = asyncio.Queue()
    journal = journal or JournalWorker(configuration.journal, for_club=configuration.club is not None)
    stack.push_async_callback(journal.close)
    club = (
        None
        if configuration.club is None
        else _club_link(
            configuration.club, hub, journal, lambda: inputs.put_nowait(OrderGiven()), surroundings.club_socket
        )
    )
    kept_phones = read_kept_phones(kept_phones_path(configuration.journal))
    hardware = assemble_hardware(configuration, hub, loop, stack, inputs.put_nowait, surroundings, kept_phones)
    for sentence in undrawable_names(known_names_path(configuration.journal)):
        log.warning("%s", sentence)
    session = Session(configuration, inputs, hardware, hub, journal, notify, surroundings, club)
    stack.push_async_callback(session.close)
    if club is not None:
        # Of the table in play: a journal that is opened anew has another one.
        club.looks = lambda: session.table.looks()
    await session.start()
    if club is not None:
        club.start()
        stack.push_async_callback(club.close)
    hardware.start_keys()
    return session


def _club_link(
    settings: ClubSettings, hub: Hub, journal: JournalWorker, ordered: Callable[[], None], relay: str | None
) -> "ClubLink":
    """Raises ConfigError."""
    # Imported here: a table in no club needs none of it.
    try:
        from companion.club.link import ClubLink
    except ModuleNotFoundError as error:
        raise ConfigError(
            (f"A table in a club needs {error.name}: pip install 'codebreakers-companion[mqtt]' brings it.",)
        ) from error
    return ClubLink(settings, hub, journal, ordered, relay=relay)


async def _open_web(
    configuration: Configuration,
    hub: Hub,
    session: Session,
    environ: Mapping[str, str],
    pid: int,
    stack: AsyncExitStack,
) -> str | None:
    if not configuration.web.enabled:
        return None
    # Imported here, since the first screen need not wait for it.
    from companion.app.web import open_pages
    from companion.history.history_reader import HistoryReader

    past = HistoryReader(session.journal, session.thinking.review)
    stack.callback(past.close)
    address = await open_pages(configuration.web, hub, session.pages, environ, pid, stack, past, session.thinking)
    stack.push_async_callback(
        session.thinking.close
    )  # first, since the server would wait for requests that wait for it
    return address


async def _run_until(
    stop: asyncio.Event, session: Session, watchdog: Watchdog | None, *beside: Coroutine[None, None, None]
) -> None:
    """Run the session until `stop` is set, or until one of its tasks ends; then end them all. Raises what a task raised."""
    tasks: list[asyncio.Task[Any]] = [asyncio.create_task(one) for one in (stop.wait(), session.run(), *beside)]
    if watchdog is not None:
        tasks.append(asyncio.create_task(session.feed_watchdog(watchdog)))
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for task in done:
        error = task.exception()
        if error is not None:
            raise error
