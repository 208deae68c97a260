"""The pods of a table: simulated ones, which run the real firmware, on the threads that real ones have."""

import asyncio
import errno
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

import pytest

from companion.core.errors import DeviceError
from companion.core.keys import Cancelled, InitiallyDown, KeyEdge, KeyEvent
from companion.core.picture import BLANK, PixelRun
from companion.core.seat import Place
from companion.devices.build import NoLoop, blank, build
from companion.devices.panels.bus import WORKER_ENDED
from companion.devices.pods.ports import UNPLUGGED, PortFinder, PortOpener
from companion.devices.pods.seat import PodKeys, Pods
from companion.devices.pods.session import POD_NEVER_ANSWERED
from companion.devices.simulated.chip import DisplayChip
from companion.devices.simulated.pod import SimulatedPod, SimulatedPods
from companion.devices.simulated.sh1106 import SH1106
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring import I2CPanel, KeyPins, PodSeat, SeatWiring, Wiring
from tests.devices.clock import HandLoop
from tests.devices.pictures import lit
from tests.devices.rigs import shows
from tests.patience import PATIENCE
from tests.until import setting, until

PICTURE, OTHER = lit((3, 3)), lit((100, 40), (7, 60))

MIXED = Wiring(
    simulated=True,
    pin_factory="mock",
    seats=(
        PodSeat("SIM0", chip="sh1106"),
        SeatWiring(KeyPins(4, 5, 6), I2CPanel("ssd1306", 11, 0x3C)),
        PodSeat("SIM2", chip="ssd1309", contrast=40),
    ),
)


class Table:
    """Two seats on pods, and what the daemon would be told."""

    def __init__(self) -> None:
        self.chips: tuple[DisplayChip, DisplayChip] = (SSD1306(), SH1106())
        self.simulated = [SimulatedPod("SIM0", self.chips[0]), SimulatedPod("SIM1", self.chips[1])]
        self.faults: list[tuple[int, str | None]] = []
        self.keys: list[KeyEvent] = []
        self.told = asyncio.Event()
        ports = SimulatedPods(self.simulated)
        seats = {Place(0): PodSeat("SIM0"), 1: PodSeat("SIM1", chip="sh1106")}
        loop = asyncio.get_running_loop()
        self.pods = Pods(seats, loop, self._on_runs, self._on_fault, find_port=ports.find, open_port=ports.open)

    def shows(self, seat: int, picture: bytes) -> bool:
        return self.chips[seat].pixels() == picture

    def heard(self, event: KeyEvent) -> None:
        self.keys.append(event)
        self.told.set()

    def _on_runs(self, seat: int, runs: tuple[PixelRun, ...]) -> None:
        self.told.set()

    def _on_fault(self, seat: int, error: DeviceError | None) -> None:
        self.faults.append((seat, None if error is None else str(error)))
        self.told.set()


@asynccontextmanager
async def table() -> AsyncIterator[Table]:
    made = Table()
    made.pods.keys.start(made.heard)
    made.pods.open()
    try:
        yield made
    finally:
        made.pods.close()


@pytest.mark.anyio
async def test_each_seat_has_its_own_thread_picture_keys_and_sounds() -> None:
    before = set(threading.enumerate())
    async with table() as there:
        started = set(threading.enumerate()) - before
        assert sorted(thread.name for thread in started) == ["pod-SIM0", "pod-SIM1"]
        there.pods.displays[0].show(PICTURE)
        there.pods.displays[1].show(OTHER)
        await until(lambda: there.shows(0, PICTURE) and there.shows(1, OTHER), setting(there.told))
        there.pods.buzzers[0].play("accepted")
        # A later picture is drawn after the sound has begun.
        there.pods.displays[0].show(OTHER)
        await until(lambda: there.shows(0, OTHER), setting(there.told))
        assert 1319 in there.simulated[0].hal.tones
        assert 1319 not in there.simulated[1].hal.tones
        there.simulated[1].press("right")
        await until(lambda: bool(there.keys), setting(there.told))
        there.simulated[1].release("right")
        await until(lambda: len(there.keys) == 2, setting(there.told))
        assert [(edge.seat, edge.key, edge.down) for edge in there.keys if isinstance(edge, KeyEdge)] == [
            (1, "right", True),
            (1, "right", False),
        ]
        assert there.faults == []
    assert all(chip.pixels() == BLANK for chip in there.chips)
    assert not started & set(threading.enumerate())


