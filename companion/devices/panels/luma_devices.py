"""The devices of luma.oled that can be a panel, and what each of them sends.

luma.oled knows how every display is started, lit, dimmed, hidden and drawn. A device of luma writes to its serial interface at
once. Here that interface is a list: the panel sends what is in it over luma's real interface, in steps that are small enough
for the other panels of the bus. `luma.oled` and Pillow are imported with the first device, not with this file.

Where a chip is addressed in pages of eight lines (`PAGED`), only changed runs are written; luma would send the whole picture.
Elsewhere luma's own `display` draws, with the picture in the middle of a larger glass.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.core.errors import DeviceError
from companion.core.picture import HEIGHT, PAGES, WIDTH, Picture
from companion.devices.panels.image import as_image

USUAL_PANELS: Final = ("ssd1306", "sh1106", "ssd1309")
"""What most modules have. They are known without luma."""
DISPLAY_OFF: Final = 0xAE
"""Switches off every chip of luma.oled that can be a panel (luma.core.const, luma.oled.const)."""
NO_OPERATION: Final = 0xE3
"""The command without effect of a paged chip. After it an I2C read returns the status instead of the memory."""
STATUS_OFF_BIT: Final = 0x40
"""The bit of a paged chip's status that is set while the display is off (data sheets)."""

_DISPLAY_ON: Final = 0xAF
_SIZES: Final = ((128, 64), (128, 128), (256, 64), (256, 128))
"""The glass that is tried, in this order, if luma's own default is too small."""
_TOO_SMALL: Final = ("ssd1316",)
"""luma gives it all sizes of an SSD1306, but the chip has 39 lines."""
_ALL_PIXELS_OFF: Final = {"ssd1322": 0xA4}
"""The command with which luma begins there in place of DISPLAY_OFF."""


class Transfer(NamedTuple):
    """One call of a serial interface: command bytes, or bytes of the picture memory (`is_data`)."""

    is_data: bool
    payload: bytes


class Paging(NamedTuple):
    """How a chip is addressed in pages. `first_column`, `first_page`: of its memory, where the picture begins. `pages`: of its
    memory. `before`, `after`: commands before and after luma's start."""

    first_column: int = 0
    first_page: int = 0
    pages: int = PAGES
    before: bytes = b""
    after: bytes = b""


_PAGE_MODE: Final = b"\x20\x02"
"""luma draws an SSD13xx in windows; a run needs fewer commands in page mode. The SH11xx and the CH1115 have only that."""

PAGED: Final[Mapping[str, Paging]] = {
    "ssd1305": Paging(after=_PAGE_MODE),
    "ssd1306": Paging(after=_PAGE_MODE),
    # Only an SSD1309 can be locked; while locked it ignores all other commands.
    "ssd1309": Paging(before=b"\xfd\x12", after=_PAGE_MODE),
    "ssd1315": Paging(after=_PAGE_MODE),
    # An SH1106 has 132 columns; its panels use the 128 in the middle. luma writes a CH1115 in the same place.
    "sh1106": Paging(first_column=2),
    "ch1115": Paging(first_column=2),
    "sh1107": Paging(first_page=4, pages=16),
}
POD_PANELS: Final = tuple(name for name, paging in PAGED.items() if paging.pages == PAGES)
"""A pod writes runs, and clears eight pages."""


def can_be_panel(name: str) -> bool:
    """Whether luma.oled has a monochrome device of at least 128×64 by this name. luma is imported for unusual names only."""
    return name in USUAL_PANELS or name in panel_names()


def known_to_luma(name: str) -> bool:
    """Whether luma.oled has a device by this name, whatever its size and colours. Imports luma."""
    import luma.oled.device

    return name in luma.oled.device.__all__


def panel_names() -> tuple[str, ...]:
    """The names of all devices that can be a panel, the usual ones first. Imports luma."""
    import luma.oled.device

    names = (name for name in sorted(luma.oled.device.__all__) if name not in USUAL_PANELS)
    return USUAL_PANELS + tuple(name for name in names if _made(name, _Recorder()) is not None)


