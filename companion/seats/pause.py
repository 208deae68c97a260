"""What every screen shows while the game waits for a device, and what its keys do.

    ◀ more of the sentence      ● play on all the same (after a second question)      ▶ play the seat from a phone

Pure: faults and gestures in, screens out. Invariants: no screen shows anything of a game, so none depends on a secret.
Gestures of a place that cannot see its screen, or whose keys are stuck, have no effect. A code is on the screen that asked for
it, and the other screens say so.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from msgspec import Struct, structs

from companion.core.keys import Gesture
from companion.core.screen import Mark, Screen
from companion.core.seat import Place, each_place, seat_number
from companion.seats.codes import CodeView, NoPhone, ShowingCode, code_screen, next_code_page, seat_after
from companion.seats.device_faults import DeviceFault
from companion.ui.screens import first_page, key_boxes, sentence_pages

TAIL: Final = "The game waits and tries again by itself; then it goes on."


class ReadingFault(Struct, frozen=True):
    """Shows the sentence of the fault; `page`: which screenful, from 0."""

    page: int = 0


class ConfirmPlayOn(Struct, frozen=True):
    """Asks whether to play on all the same; `page`: which screenful, from 0. Another key than the one that asked says yes."""

    page: int = 0


PauseView = ReadingFault | ConfirmPlayOn | CodeView


class PlayOn(Struct, frozen=True):
    """The place `by` wants to play on despite the fault."""

    by: Place


class OfferPhone(Struct, frozen=True):
    """The place `by` asks for a code, so that `seat` can be played from a phone."""

    seat: Place
    by: Place


PauseRequest = PlayOn | OfferPhone


class Pause(Struct, frozen=True):
    """`faults`: what the game waits for, at least one. `views`: what each place sees. `blind`: places whose gestures have no
    effect."""

    faults: tuple[DeviceFault, ...]
    views: tuple[PauseView, ...]
    blind: frozenset[Place]

    @property
    def shown(self) -> frozenset[Place]:
        """The seats whose code is on a screen."""
        return frozenset(view.seat for view in self.views if isinstance(view, ShowingCode))

    @property
    def text(self) -> str:
        """The sentences for everybody, the page included."""
        return " ".join((*(_sentence(fault) for fault in self.faults), TAIL))

    @property
    def codes(self) -> tuple[str, ...]:
        """A sentence for each code that is on a screen."""
        return tuple(
            f"Seat {seat_number(by)} shows a code: whoever scans it plays seat {seat_number(view.seat)}."
            for by, view in each_place(self.views)
            if isinstance(view, ShowingCode)
        )

    def now(self, faults: tuple[DeviceFault, ...], blind: frozenset[Place]) -> "Pause":
        """The pause with the present faults. A place whose view is outdated reads the sentence from its beginning; after a new
        fault, so does every place that was reading or was asked whether to play on."""
        waiting = {fault.seat for fault in faults}
        more = self.grows_by(faults)
        views = (
            ReadingFault()
            if place in blind
            or (more and isinstance(view, ReadingFault | ConfirmPlayOn))
            or (isinstance(view, ShowingCode | NoPhone) and view.seat not in waiting)
            else view
            for place, view in enumerate(self.views)
        )
        return Pause(faults, tuple(views), blind)

    def grows_by(self, faults: tuple[DeviceFault, ...]) -> bool:
        """Whether one of these faults is new, so that nobody has read it."""
        return not {fault.name for fault in faults} <= {fault.name for fault in self.faults}

    def offering(self, by: Place, view: CodeView) -> "Pause":
        """Show the place `by` the code that it asked for, or why there is none. An older code for the same seat disappears."""
        kept = (ReadingFault() if isinstance(old, ShowingCode) and old.seat == view.seat else old for old in self.views)
        return structs.replace(self, views=_put(kept, by, view))

    def expired(self, good: frozenset[Place]) -> "Pause":
        """Only the codes for the seats in `good` are valid now; the others disappear."""
        views = (
            ReadingFault() if isinstance(view, ShowingCode) and view.seat not in good else view for view in self.views
        )
        return structs.replace(self, views=tuple(views))

    def after_gesture(self, place: Place, gesture: Gesture) -> "tuple[Pause, PauseRequest | None]":
        """The pause after a gesture, and what the gesture requests."""
        if place in self.blind or gesture not in ("left", "middle", "right"):
            return self, None
        view: PauseView = self.views[place]
        request: PauseRequest | None = None
        match view:
            case ReadingFault(page):
                if gesture == "left":
                    view = ReadingFault((page + 1) % len(sentence_pages(self._words())))
                elif gesture == "middle":
                    view = ConfirmPlayOn()
                else:
                    request = OfferPhone(self._seats[0], place)
            case ConfirmPlayOn(page):
                view = (
                    ConfirmPlayOn((page + 1) % len(sentence_pages(self._price())))
                    if gesture == "middle"
                    else ReadingFault()
                )
                request = PlayOn(place) if gesture == "right" else None
            case ShowingCode() | NoPhone():
                if gesture == "left":
                    view = ReadingFault()
                elif gesture == "middle":
                    view = next_code_page(view)
                elif len(self._seats) > 1:
                    request = OfferPhone(seat_after(self._seats, view.seat), place)
            case _:
                assert_never(view)
        return structs.replace(self, views=_put(self.views, place, view)), request

    def screen(self, place: Place) -> Screen:
        """The screen of a place."""
        view = self.views[place]
        following = "Next" if len(self._seats) > 1 else ""
        match view:
            case ReadingFault(page):
                every: tuple[tuple[Mark, ...], ...] = sentence_pages(self._words())
                boxes = key_boxes("More" if len(every) > 1 else "", "Play on", "Phone")
                return Screen((*every[page % len(every)], *boxes))
            case ConfirmPlayOn(page):
                every = sentence_pages(self._price())
                return Screen((*every[page % len(every)], *key_boxes("No", "More" if len(every) > 1 else "", "Yes")))
            case ShowingCode() | NoPhone():
                return code_screen(view, following)
            case _:
                assert_never(view)

    def seen_from(self, place: Place) -> tuple[object, ...]:
        """The values that the screen and the words of a place are made from."""
        return (self.views[place], self.faults, self.codes)

    def words(self, place: Place) -> str:
        """All that a place reads, where its screen shows it page by page; empty where it shows a code."""
        match self.views[place]:
            case ReadingFault():
                return self._words()
            case ConfirmPlayOn():
                return self._price()
            case NoPhone(_, reason):
                return reason
            case ShowingCode():
                return ""
            case other:
                assert_never(other)

    @property
    def _seats(self) -> tuple[Place, ...]:
        return tuple(sorted({fault.seat for fault in self.faults}))

    def _words(self) -> str:
        # A code comes first, since everybody must have read of it.
        return " ".join((*self.codes, self.text))

    def _price(self) -> str:
        """What it costs to play on all the same."""
        dark = sorted({fault.seat for fault in self.faults if fault.what != "keys"})
        stuck = sorted({fault.seat for fault in self.faults if fault.what == "keys"})
        parts = ["Play on all the same?"]
        parts += [f"Seat {seat_number(seat)} sees nothing; asked for a move, it is waited for again." for seat in dark]
        parts += [f"A key of seat {seat_number(seat)} does nothing until it comes up." for seat in stuck]
        return " ".join(parts)


def begin_pause(places: int, faults: tuple[DeviceFault, ...], blind: frozenset[Place]) -> Pause:
    """A new pause; every place reads the sentence."""
    return Pause(faults, (ReadingFault(),) * places, blind)


def played_on_phone(seat: Place) -> Screen:
    """The panel's screen of a seat that is played from a phone."""
    return Screen(first_page(f"Seat {seat_number(seat)} is played from a phone."))


def _sentence(fault: DeviceFault) -> str:
    if not fault.recovering:
        return fault.sentence
    what = {"screen": "screen", "keys": "keys", "phone": "phone"}[fault.what]
    return f"seat {seat_number(fault.seat)}: its {what} {'are' if fault.what == 'keys' else 'is'} back; one moment."


def _put(views: Iterable[PauseView], place: Place, view: PauseView) -> tuple[PauseView, ...]:
    return tuple(view if one == place else old for one, old in enumerate(views))
