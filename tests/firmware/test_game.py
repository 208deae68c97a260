"""A whole game on pods: the real firmware under a real MicroPython, at both ends of a real serial port."""

import asyncio
from pathlib import Path

import pytest

from companion.core.keys import Held, KeyEdge
from companion.core.picture import BLANK
from tests.firmware.pico import Pico
from tests.firmware.table import SERIALS, PodRoom, pod_room
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.series import SERIES


def picos(folder: Path) -> list[Pico]:
    return [Pico(folder / serial, serial) for serial in SERIALS]


def fault(seat: int, why: str) -> str:
    return f"seat {seat}: screen not answering (pod {SERIALS[seat]}): {why}."


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
                await line.until_fault(fault(out, "unplugged, put its cable back"))
                assert made[out].seen == BLANK
                made[out].plug()
                assert made[out].device != before
                await line.until_fault("")
                await pilot.agree()
                assert line.heard[heard:] == []

    asyncio.run(play())


def test_a_key_that_is_held_while_the_cable_goes_is_let_go(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        made = picos(tmp_path)
        async with pod_room(tmp_path, made, monkeypatch) as line:
            await Pilot(line, Mirror()).agree()
            await line.press(0, "right", True)
            made[0].unplug()
            await line.until_fault("unplugged")
            made[0].plug()
            await line.until_fault("")
            await line.press(0, "right", False)
            pressed, let_go, held, released = line.heard
            assert isinstance(held, Held)
            assert [(event.key, event.down) for event in (pressed, let_go, released) if isinstance(event, KeyEdge)] == [
                ("right", True),
                ("right", False),
                ("right", False),
            ]

    asyncio.run(play())


def test_a_pod_that_hangs_is_told_and_goes_on_with_what_is_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        made = picos(tmp_path)
        async with pod_room(tmp_path, made, monkeypatch) as line:
            pilot = Pilot(line, Mirror())
            await pilot.agree()
            made[1].hang()
            await line.until_fault(fault(1, "it has stopped answering; take its plug out and in again"))
            made[1].go_on()
            await line.until_fault("")
            await pilot.agree()
            await plays_on(line, pilot)

    asyncio.run(play())


async def plays_on(line: PodRoom, pilot: Pilot) -> None:
    for seat, move in SERIES[:2]:
        await pilot.play(seat, move)
    assert not line.sentences