@pytest.mark.anyio
async def test_one_is_unplugged_and_comes_back_as_the_other_plays_on() -> None:
    async with table() as there:
        there.pods.displays[0].show(PICTURE)
        await until(lambda: there.shows(0, PICTURE), setting(there.told))
        there.simulated[0].press("left")
        await until(lambda: bool(there.keys), setting(there.told))
        there.simulated[0].unplug()
        await until(lambda: len(there.faults) == 1, setting(there.told))
        ((seat, sentence),) = there.faults
        assert seat == 0
        assert "seat 1: screen not answering (pod SIM0): unplugged" in (sentence or "")
        await until(lambda: len(there.keys) == 3, setting(there.told))
        there.pods.displays[0].show(OTHER)
        there.pods.displays[1].show(PICTURE)
        await until(lambda: there.shows(1, PICTURE), setting(there.told))
        assert there.shows(0, BLANK)
        there.simulated[0].plug()
        await until(lambda: there.shows(0, OTHER) and len(there.faults) == 2, setting(there.told))
        assert there.faults[1] == (0, None)
        await until(lambda: len(there.keys) == 4, setting(there.told))
        pressed, dropped, released, held = there.keys
        assert isinstance(dropped, Cancelled)
        assert isinstance(pressed, KeyEdge)
        assert isinstance(released, KeyEdge)
        assert (pressed.down, released.down) == (True, False)
        assert isinstance(held, InitiallyDown)


def test_a_key_that_is_known_to_be_down_is_told_to_who_starts_to_listen() -> None:
    keys = PodKeys(HandLoop())
    told: list[KeyEvent] = []
    keys.receive(InitiallyDown(1, "middle", 0.0))
    keys.receive(KeyEdge(0, "left", True, 0.0))
    keys.receive(KeyEdge(2, "right", True, 0.0))
    keys.receive(KeyEdge(0, "left", False, 0.1))
    keys.start(told.append)
    assert [(type(event), event.seat) for event in told] == [(InitiallyDown, 1), (InitiallyDown, 2)]


@pytest.mark.anyio
async def test_keys_that_were_down_before_anybody_listened_are_held() -> None:
    made = Table()
    made.simulated[1].press("middle")
    made.pods.open()
    try:
        # A pod may draw before its key has settled, so it may tell of the key before or after this.
        made.pods.displays[1].show(PICTURE)
        await until(lambda: made.shows(1, PICTURE), setting(made.told))
        made.pods.keys.start(made.heard)
        await until(lambda: bool(made.keys), setting(made.told))
        assert [(type(event), event.seat) for event in made.keys] == [(InitiallyDown, 1)]
    finally:
        made.pods.close()


@pytest.mark.anyio
async def test_pods_and_pins_at_one_table() -> None:
    """build.py puts together what hangs on the Pi and what hangs on pods."""
    told, edges = asyncio.Event(), asyncio.Queue[KeyEvent]()
    devices = build(MIXED, asyncio.get_running_loop(), lambda seat, runs: told.set(), lambda seat, error: told.set())
    try:
        assert devices.panels is not None
        assert devices.simulated_keys is not None
        assert sorted(devices.displays) == sorted(devices.panels) == [0, 1, 2]
        assert sorted(devices.buzzers) == [0, 2]
        devices.keys.start(edges.put_nowait)
        for seat in range(3):
            devices.displays[seat].show(lit((seat, seat)))
            await until(partial(shows, devices.panels[seat], lit((seat, seat))), setting(told))
            devices.simulated_keys.press(seat, "middle")
            async with asyncio.timeout(PATIENCE):
                edge = await edges.get()
            assert isinstance(edge, KeyEdge)
            assert (edge.seat, edge.key, edge.down) == (seat, "middle", True)
        assert [devices.panels[seat].contrast for seat in range(3)] == [127, 127, 40]
    finally:
        devices.close()
    assert all(chip.pixels() == BLANK for chip in devices.panels.values())


