"""Three seats that play and the watch over their faults, for tests of seats that are played from phones."""

from collections.abc import Collection, Iterator
from pathlib import Path

from companion.config.configuration import simulated
from companion.seats.device_faults import FaultReport, FaultTimings
from companion.seats.phones import PhoneAccess
from companion.seats.watch import FaultWatch, WatchTimerDue
from companion.table.state import Needed
from companion.web.hub import Hub
from tests.devices.clock import HandLoop
from tests.web.clients import Requests


class ReportingPhone(Requests):
    """Reports to the watch whether the page is connected."""

    def __init__(self, watch: FaultWatch) -> None:
        super().__init__()
        self._watch = watch

    def phone_connected(self, seat: int, connected: bool) -> None:
        self._watch.phone_connected(seat, connected)


class WatchedSeats:
    """Seats 0 to 2 play, seat 2 is to move; the clock is turned by hand. `luck`: the numbers that the codes are made of.
    `own`: the seats whose own keys and screen are a phone."""

    def __init__(self, luck: Iterator[int], own: Collection[int] = ()) -> None:
        self.loop = HandLoop()
        self.waiting: list[FaultReport | WatchTimerDue] = []
        self.hub = Hub(3, ["Ada", "Ben", "Cleo"])
        self.hub.phone_seats.set_address("table.local:8080", "")
        self.phones = PhoneAccess(lambda size: next(luck).to_bytes(size), own, {0, 1, 2} - set(own))
        self.acting: tuple[int, ...] = (2,)
        self.asked: tuple[int, ...] = ()
        self.watch = FaultWatch(
            simulated(3, {}, journal=Path("none")).wiring,
            self.loop,
            self.hub,
            self.waiting.append,
            timings=FaultTimings(),
            phones=self.phones,
        )

    def run(self, seconds: float = 0.0) -> None:
        """Let time pass, and take every report that comes."""
        end = self.loop.now + seconds
        while True:
            while self.waiting:
                self.watch.take(self.waiting.pop(0))
                self.judge()
            if self.loop.now >= end:
                return
            self.loop.advance(0.1)

    def judge(self) -> None:
        """The watch judges what is to be told, as after every event at the table."""
        self.watch.judge(Needed((0, 1, 2), self.acting, self.asked, ("Ada", "Ben", "Cleo")))
