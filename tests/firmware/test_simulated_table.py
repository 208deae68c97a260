"""The table of pods with no hardware at all: the board `six-pods`, on which `companion play` plays."""

import asyncio
from pathlib import Path

from companion.config.configuration import simulated
from companion.core.picture import BLANK
from companion.devices.wiring_records import PodSeat
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import room
from tests.series import SERIES


def test_a_series_of_mastermind_on_the_board_of_pods(tmp_path: Path) -> None:
    async def play() -> None:
        configuration = simulated(2, {}, board="six-pods", port=0, journal=tmp_path / "journal.sqlite3")
        assert all(isinstance(seat, PodSeat) for seat in configuration.wiring.seats)
        async with room(configuration) as line:
            pilot = Pilot(line, Mirror())
            await pilot.agree()
            for seat, move in SERIES:
                await pilot.play(seat, move)
            panels = line.daemon.devices.panels
        assert panels is not None
        assert all(chip.pixels() == BLANK for chip in panels.values())

    asyncio.run(play())
