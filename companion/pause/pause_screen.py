"""What every screen shows while the game waits for a device, and what its keys do.

    ◀ more of the sentence      ● play on all the same (after a second question)      ▶ play the seat from a phone

Pure: faults and gestures in, screens out. Invariants: no screen shows anything of a game, so none depends on a secret. Gestures
of a place that cannot see its screen, or whose keys are stuck, have no effect. A code is on the screen that asked for it, and
the other screens say so.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from msgspec import Struct, structs

from companion.core.keys import Gesture
from companion.core.screen import LINE, Screen, TextMark, wrap
from companion.core.seat import Seat, seat_number
from companion.pause.fault_timing import DeviceFault
from companion.pause.qr_code import SIDE, Modules, marks
from companion.ui.compose import labels

LINES: Final = 7
TAIL: Final = "The game waits and tries again by itself; then it goes on."
BESIDE: Final = SIDE + 4
"""The column at which the text beside a code begins."""


class PhoneLink(Struct, frozen=True):
    """What a phone needs to play `seat`: the page's address, the one-time code, and both as a QR code."""

    seat: Seat
    page: str
    code: str
    modules: Modules


class ReadingFault(Struct, frozen=True):
    """Shows the sentence of the fault; `page`: which screenful, from 0."""

    page: int = 0


class ConfirmPlayOn(Struct, frozen=True):
    """Asks whether to play on all the same; `page`: which screenful, from 0. Another key than the one that asked says yes."""

    page: int = 0


class ShowingCode(Struct, frozen=True):
    """Shows a code for a phone, as text (`letters`) or as a QR code."""

    link: PhoneLink
    letters: bool = False


class NoPhone(Struct, frozen=True):
    """Shows why `seat` cannot be played from a phone."""

    seat: Seat
    reason: str


PauseView = ReadingFault | ConfirmPlayOn | ShowingCode | NoPhone


class PlayOn(Struct, frozen=True):
    """The place `by` wants to play on despite the fault."""

    by: Seat


class OfferPhone(Struct, frozen=True):
    """The place `by` asks for a code, so that `seat` can be played from a phone."""

    seat: Seat
    by: Seat


PauseRequest = PlayOn | OfferPhone


