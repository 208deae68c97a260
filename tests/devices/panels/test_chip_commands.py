"""What we send to start a panel is what luma sends, and every chip understands it."""

import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import pytest
from luma.oled.device import sh1106, ssd1306, ssd1309

from companion.core.picture import BLANK
from companion.devices.panels.chip_commands import CONTRAST_COMMAND, LUMA_START_UP, start_up_commands
from companion.devices.simulated.ssd1309 import SSD1309
from companion.devices.wiring_records import ChipName
from tests.devices.rigs import CHIPS

STOCK: dict[ChipName, Any] = {"ssd1306": ssd1306, "sh1106": sh1106, "ssd1309": ssd1309}


class Recorder:
    """A wire that writes down what goes over it."""

    def __init__(self) -> None:
        self.commands: list[bytes] = []

    def command(self, *cmd: int) -> None:
        self.commands.append(bytes(cmd))

    def data(self, data: Sequence[int]) -> None:
        """The picture with which luma clears."""

    def cleanup(self) -> None:
        """Nothing to let go."""


@pytest.mark.parametrize("name", STOCK)
def test_the_commands_are_lumas_own(name: ChipName) -> None:
    recorder = Recorder()
    # luma clears panels at the program's end; this one is a recording.
    STOCK[name](recorder).persist = True
    first, contrast, *clearing, last = recorder.commands
    assert first == LUMA_START_UP[name]
    assert (contrast[0], last) == (CONTRAST_COMMAND, b"\xaf")
    # What else it says sets the place for its picture.
    assert all(command[0] == 0x21 or 0xB0 <= command[0] <= 0xB7 for command in clearing)


@pytest.mark.parametrize("rotate", [0, 180])
@pytest.mark.parametrize("name", CHIPS)
def test_a_started_panel_is_dark_and_takes_pages(name: ChipName, rotate: Any) -> None:
    chip = CHIPS[name]()
    chip.command(start_up_commands(name, rotate))
    assert chip.pixels() == BLANK
    assert chip.status() & 0x40
    chip.command(b"\xb7\x02\x10\xaf")
    chip.data(b"\xff")
    chip.command(b"\xe3")  # nothing; but without it the read would give the memory
    assert not chip.status() & 0x40


def test_a_locked_ssd1309_takes_nothing_until_it_is_started() -> None:
    chip = SSD1309()
    chip.command(start_up_commands("ssd1309") + b"\xaf\xa5")
    lit = chip.pixels()
    chip.command(b"\xfd\x16\xae")
    chip.data(bytes(8))
    assert chip.pixels() == lit != BLANK
    chip.command(b"\xae")
    assert chip.pixels() == lit
    chip.command(start_up_commands("ssd1309"))
    assert chip.pixels() == BLANK


@pytest.mark.process
def test_neither_luma_nor_pillow_is_loaded_for_a_start() -> None:
    program = (
        "import sys\n"
        "from companion.devices.build_devices import blank\n"
        "from companion.devices.wiring_records import I2CPanel, KeyPins, SeatWiring, Wiring\n"
        "seat = SeatWiring(KeyPins(4, 5, 6), I2CPanel('ssd1306', 1, 0x3C))\n"
        "assert blank(Wiring(True, 'mock', (seat,))) == ()\n"
        "print(*sys.modules)\n"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in ran.stdout.split()}
    assert "companion" in loaded
    assert {"PIL", "luma", "gpiozero"}.isdisjoint(loaded)
