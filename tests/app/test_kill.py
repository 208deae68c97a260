"""A daemon that is killed loses nothing that a screen had shown (law 7), with real processes and a real disk."""

from pathlib import Path

import pytest

from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.process import playing
from tests.series import SERIES

pytestmark = [pytest.mark.anyio, pytest.mark.process]


async def test_a_series_goes_on_after_a_kill_after_every_move(tmp_path: Path) -> None:
    """The process is killed as soon as the screen of the seat shows its move."""
    mirror = Mirror()
    for seat, move in SERIES:
        async with playing(tmp_path / "journal.sqlite3") as table:
            pilot = Pilot(table, mirror)
            await pilot.agree()
            *before, last = mirror.spelled(seat, move)
            for gesture in before:
                await pilot.do(seat, gesture)
            mirror.do(seat, last)
            await pilot.press(seat, last)
            await pilot.see(seat)
            await table.kill()
        mirror.restart()
    async with playing(tmp_path / "journal.sqlite3") as table:
        await Pilot(table, mirror).agree()
        assert table.view["phase"] == "over"
        assert table.view["scores"] == list(mirror.result.scores) == [2, 1]
        assert table.view["winners"] == [0]
        assert await table.end() == (0, "")
