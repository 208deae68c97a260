"""What every screen says while the game waits for a device, and what its keys do about it.

    ◀ more of the sentence      ● play on all the same (asked once more)      ▶ let the seat be played from a phone

Pure: faults and gestures in, screens out. Laws: no screen shows anything of a game, so none of it depends on a secret; the
gestures of a place that cannot see its screen, or whose keys are stuck, mean nothing. A code stands on the screen that asked
for it, and the others say so.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from msgspec import Struct, structs

from companion.core.keys import Gesture
from companion.core.screen import LINE, Screen, TextMark, wrap
from companion.core.seat import Seat
from companion.pause.fault_timing import DeviceFault
from companion.pause.qr_code import SIDE, Modules, marks
from companion.ui.compose import labels

LINES: Final = 7
TAIL: Final = "The game waits and tries again by itself; then it goes on."
BESIDE: Final = SIDE + 4
"""Where the words beside a code begin."""


class PhoneLink(Struct, frozen=True):
    """The way of a phone to the page of `seat`: the page's address, the one-time code, and both as a QR code."""

    seat: Seat
    page: str
    code: str
    modules: Modules


class ReadingFault(Struct, frozen=True):
    """The sentence is read; `page`: which screenful."""

    page: int = 0


class ConfirmPlayOn(Struct, frozen=True):
    """Play on all the same? `page`: which screenful of the question. The key that asked it is not the one that says yes."""

    page: int = 0


class ShowingCode(Struct, frozen=True):
    """A code for a phone is shown, in letters or drawn."""

    link: PhoneLink
    letters: bool = False


class NoPhone(Struct, frozen=True):
    """Why `seat` cannot be played from a phone."""

    seat: Seat
    reason: str


PauseView = ReadingFault | ConfirmPlayOn | ShowingCode | NoPhone


class PlayOn(Struct, frozen=True):
    """A wish of the place `by`: the game shall go on as it is."""

    by: Seat


class LendToPhone(Struct, frozen=True):
    """A wish of the place `by`: `seat` shall be played from a phone."""

    seat: Seat
    by: Seat


PauseRequest = PlayOn | LendToPhone


