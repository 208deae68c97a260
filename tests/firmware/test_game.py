"""A whole game on pods: the real firmware under a real MicroPython, at both ends of a real serial port."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.hardware import Surroundings
from companion.app.service import start_session
from companion.app.session import Session
from companion.app.systemd import SystemdNotify
from companion.config.configuration import Configuration, simulated
from companion.core.keys import Contact, InitiallyDown, Key, KeyEdge, KeyEvent
from companion.core.picture import BLANK, Picture
from companion.core.seat import Place
from companion.devices.pods import ports as pod_ports
from companion.devices.pods.ports import UNPLUGGED
from companion.devices.wiring import PodSeat
from companion.seats.device_faults import FaultTimings
from companion.web.hub import Hub
from tests.firmware.pico import Pico
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import Room
from tests.series import SERIES
from tests.until import setting, until

SERIALS = ("E6614C311B4A6F2D", "E6614C311B4A7011")
AT_ONCE = FaultTimings(grace=0, recovery=0, phone_grace=0, phone_return=0, reading=0)


class PodRoom(Room):
    """The `Line` to such a daemon."""

    def __init__(self, configuration: Configuration, session: Session, hub: Hub, picos: Sequence[Pico]) -> None:
        super().__init__(configuration, session, hub)
        self.picos = picos
        self.heard: list[KeyEvent] = []
        """Every key event that reached the daemon."""
        self.moved = 0
        """How many times a key was moved."""
        self._down: set[tuple[Place, Contact]] = set()
        self._moved = asyncio.Event()

    @property
    def pictures(self) -> list[Picture]:
        return [pico.seen for pico in self.picos]

    @property
    def sentences(self) -> str:
        """What everybody reads about devices."""
        return self.session.hardware.watch.sentences

    async def press(self, seat: Place, key: Key, down: bool) -> None:
        """Move a key, and wait until the daemon has heard of it: two changes between two looks would be none."""
        self.moved += 1
        (self.picos[seat].press if down else self.picos[seat].release)(key)
        await until(lambda: ((seat, key) in self._down) == down, setting(self._moved))

    async def tells(self, text: str) -> None:
        """Wait until that stands in what everybody reads; "": until nothing does."""
        await until(lambda: text in self.sentences if text else not self.sentences, self.news)

    def listen(self) -> None:
        """Stand between the keys and the daemon."""
        self.session.hardware.devices.keys.start(self._hear_key)

    def _hear_key(self, event: KeyEvent) -> None:
        self.heard.append(event)
        if isinstance(event, KeyEdge | InitiallyDown):
            down = isinstance(event, InitiallyDown) or event.down
            (self._down.add if down else self._down.discard)((event.seat, event.key))
        self._moved.set()
        self.session.hardware.gestures.take(event)


def system(folder: Path, picos: Sequence[Pico], monkeypatch: pytest.MonkeyPatch) -> None:
    """A /dev in which udev has named the pods by their serial numbers."""
    names = folder / "dev" / "companion"
    names.mkdir(parents=True)
    monkeypatch.setattr(pod_ports, "DEV_FOLDER", folder / "dev")
    for pico in picos:
        pico.udev = names / f"pod-{pico.serial.lower()}"


def configured(folder: Path) -> Configuration:
    """A table of two seats on real ports, whose journal is in `folder`."""
    plain = simulated(2, {}, port=0, journal=folder / "journal.sqlite3")
    wiring = replace(plain.wiring, simulated=False, pin_factory="mock", seats=tuple(PodSeat(one) for one in SERIALS))
    return replace(plain, wiring=wiring)


@asynccontextmanager
async def pod_room(folder: Path, picos: Sequence[Pico], monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[PodRoom]:
    """A daemon without its web server, running until the block ends. A fault counts at once and is over at once: how long it
    must last is tested where a test turns the clock."""
    system(folder, picos, monkeypatch)
    for pico in picos:
        pico.plug()
    configuration = configured(folder)
    hub = Hub(len(configuration.names), configuration.names)
    async with AsyncExitStack() as stack:
        for pico in picos:
            stack.callback(pico.close)
        session = await start_session(configuration, hub, stack, SystemdNotify(None), Surroundings(timings=AT_ONCE))
        running = asyncio.create_task(session.run())
        made = PodRoom(configuration, session, hub, picos)
        made.listen()
        try:
            yield made
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            if not running.cancelled():
                running.result()


pytestmark = pytest.mark.process


def picos(folder: Path) -> list[Pico]:
    return [Pico(folder / serial, serial) for serial in SERIALS]


def fault(seat: int, why: str) -> str:
    return f"seat {seat + 1}: screen not answering (pod {SERIALS[seat]}): {why}"


@pytest.mark.anyio
async def test_a_series_of_mastermind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every key goes through a pin, and after each one every screen is compared with the mirror's, pixel by pixel."""
    made = picos(tmp_path)
    async with pod_room(tmp_path, made, monkeypatch) as line:
        pilot = Pilot(line, Mirror())
        await pilot.agree()
        for seat, move in SERIES:
            await pilot.play(seat, move)
        assert not line.sentences
        # Each press was one press and one release, and nothing was heard that no finger did.
        assert len([event for event in line.heard if isinstance(event, KeyEdge)]) == len(line.heard) == line.moved
    # Pulled out by now; before that the daemon had blanked them.
    assert [pico.last for pico in made] == [BLANK, BLANK]


@pytest.mark.slow
@pytest.mark.anyio
async def test_a_pod_is_unplugged_and_comes_back_under_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = picos(tmp_path)
    async with pod_room(tmp_path, made, monkeypatch) as line:
        pilot = Pilot(line, Mirror())
        await pilot.agree()
        for number, (seat, move) in enumerate(SERIES[:4]):
            await pilot.play(seat, move)
            out = number % 2
            before, heard = made[out].device, len(line.heard)
            assert made[out].unplug() == ""
            await line.tells(fault(out, UNPLUGGED))
            assert made[out].seen == BLANK
            made[out].plug()
            assert made[out].device != before
            await line.tells("")
            await pilot.agree()
            assert line.heard[heard:] == []
