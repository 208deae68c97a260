"""Whole series at a whole table, from mock pins to the pixels of the chip models."""

import random
from pathlib import Path

import pytest

from companion.config.configuration import load
from companion.core.keys import Gesture
from companion.ui.compose import Secrecy
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import configured, room
from tests.series import CODE_A, CODE_B, SERIES, START, WRONG, Line, arms, code, guess, option

pytestmark = pytest.mark.anyio

LOOKING: tuple[Gesture, ...] = ("left", "back", "back", "right", "right", "left", "middle", "right", "left")

BY_HAND: tuple[Line, ...] = (
    option("indication", "manual"),
    START,
    code(0, *CODE_A),
    guess(1, *WRONG),
    arms(0, 0, 1),  # M14: it is 0 and 2, so the game is void
    code(0, *CODE_A),
    guess(1, *CODE_A),
    arms(0, 4, 0),
    code(1, *CODE_B),
    guess(0, *CODE_B),
    arms(1, 4, 0),
)


@pytest.mark.parametrize("moves", [SERIES, BY_HAND], ids=["auto", "by hand"])
async def test_a_series_by_keys(moves: tuple[Line, ...], tmp_path: Path) -> None:
    mirror = Mirror()
    async with room(configured(tmp_path)) as line:
        pilot = Pilot(line, mirror)
        await pilot.agree()
        for seat, move in moves:
            await pilot.play(seat, move)
        assert line.view["phase"] == "over"
        assert line.view["scores"] == list(mirror.result.scores)
        assert line.view["winners"] == list(mirror.result.winners or ())


async def test_the_table_makes_the_codes(tmp_path: Path) -> None:
    mirror = Mirror(pick=random.Random(5).randrange)
    async with room(configured(tmp_path), randbelow=random.Random(5).randrange) as line:
        pilot = Pilot(line, mirror)
        for seat, move in (option("codemaker", "table"), START):
            await pilot.play(seat, move)
        for _ in range(2):
            # The mirror knows the code that the other table drew by the same luck.
            (seat,), drawn = line.view["to_act"], mirror.table.state.game_state.code
            await pilot.play(*guess(seat, *WRONG))
            await pilot.play(*guess(seat, *drawn))
        assert line.view["scores"] == [2, 2]


@pytest.mark.parametrize("secrecy", ["open", "lift"])
async def test_looking_back_and_forth(secrecy: Secrecy, tmp_path: Path) -> None:
    """Back out of an entry, through the pages of help, and in again."""
    async with room(configured(tmp_path, secrecy=secrecy)) as line:
        pilot = Pilot(line, Mirror(secrecy=secrecy))
        await pilot.play(*START)
        for gesture in LOOKING:
            await pilot.do(0, gesture)
        for gesture in LOOKING[-2:]:
            await pilot.do(1, gesture)


async def test_the_secrecy_screen_is_lifted_by_both_outer_keys(tmp_path: Path) -> None:
    async with room(configured(tmp_path, secrecy="lift")) as line:
        pilot = Pilot(line, Mirror(secrecy="lift"))
        for seat, move in SERIES[:3]:
            await pilot.play(seat, move)
        covered = line.pictures
        await pilot.do(0, "lift")
        assert line.pictures[0] != covered[0]
        assert line.pictures[1] == covered[1]
        await pilot.do(0, "lower")
        assert line.pictures == covered
        await pilot.play(*SERIES[3])


@pytest.mark.slow
async def test_a_configuration_that_is_written_plays_the_same(tmp_path: Path) -> None:
    """What `companion run` is given, on simulated hardware, with another chip in each seat and one on SPI."""
    path = tmp_path / "table.toml"
    path.write_text(f"""
board = "bench"
journal.path = "{tmp_path / "journal.sqlite3"}"
web.enabled = false
keys.debounce_ms = 20

[[seats]]
name = "Ada"
panel = {{ chip = "sh1106", rotate = 180 }}

[[seats]]
name = "Ben"
panel = {{ kind = "spi", chip = "ssd1306", port = 0, device = 0, dc = 5, reset = 26 }}
""")
    async with room(load(path, {})) as line:
        pilot = Pilot(line, Mirror(("Ada", "Ben")))
        for seat, move in SERIES:
            await pilot.play(seat, move)
        assert line.view["scores"] == [2, 1]
