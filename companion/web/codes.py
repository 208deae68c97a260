"""What the page of the table and the terminal show of the seats that are phones: which are free, and the code of each.

Invariant: the code of a free seat is public, since it lets anybody in the room sit down; nothing else of a phone is.
"""

from collections.abc import Callable, Sequence
from typing import Any, Literal

from msgspec import Struct

from companion.core.seat import Seat
from companion.web import messages

CodeSink = Callable[[tuple["JoinCode", ...]], None]
"""Takes the codes of all free seats, whenever they have changed."""


class OwnPhone(Struct, frozen=True):
    """A seat that is a phone by the configuration or by its player's choice. free: `code` lets a phone join it; here, away: a
    phone holds it, and is connected or not. `has_panel`: the seat has a panel, to which it can return."""

    seat: Seat
    state: Literal["free", "here", "away"]
    code: str = ""
    has_panel: bool = False


class JoinCode(Struct, frozen=True):
    """What a phone needs to take a free seat: the page's address and the one-time code."""

    seat: Seat
    page: str
    code: str

    @property
    def written(self) -> str:
        """The code in groups of four, to be read aloud and typed."""
        return " ".join(self.code[at : at + 4] for at in range(0, len(self.code), 4))

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
    """The seats that are phones. `send` takes the message for the pages, whenever it has changed."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send = send
        self._page: str | None = None
        self._wifi: Wifi | None = None
        self._phones: tuple[OwnPhone, ...] = ()
        self._drawn: dict[JoinCode, tuple[str, ...]] = {}
        self._told: tuple[JoinCode, ...] = ()
        self._sink: CodeSink | None = None
        self.message: str | None = None
        """For the pages; None at a table without such seats."""

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
        if not self._phones and self.message is None:
            return
        page = self._page
        codes = tuple(JoinCode(one.seat, page, one.code) for one in self._phones if one.code and page is not None)
        self._drawn = {code: self._drawn.get(code) or _rows(code) for code in codes}
        drawn = {code.seat: (code.written, rows) for code, rows in self._drawn.items()}
        seats = [
            {"seat": one.seat, "state": one.state}
            | ({"has_panel": True} if one.has_panel else {})
            | ({"code": drawn[one.seat][0], "qr": drawn[one.seat][1]} if one.seat in drawn else {})
            for one in self._phones
        ]
        wifi = self._wifi
        network = None if wifi is None else {"name": wifi.name, "password": wifi.password, "qr": _rows(wifi)}
        message = messages.join(page, seats, network)
        if message != self.message:
            self.message = message
            self._send(message)
        if self._sink is not None and codes != self._told:
            self._told = codes
            self._sink(codes)


def _rows(code: JoinCode | Wifi) -> tuple[str, ...]:
    """The modules of its QR code: a text for each row from the top, 1 for a dark one."""
    return tuple("".join("1" if module else "0" for module in row) for row in code.qr().matrix)
