"""A whole table whose seats are played from phones by touch, for tests with a real browser."""

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, ViewportSize

from companion.core.seat import Seat
from companion.daemon import lifecycle, start_daemon
from companion.daemon.hardware.table_hardware import TableHardware, assemble_hardware
from companion.journal.journal import Journal
from companion.pause.fault_timing import FaultTimings
from companion.pause.fault_watch import FaultWatch
from companion.table.effects import Opened
from companion.ui.compose import Secrecy
from tests.browser import patient
from tests.patience import PATIENCE
from tests.room import configured

CALM = FaultTimings(grace=0, recovery=0, phone_grace=1000, phone_return=0, reading=0)
PORTRAIT: Final[ViewportSize] = {"width": 390, "height": 844}
LANDSCAPE: Final[ViewportSize] = {"width": 844, "height": 390}


@dataclass
class TouchTable:
    """`code(seat)`: a one-time code for the phone of a seat."""

    address: str
    code: Callable[[Seat], str]

    def phone(self, browser: Browser, seat: Seat, **options: Any) -> Page:
        """A phone that plays this seat, with a screen to touch."""
        context = browser.new_context(
            **{"viewport": PORTRAIT, "has_touch": True, "is_mobile": True, "device_scale_factor": 1, **options}
        )
        page = patient(context.new_page())
        page.goto(f"{self.address}/seat#{self.code(seat)}")
        page.locator(".touch[data-number], .touch .lines").first.wait_for()
        return page


@contextmanager
def touch_table(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    opened: Opened | None = None,
    *,
    seats: int = 2,
    seed: int = 5,
    secrecy: Secrecy = "open",
) -> Iterator[TouchTable]:
    """A table on a loop in a thread of its own. `opened`: the game that begins; None: the lobby. The machine rolls the die."""
    made: list[TableHardware] = []

    def noted(*arguments: Any) -> TableHardware:
        made.append(assemble_hardware(*arguments))
        return made[-1]

    monkeypatch.setattr(start_daemon, "assemble_hardware", noted)
    # No seat is broken here, and its phone plays it all the same.
    monkeypatch.setattr(FaultWatch, "_return_from_phones", lambda *_: None)
    configuration = replace(configured(folder, hold_ms=3000, seats=seats, secrecy=secrecy), die="machine")
    if opened is not None:
        journal = Journal.open(configuration.journal, str)
        journal.append(opened)
        journal.close()
    loop, stop, stands = asyncio.new_event_loop(), asyncio.Event(), threading.Event()
    addresses: list[str | None] = []

    def listening(address: str | None) -> None:
        addresses.append(address)
        stands.set()

    def run() -> None:
        luck = random.Random(seed).randrange
        loop.run_until_complete(
            lifecycle.serve(configuration, stop, environ={}, pid=1, listening=listening, randbelow=luck, timings=CALM)
        )
        loop.close()

    def code(seat: Seat) -> str:
        async def offer() -> str:
            return made[0].watch._phones.offer(seat, loop.time())

        return asyncio.run_coroutine_threadsafe(offer(), loop).result(PATIENCE)

    thread = threading.Thread(target=run, name="table")
    thread.start()
    try:
        assert stands.wait(PATIENCE)
        assert addresses[0] is not None
        yield TouchTable(addresses[0].rstrip("/"), code)
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE)
