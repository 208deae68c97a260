"""A whole table whose seats are played from phones by touch, for tests with a real browser."""

import asyncio
import random
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Literal

from msgspec import structs
from playwright.sync_api import Browser, Page, ViewportSize, expect

from companion.app import service
from companion.app.hardware import Surroundings
from companion.core.seat import Place
from companion.devices.dice.die import die_wiring
from companion.journal.journal import Journal
from companion.seats.device_faults import FaultTimings
from companion.table.effects import Opened
from companion.ui.screens import Secrecy
from companion.web.codes import JoinCode
from tests.browser import patient
from tests.patience import PATIENCE
from tests.room import configured

CALM = FaultTimings(grace=0, recovery=0, phone_grace=1000, phone_return=0, reading=0)
PORTRAIT: Final[ViewportSize] = {"width": 390, "height": 844}
LANDSCAPE: Final[ViewportSize] = {"width": 844, "height": 390}


NAMES: Final = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")


class TouchTable:
    """`address`: of the table's pages; empty until it listens. `journal`: its file.
    Phones join by the codes that the table gives its free seats."""

    def __init__(self) -> None:
        self.address = ""
        self.journal = Path()
        self._codes: dict[Place, JoinCode] = {}

    def show(self, codes: tuple[JoinCode, ...]) -> None:
        """The free seats have these codes now."""
        self._codes = {code.seat: code for code in codes}

    def code(self, seat: Place) -> str:
        """The code of a free seat."""
        return self._codes[seat].code

    def phone(self, browser: Browser, seat: Place, *, named: bool = False, **options: Any) -> Page:
        """A phone with a screen to touch that joined this seat by its code. `named`: it is asked for the name of its player."""
        context = browser.new_context(
            **{"viewport": PORTRAIT, "has_touch": True, "is_mobile": True, "device_scale_factor": 1, **options}
        )
        page = patient(context.new_page())
        page.goto(f"{self.address}/seat#{self.code(seat)}")
        if named:
            expect(page.locator("#said")).to_contain_text("Who plays?")
            page.locator("#name").fill(NAMES[seat])
        page.locator("#submit").click()
        page.locator(".touch[data-number], .touch .lines").first.wait_for()
        return page


@contextmanager
def touch_table(
    folder: Path,
    opened: Opened | None = None,
    *,
    seats: int = 2,
    seed: int = 5,
    secrecy: Secrecy = "open",
    phones: bool = True,
    timings: FaultTimings = CALM,
    die: Literal["machine", "page"] = "machine",
) -> Iterator[TouchTable]:
    """A table on a loop in a thread of its own. `opened`: the game that begins; None: the lobby. `phones`: each seat is a phone;
    else the seats are simulated, and the bench is there. `die`: the machine rolls it, or it lies in the page of the bench."""
    simulated = configured(folder, hold_ms=3000, seats=seats, secrecy=secrecy, phones=phones)
    configuration = structs.replace(simulated, die=die_wiring(die)())
    if opened is not None:
        journal = Journal.open(configuration.journal, str)
        journal.append(opened)
        journal.close()
    loop, stop, stands = asyncio.new_event_loop(), asyncio.Event(), threading.Event()
    table = TouchTable()
    table.journal = configuration.journal

    def listening(address: str | None) -> None:
        assert address is not None
        table.address = address.removesuffix("/table").rstrip("/")
        if not phones:
            stands.set()

    def show_codes(codes: tuple[JoinCode, ...]) -> None:
        table.show(codes)
        stands.set()

    def run() -> None:
        luck = random.Random(seed).randrange
        serving = service.serve(
            configuration,
            stop,
            environ={},
            pid=1,
            listening=listening,
            surroundings=Surroundings(randbelow=luck, timings=timings),
            show_codes=show_codes,
        )
        loop.run_until_complete(serving)
        loop.close()

    thread = threading.Thread(target=run, name="table")
    thread.start()
    try:
        assert stands.wait(PATIENCE)
        yield table
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(PATIENCE)
