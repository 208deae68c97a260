"""The commands of each display chip, as data.

The start-up commands are copies of luma.oled's. luma imports Pillow, which takes longer to load than everything else before the
first screen. A test compares the copies with what luma sends.
"""

from typing import Final, Literal

from companion.devices.wiring_records import ChipName

DISPLAY_ON: Final = 0xAF
DISPLAY_OFF: Final = 0xAE
CONTRAST_COMMAND: Final = 0x81
NO_OPERATION: Final = 0xE3
"""The command without effect. After it an I2C read returns the status instead of the memory."""
STATUS_OFF_BIT: Final = 0x40
"""The status bit that is set while the display is off (all three data sheets)."""

LUMA_START_UP: Final[dict[ChipName, bytes]] = {
    "ssd1306": bytes.fromhex("ae d5 80 a8 3f d3 00 40 8d 14 20 00 a1 c8 da 12 d9 f1 db 40 a4 a6"),
    "sh1106": bytes.fromhex("ae 20 10 b0 c8 00 10 40 a1 a6 a8 3f a4 d3 00 d5 f0 d9 22 da 12 db 20 8d 14"),
    "ssd1309": bytes.fromhex("ae d5 80 a8 3f d3 00 40 8d 14 20 00 a1 c8 da 12 d9 f1 db 40 a4 a6"),
}
"""The first transaction that luma sends to a panel of 128×64."""

_UNLOCK: Final = bytes([0xFD, 0x12])
"""Only an SSD1309 can be locked; while locked it ignores all other commands."""
_PAGE_MODE: Final = bytes([0x20, 0x02])
"""The SH1106 has no other mode."""
_UPSIDE_DOWN: Final = bytes([0xA0, 0xC0])
"""Segments and rows reversed, compared with luma's settings."""

FIRST_COLUMN: Final[dict[ChipName, int]] = {"ssd1306": 0, "sh1106": 2, "ssd1309": 0}
"""An SH1106 has 132 columns; its panels use the 128 in the middle."""

SPI_HERTZ: Final[dict[ChipName, int]] = {"ssd1306": 8_000_000, "sh1106": 4_000_000, "ssd1309": 8_000_000}
"""On SPI: within the data sheets' shortest clock cycles, 100, 250 and 100 ns."""


def start_up_commands(chip: ChipName, rotate: Literal[0, 180] = 0) -> bytes:
    """The commands that start a panel in page addressing mode and leave it off. They do not set the contrast."""
    before = _UNLOCK if chip == "ssd1309" else b""
    turned = _UPSIDE_DOWN if rotate == 180 else b""
    mode = b"" if chip == "sh1106" else _PAGE_MODE
    return before + LUMA_START_UP[chip] + turned + mode
