"""What the page of the table and the terminal show of the seats that are phones: which are free, and the code of each.

A code is a row of letters and digits of which no two look alike. A QR code has all of it. Whoever types it needs the first TYPED
of them only, shown in two groups: so few can be guessed, which is why the server counts wrong ones (`shares.JoinTries`).

Invariant: the code of a free seat is public, since it lets anybody in the room sit down; nothing else of a phone is.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from companion.core.seat import Place
from companion.web.messages import Join, JoinSeat, Network, PhoneState

LETTERS: Final = "23456789ACDEFHJKMNPQRTVWXY"
"""What a code is made of. The others look like one of these (B G S U Z), or like each other (0 O, 1 I L)."""
_MISREAD: Final = str.maketrans("BGSUZ", "865V2")
TYPED: Final = 6
"""Letters of a code that a person types."""


def entered(code: str) -> str:
    """A code as it was meant: in any case, with any blanks and hyphens, and with letters that look like its own."""
    return "".join(code.replace("-", " ").split()).upper().translate(_MISREAD)


def written(code: str) -> str:
    """What is typed of a code, in two groups, to be read aloud."""
    return f"{code[: TYPED // 2]} {code[TYPED // 2 : TYPED]}"


CodeSink = Callable[[tuple["JoinCode", ...]], None]
"""Takes the codes of all free seats, whenever they have changed."""


class OwnPhone(Struct, frozen=True):
    """A seat that is a phone by the configuration or by its player's choice. `code`: of a free one. `has_panel`: the seat has a
    panel, to which it can return."""

    seat: Place
    state: PhoneState
    code: str = ""
    has_panel: bool = False


class JoinCode(Struct, frozen=True):
    """What a phone needs to take a free seat: the page's address and the one-time code."""

    seat: Place
    page: str
    code: str

    @property
    def written(self) -> str:
        """What is typed of the code."""
        return written(self.code)

    def qr(self) -> Any:
        """The QR code of address and code, as segno makes it. The code is in the fragment, which no browser sends."""
        from segno import consts, make

        # All letters are capitals, which take 5.5 bits each; a host name with other letters takes 8.
        try:
            parts: Any = [
                (self.page.upper(), consts.MODE_ALPHANUMERIC),
                ("#", consts.MODE_BYTE),
                (self.code, consts.MODE_ALPHANUMERIC),
            ]
            return make(parts, error="m", micro=False)
        except ValueError:
            return make(f"{self.page}#{self.code}", error="m", micro=False)


class Wifi(Struct, frozen=True):
    """The Wi-Fi network from which phones reach the table. `password`: empty for a network without one."""

    name: str
    password: str

    def qr(self) -> Any:
        """The QR code by which a phone joins it, as segno makes it."""
        from segno.helpers import make_wifi

        return make_wifi(self.name, self.password or None, "WPA" if self.password else None)


class JoinBoard:
    """The seats that are phones. `tell` takes what the pages show of them."""

    def __init__(self, tell: Callable[[Join], None]) -> None:
        self._tell = tell
        self._page: str | None = None
        self._wifi: Wifi | None = None
        self._phones: tuple[OwnPhone, ...] = ()
        self._drawn: dict[JoinCode, tuple[str, ...]] = {}
        self._told: tuple[JoinCode, ...] = ()
        self._sink: CodeSink | None = None
        self.shown = Join()
        """For the pages."""

    @property
    def phones(self) -> tuple[OwnPhone, ...]:
        """The seats that are phones, in their order."""
        return self._phones

    def listen(self, sink: CodeSink) -> None:
        """From now on tell `sink` the codes, too."""
        self._sink = sink
        self._told = ()
        self._update()

    def set_page(self, page: str | None, wifi: Wifi | None = None) -> None:
        """The address of the page at which phones join; None where no phone reaches it. `wifi`: the network to join before."""
        self._page, self._wifi = page, wifi
        self._update()

    def show(self, phones: Sequence[OwnPhone]) -> None:
        """The seats are so now."""
        if tuple(phones) != self._phones:
            self._phones = tuple(phones)
            self._update()

    def _update(self) -> None:
        if not self._phones and not self.shown.seats:
            return
        page, wifi = self._page, self._wifi
        codes = tuple(JoinCode(one.seat, page, one.code) for one in self._phones if one.code and page is not None)
        self._drawn = {code: self._drawn.get(code) or _rows(code) for code in codes}
        drawn = {code.seat: (code.written, rows) for code, rows in self._drawn.items()}
        seats = tuple(JoinSeat(one.seat, one.state, one.has_panel, *drawn.get(one.seat, ())) for one in self._phones)
        network = None if wifi is None else Network(wifi.name, wifi.password, _rows(wifi))
        self.shown = Join(page, seats, network)
        self._tell(self.shown)
        if self._sink is not None and codes != self._told:
            self._told = codes
            self._sink(codes)


def _rows(code: JoinCode | Wifi) -> tuple[str, ...]:
    """The modules of its QR code: a text for each row from the top, 1 for a dark one."""
    return tuple("".join("1" if module else "0" for module in row) for row in code.qr().matrix)
