"""Two of six seats play by keys and four watch. Players keep place and name after a restart, and names at any journal."""

from pathlib import Path

import pytest

from companion.config.configuration import simulated
from companion.core.seat import Place
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import configured, room
from tests.series import CODE_A, Line, code, guess

pytestmark = pytest.mark.anyio

SIX = simulated(6, {"HOME": "/"}).names
MAKER, BREAKER = Place(1), Place(4)
SIT_DOWN: tuple[Line, ...] = (
    (BREAKER, {"move": "join"}),
    (MAKER, {"move": "join"}),
    (MAKER, {"move": "new_name", "name": "KIM"}),
    (BREAKER, {"move": "new_name", "name": "LOU 2"}),
)


async def test_a_restart_keeps_places_and_names_and_another_journal_offers_the_names(tmp_path: Path) -> None:
    mirror, names = Mirror(SIX), ["KIM", "LOU 2"]
    async with room(configured(tmp_path, seats=6)) as line:
        pilot = Pilot(line, mirror)
        for seat, move in (*SIT_DOWN, (BREAKER, {"move": "start"}), code(MAKER, *CODE_A)):
            await pilot.play(seat, move)
        assert (line.names, line.places) == (names, [MAKER, BREAKER])
    mirror.restart()
    async with room(configured(tmp_path, seats=6)) as line:
        pilot = Pilot(line, mirror)
        await pilot.play(*guess(BREAKER, *CODE_A))
        assert (line.names, line.places) == (names, [MAKER, BREAKER])
        assert line.view["scores"] == [1, 0]
    assert (tmp_path / "players.txt").read_text(encoding="utf-8") == "KIM\nLOU 2\n", "as the keys write them"
    for journal in tmp_path.glob("journal*"):
        journal.unlink()
    async with room(configured(tmp_path, seats=6)) as line:
        pilot = Pilot(line, Mirror(SIX, players=tuple(names)))
        await pilot.play(0, {"move": "join"})
        await pilot.play(0, {"move": "name", "name": "LOU 2"})
        assert line.view["players"][0]["name"] == "LOU 2"
