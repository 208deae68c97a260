"""A code for a phone on the screen of a panel: in a pause the code of a seat that a phone may repair, in the lobby that of a seat
that is a phone.

    ◀ back      ● the next page      ▶ the code of the next seat

Pure. Whoever scans a code first has its seat.
"""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct, structs

from companion.core.screen import Mark, Rect, Screen, lines_in, text_lines, wrap
from companion.core.seat import Seat, seat_number
from companion.pause.qr_code import LEFT, Modules, marks
from companion.ui.layout import BOX_LEFT, NOTICE_AREA, first_page, key_boxes, narrow_box, sentence_pages

_TEXT_LINES: Final = lines_in(NOTICE_AREA, "text")
BESIDE: Final = Rect(1, 2, LEFT - 5, 47)
"""Where the text beside a code stands."""


class PhoneLink(Struct, frozen=True):
    """What a phone needs to play `seat`: the page's address, the one-time code, and both as a QR code."""

    seat: Seat
    page: str
    code: str
    modules: Modules


class ShowingCode(Struct, frozen=True):
    """Shows a code for a phone: as a QR code, if one can be drawn, then on one page or more as text."""

    link: PhoneLink
    page: int = 0

    @property
    def seat(self) -> Seat:
        """The seat that the code is for."""
        return self.link.seat


class NoPhone(Struct, frozen=True):
    """Shows why `seat` cannot be played from a phone; `page`: which screenful, from 0."""

    seat: Seat
    reason: str
    page: int = 0


CodeView = ShowingCode | NoPhone


def seat_after(seats: Sequence[Seat], seat: Seat) -> Seat:
    """The next of some seats, in rising order; after the last one the first."""
    return next((other for other in seats if other > seat), seats[0])


def next_code_page(view: CodeView) -> CodeView:
    """The view with its next page; after the last one the first."""
    match view:
        case ShowingCode(link, page):
            return structs.replace(view, page=(page + 1) % (len(_letters(link)) + bool(link.modules)))
        case NoPhone(_, reason, page):
            return structs.replace(view, page=(page + 1) % len(sentence_pages(reason)))


def code_screen(view: CodeView, following: str) -> Screen:
    """The screen of a view. `following`: what ▶ does, such as "Next"; empty: nothing."""
    match view:
        case ShowingCode(link, page) if page or not link.modules:
            every, at = _letters(link), page - bool(link.modules)
            more = "More" if at + 1 < len(every) or not link.modules else "Picture"
            boxes = key_boxes("Back", more if len(every) + bool(link.modules) > 1 else "", following)
            return Screen((*every[at % len(every)], *boxes))
        case ShowingCode(link):
            words = f"Scan this to play seat {seat_number(link.seat)} on a phone."
            return Screen((*marks(link.modules), *first_page(words, BESIDE), *_code_boxes()))
        case NoPhone(_, reason, page):
            every = sentence_pages(reason)
            boxes = key_boxes("Back", "More" if len(every) > 1 else "", following)
            return Screen((*every[page % len(every)], *boxes))


def _code_boxes() -> tuple[Mark, ...]:
    """Beside a code there is room for the box of ◀ and half of that of ●."""
    left = BOX_LEFT[1]
    return (*key_boxes("Back"), *narrow_box(left, LEFT - left - 1, "Abc"))


def _letters(link: PhoneLink) -> tuple[tuple[Mark, ...], ...]:
    """The address, and the code in groups of five, as pages."""
    fives = wrap(" ".join(link.code[at : at + 5] for at in range(0, len(link.code), 5)))
    lines = (*wrap(link.page), *fives)
    return tuple(text_lines(lines[at : at + _TEXT_LINES], NOTICE_AREA) for at in range(0, len(lines), _TEXT_LINES))
