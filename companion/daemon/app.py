"""The daemon: one loop that carries out what the table wants done, and the order in which everything starts and stops.

Law: one consumer takes inputs strictly in order, and the journal has an entry before any screen shows it. When the
journal refuses, the move was not made: the table is put back to what the journal holds, and the screens say so.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from typing import assert_never

from companion.core.errors import DeviceError, JournalError, RuleError
from companion.core.keys import Gesture
from companion.core.picture import BLANK, Picture, Run
from companion.core.prompt import Pick, sample
from companion.core.screen import Screen
from companion.core.seat import CHANCE, Seat
from companion.daemon.config import Configuration
from companion.daemon.keeper import Keeper
from companion.daemon.notify import Notify, Watchdog
from companion.daemon.touch import Touch
from companion.devices.build import Devices, build
from companion.devices.diff import applied
from companion.games.catalog import CATALOG
from companion.table.effects import Append, AskChance, Effect, Publish, Show
from companion.table.inputs import Answered, Gestured, Input
from companion.table.table import Table
from companion.ui.compose import notice
from companion.ui.raster import draw
from companion.web.hub import Hub

log = logging.getLogger("companion")

PATIENCE = 5.0
"""Seconds until chance is asked again after the journal refused its answer."""


class Beat:
    """The watchdog's question: whether the consumer still takes inputs."""


