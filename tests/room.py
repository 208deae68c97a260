"""A daemon on a simulated table in this process: mock pins at one end, the glass of the chip models at the other."""

import asyncio
import json
import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec import structs

from companion.app.hardware import Surroundings
from companion.app.inputs import AppInput
from companion.app.power import RunTool as RunTool
from companion.app.roller import DieRoller
from companion.app.service import start_session
from companion.app.session import Session
from companion.app.systemd import SystemdNotify
from companion.config.configuration import Configuration, simulated
from companion.core.keys import Key
from companion.core.picture import Picture
from companion.core.prompt import RandBelow
from companion.core.seat import Place
from companion.devices.wiring import PhoneSeat, PodSeat, SeatKind
from companion.journal.worker import IDLE_CHECK_TIMINGS, IdleCheckTimings, JournalWorker
from companion.seats.device_faults import FAULT_TIMINGS, FaultTimings
from companion.seats.phones import TokenBytes
from companion.seats.watch import FaultWatch
from companion.table.clock import OFF
from companion.table.draws import Material
from companion.table.table import Table
from companion.thinking.client import COMMAND
from companion.ui.screens import Secrecy
from companion.web.hub import Hub
from companion.web.messages import TEXT


class Room:
    """The `Line` to such a daemon."""

    def __init__(self, configuration: Configuration, session: Session, hub: Hub) -> None:
        self.configuration = configuration
        self.session = session
        self.hub = hub
        self.pages = session.pages
        self.number: int | None = None
        self.event = ""
        self.fault: str | None = None
        self.clock: dict[str, Any] | None = None
        self.phones: str | None = None
        self.view: dict[str, Any] = {}
        self.names: list[str] = []
        self.places: list[int] = []
        self._news = hub.bench()

    @property
    def table(self) -> Table:
        """The table in play."""
        return self.session.table

    @property
    def watch(self) -> FaultWatch:
        return self.session.hardware.watch

    @property
    def roller(self) -> DieRoller:
        return self.session.hardware.roller

    def put(self, given: AppInput) -> None:
        """Queue an input."""
        self.session.inputs.put_nowait(given)

    def __repr__(self) -> str:
        """What everybody is told, for the error of a test that waits in vain."""
        return f"<table at move {self.number}: event {self.event!r}, fault {self.fault!r}>"

    @property
    def pictures(self) -> list[Picture]:
        panels = self.session.hardware.devices.panels
        assert panels is not None
        seats = self.configuration.wiring.seats
        return [
            turned(panels[seat].pixels()) if _rotated(wired) else panels[seat].pixels()
            for seat, wired in enumerate(seats)
        ]

    async def news(self) -> None:
        message = await self._news.next()
        while message[1] == TEXT:  # A screen as text; its picture follows.
            message = await self._news.next()
        if isinstance(message, str):
            self._hear(json.loads(message))

    async def press(self, seat: Place, key: Key, down: bool) -> None:
        self.pages.press_key(seat, key, down)

    def _hear(self, message: dict[str, Any]) -> None:
        if message["type"] == "public":
            self.number, self.view = message["number"], message["view"]
            self.names, self.places = message["names"], message["places"]
        elif message["type"] == "event":
            self.event = message["text"]
        elif message["type"] == "clock":
            self.clock = message["clock"]
        elif message["type"] == "fault":
            self.fault = message["text"]
        elif message["type"] == "phones":
            self.phones = message["text"]


def _rotated(wired: SeatKind) -> bool:
    assert not isinstance(wired, PhoneSeat), "a phone has no panel"
    return bool(wired.rotate if isinstance(wired, PodSeat) else wired.panel.rotate)


def turned(picture: Picture) -> Picture:
    """A picture upside down, as a panel shows it that is mounted so and told nothing of it."""
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(picture))


def configured(
    folder: Path,
    *,
    seats: int = 2,
    secrecy: Secrecy = "open",
    material: Material = "screens",
    port: int = 0,
    hold_ms: int = 500,
    machine_pace: float = 0.0,
    phones: bool = False,
    think_time: str = OFF,
) -> Configuration:
    """A simulated table whose journal is in `folder`. Its keys never repeat: on a machine that is busy, a hand that is a program
    holds them longer than any finger, and how they repeat is tested where a test turns the clock. A test that holds
    none, and whose keys come from a browser, sets `hold_ms` high for the same reason. `phones`: each seat is a phone.
    `think_time`: as in table/clock.py."""
    table = simulated(
        seats,
        {},
        port=port,
        secrecy=secrecy,
        material=material,
        journal=folder / "journal.sqlite3",
        phones_at="127.0.0.1" if phones else None,
    )
    settings = structs.replace(table.table, repeat_ms=0, hold_ms=hold_ms, machine_pace=machine_pace, clock=think_time)
    return structs.replace(table, table=settings)


@asynccontextmanager
async def room(
    configuration: Configuration,
    *,
    journal: JournalWorker | None = None,
    randbelow: RandBelow = secrets.randbelow,
    retry_delay: float = 5.0,
    notify: SystemdNotify | None = None,
    timings: FaultTimings = FAULT_TIMINGS,
    idle_timings: IdleCheckTimings = IDLE_CHECK_TIMINGS,
    run_tool: RunTool | None = None,
    machine_command: tuple[str, ...] = COMMAND,
    token_bytes: TokenBytes = secrets.token_bytes,
) -> AsyncIterator[Room]:
    """A daemon without its web server, running until the block ends. `run_tool`: stands for the system's tools;
    `machine_command`: starts the process that plays the machine's seats."""
    hub = Hub(len(configuration.names), configuration.names, time=asyncio.get_running_loop().time)
    async with AsyncExitStack() as stack:
        surroundings = Surroundings(
            randbelow=randbelow,
            token_bytes=token_bytes,
            run_tool=run_tool,
            machine_command=machine_command,
            timings=timings,
            idle_timings=idle_timings,
            retry_delay=retry_delay,
        )
        session = await start_session(configuration, hub, stack, notify or SystemdNotify(None), surroundings, journal)
        running = asyncio.create_task(session.run())
        try:
            yield Room(configuration, session, hub)
        finally:
            running.cancel()
            # A fault of the session is the test's.
            await asyncio.gather(running, return_exceptions=True)
            if not running.cancelled():
                running.result()
