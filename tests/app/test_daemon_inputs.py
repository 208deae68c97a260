"""The daemon dispatches on the type of an input, in any order of its cases. Pages reach the table through one object."""

import json
from itertools import permutations
from pathlib import Path
from typing import get_args

import pytest
from msgspec import structs

from companion.app.inputs import AppInput, LivenessCheck
from companion.app.page_requests import PageRequests
from companion.app.session import INPUT_FAILED
from companion.core.errors import RequestError
from companion.core.seat import all_places
from companion.devices.protocols import DieReading, DieSight
from companion.seats.device_faults import FaultReport
from companion.seats.joining import PhoneJoining
from companion.table.effects import Gestured, Ticked
from companion.table.lobby import NameEntered, SeatTaken
from tests.devices.clock import HandLoop
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import configured, room
from tests.series import SERIES
from tests.until import until


def test_no_type_of_input_is_another_one_too() -> None:
    types = get_args(AppInput)
    assert {LivenessCheck, Gestured, Ticked, DieReading, DieSight, NameEntered, SeatTaken, FaultReport} <= set(types)
    assert len(types) == len(set(types))
    for one, other in permutations(types, 2):
        assert not issubclass(one, other), (one, other)


@pytest.mark.anyio
async def test_a_daemon_is_complete_when_it_is_made(tmp_path: Path) -> None:
    async with room(configured(tmp_path)) as line:
        assert (line.session.status, line.session.stops) == ("playing", None)
        assert line.table.game.name == "lobby"
        with pytest.raises(RequestError, match="No code has the sign O"):
            await line.pages.join_phone("NONE", None, None)
        messages = line.hub.bench()
        kinds = [json.loads(message)["type"] for message in [await messages.next() for _ in range(4)]]
        assert kinds == ["hello", "fault", "phones", "public"], "the lobby is open before any input was taken"


@pytest.mark.anyio
async def test_at_a_real_table_a_page_presses_no_key(tmp_path: Path) -> None:
    async with room(configured(tmp_path)) as line:
        queued: list[object] = []
        hardware = structs.replace(line.session.hardware, key_pacer=None)
        phones = PhoneJoining(hardware.phones, hardware.watch, line.session.journal, lambda: line.table, queued.append)
        pages = PageRequests(hardware, phones, HandLoop(), queued.append)
        pages.press_key(0, "middle", True)
        pages.enter_name(1, "Ann")
        assert queued == [NameEntered(1, "Ann")]
        assert line.session.inputs.empty()


@pytest.mark.anyio
async def test_a_fault_in_one_input_is_logged_and_the_game_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with room(configured(tmp_path)) as line:
        pilot = Pilot(line, Mirror())
        for seat, move in SERIES[:2]:
            await pilot.play(seat, move)
        await pilot.do(1, "left")
        half_entered = list(line.pictures)
        line.put(Gestured(99, "left"))  # No table has such a place.
        await until(lambda: line.event == INPUT_FAILED, line.news)
        assert "Gestured is refused" in caplog.text
        for seat in all_places(2):
            await pilot.press(seat, "middle")
        await until(lambda: line.pictures == half_entered, line.news)
        (seat, move), mirror = SERIES[2], pilot.mirror
        for gesture in mirror.spelled(seat, move):
            mirror.do(seat, gesture)
            await pilot.press(seat, gesture)
        await pilot.agree()
