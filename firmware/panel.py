"""The OLED panel of a seat pod. The table sends the chip's start-up commands; switching it on and off and writing a run are the
same for SSD1306, SSD1309 and SH1106.

Invariant: without a session the panel is off, and it is switched on again only after its memory was cleared. A panel without a
reliable status is started again at intervals, which changes nothing on a panel that is on.
"""

_COMMANDS, _DATA = b"\x00", b"\x40"
_OFF, _ON, _CONTRAST, _NOTHING = 0xAE, 0xAF, 0x81, 0xE3
_IS_OFF = 0x40
"""The bit of a chip's status."""
_PAGES, _WIDTH = 8, 128
_RENEWAL = 6
"""After so many checks a panel without a reliable status is started and drawn again."""


class Panel:
    """`write`: one I2C transaction to the panel; `status`: reads one byte from it. They raise OSError without an
    acknowledgement; all methods pass it on, except `dark`."""

    def __init__(self, write, status) -> None:
        self._write = write
        self._status = status
        self._first = None
        self._commands = b""
        self._lit = False
        self._checks = 0
        self._status_reliable = False
        """Whether its status was right while it was known to be off, and while it was known to be on."""
        self.sure = False
        """Whether the panel is known to be off, or to show what it was sent."""

    @property
    def started(self) -> bool:
        """Whether it accepts pictures."""
        return self._first is not None

    def start(self, first_column: int, commands: bytes) -> None:
        """Start it, clear its memory, and leave it off. `first_column`: the memory column at the left of the glass."""
        self.sure = False
        self._first = None
        self._lit = False
        self._command(_OFF)
        self._write(_COMMANDS + commands)
        self._clear(first_column)
        self._first = first_column
        self._commands = commands
        self.sure = True

    def draw(self, page: int, column: int, data: bytes) -> None:
        """Write bytes from `column` on."""
        self._place(page, column + self._first)
        self._write(_DATA + data)

    def light(self) -> None:
        """Switch it on."""
        if not self._lit:
            dark = self._is_off(False)
            self._command(_ON)
            self._lit = True
            self._status_reliable = dark and not self._is_off(True)

    def shows(self) -> bool:
        """Whether it is on, as far as its status tells: a panel that was unplugged accepts every byte but is off."""
        if not self._lit:
            return True
        self._command(_NOTHING)
        return not (self._status_reliable and self._status() & _IS_OFF)

    def aged(self) -> bool:
        """For a panel without a reliable status: True if this check started it again, without switching it off, so that it has
        to be drawn and switched on."""
        if not self._lit or self._status_reliable:
            return False
        self._checks = (self._checks + 1) % _RENEWAL
        if self._checks:
            return False
        self._write(_COMMANDS + self._commands.replace(bytes((_OFF,)), b"", 1))
        self._lit = False
        return True

    def contrast(self, level: int) -> None:
        """Set the contrast, 0 to 255."""
        self._command(_CONTRAST, level)
        # The start-up commands end with the contrast.
        self._commands = self._commands[:-1] + bytes((level,))

    def dark(self) -> None:
        """Switch it off and clear its memory. `sure` is False if it did not answer."""
        first, self._first = self._first, None
        self._lit = False
        self.sure = False
        try:
            self._command(_OFF)
            if first is not None:
                self._clear(first)
            self.sure = True
        except OSError:
            pass

    def _is_off(self, otherwise: bool) -> bool:
        """Whether its status says off; `otherwise` if it cannot be read, which is no fault."""
        try:
            self._command(_NOTHING)
            return bool(self._status() & _IS_OFF)
        except OSError:
            return otherwise

    def _clear(self, first_column: int) -> None:
        for page in range(_PAGES):
            self._place(page, first_column)
            self._write(_DATA + bytes(_WIDTH))

    def _place(self, page: int, column: int) -> None:
        self._command(0xB0 | page, column & 0x0F, 0x10 | column >> 4)

    def _command(self, *codes: int) -> None:
        self._write(_COMMANDS + bytes(codes))
