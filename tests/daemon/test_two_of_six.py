"""Two of six seats play by keys, four watch. No panel but the Codemaker's depends on the code. Players keep place and name
after a restart and after a kill."""

from pathlib import Path

import pytest

from companion.config.configuration import simulated
from companion.core.picture import Picture
from companion.core.seat import Seat
from tests.mirror import Mirror
from tests.pilot import Line as TableLine
from tests.pilot import Pilot
from tests.process import playing
from tests.room import configured, room
from tests.series import CODE_B, Line, code, guess

pytestmark = pytest.mark.anyio

SIX = simulated(6, {"HOME": "/"}).names
MAKER, BREAKER = 1, 4
CODES = (("red", "green", "blue", "yellow"), ("orange", "white", "blue", "yellow"))
"""The guesses below have the same answers for both."""
GUESSES: tuple[Line, ...] = (
    guess(BREAKER, "yellow", "yellow", "yellow", "blue"),  # both are in it, elsewhere
    guess(BREAKER, "blue", "blue", "blue", "yellow"),  # both are in their places
)
SIT_DOWN: tuple[Line, ...] = (
    (BREAKER, {"move": "join"}),
    (MAKER, {"move": "join"}),
    (MAKER, {"move": "new_name", "name": "KIM"}),
    (BREAKER, {"move": "new_name", "name": "LOU 2"}),
)
START: Line = (BREAKER, {"move": "start"})


class Onlookers:
    """All panels but the maker's, as they changed one after another."""

    def __init__(self, line: TableLine, pilot: Pilot) -> None:
        self.line = line
        self.pilot = pilot
        self.seen: list[list[Picture]] = []

    async def play(self, seat: Seat, move: dict[str, object]) -> None:
        """Make a move by keys and look at every panel after each of them."""
        for gesture in self.pilot.mirror.spelled(seat, move):
            await self.pilot.do(seat, gesture)
            panels = [picture for place, picture in enumerate(self.line.pictures) if place != MAKER]
            if not self.seen or self.seen[-1] != panels:
                self.seen.append(panels)


async def played(folder: Path, pegs: tuple[str, ...]) -> tuple[list[list[Picture]], set[Picture]]:
    """What the others saw of a game until the code was cracked, with a restart in the middle; and the maker's own panel
    right after the code was set."""
    folder.mkdir()
    mirror, seen = Mirror(SIX), []
    async with room(configured(folder, seats=6)) as line:
        pilot = Pilot(line, mirror)
        await pilot.agree()
        for seat, move in SIT_DOWN:
            await pilot.play(seat, move)
        await pilot.play(*START)
        assert (line.names, line.places) == (["KIM", "LOU 2"], [MAKER, BREAKER])
        onlookers = Onlookers(line, pilot)
        await onlookers.play(*code(MAKER, *pegs))
        maker = line.pictures[MAKER]
        await onlookers.play(*GUESSES[0])
        seen += onlookers.seen
    mirror.restart()
    async with room(configured(folder, seats=6)) as line:
        pilot = Pilot(line, mirror)
        await pilot.agree()
        assert (line.names, line.places) == (["KIM", "LOU 2"], [MAKER, BREAKER])
        onlookers = Onlookers(line, pilot)
        await onlookers.play(*GUESSES[1])
        seen += onlookers.seen
        await pilot.play(*guess(BREAKER, *pegs))
        await pilot.play(*code(BREAKER, *CODE_B))
        await pilot.play(*guess(MAKER, *CODE_B))
        assert line.view["phase"] == "over"
        assert line.view["scores"] == [3, 1]
        await pilot.play(MAKER, {"move": "lobby"})
        assert [player["name"] for player in line.view["players"]] == [SIX[0], "KIM", SIX[2], SIX[3], "LOU 2", SIX[5]]
    return seen, {maker}


@pytest.mark.slow
async def test_no_other_panel_depends_on_the_code(tmp_path: Path) -> None:
    games = [await played(tmp_path / str(number), pegs) for number, pegs in enumerate(CODES)]
    first, _ = games[0]
    assert len(first) > 10, "the keys of the guesses are seen, and their arms"
    assert all(seen == first for seen, _ in games)
    assert len(set.union(*(maker for _, maker in games))) == len(CODES), "the maker's own panel shows the code"
    # All watching seats show the same picture.
    assert all(panels[0] == panels[1] == panels[2] == panels[4] for panels in first)


async def test_the_names_are_offered_after_a_restart_at_any_journal(tmp_path: Path) -> None:
    async with room(configured(tmp_path, seats=6)) as line:
        pilot = Pilot(line, Mirror(SIX))
        for seat, move in SIT_DOWN:
            await pilot.play(seat, move)
    assert (tmp_path / "players.txt").read_text(encoding="utf-8") == "KIM\nLOU 2\n", "as the keys write them"
    for journal in tmp_path.glob("journal*"):
        journal.unlink()
    async with room(configured(tmp_path, seats=6)) as line:
        pilot = Pilot(line, Mirror(SIX, players=("KIM", "LOU 2")))
        await pilot.play(0, {"move": "join"})
        await pilot.play(0, {"move": "name", "name": "LOU 2"})
        assert line.view["players"][0]["name"] == "LOU 2"


@pytest.mark.slow
async def test_a_kill_in_the_middle_keeps_places_and_names(tmp_path: Path) -> None:
    mirror, journal = Mirror(SIX), tmp_path / "journal.sqlite3"
    async with playing(journal, "--seats", "6") as table:
        pilot = Pilot(table, mirror)
        for seat, move in (*SIT_DOWN, START, code(MAKER, *CODES[0])):
            await pilot.play(seat, move)
        await table.kill()
    mirror.restart()
    async with playing(journal, "--seats", "6") as table:
        pilot = Pilot(table, mirror)
        await pilot.agree()
        await pilot.play(*guess(BREAKER, *CODES[0]))
        assert table.event.endswith("1 points for KIM.")
        assert table.view["past"][0]["rows"] == 1
