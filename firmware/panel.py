"""The OLED of a seat pod. What is a chip's own, its start-up commands, comes from the table; switching it on and off, and
writing a stretch of a page, is the same for SSD1306, SSD1309 and SH1106.

Law: whenever the table is gone the panel is off, and it is lit again only after its memory was cleared. One that cannot tell
whether it is lit is started anew now and then, which changes nothing where it is.
"""

_COMMANDS, _DATA = b"\x00", b"\x40"
_OFF, _ON, _CONTRAST, _NOTHING = 0xAE, 0xAF, 0x81, 0xE3
_IS_OFF = 0x40
"""The bit of a chip's status."""
_PAGES, _WIDTH = 8, 128
_RENEWAL = 6
"""A panel that does not tell truly whether it is lit is started and drawn anew in every so-manieth look."""


class Panel:
    """`write`: one I2C transaction to the panel; `status`: one byte read from it. They raise OSError when nobody
    acknowledges. Every method lets that pass, but `dark`."""

    def __init__(self, write, status) -> None:
        self._write = write
        self._status = status
        self._first = None
        self._commands = b""
        self._lit = False
        self._looks = 0
        self._tells = False
        """Whether its status was right when it was known to be dark, and when it was known to be lit."""
        self.sure = False
        """Whether the panel is known to be off, or to show what it was sent."""

    @property
    def started(self) -> bool:
        """Whether it takes pictures."""
        return self._first is not None

    def start(self, first_column: int, commands: bytes) -> None:
        """Start it dark, with nothing in its memory. `first_column`: of the glass, in its memory."""
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
        """Bytes that stand from `column` on."""
        self._place(page, column + self._first)
        self._write(_DATA + data)

    def light(self) -> None:
        """Switch it on."""
        if not self._lit:
            dark = self._is_off(False)
            self._command(_ON)
            self._lit = True
            self._tells = dark and not self._is_off(True)

    def shows(self) -> bool:
        """Whether it shows what it was sent, as far as it can tell: one whose plug was out takes every byte and is dark."""
        if not self._lit:
            return True
        self._command(_NOTHING)
        return not (self._tells and self._status() & _IS_OFF)

    def aged(self) -> bool:
        """Whether it is to be drawn anew, and lit, since it cannot tell whether it lost its power: it was started anew in
        this look, without being darkened."""
        if not self._lit or self._tells:
            return False
        self._looks = (self._looks + 1) % _RENEWAL
        if self._looks:
            return False
        self._write(_COMMANDS + self._commands.replace(bytes((_OFF,)), b"", 1))
        self._lit = False
        return True

    def contrast(self, level: int) -> None:
        """0 to 255."""
        self._command(_CONTRAST, level)
        # What starts it ends with its contrast.
        self._commands = self._commands[:-1] + bytes((level,))

    def dark(self) -> None:
        """Switch it off and clear its memory. Where it does not answer, `sure` says so."""
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
        """What its status says; `otherwise` where it cannot be read, which is no fault."""
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
