"""The order in which everything starts and stops, and the supervisor between the two."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack

from companion.config.configuration import Configuration
from companion.core.prompt import RandBelow
from companion.daemon.daemon import Daemon
from companion.daemon.power.power_off import RunTool
from companion.daemon.start_daemon import start_daemon
from companion.daemon.systemd_notify import SystemdNotify, Watchdog
from companion.pause.fault_timing import FAULT_TIMINGS, FaultTimings
from companion.web.hub import Hub
from companion.web.phones.join_board import CodeSink


async def serve(
    configuration: Configuration,
    stop: asyncio.Event,
    *,
    environ: Mapping[str, str],
    pid: int,
    listening: Callable[[str | None], None],
    randbelow: RandBelow = secrets.randbelow,
    timings: FaultTimings = FAULT_TIMINGS,
    run_tool: RunTool | None = None,
    show_codes: CodeSink | None = None,
) -> None:
    """Start everything, play until `stop` is set, and stop everything in reverse.

    `listening` gets the page's address, None where there is no page. `run_tool` runs a tool of the system, to switch the
    machine off; None where that is not offered. `show_codes` takes the codes of free seats whenever they have changed. Raises
    CompanionError where something essential (pins, the web's port) cannot be had. Whatever had been started is stopped then,
    too, and every screen is dark.
    """
    notify = SystemdNotify.of(environ)
    hub = Hub(len(configuration.names), configuration.names, can_lift=configuration.table.secrecy == "lift")
    async with AsyncExitStack() as stack:
        daemon = await start_daemon(
            configuration, hub, stack, notify=notify, randbelow=randbelow, timings=timings, run_tool=run_tool
        )
        listening(await _open_web(configuration, hub, daemon, environ, pid, stack))
        if show_codes is not None:
            hub.join_board.listen(show_codes)
        notify.ready(daemon.status)
        stack.callback(notify.stopping, "stopping")
        await _run_until(stop, daemon, Watchdog.of(environ, pid))


async def _open_web(
    configuration: Configuration,
    hub: Hub,
    daemon: Daemon,
    environ: Mapping[str, str],
    pid: int,
    stack: AsyncExitStack,
) -> str | None:
    if not configuration.web.enabled:
        return None
    # Imported here, since the first screen need not wait for it.
    from companion.daemon.pages.web_startup import open_pages
    from companion.history.history_reader import HistoryReader
    from companion.machine_players.page_thinker import PageThinker

    thinker = PageThinker()
    stack.push_async_callback(thinker.close)
    past = HistoryReader(daemon.journal, thinker.review)
    stack.callback(past.close)
    return await open_pages(configuration.web, hub, daemon.page_requests, environ, pid, stack, past, thinker)


async def _run_until(stop: asyncio.Event, daemon: Daemon, watchdog: Watchdog | None) -> None:
    """Run the daemon until `stop` is set, or until one of its tasks ends; then end them all. Raises what a task raised."""
    tasks = [asyncio.create_task(stop.wait()), asyncio.create_task(daemon.run())]
    if watchdog is not None:
        tasks.append(asyncio.create_task(daemon.feed_watchdog(watchdog)))
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for task in done:
        error = task.exception()
        if error is not None:
            raise error
