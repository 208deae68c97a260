"""A whole game on pods: the real firmware under a real MicroPython, at both ends of a real serial port."""

import asyncio
from functools import partial
from pathlib import Path
from random import Random

import pytest

from companion.core.keys import KeyEdge
from companion.core.picture import BLANK
from companion.devices import build_devices as build_module
from companion.devices.pods.pod_devices import Pods
from companion.devices.pods.pod_ports import UNPLUGGED, SerialPort
from companion.devices.pods.pod_session import POD_STOPPED_ANSWERING
from tests.firmware.pico import Pico
from tests.firmware.table import SERIALS, pod_room
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.series import SERIES

pytestmark = pytest.mark.process


def picos(folder: Path) -> list[Pico]:
    return [Pico(folder / serial, serial) for serial in SERIALS]


def fault(seat: int, why: str) -> str:
    return f"seat {seat + 1}: screen not answering (pod {SERIALS[seat]}): {why}"


def test_a_series_of_mastermind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every key goes through a pin, and after each one every screen is compared with the mirror's, pixel by pixel."""

    async def play() -> None:
        made = picos(tmp_path)
        async with pod_room(tmp_path, made, monkeypatch) as line:
            pilot = Pilot(line, Mirror())
            await pilot.agree()
            for seat, move in SERIES:
                await pilot.play(seat, move)
            assert not line.sentences
        # Pulled out by now; before that the daemon had blanked them.
        assert [pico.last for pico in made] == [BLANK, BLANK]

    asyncio.run(play())


@pytest.mark.slow
def test_a_pod_is_unplugged_and_comes_back_under_another_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
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

    asyncio.run(play())


@pytest.mark.slow
def test_a_pod_that_hangs_is_told_and_goes_on_with_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        made = picos(tmp_path)
        async with pod_room(tmp_path, made, monkeypatch) as line:
            pilot = Pilot(line, Mirror())
            await pilot.agree()
            made[1].hang()
            await line.tells(fault(1, POD_STOPPED_ANSWERING))
            made[1].go_on()
            await line.tells("")
            await pilot.agree()
            for seat, move in SERIES[:2]:
                await pilot.play(seat, move)
            assert not line.sentences

    asyncio.run(play())


class Spoilt(SerialPort):
    """A bad cable: a random generator drops, doubles or changes bytes in both directions."""

    def __init__(self, device: str) -> None:
        super().__init__(device)
        self._luck = Random(device)

    def read(self) -> bytes:
        return self._through(super().read())

    def write(self, data: bytes) -> None:
        super().write(self._through(data))

    def _through(self, data: bytes) -> bytes:
        if not data or self._luck.random() > 0.1:
            return data
        spoilt = bytearray(data)
        place = self._luck.randrange(len(spoilt))
        spoilt[place : place + 1] = self._luck.choice((b"", data[place : place + 1] * 2, self._luck.randbytes(3)))
        return bytes(spoilt)


@pytest.mark.slow
def test_a_series_over_a_bad_cable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One write and one read in ten is damaged at both seats. The game takes longer, but every key counts once, and every screen
    equals the mirror's after each."""

    async def play() -> None:
        made = picos(tmp_path)
        monkeypatch.setattr(build_module, "Pods", partial(Pods, open_port=Spoilt))
        async with pod_room(tmp_path, made, monkeypatch) as line:
            pilot = Pilot(line, Mirror())
            await pilot.agree()
            for seat, move in SERIES:
                await pilot.play(seat, move)
            # Each press was one press and one release, and nothing was heard that no finger did.
            edges = [event for event in line.heard if isinstance(event, KeyEdge)]
            assert len(edges) == len(line.heard) == line.moved

    asyncio.run(play())
