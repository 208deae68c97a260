"""A table that uses the tiles of the box: players enter a draw with keys and correct it, and the journal keeps the correction."""

from pathlib import Path

import pytest

from companion.core.seat import Place
from companion.journal.journal import Journal
from companion.table.effects import DrawsCorrected
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import configured, room

pytestmark = pytest.mark.anyio

DEAL = ("B2", "B3", "B7", "W0", "W4", "W5", "W9", "B10")
AGAIN = ("B1 W4 B2 W9 B7", "W0 B3 W5 B10")
"""The third tile was really B1."""


async def tell(pilot: Pilot, seat: Place, tile: str) -> None:
    await pilot.play(seat, {"move": "draw", "tile": tile})


async def test_tiles_are_told_put_right_and_kept(tmp_path: Path) -> None:
    mirror = Mirror(material="box")
    configuration = configured(tmp_path, material="box")
    async with room(configuration) as line:
        pilot = Pilot(line, mirror)
        for move in ({"move": "choose", "game": "davinci"}, {"move": "start"}):
            await pilot.play(0, move)
        for number, tile in enumerate(DEAL):
            await pilot.play(number % 2, {"move": "take", "colour": "black" if tile[0] == "B" else "white"})
            await tell(pilot, number % 2, tile)
        await pilot.play(0, {"move": "take", "colour": "black"})
        await tell(pilot, 0, "B10")
        assert line.event == "A tile was entered twice: check the rows."
        for seat, tiles in enumerate(AGAIN):
            await pilot.do(seat, "middle")
            for tile in tiles.split():
                await tell(pilot, seat, tile)
        assert isinstance(mirror.entries[-1], DrawsCorrected)
        assert mirror.table.state.game_state.clue == "B7"
    async with room(configuration) as line:
        pilot = Pilot(line, mirror)
        await pilot.agree()
        await pilot.play(0, {"move": "deduce", "seat": 1, "position": 3, "value": "10"})
        assert line.view["phase"] == "go_on"
    journal = Journal.open(configuration.journal, lambda: "2026-01-01T00:00:00Z")
    kept = journal.newest_game()
    journal.close()
    assert kept is not None
    assert kept.steps == mirror.table.state.steps, "history and export tell it as it was put right"
    assert kept.rows == mirror.number
