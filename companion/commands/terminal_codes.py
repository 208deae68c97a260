"""What `companion play --phones` prints: who can reach the page, what is never shown there, and the code of each free seat.

Invariant: codes are printed on a terminal only. Where the output goes to a file or to a log, it has none.
"""

from collections.abc import Callable
from io import StringIO
from typing import Final

from companion.core.seat import seat_number
from companion.web.phones.join_board import JoinCode

NO_NETWORK: Final = (
    "This machine is in no network, so no phone reaches the table: join one, or open a hotspot, and start again.\n"
    "If it is in one, name its own address there with --host."
)


def reach(address: str, *, encrypted: bool) -> str:
    """Who can open the page at `address`, and what it never shows."""
    lines = [
        f"The table is at {address}  (Ctrl-C ends it; the game is kept)",
        "",
        "Everybody in this machine's network can open that page. It shows the middle of the table and a code for each",
        "free seat; whoever scans a code first has the seat. What a seat's screen shows is never on that page: it goes",
        "to the one phone that has the seat. No page of this table shows all screens.",
    ]
    if not encrypted:
        lines += [
            "The page is plain HTTP, so whoever can record the network's traffic can read along: play in a network of",
            "your own.",
        ]
    lines += ["A lost phone: open /phones on this machine, or run: companion phones --new-code SEAT."]
    return "\n".join(lines)


class TerminalCodes:
    """Prints the code of each seat that becomes free. `out` takes the text."""

    def __init__(self, out: Callable[[str], None]) -> None:
        self._out = out
        self._shown: frozenset[JoinCode] = frozenset()

    def show(self, codes: tuple[JoinCode, ...]) -> None:
        """These codes are good now."""
        for code in codes:
            if code not in self._shown:
                self._out(drawn(code))
        self._shown = frozenset(codes)


def drawn(code: JoinCode) -> str:
    """A code as a QR code of text blocks, with its address and letters below it."""
    picture = StringIO()
    code.qr().terminal(picture, compact=True)
    return f"{picture.getvalue()}Seat {seat_number(code.seat)}: scan, or open {code.page} and write {code.written}\n"
