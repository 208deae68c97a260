"""A code with which a phone takes a seat, on the screen of a panel: in a pause that of a seat that a phone may repair, in the
lobby those of the panel's own seat and of free seats that are phones.

    ◀ back      ● the next page      ▶ the code of the next seat

The QR code is the address of the seat's page with its one-time code. All letters are capitals, which take 5.5 bits each. So it
has 29 modules a side, and the screen has room for two pixels a module. A browser accepts scheme and host in any case, and the
server answers at /SEAT, too.

Invariants. Whoever scans a code first has its seat. In the lobby each place looks at one code at a time, while it can be used and
not longer. The code of a panel's own seat is shown on that panel alone, and is good only while that is open there.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct, structs

from companion.core.keys import Gesture
from companion.core.picture import WIDTH
from companion.core.screen import FilledBox, Mark, Rect, Screen, text_lines, wrap
from companion.core.seat import Place, seat_number
from companion.devices.protocols import Loop
from companion.seats.phones import PHONE_CHOSEN, PHONE_HELD, PhoneAccess
from companion.table.state import At
from companion.ui.screens import BOX_LEFT, NOTICE_AREA, first_page, key_boxes, narrow_box, sentence_pages
from companion.web.codes import written
from companion.web.hub import PhoneSeats

MODULES: Final = 29
"""Modules a side of version 3, the largest that fits at two pixels each."""
_VERSION: Final = 3
_PIXELS: Final = 2
_EDGE: Final = 3
"""Lit pixels around it: a QR code needs a light border."""
SIDE: Final = MODULES * _PIXELS + 2 * _EDGE
LEFT: Final = WIDTH - SIDE
"""The first column of the code."""

Modules = tuple[tuple[bool, ...], ...]
"""Rows from the top; True is dark. Empty where the text does not fit."""


def modules(page: str, code: str) -> Modules:
    """The QR code of `page`#`code`; empty where a code cannot hold that. `code`: capitals and digits."""
    from segno import DataOverflowError, consts, make

    # segno accepts several segments, but its type hints do not.
    parts: Any = [(page.upper(), consts.MODE_ALPHANUMERIC), ("#", consts.MODE_BYTE), (code, consts.MODE_ALPHANUMERIC)]
    try:
        made = make(parts, version=_VERSION, error="l", micro=False)
    except (DataOverflowError, ValueError):
        # ValueError: the alphanumeric mode does not have a letter of the host name.
        return ()
    return tuple(tuple(bool(module) for module in row) for row in made.matrix)


def marks(made: Modules) -> tuple[Mark, ...]:
    """The code at the right edge of a screen, as high as the screen: a lit square with dark modules."""
    drawn: list[Mark] = [FilledBox(LEFT, 0, SIDE, SIDE)]
    for y, row in enumerate(made):
        x = 0
        while x < len(row):
            width = 0
            while x + width < len(row) and row[x + width]:
                width += 1
            if width:
                drawn.append(FilledBox(LEFT + _EDGE + _PIXELS * x, _EDGE + _PIXELS * y, _PIXELS * width, _PIXELS, 0))
            x += width or 1
    return tuple(drawn)


_TEXT_LINES: Final = NOTICE_AREA.lines("text")
BESIDE: Final = Rect(1, 2, LEFT - 5, 47)
"""Where the text beside a code stands."""


class PhoneLink(Struct, frozen=True):
    """What a phone needs to play `seat`: the page's address, the one-time code, and both as a QR code."""

    seat: Place
    page: str
    code: str
    modules: Modules


class ShowingCode(Struct, frozen=True):
    """Shows a code for a phone: as a QR code, if one can be drawn, then on one page or more as text."""

    link: PhoneLink
    page: int = 0

    @property
    def seat(self) -> Place:
        """The seat that the code is for."""
        return self.link.seat


class NoPhone(Struct, frozen=True):
    """Shows why `seat` cannot be played from a phone; `page`: which screenful, from 0."""

    seat: Place
    reason: str
    page: int = 0


CodeView = ShowingCode | NoPhone


def seat_after(seats: Sequence[Place], seat: Place) -> Place:
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
    """The address, and what is typed of the code, as pages."""
    lines = (*wrap(link.page), written(link.code))
    return tuple(text_lines(lines[at : at + _TEXT_LINES], NOTICE_AREA) for at in range(0, len(lines), _TEXT_LINES))