class LumaDevice:
    """The device `name` of luma.oled. Imports luma. Raises DeviceError if there is no such device.

    Each method returns what luma's method of that name sends.
    """

    def __init__(self, name: str) -> None:
        self._recorder = _Recorder()
        made = _made(name, self._recorder)
        if made is None:
            raise DeviceError(f"luma.oled has no panel {name}; it has {', '.join(panel_names())}")
        self._luma = made
        self.paging = PAGED.get(name)
        paging = self.paging or Paging()
        # luma lights a panel at the end of its start; here its memory is written first.
        sent = [one for one in self._recorder.taken() if one != Transfer(False, bytes([_DISPLAY_ON]))]
        extra = [Transfer(False, commands) if commands else None for commands in (paging.before, paging.after)]
        self.start: tuple[Transfer, ...] = tuple(one for one in (extra[0], *sent, extra[1]) if one is not None)
        """What starts it. It stays off."""
        off = (DISPLAY_OFF, _ALL_PIXELS_OFF.get(name))
        self.renewal: tuple[Transfer, ...] = tuple(_without_first(self.start, off))
        """The same without the command that switches it off, for a panel that shows its picture."""

    def contrast(self, level: int) -> tuple[Transfer, ...]:
        """`level`: 0 to 255."""
        self._luma.contrast(level)
        return self._recorder.taken()

    def show(self) -> tuple[Transfer, ...]:
        self._luma.show()
        return self._recorder.taken()

    def hide(self) -> tuple[Transfer, ...]:
        self._luma.hide()
        return self._recorder.taken()

    def display(self, picture: Picture) -> tuple[Transfer, ...]:
        """Draw a picture in the middle; for devices that are not paged. Some send only what differs from the last one."""
        self._luma.display(self._image(picture))
        return self._recorder.taken()

    def forget(self) -> None:
        """Its memory is unknown, so the next `display` sends a whole picture."""
        if hasattr(self._luma, "framebuffer"):
            self._luma.framebuffer.prev_image = None

    def _image(self, picture: Picture) -> Any:
        from PIL import Image

        width, height = self._luma.size
        whole = Image.new("1", (width, height))
        whole.paste(as_image(picture), ((width - WIDTH) // 2, (height - HEIGHT) // 2))
        return whole


class _Recorder:
    """In place of luma's serial interface: what a device sends is kept until it is taken."""

    def __init__(self) -> None:
        self._sent: list[Transfer] = []

    def command(self, *cmd: int) -> None:
        self._sent.append(Transfer(False, bytes(cmd)))

    def data(self, data: Sequence[int]) -> None:
        self._sent.append(Transfer(True, bytes(data)))

    def cleanup(self) -> None:
        """The panel closes its wire itself."""

    def taken(self) -> tuple[Transfer, ...]:
        """What was sent since the last call."""
        sent, self._sent = tuple(self._sent), []
        return sent


def _made(name: str, recorder: _Recorder) -> Any:
    """luma's device, started on `recorder` without a picture; None if it cannot be a panel."""
    import luma.oled.device
    from luma.core.device import device, parallel_device
    from luma.core.error import DeviceDisplayModeError
    from luma.oled.device.color import color_device

    kind = getattr(luma.oled.device, name) if name in luma.oled.device.__all__ else None
    if kind is None or name in _TOO_SMALL or issubclass(kind, (color_device, parallel_device)):
        return None

    class Bare(device):  # type: ignore[misc]
        """luma's base of all devices, without its hook at the end of the program, which would keep every device alive."""

        def __init__(self, const: Any = None, serial_interface: Any = None) -> None:
            self._const = const
            self._serial_interface = serial_interface

    # Its memory is written later, in steps.
    panel: Any = type(name, (kind, Bare), {"clear": lambda _self: None})
    for size in ({}, *({"width": width, "height": height} for width, height in _SIZES)):
        recorder.taken()
        try:
            made = panel(recorder, mode="1", **size)
        except DeviceDisplayModeError:
            continue
        if made.width >= WIDTH and made.height >= HEIGHT:
            return made
    return None


def _without_first(start: Sequence[Transfer], commands: Sequence[int | None]) -> Iterator[Transfer]:
    """`start` without the first command of each transfer if it is one of `commands`."""
    for one in start:
        payload = one.payload[1:] if not one.is_data and one.payload[0] in commands else one.payload
        if payload:
            yield Transfer(one.is_data, payload)