class Pause(Struct, frozen=True):
    """`faults`: what the game waits for, at least one. `views`: what each place looks at. `blind`: places whose gestures mean
    nothing."""

    faults: tuple[DeviceFault, ...]
    views: tuple[PauseView, ...]
    blind: frozenset[Seat]

    @property
    def shown(self) -> frozenset[Seat]:
        """The seats for which a code stands on a screen."""
        return frozenset(view.link.seat for view in self.views if isinstance(view, ShowingCode))

    @property
    def text(self) -> str:
        """The sentences for everybody, the page included."""
        return " ".join((*(_sentence(fault) for fault in self.faults), TAIL))

    @property
    def codes(self) -> tuple[str, ...]:
        """A sentence for each code that stands on a screen."""
        return tuple(
            f"Seat {by} shows a code: whoever scans it plays seat {view.link.seat}."
            for by, view in enumerate(self.views)
            if isinstance(view, ShowingCode)
        )

    def now(self, faults: tuple[DeviceFault, ...], blind: frozenset[Seat]) -> "Pause":
        """With other faults. A place that looked at what is over reads again, and where one more came every place that was
        asked whether to play on without what it had read."""
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
        """Whether there is one among these that nobody has read of yet."""
        return not {fault.name for fault in faults} <= {fault.name for fault in self.faults}

    def lending(self, by: Seat, view: ShowingCode | NoPhone) -> "Pause":
        """The answer to a wish for a code. An older one for the same seat is shown no more."""
        seat = view.link.seat if isinstance(view, ShowingCode) else view.seat
        kept = (ReadingFault() if isinstance(old, ShowingCode) and old.link.seat == seat else old for old in self.views)
        return structs.replace(self, views=_put(kept, by, view))

    def expired(self, good: frozenset[Seat]) -> "Pause":
        """Only the codes for the seats in `good` are good now."""
        views = (
            ReadingFault() if isinstance(view, ShowingCode) and view.link.seat not in good else view
            for view in self.views
        )
        return structs.replace(self, views=tuple(views))

    def touched(self, place: Seat, gesture: Gesture) -> "tuple[Pause, PauseRequest | None]":
        """The pause after a gesture, and what is wished by it."""
        if place in self.blind or gesture not in ("left", "middle", "right"):
            return self, None
        view: PauseView = self.views[place]
        wish: PauseRequest | None = None
        match view:
            case ReadingFault(page):
                if gesture == "left":
                    view = ReadingFault((page + 1) % _screens(self._lines()))
                elif gesture == "middle":
                    view = ConfirmPlayOn()
                else:
                    wish = LendToPhone(self._seats[0], place)
            case ConfirmPlayOn(page):
                view = ConfirmPlayOn((page + 1) % _screens(self._price())) if gesture == "middle" else ReadingFault()
                wish = PlayOn(place) if gesture == "right" else None
            case ShowingCode(link, letters):
                if gesture == "left":
                    view = ReadingFault()
                elif gesture == "middle":
                    view = ShowingCode(link, not letters)
                elif len(self._seats) > 1:
                    wish = LendToPhone(self._after(link.seat), place)
            case NoPhone(seat):
                if gesture == "left":
                    view = ReadingFault()
                elif gesture == "right" and len(self._seats) > 1:
                    wish = LendToPhone(self._after(seat), place)
            case _:
                assert_never(view)
        return structs.replace(self, views=_put(self.views, place, view)), wish

    def screen(self, place: Seat) -> Screen:
        """What stands on the screen of a place."""
        view = self.views[place]
        following = "next" if len(self._seats) > 1 else ""
        match view:
            case ReadingFault(page):
                lines = self._lines()
                return _words(_leaf(lines, page), "more" if len(lines) > LINES else "", "play on", "phone")
            case ConfirmPlayOn(page):
                lines = self._price()
                return _words(_leaf(lines, page), "no", "more" if len(lines) > LINES else "", "yes")
            case ShowingCode(link, letters) if letters or not link.modules:
                return _words(_letters(link), "back", "QR" if link.modules else "", following)
            case ShowingCode(link):
                said = (f"Seat {link.seat}'s", "phone", "scans", "this once.", "", "◀ back", "● letters")
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
        # A code is the news, and what everybody must have read; so it comes first.
        return wrap(" ".join((*self.codes, self.text)))

    def _price(self) -> tuple[str, ...]:
        """What playing on all the same means."""
        dark = sorted({fault.seat for fault in self.faults if fault.what != "keys"})
        stuck = sorted({fault.seat for fault in self.faults if fault.what == "keys"})
        parts = ["Play on all the same?"]
        parts += [f"Seat {seat} sees nothing; asked for a move, it is waited for again." for seat in dark]
        parts += [f"A key of seat {seat} does nothing until it comes up." for seat in stuck]
        return wrap(" ".join(parts))


def begin(places: int, faults: tuple[DeviceFault, ...], blind: frozenset[Seat]) -> Pause:
    """The game waits from now on."""
    return Pause(faults, (ReadingFault(),) * places, blind)


def played_on_phone(seat: Seat) -> Screen:
    """What stands on the own screen of a seat that is played from a phone."""
    return _words(wrap(f"Seat {seat} is played from a phone."), "", "", "")


def _sentence(fault: DeviceFault) -> str:
    if not fault.mending:
        return fault.sentence
    what = {"screen": "screen", "keys": "keys", "phone": "phone"}[fault.what]
    return f"seat {fault.seat}: its {what} {'are' if fault.what == 'keys' else 'is'} back; one moment."


def _screens(lines: tuple[str, ...]) -> int:
    """How many screenfuls that is."""
    return -(-len(lines) // LINES)


def _leaf(lines: tuple[str, ...], page: int) -> tuple[str, ...]:
    """One screenful."""
    page %= _screens(lines)
    return lines[page * LINES : (page + 1) * LINES]


def _letters(link: PhoneLink) -> tuple[str, ...]:
    """The way in letters, the code in fives. A page whose address is too long to be drawn has up to four lines."""
    fives = wrap(" ".join(link.code[at : at + 5] for at in range(0, len(link.code), 5)))
    return (*wrap(link.page)[: LINES - 1 - len(fives)], "Code, good once:", *fives)


def _words(lines: Iterable[str], left: str, middle: str, right: str) -> Screen:
    texts = (TextMark(0, LINE * number, line) for number, line in enumerate(lines))
    return Screen((*texts, *labels(left, middle, right)))


def _put(views: Iterable[PauseView], place: Seat, view: PauseView) -> tuple[PauseView, ...]:
    return tuple(view if one == place else old for one, old in enumerate(views))
