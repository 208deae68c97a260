"""Whole tables, from mock pins to the pixels of the chip models: whatever the wires are, and with the secrecy screen."""

import asyncio
from pathlib import Path

import pytest

from companion.config.configuration import Configuration, load
from companion.config.cross_checks import HostSoftware
from companion.core.picture import BLANK
from companion.devices.panels.luma_devices import POD_PANELS
from tests.devices.rigs import OTHERS
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import configured, room
from tests.series import SERIES

KNOB = 'keys = { kind = "encoder", a = 17, b = 27, push = 22 }'
FOUR = "keys = { left = 5, middle = 6, right = 13, back = 16 }"
SPI = 'panel = { kind = "spi", chip = "sh1106", port = 0, device = 0, dc = 24, reset = 25, rotate = 180 }'
MUX = 'panel = { chip = "ssd1309", bus = 1, address = 0x3C, mux = 0x70, channel = 5 }'
LINE = 'panel = { chip = "ssd1306", bus = 1, address = 0x3D }'
LARGER = (
    SPI.replace("sh1106", "ssd1322"),
    'panel = { chip = "sh1107", bus = 1, address = 0x3C, rotate = 180 }',
)
POD = 'kind = "pod"\npod = "E6614C311B4A6F2D"\npanel.chip = "sh1106"'


def wired(folder: Path, *seats: tuple[str, ...]) -> Configuration:
    """A simulated table of these seats, on an empty board."""
    board = folder / "board.toml"
    board.write_text("".join("[[seats]]\n" + "\n".join(seat) + "\n" for seat in seats))
    file = folder / "table.toml"
    journal = folder / "journal.sqlite3"
    file.write_text(f'board = "./board.toml"\nsimulated = true\njournal.path = "{journal}"\nweb.enabled = false\n')
    return load(file, {}, HostSoftware("6.1", None))


@pytest.mark.parametrize(
    "seats",
    [
        pytest.param(((KNOB, SPI), (FOUR, MUX)), marks=pytest.mark.slow),
        ((POD,), (KNOB, LINE)),
        pytest.param(((FOUR, MUX), ("keys = { left = 17, middle = 27, right = 22 }", LINE)), marks=pytest.mark.slow),
        ((KNOB, LARGER[0]), (FOUR, LARGER[1])),
        *(
            pytest.param(
                ((KNOB, SPI.replace("sh1106", chip)), (FOUR, LARGER[1].replace("sh1107", chip))), marks=pytest.mark.slow
            )
            for chip in OTHERS
        ),
        *(pytest.param(((POD.replace("sh1106", chip),), (KNOB, LINE)), marks=pytest.mark.slow) for chip in POD_PANELS),
    ],
    ids=[
        "knob and SPI beside a multiplexer",
        "a pod beside a knob",
        "a multiplexer beside its own bus",
        "larger panels",
        *OTHERS,
        *(f"a pod with an {chip}" for chip in POD_PANELS),
    ],
)
def test_a_series_is_played_whatever_the_seats_are(tmp_path: Path, seats: tuple[tuple[str, ...], ...]) -> None:
    async def play() -> None:
        async with room(wired(tmp_path, *seats)) as line:
            pilot = Pilot(line, Mirror())
            await pilot.agree()
            for seat, move in SERIES:
                await pilot.play(seat, move)
            assert line.view["scores"] == [2, 1]
            panels = line.session.hardware.devices.panels
        assert panels is not None
        assert len(panels) == len(seats)
        assert all(chip.pixels() == BLANK for chip in panels.values())

    asyncio.run(play())


@pytest.mark.anyio
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