class Pause(Struct, frozen=True):
    """`faults`: what the game waits for, at least one. `views`: what each place sees. `blind`: places whose gestures have no
    effect."""

    faults: tuple[DeviceFault, ...]
    views: tuple[PauseView, ...]
    blind: frozenset[Seat]

    @property
    def shown(self) -> frozenset[Seat]:
        """The seats whose code is on a screen."""
        return frozenset(view.link.seat for view in self.views if isinstance(view, ShowingCode))

    @property
    def text(self) -> str:
        """The sentences for everybody, the page included."""
        return " ".join((*(_sentence(fault) for fault in self.faults), TAIL))

    @property
    def codes(self) -> tuple[str, ...]:
        """A sentence for each code that is on a screen."""
        return tuple(
            f"Seat {seat_number(by)} shows a code: whoever scans it plays seat {seat_number(view.link.seat)}."
            for by, view in enumerate(self.views)
            if isinstance(view, ShowingCode)
        )

    def now(self, faults: tuple[DeviceFault, ...], blind: frozenset[Seat]) -> "Pause":
        """The pause with the present faults. A place whose view is outdated reads the sentence from its beginning; after a new
        fault, so does every place that was reading or was asked whether to play on."""
        waiting = {fault.seat for fault in faults}
        more = self.grows_by(faults)
        views = (
            ReadingFault()
            if place in blind
            or (more and isinstance(view, ReadingFault | ConfirmPlayOn))
            or (isinstance(view, ShowingCode) and view.link.seat not in waiting)
            or (isinstance(view, NoPhone) and view.seat not in waiting)
            else view
            for place, view in enumerate(self.views)
        )
        return Pause(faults, tuple(views), blind)

    def grows_by(self, faults: tuple[DeviceFault, ...]) -> bool:
        """Whether one of these faults is new, so that nobody has read it."""
        return not {fault.name for fault in faults} <= {fault.name for fault in self.faults}

    def offering(self, by: Seat, view: ShowingCode | NoPhone) -> "Pause":
        """Show the place `by` the code that it asked for, or why there is none. An older code for the same seat disappears."""
        seat = view.link.seat if isinstance(view, ShowingCode) else view.seat
        kept = (ReadingFault() if isinstance(old, ShowingCode) and old.link.seat == seat else old for old in self.views)
        return structs.replace(self, views=_put(kept, by, view))

    def expired(self, good: frozenset[Seat]) -> "Pause":
        """Only the codes for the seats in `good` are valid now; the others disappear."""
        views = (
            ReadingFault() if isinstance(view, ShowingCode) and view.link.seat not in good else view
            for view in self.views
        )
        return structs.replace(self, views=tuple(views))

    def after_gesture(self, place: Seat, gesture: Gesture) -> "tuple[Pause, PauseRequest | None]":
        """The pause after a gesture, and what the gesture requests."""
        if place in self.blind or gesture not in ("left", "middle", "right"):
            return self, None
        view: PauseView = self.views[place]
        request: PauseRequest | None = None
        match view:
            case ReadingFault(page):
                if gesture == "left":
                    view = ReadingFault((page + 1) % _screens(self._lines()))
                elif gesture == "middle":
                    view = ConfirmPlayOn()
                else:
                    request = OfferPhone(self._seats[0], place)
            case ConfirmPlayOn(page):
                view = ConfirmPlayOn((page + 1) % _screens(self._price())) if gesture == "middle" else ReadingFault()
                request = PlayOn(place) if gesture == "right" else None
            case ShowingCode(link, letters):
                if gesture == "left":
                    view = ReadingFault()
                elif gesture == "middle":
                    view = ShowingCode(link, not letters)
                elif len(self._seats) > 1:
                    request = OfferPhone(self._after(link.seat), place)
            case NoPhone(seat):
                if gesture == "left":
                    view = ReadingFault()
                elif gesture == "right" and len(self._seats) > 1:
                    request = OfferPhone(self._after(seat), place)
            case _:
                assert_never(view)
        return structs.replace(self, views=_put(self.views, place, view)), request

    def screen(self, place: Seat) -> Screen:
        """The screen of a place."""
        view = self.views[place]
        following = "next" if len(self._seats) > 1 else ""
        match view:
            case ReadingFault(page):
                lines = self._lines()
                return _words(_page(lines, page), "more" if len(lines) > LINES else "", "play on", "phone")
            case ConfirmPlayOn(page):
                lines = self._price()
                return _words(_page(lines, page), "no", "more" if len(lines) > LINES else "", "yes")
            case ShowingCode(link, letters) if letters or not link.modules:
                return _words(_letters(link), "back", "QR" if link.modules else "", following)
            case ShowingCode(link):
                said = (f"Seat {seat_number(link.seat)}'s", "phone", "scans", "this once.", "", "◀ back", "● letters")
                beside = (*said, f"▶ {following}" if following else "")
                texts = (TextMark(BESIDE, LINE * number, line) for number, line in enumerate(beside) if line)
                return Screen((*marks(link.modules), *texts))
            case NoPhone(_, reason):
                return _words(wrap(reason)[:LINES], "back", "", following)
            case _:
                assert_never(view)

    @property
    def _seats(self) -> tuple[Seat, ...]:
        return tuple(sorted({fault.seat for fault in self.faults}))

    def _after(self, seat: Seat) -> Seat:
        return next((other for other in self._seats if other > seat), self._seats[0])

    def _lines(self) -> tuple[str, ...]:
        # A code comes first, since everybody must have read of it.
        return wrap(" ".join((*self.codes, self.text)))

    def _price(self) -> tuple[str, ...]:
        """What it costs to play on all the same."""
        dark = sorted({fault.seat for fault in self.faults if fault.what != "keys"})
        stuck = sorted({fault.seat for fault in self.faults if fault.what == "keys"})
        parts = ["Play on all the same?"]
        parts += [f"Seat {seat_number(seat)} sees nothing; asked for a move, it is waited for again." for seat in dark]
        parts += [f"A key of seat {seat_number(seat)} does nothing until it comes up." for seat in stuck]
        return wrap(" ".join(parts))


def begin(places: int, faults: tuple[DeviceFault, ...], blind: frozenset[Seat]) -> Pause:
    """A new pause; every place reads the sentence."""
    return Pause(faults, (ReadingFault(),) * places, blind)


def played_on_phone(seat: Seat) -> Screen:
    """The panel's screen of a seat that is played from a phone."""
    return _words(wrap(f"Seat {seat_number(seat)} is played from a phone."), "", "", "")


def _sentence(fault: DeviceFault) -> str:
    if not fault.recovering:
        return fault.sentence
    what = {"screen": "screen", "keys": "keys", "phone": "phone"}[fault.what]
    return f"seat {seat_number(fault.seat)}: its {what} {'are' if fault.what == 'keys' else 'is'} back; one moment."


def _screens(lines: tuple[str, ...]) -> int:
    """The number of screenfuls, at least 1 for any text."""
    return -(-len(lines) // LINES)


def _page(lines: tuple[str, ...], page: int) -> tuple[str, ...]:
    """One screenful."""
    page %= _screens(lines)
    return lines[page * LINES : (page + 1) * LINES]


def _letters(link: PhoneLink) -> tuple[str, ...]:
    """Address and code as text, the code in groups of five. An address that is too long for a QR code has up to four lines."""
    fives = wrap(" ".join(link.code[at : at + 5] for at in range(0, len(link.code), 5)))
    return (*wrap(link.page)[: LINES - 1 - len(fives)], "Code, good once:", *fives)


def _words(lines: Iterable[str], left: str, middle: str, right: str) -> Screen:
    texts = (TextMark(0, LINE * number, line) for number, line in enumerate(lines))
    return Screen((*texts, *labels(left, middle, right)))


def _put(views: Iterable[PauseView], place: Seat, view: PauseView) -> tuple[PauseView, ...]:
    return tuple(view if one == place else old for one, old in enumerate(views))
