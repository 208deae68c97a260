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
from companion.core.screen import LINE, Screen, Text, wrap
from companion.core.seat import Seat
from companion.daemon.faults import Fault
from companion.daemon.qr import SIDE, Modules, marks
from companion.ui.compose import labels

LINES: Final = 7
TAIL: Final = "The game waits and tries again by itself; then it goes on."
BESIDE: Final = SIDE + 4
"""Where the words beside a code begin."""


class Link(Struct, frozen=True):
    """The way of a phone to the page of `seat`: the page's address, the one-time code, and both as a QR code."""

    seat: Seat
    page: str
    code: str
    modules: Modules


class Reading(Struct, frozen=True):
    """The sentence is read; `page`: which screenful."""

    page: int = 0


class Sure(Struct, frozen=True):
    """Play on all the same? `page`: which screenful of the question. The key that asked it is not the one that says yes."""

    page: int = 0


class Lending(Struct, frozen=True):
    """A code for a phone is shown, in letters or drawn."""

    link: Link
    letters: bool = False


class Denied(Struct, frozen=True):
    """Why `seat` cannot be played from a phone."""

    seat: Seat
    reason: str


View = Reading | Sure | Lending | Denied


class PlayOn(Struct, frozen=True):
    """A wish of the place `by`: the game shall go on as it is."""

    by: Seat


class Lend(Struct, frozen=True):
    """A wish of the place `by`: `seat` shall be played from a phone."""

    seat: Seat
    by: Seat


Wish = PlayOn | Lend


class Pause(Struct, frozen=True):
    """`faults`: what the game waits for, at least one. `views`: what each place looks at. `blind`: places whose gestures mean
    nothing."""

    faults: tuple[Fault, ...]
    views: tuple[View, ...]
    blind: frozenset[Seat]

    @property
    def shown(self) -> frozenset[Seat]:
        """The seats for which a code stands on a screen."""
        return frozenset(view.link.seat for view in self.views if isinstance(view, Lending))

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
            if isinstance(view, Lending)
        )

    def now(self, faults: tuple[Fault, ...], blind: frozenset[Seat]) -> "Pause":
        """With other faults. A place that looked at what is over reads again, and where one more came every place that was
        asked whether to play on without what it had read."""
        waiting = {fault.seat for fault in faults}
        more = self.grows_by(faults)
        views = (
            Reading()
            if place in blind
            or (more and isinstance(view, Reading | Sure))
            or (isinstance(view, Lending) and view.link.seat not in waiting)
            or (isinstance(view, Denied) and view.seat not in waiting)
            else view
            for place, view in enumerate(self.views)
        )
        return Pause(faults, tuple(views), blind)

    def grows_by(self, faults: tuple[Fault, ...]) -> bool:
        """Whether there is one among these that nobody has read of yet."""
        return not {fault.name for fault in faults} <= {fault.name for fault in self.faults}

    def lending(self, by: Seat, view: Lending | Denied) -> "Pause":
        """The answer to a wish for a code. An older one for the same seat is shown no more."""
        seat = view.link.seat if isinstance(view, Lending) else view.seat
        kept = (Reading() if isinstance(old, Lending) and old.link.seat == seat else old for old in self.views)
        return structs.replace(self, views=_put(kept, by, view))

    def expired(self, good: frozenset[Seat]) -> "Pause":
        """Only the codes for the seats in `good` are good now."""
        views = (Reading() if isinstance(view, Lending) and view.link.seat not in good else view for view in self.views)
        return structs.replace(self, views=tuple(views))

    def touched(self, place: Seat, gesture: Gesture) -> "tuple[Pause, Wish | None]":
        """The pause after a gesture, and what is wished by it."""
        if place in self.blind or gesture not in ("left", "middle", "right"):
            return self, None
        view: View = self.views[place]
        wish: Wish | None = None
        match view:
            case Reading(page):
                if gesture == "left":
                    view = Reading((page + 1) % _screens(self._lines()))
                elif gesture == "middle":
                    view = Sure()
                else:
                    wish = Lend(self._seats[0], place)
            case Sure(page):
                view = Sure((page + 1) % _screens(self._price())) if gesture == "middle" else Reading()
                wish = PlayOn(place) if gesture == "right" else None
            case Lending(link, letters):
                if gesture == "left":
                    view = Reading()
                elif gesture == "middle":
                    view = Lending(link, not letters)
                elif len(self._seats) > 1:
                    wish = Lend(self._after(link.seat), place)
            case Denied(seat):
                if gesture == "left":
                    view = Reading()
                elif gesture == "right" and len(self._seats) > 1:
                    wish = Lend(self._after(seat), place)
            case _:
                assert_never(view)
        return structs.replace(self, views=_put(self.views, place, view)), wish

    def screen(self, place: Seat) -> Screen:
        """What stands on the screen of a place."""
        view = self.views[place]
        following = "next" if len(self._seats) > 1 else ""
        match view:
            case Reading(page):
                lines = self._lines()
                return _words(_leaf(lines, page), "more" if len(lines) > LINES else "", "play on", "phone")
            case Sure(page):
                lines = self._price()
                return _words(_leaf(lines, page), "no", "more" if len(lines) > LINES else "", "yes")
            case Lending(link, letters) if letters or not link.modules:
                return _words(_letters(link), "back", "QR" if link.modules else "", following)
            case Lending(link):
                said = (f"Seat {link.seat}'s", "phone", "scans", "this once.", "", "◀ back", "● letters")
                beside = (*said, f"▶ {following}" if following else "")
                texts = (Text(BESIDE, LINE * number, line) for number, line in enumerate(beside) if line)
                return Screen((*marks(link.modules), *texts))
            case Denied(_, reason):
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


def begin(places: int, faults: tuple[Fault, ...], blind: frozenset[Seat]) -> Pause:
    """The game waits from now on."""
    return Pause(faults, (Reading(),) * places, blind)


def away(seat: Seat) -> Screen:
    """What stands on the own screen of a seat that is played from a phone."""
    return _words(wrap(f"Seat {seat} is played from a phone."), "", "", "")


def _sentence(fault: Fault) -> str:
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


def _letters(link: Link) -> tuple[str, ...]:
    """The way in letters, the code in fives. A page whose address is too long to be drawn has up to four lines."""
    fives = wrap(" ".join(link.code[at : at + 5] for at in range(0, len(link.code), 5)))
    return (*wrap(link.page)[: LINES - 1 - len(fives)], "Code, good once:", *fives)


def _words(lines: Iterable[str], left: str, middle: str, right: str) -> Screen:
    texts = (Text(0, LINE * number, line) for number, line in enumerate(lines))
    return Screen((*texts, *labels(left, middle, right)))


def _put(views: Iterable[View], place: Seat, view: View) -> tuple[View, ...]:
    return tuple(view if one == place else old for one, old in enumerate(views))
