"""The simulated chips are strict, and stock luma.oled drives them to the same pixels as it would the real ones."""

from unittest.mock import patch

import pytest
from hypothesis import given, settings
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL import Image

from companion.core.picture import BLANK, HEIGHT, WIDTH, Picture
from companion.devices.simulated.chip import ChipError, DisplayChip, i2c_write
from companion.devices.simulated.i2c import SimulatedI2C
from companion.devices.simulated.sh1106 import SH1106
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring import ChipName as ChipName
from tests.devices.pictures import lit, pictures
from tests.devices.rigs import ADDRESS, CHIPS
from tests.pictures import pixel

WHOLE = bytes([0xFF]) * len(BLANK)


def image(picture: Picture) -> Image.Image:
    made = Image.new("1", (WIDTH, HEIGHT))
    made.putdata([255 * pixel(picture, x, y) for y in range(HEIGHT) for x in range(WIDTH)])
    return made


@pytest.mark.parametrize(("name", "managed"), [*((name, True) for name in CHIPS), ("ssd1306", False)])
@settings(max_examples=8)
@given(picture=pictures())
def test_stock_luma_draws_the_same(name: ChipName, managed: bool, picture: Picture) -> None:
    chip = CHIPS[name]()
    bus = SimulatedI2C({ADDRESS: chip})
    with patch("smbus2.SMBus", lambda port: bus):
        wire = i2c(port=1, address=ADDRESS) if managed else i2c(bus=bus, address=ADDRESS)
    device = {"ssd1306": ssd1306, "sh1106": sh1106, "ssd1309": ssd1309}[name](wire)
    device.persist = True
    assert chip.pixels() == BLANK
    device.display(image(picture))
    assert chip.pixels() == picture
    device.hide()
    assert chip.pixels() == BLANK


def started(name: ChipName) -> DisplayChip:
    """Lit, upright, with a blank memory, page addressing, at the first column of its glass."""
    made = CHIPS[name]()
    made.command(bytes([0x8D, 0x14, 0xA1, 0xC8]) if name != "sh1106" else bytes([0xA1, 0xC8]))
    for page in range(8):
        made.command(bytes([0xB0 + page, first_column(made), 0x10]))
        made.data(bytes(WIDTH))
    made.command(bytes([0xB0, first_column(made), 0x10, 0xAF]))
    return made


@pytest.fixture(params=CHIPS)
def chip(request: pytest.FixtureRequest) -> DisplayChip:
    return started(request.param)


def first_column(chip: DisplayChip) -> int:
    return 2 if isinstance(chip, SH1106) else 0


def refused(made: DisplayChip, stream: bytes) -> bool:
    try:
        made.command(stream)
    except ChipError:
        return True
    return False


def test_what_is_not_a_command_is_an_error(chip: DisplayChip) -> None:
    unknown = (b"\x23", b"\xa2", b"\xe0\x00", b"\xff")
    cut_short = (b"\x81", b"\xa8", b"\xae\xd3")
    of_no_use = (b"\xd3\x40", b"\xa8\x40", b"\xda\x02")
    assert [stream for stream in (*unknown, *cut_short, *of_no_use) if not refused(chip, stream)] == []


def test_the_ssd1306_refuses_a_bad_window_mode_or_pump_and_points_by_page_only_in_page_mode() -> None:
    for stream in (b"\x21\x05\x04", b"\x21\x00\x80", b"\x22\x00\x08", b"\x20\x03", b"\x8d\x15"):
        assert refused(SSD1306(), stream), stream
    for stream in (b"\x00", b"\x13", b"\xb2"):
        assert refused(ssd1306_in(0, (0, 127), (0, 7)), stream), stream


def test_a_write_past_the_last_column_is_an_error(chip: DisplayChip) -> None:
    chip.command(b"\x0c\x17")
    with pytest.raises(ChipError, match="past column"):
        chip.data(bytes(32))


@pytest.mark.parametrize("payload", [b"\x01\xae", b"\x41\x00", b"\x00", b"\xc0", b"\x80"], ids=lambda p: p.hex(" "))
def test_a_bad_control_byte_is_an_error(payload: bytes) -> None:
    with pytest.raises(ChipError):
        i2c_write(SSD1306(), payload)


def test_commands_and_data_in_one_transaction_byte_by_byte(chip: DisplayChip) -> None:
    i2c_write(chip, bytes([0x80, 0xB1, 0x80, first_column(chip), 0x80, 0x10, 0x40, 0x01, 0x80]))
    assert chip.pixels() == lit((0, 8), (1, 15))
    i2c_write(chip, bytes([0x80, 0x81, 0x80, 0x33]))
    assert chip.contrast == 0x33


@pytest.mark.parametrize("name", CHIPS)
def test_what_a_command_does_to_the_glass(name: ChipName) -> None:
    for stream, seen in {
        b"\xae": BLANK,
        b"\xa5": WHOLE,
        b"\xa5\xa4": lit((3, 0)),
        b"\xa7": bytes(255 - byte for byte in lit((3, 0))),
        b"\xc0": lit((3, 63)),
        b"\x41": lit((3, 63)),
        b"\xd3\x02": lit((3, 62)),
        b"\xa8\x1f": lit((3, 0)),
        b"\xa5\xa8\x1f": WHOLE[:512] + bytes(512),
    }.items():
        made = started(name)
        made.data(b"\x00\x00\x00\x01")
        made.command(stream)
        assert made.pixels() == seen, stream.hex(" ")


def test_power_comes_with_noise_in_memory_and_the_panel_off(chip: DisplayChip) -> None:
    chip.power_cycle()
    assert chip.pixels() == BLANK
    chip.command(b"\x8d\x14\xaf" if isinstance(chip, SSD1306) else b"\xaf")
    assert chip.pixels() != BLANK


def test_without_its_supply_the_glass_stays_dark() -> None:
    for made, supply_off in ((SSD1306(), b"\x8d\x10"), (SH1106(), b"\xad\x8a")):
        made.command(supply_off + b"\xa5\xaf")
        assert made.pixels() == BLANK


def test_the_remap_turns_the_columns(chip: DisplayChip) -> None:
    chip.command(b"\xa0")
    chip.data(b"\x01")
    assert chip.pixels() == lit((127, 0))


def ssd1306_in(mode: int, columns: tuple[int, int], pages: tuple[int, int]) -> SSD1306:
    made = SSD1306()
    made.command(bytes([0x20, 0x00]))
    made.data(bytes(len(BLANK)))
    made.command(bytes([0x8D, 0x14, 0xA1, 0xC8, 0xAF, 0x20, mode, 0x21, *columns, 0x22, *pages]))
    return made
