"""The order in which everything starts and stops, and the supervisor between the two."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack

from companion.config.configuration import Configuration
from companion.core.prompt import RandBelow
from companion.daemon.daemon import CALM, Daemon
from companion.daemon.power_off import RunTool as RunTool
from companion.daemon.systemd_notify import SystemdNotify, Watchdog
from companion.journal.journal_worker import JournalWorker
from companion.pause.fault_timing import FaultTimings
from companion.web.hub import Hub


async def serve(
    configuration: Configuration,
    stop: asyncio.Event,
    *,
    environ: Mapping[str, str],
    pid: int,
    listening: Callable[[str | None], None],
    pick: RandBelow = secrets.randbelow,
    calm: FaultTimings = CALM,
    tool: RunTool | None = None,
) -> None:
    """Start everything, play until `stop` is set, and stop everything in reverse. The one place that has this order.

    `listening` is told the page's address, None where there is no page. `tool` runs a tool of the
    system, to switch the machine off; None where that is not offered. Raises CompanionError where something essential
    (pins, the web's port) cannot be had; whatever had been started is stopped then too, and every screen is dark.
    """
    notify = SystemdNotify.of(environ)
    hub = Hub(len(configuration.names), configuration.names)
    keeper = JournalWorker(configuration.journal)
    daemon = Daemon(configuration, hub, notify, keeper, pick=pick, calm=calm, tool=tool)
    async with AsyncExitStack() as stack:
        await daemon.start(stack)
        listening(await _open_web(configuration, hub, keeper, environ, pid, stack))
        notify.ready(daemon.status)
        stack.callback(notify.stopping, "stopping")
        await _until(stop, daemon, Watchdog.of(environ, pid))


async def _open_web(
    configuration: Configuration,
    hub: Hub,
    keeper: JournalWorker,
    environ: Mapping[str, str],
    pid: int,
    stack: AsyncExitStack,
) -> str | None:
    if not configuration.web.enabled:
        return None
    # Imported here, since the first screen need not wait for it.
    from companion.daemon.web_startup import open_pages
    from companion.history.history_reader import HistoryReader

    past = HistoryReader(keeper)
    stack.push_async_callback(past.close)
    return await open_pages(configuration.web, hub, environ, pid, stack, past)


async def _until(stop: asyncio.Event, daemon: Daemon, watchdog: Watchdog | None) -> None:
    """The supervisor: whatever ends first ends all."""
    tasks = [asyncio.create_task(stop.wait()), asyncio.create_task(daemon.run())]
    if watchdog is not None:
        tasks.append(asyncio.create_task(daemon.feed(watchdog)))
    done, waiting = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for task in done:
        error = task.exception()
        if error is not None:
            raise error