def test_a_crashed_tables_pods_are_blanked() -> None:
    before = set(threading.enumerate())
    assert blank(MIXED) == ()
    simulated = SimulatedPod("SIM0", SSD1306())
    ports = SimulatedPods([simulated])
    seats = {Place(0): PodSeat("SIM0"), 1: PodSeat("GONE")}
    pods = Pods(
        seats, NoLoop(), partial(lambda *_: None), partial(lambda *_: None), find_port=ports.find, open_port=ports.open
    )
    (error,) = pods.blank()
    assert "seat 2: screen not answering (pod GONE): unplugged" in str(error)
    assert set(threading.enumerate()) <= before


class Faults(HandLoop):
    """A loop on which one pod at seat 0 tells its faults. Its time passes where the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []
        self.news = threading.Event()

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> object:
        super().call_soon_threadsafe(callback, *args)
        self.news.set()
        return None

    def first(self, find_port: PortFinder, open_port: PortOpener, closing: threading.Event | None = None) -> str:
        """All that is told of that pod, which is closed at the first news or when `closing` is set: one sentence."""
        pods = Pods(
            {Place(0): PodSeat("SIM0")},
            self,
            lambda seat, runs: None,
            lambda seat, error: self.told.append(str(error)),
            find_port=find_port,
            open_port=open_port,
        )
        pods.open()
        assert (closing or self.news).wait(PATIENCE)
        pods.close()
        self.run()
        (only,) = self.told
        return only


class Dumb:
    """A port out of which nothing ever comes; each read of it takes a tenth of a second."""

    def __init__(self, loop: HandLoop) -> None:
        self._loop = loop

    def read(self) -> bytes:
        self._loop.now += 0.1
        return b""

    def write(self, data: bytes) -> None:
        pass

    def wake(self) -> None:
        pass

    def close(self) -> None:
        pass


def test_a_pod_that_does_not_answer_holds_nobody_up() -> None:
    """Its port opens, and nothing ever comes out of it; closing does not wait for it."""
    loop = Faults()

    assert POD_NEVER_ANSWERED in loop.first(lambda serial: "/dev/dumb", lambda device: Dumb(loop))


def test_a_pod_that_accepts_nothing_is_not_called_unplugged() -> None:
    class Full(Dumb):
        def write(self, data: bytes) -> None:
            raise TimeoutError(errno.ETIMEDOUT, "Write timeout")

    loop = Faults()
    assert "accepts no data" in loop.first(lambda serial: "/dev/full", lambda device: Full(loop))


def test_a_pod_whose_thread_ends_by_a_fault_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody takes it for alive; and it is let go like any other."""
    ended = threading.Event()
    monkeypatch.setattr(threading, "excepthook", lambda caught: ended.set())

    def find(serial: str) -> str | None:
        raise ZeroDivisionError

    assert WORKER_ENDED in Faults().first(find, SimulatedPods(()).open)
    assert ended.is_set()


def test_a_missing_pod_is_one_piece_of_news() -> None:
    searches: list[str] = []
    third = threading.Event()

    def find(serial: str) -> str | None:
        searches.append(serial)
        if len(searches) > 2:
            third.set()
        return None

    assert UNPLUGGED in Faults().first(find, SimulatedPods(()).open, third)