class Daemon:
    """A table with everything round it. `pick`: the machine's luck."""

    def __init__(self, configuration: Configuration, hub: Hub, notify: Notify, pick: Pick = secrets.randbelow) -> None:
        self.hub = hub
        self._configuration = configuration
        self._notify = notify
        self._pick = pick
        self._seats = len(configuration.names)
        self._table = self._new_table()
        self._keeper = Keeper(configuration.journal)
        self._inputs: asyncio.Queue[Input | Beat] = asyncio.Queue()
        self._pictures: list[Picture] = [BLANK] * self._seats
        self._faults: dict[Seat, str] = {}
        self._devices: Devices | None = None
        self._broken = False
        """Whether the journal will not do, so that the only question is whether to begin a new one."""

    async def start(self, stack: AsyncExitStack) -> None:
        """Screens and keys, then the journal, then the table. What was started is stopped by `stack`, in reverse."""
        loop = asyncio.get_running_loop()
        stack.push_async_callback(self._keeper.close)
        table = self._configuration.table
        touch = Touch(self._seats, loop, self._gestured, lifting=table.secrecy == "lift", hold=table.hold_ms / 1000)
        stack.callback(touch.close)
        devices = build(self._configuration.wiring, loop, self._on_runs, self._on_fault)
        stack.callback(devices.close)
        self._devices = devices
        if devices.fingers is not None:
            fingers = devices.fingers
            self.hub.on_key = lambda seat, key, down: (fingers.press if down else fingers.release)(seat, key)
        await self._take_up()
        devices.keys.start(touch.edge)

    async def run(self) -> None:
        """Take inputs in order, for ever."""
        while True:
            given = await self._inputs.get()
            if isinstance(given, Beat):
                self._notify.alive()
            elif self._broken:
                await self._begin_anew(given)
            else:
                await self._take(given)

    async def feed(self, watchdog: Watchdog) -> None:
        """Ask the consumer for a sign of life, for ever; it feeds the watchdog itself."""
        while True:
            self._inputs.put_nowait(Beat())
            await asyncio.sleep(watchdog.interval)

    async def _take_up(self, patience: float = 0) -> None:
        """Go on where the journal ends, or open the lobby where it is empty."""
        try:
            found = await self._keeper.open()
            await self._carry_out(self._table.resume(*found) if found else self._table.begin(), patience)
        except JournalError as error:
            log.error("%s", error)
            self._broken = True
            self.hub.event(str(error))
            self._show_all(notice(f"{error} ●: start a new journal; the old file stays.", "new"))

    async def _begin_anew(self, given: Input) -> None:
        if not (isinstance(given, Gestured) and given.gesture == "middle"):
            return
        try:
            await self._keeper.open_new()
        except JournalError as error:
            log.error("%s", error)
            self._show_all(notice(f"{error} ●: try again.", "again"))
            return
        self._broken = False
        self._table = self._new_table()
        await self._carry_out(self._table.begin())

    async def _take(self, given: Input) -> None:
        try:
            effects = self._table.handle(given)
        except RuleError as refusal:
            log.warning("refused: %s", refusal)  # from a stale answer; a seat's own refusals stand on its screen
            return
        try:
            await self._carry_out(effects)
        except JournalError as error:
            log.error("%s", error)
            await self._put_back(str(error))

    async def _put_back(self, reason: str) -> None:
        """The journal refused: the table is what the journal holds, and everybody reads why."""
        self._table = self._new_table()
        await self._take_up(PATIENCE)
        if self._broken:
            return
        self.hub.event(reason)
        for effect in self._table.remark(reason):
            self._show(effect)

    async def _carry_out(self, effects: list[Effect], patience: float = 0) -> None:
        for effect in effects:
            match effect:
                case Append(entry):
                    await self._keeper.append(entry)
                case Show():
                    self._show(effect)
                case Publish(number, view, told):
                    self.hub.public(view, number)
                    self.hub.event(told)
                case AskChance(number, prompt):
                    answer = Answered(CHANCE, number, sample(prompt, self._pick))
                    asyncio.get_running_loop().call_later(patience, self._inputs.put_nowait, answer)
                case _:
                    assert_never(effect)

    def _show(self, effect: Show) -> None:
        assert self._devices is not None, "screens stand before anything is shown"
        self._devices.displays[effect.seat].show(draw(effect.screen), urgent=effect.urgent)

    def _show_all(self, screen: Screen) -> None:
        for seat in range(self._seats):
            self._show(Show(seat, screen, urgent=False))

    def _gestured(self, seat: Seat, gesture: Gesture) -> None:
        self._inputs.put_nowait(Gestured(seat, gesture))

    def _on_runs(self, seat: Seat, runs: tuple[Run, ...]) -> None:
        self._pictures[seat] = applied(self._pictures[seat], runs)
        self.hub.frame(seat, runs, self._pictures[seat])

    def _on_fault(self, seat: Seat, error: DeviceError | None) -> None:
        if error is None:
            self._faults.pop(seat, None)
        else:
            self._faults[seat] = str(error)
            log.warning("%s", error)
        told = " ".join(self._faults[seat] for seat in sorted(self._faults))
        self.hub.fault(told or None)
        self._notify.status(told or "playing")

    def _new_table(self) -> Table:
        return Table(CATALOG, self._configuration.names, self._configuration.table.secrecy)


async def serve(
    configuration: Configuration,
    stop: asyncio.Event,
    *,
    environ: Mapping[str, str],
    pid: int,
    listening: Callable[[str | None], None],
) -> None:
    """Start everything, play until `stop` is set, and stop everything in reverse. The one place that has this order.

    `listening` is told the page's address, None where there is no page. Raises CompanionError where something essential
    (pins, the web's port) cannot be had; whatever had been started is stopped then too, and every screen is dark.
    """
    notify = Notify.of(environ)
    hub = Hub(len(configuration.names), configuration.names)
    daemon = Daemon(configuration, hub, notify)
    async with AsyncExitStack() as stack:
        await daemon.start(stack)
        listening(await _open_web(configuration, hub, environ, pid, stack))
        notify.ready("playing")
        stack.callback(notify.stopping, "stopping")
        await _until(stop, daemon, Watchdog.of(environ, pid))


async def _open_web(
    configuration: Configuration, hub: Hub, environ: Mapping[str, str], pid: int, stack: AsyncExitStack
) -> str | None:
    if not configuration.web.enabled:
        return None
    # Imported here, since the first screen need not wait for it.
    from companion.daemon.pages import open_pages

    return await open_pages(configuration.web, hub, environ, pid, stack)


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
