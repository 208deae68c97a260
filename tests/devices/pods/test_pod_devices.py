"""The pods of a table: simulated ones, which run the real firmware, on the threads that real ones have."""

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from companion.core.errors import DeviceError
from companion.core.keys import Cancelled, InitiallyDown, KeyEdge, KeyEvent
from companion.core.picture import BLANK
from companion.devices.build_devices import blank, build
from companion.devices.pods.pod_devices import NoLoop, PodKeys, Pods
from companion.devices.pods.pod_ports import Port
from companion.devices.simulated.simulated_pod import SimulatedPod, SimulatedPods
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring_records import PodSeat
from tests.devices.clock import HandLoop
from tests.devices.pictures import lit
from tests.devices.pods.pod_table import MIXED, OTHER, PICTURE, Table, shows
from tests.patience import PATIENCE
from tests.until import setting, until


@asynccontextmanager
async def table() -> AsyncIterator[Table]:
    made = Table()
    made.pods.keys.start(made.heard)
    made.pods.open()
    try:
        yield made
    finally:
        made.pods.close()


def test_each_seat_has_its_own_picture_and_keys() -> None:
    async def play() -> None:
        async with table() as there:
            there.pods.displays[0].show(PICTURE)
            there.pods.displays[1].show(OTHER)
            await until(lambda: there.shows(0, PICTURE) and there.shows(1, OTHER), setting(there.told))
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

    asyncio.run(play())


def test_one_is_unplugged_and_comes_back_as_the_other_plays_on() -> None:
    async def play() -> None:
        async with table() as there:
            there.pods.displays[0].show(PICTURE)
            await until(lambda: there.shows(0, PICTURE), setting(there.told))
            there.simulated[0].press("left")
            await until(lambda: bool(there.keys), setting(there.told))
            there.simulated[0].unplug()
            await until(lambda: len(there.faults) == 1, setting(there.told))
            sentence = "seat 1: screen not answering (pod SIM0): unplugged, put its cable back."
            assert there.faults == [(0, sentence)]
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

    asyncio.run(play())


def test_a_key_that_is_known_to_be_down_is_told_to_who_starts_to_listen() -> None:
    keys = PodKeys(HandLoop())
    told: list[KeyEvent] = []
    keys.receive(InitiallyDown(1, "middle", 0.0))
    keys.receive(KeyEdge(0, "left", True, 0.0))
    keys.receive(KeyEdge(2, "right", True, 0.0))
    keys.receive(KeyEdge(0, "left", False, 0.1))
    keys.start(told.append)
    assert [(type(event), event.seat) for event in told] == [(InitiallyDown, 1), (InitiallyDown, 2)]


def test_keys_that_were_down_before_anybody_listened_are_held() -> None:
    async def play() -> None:
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

    asyncio.run(play())


def test_a_missing_pod_is_one_piece_of_news() -> None:
    async def play() -> None:
        made = Table()
        made.simulated[0].unplug()
        made.pods.open()
        try:
            await until(lambda: bool(made.faults), setting(made.told))
            made.pods.displays[1].show(PICTURE)
            await until(lambda: made.shows(1, PICTURE), setting(made.told))
        finally:
            made.pods.close()
        assert len(made.faults) == 1

    asyncio.run(play())


def test_a_sound_is_the_seats_own() -> None:
    async def play() -> None:
        async with table() as there:
            there.pods.displays[0].show(PICTURE)
            await until(lambda: there.shows(0, PICTURE), setting(there.told))
            there.pods.buzzers[0].play("accepted")
            # A later picture is drawn after the sound has begun.
            there.pods.displays[0].show(OTHER)
            await until(lambda: there.shows(0, OTHER), setting(there.told))
            assert 1319 in there.simulated[0].hal.tones
            assert 1319 not in there.simulated[1].hal.tones

    asyncio.run(play())


def test_one_thread_for_each_pod_and_none_after_the_end() -> None:
    async def play() -> None:
        before = set(threading.enumerate())
        async with table():
            started = set(threading.enumerate()) - before
            assert sorted(thread.name for thread in started) == ["pod-SIM0", "pod-SIM1"]
        assert set(threading.enumerate()) <= before

    asyncio.run(play())


def test_pods_and_pins_at_one_table() -> None:
    """build.py puts together what hangs on the Pi and what hangs on pods."""

    async def play() -> None:
        told, edges = asyncio.Event(), asyncio.Queue[KeyEvent]()
        devices = build(
            MIXED, asyncio.get_running_loop(), lambda seat, runs: told.set(), lambda seat, error: told.set()
        )
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

    asyncio.run(play())


def test_a_crashed_tables_pods_are_blanked() -> None:
    before = set(threading.enumerate())
    assert blank(MIXED) == ()
    simulated = SimulatedPod("SIM0", SSD1306())
    ports = SimulatedPods([simulated])
    seats = {0: PodSeat("SIM0"), 1: PodSeat("GONE")}
    pods = Pods(
        seats, NoLoop(), partial(lambda *_: None), partial(lambda *_: None), find_port=ports.find, open_port=ports.open
    )
    (error,) = pods.blank()
    assert str(error) == "seat 2: screen not answering (pod GONE): unplugged, put its cable back."
    assert set(threading.enumerate()) <= before


def test_a_pod_that_does_not_answer_holds_nobody_up() -> None:
    """Its port opens, and nothing ever comes out of it; closing does not wait for it."""

    class Dumb:
        def __init__(self) -> None:
            self._woken = threading.Event()

        def read(self) -> bytes:
            self._woken.wait(0.1)
            self._woken.clear()
            return b""

        def write(self, data: bytes) -> None:
            pass

        def wake(self) -> None:
            self._woken.set()

        def close(self) -> None:
            pass

    def open_port(device: str) -> Port:
        return Dumb()

    async def play() -> None:
        faults: list[str] = []
        told = asyncio.Event()

        def on_fault(seat: int, error: DeviceError | None) -> None:
            faults.append(str(error))
            told.set()

        pods = Pods(
            {0: PodSeat("DUMB")},
            asyncio.get_running_loop(),
            lambda seat, runs: None,
            on_fault,
            find_port=lambda serial: "/dev/dumb",
            open_port=open_port,
        )
        pods.open()
        await until(told.is_set, told.wait)
        pods.close()
        assert faults == [
            "seat 1: screen not answering (pod DUMB): it does not answer; unplug it and plug it in again, or put the firmware "
            "on it with 'companion pods flash'."
        ]

    asyncio.run(play())


def test_a_pod_whose_thread_ends_by_a_fault_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody takes it for alive; and it is let go like any other."""

    def find(serial: str) -> str | None:
        raise ZeroDivisionError

    async def play() -> None:
        faults: list[str] = []
        told = asyncio.Event()

        def on_fault(seat: int, error: DeviceError | None) -> None:
            faults.append(str(error))
            told.set()

        ended = threading.Event()
        monkeypatch.setattr(threading, "excepthook", lambda caught: ended.set())
        seats = {0: PodSeat("SIM0")}
        pods = Pods(seats, asyncio.get_running_loop(), lambda seat, runs: None, on_fault, find_port=find)
        pods.open()
        await until(told.is_set, told.wait)
        pods.close()
        assert ended.is_set()
        assert faults == [
            "seat 1: screen not answering (pod SIM0): its worker stopped after an internal error, restart the companion."
        ]

    asyncio.run(play())