class PhoneOffers:
    """Makes the codes of `phones` into links. `phone_seats` has the address of the page."""

    def __init__(self, phones: PhoneAccess, phone_seats: PhoneSeats, loop: Loop) -> None:
        self._phones = phones
        self._phone_seats = phone_seats
        self._loop = loop

    @property
    def free(self) -> tuple[Place, ...]:
        """The seats that are phones by the configuration and that no phone holds."""
        return tuple(self._phones.codes)

    def offer(self, seat: Place) -> CodeView:
        """A code with which a phone can take a seat that is free or broken, or why there is none."""
        if seat in self._phones.own and seat not in self._phones.codes:
            sentence = PHONE_CHOSEN if seat in self._phones.transferred else PHONE_HELD
            return NoPhone(seat, sentence.format(seat_number(seat)))
        return self._showing(seat, lambda: self._phones.codes.get(seat) or self._phones.offer(seat, self._loop.time()))

    def offer_transfer(self, seat: Place) -> CodeView:
        """A code with which a phone can take a seat from its working panel, or why there is none."""
        if seat in self._phones.on_phone:
            return NoPhone(seat, PHONE_CHOSEN.format(seat_number(seat)))
        return self._showing(seat, lambda: self._phones.offer_transfer(seat))

    def withdraw_transfer(self, seat: Place) -> None:
        """The panel of a seat does not show its code any more."""
        self._phones.withdraw_transfer(seat)

    def is_good(self, shown: ShowingCode) -> bool:
        """Whether the code of a free seat, or of a panel's own seat, can still be used."""
        return shown.link.code in (self._phones.codes.get(shown.seat), self._phones.transfers.get(shown.seat))

    def _showing(self, seat: Place, code: Callable[[], str]) -> CodeView:
        page = self._phone_seats.join_page
        if page is None:
            return NoPhone(seat, self._phone_seats.unreachable)
        made = code()
        return ShowingCode(PhoneLink(seat, page, made, modules(page, made)))


class PhoneCodes:
    """What the places look at in the lobby: the layer "code". `offers` makes the codes."""

    name = "code"

    def __init__(self, offers: PhoneOffers) -> None:
        self._offers = offers
        self._views: dict[Place, CodeView] = {}
        self._in_game: set[Place] = set()
        """Where a code is shown in a game: only those of free seats, since a panel gives its seat away in the lobby alone."""

    # What is in front of the seats

    def active(self, at: At) -> bool:
        """Whether a place looks at a code."""
        return at.place in self._views

    def made_from(self, at: At) -> tuple[Any, ...]:
        """The code, and whether there is another one."""
        return (self._views[at.place], bool(self._offers.free))

    def screen(self, at: At) -> Screen:
        """The code, or why there is none."""
        return code_screen(self._views[at.place], "Next" if self._offers.free else "")

    def words(self, at: At) -> str:
        """All of the reason why there is none."""
        view = self._views[at.place]
        return view.reason if isinstance(view, NoPhone) else ""

    # Called by the one consumer of the queue

    def open(self, place: Place) -> None:
        """Show a place the first code, the one for its own seat."""
        self._views[place] = self._offers.offer_transfer(place)

    def show(self, place: Place, seat: Place) -> None:
        """Show a place the code of a free seat, where all have agreed on a new one."""
        self._views[place] = self._offers.offer(seat)
        self._in_game.add(place)

    def leave(self, place: Place) -> None:
        """Close the code that a place looks at."""
        self._views.pop(place, None)
        self._in_game.discard(place)
        self._offers.withdraw_transfer(place)

    def close(self) -> None:
        """Close every code, since a game or another lobby begins."""
        for place in tuple(self._views):
            self.leave(place)

    def changed(self) -> None:
        """A phone took a seat or left it: a code that was used disappears, and a seat that has a new one shows that."""
        for place, view in tuple(self._views.items()):
            if not isinstance(view, ShowingCode) or self._offers.is_good(view):
                continue
            if view.seat in self._offers.free:
                self._views[place] = self._offers.offer(view.seat)
            else:
                self.leave(place)

    def take_gesture(self, place: Place, gesture: Gesture) -> None:
        """A key of a place that looks at a code."""
        view = self._views[place]
        match gesture:
            case "left" | "back":
                self.leave(place)
            case "middle":
                self._views[place] = next_code_page(view)
            case "right" if free := self._offers.free:
                seat = seat_after(sorted(free if place in self._in_game else (place, *free)), view.seat)
                if seat == place:
                    self._views[place] = self._offers.offer_transfer(place)
                else:
                    self._offers.withdraw_transfer(place)
                    self._views[place] = self._offers.offer(seat)
            case _:
                pass
