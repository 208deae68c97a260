"""The panel of a seat whose player chose a phone: it says so, and takes the seat back.

    ● return, then ◀ no or ▶ yes

Invariant: while a game runs and the phone is connected, the panel takes nothing back, so whoever sits beside it sees no secret.

Sends each seat's screen to its panel, or to the phone that it is played from.

Invariant: a screen goes to its own seat's panel or phone and nowhere else. While it goes to the phone, the panel says so; so
nothing secret is on the panel when it works again while nobody sits at it.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal

from companion.core.keys import Gesture
from companion.core.screen import Screen
from companion.core.seat import Place, Seat, seat_number
from companion.devices.device_protocols import Display
from companion.seats.pause import played_on_phone
from companion.table.data import screen_text
from companion.ui.layout import first_page, key_boxes
from companion.ui.raster import draw
from companion.web.phone_seats import PhoneSeats

QUESTION: Final = "Play seat {0} here again? The phone loses the seat."
PHONE_PLAYS: Final = "Its phone plays this game. Close the page there first."

_View = Literal["phone", "question", "refused"]


class PanelReturn:
    """What such panels show. `may_return`: whether a seat can be taken back now."""

    def __init__(self, may_return: Callable[[Place], bool]) -> None:
        self._may_return = may_return
        self._views: dict[Place, _View] = {}

    def close(self) -> None:
        """A game or another lobby begins: every question is withdrawn."""
        self._views.clear()

    def screen(self, place: Place) -> Screen:
        """The screen of the panel of such a place."""
        match self._views.get(place, "phone"):
            case "phone":
                return Screen((*played_on_phone(place).marks, *key_boxes("", "Return")))
            case "question":
                return Screen((*first_page(QUESTION.format(seat_number(place))), *key_boxes("No", "", "Yes")))
            case "refused":
                return Screen((*first_page(PHONE_PLAYS), *key_boxes("", "OK")))

    def take_gesture(self, place: Place, gesture: Gesture) -> bool:
        """Take a gesture of the panel of such a place. True: the place is to be taken back now."""
        match self._views.pop(place, "phone"), gesture:
            case "phone", "middle":
                self._views[place] = "question"
            case "question", "right":
                if self._may_return(place):
                    return True
                self._views[place] = "refused"
            case "question", "left" | "back":
                pass
            case ("question" | "refused") as view, other if other not in ("middle", "back"):
                self._views[place] = view
            case _:
                pass
        return False


ScreenSink = Callable[[Seat, Screen], None]
"""Takes what the panel of a seat is to show."""


class ScreenRouter:
    """The screens of all seats. `on_phone`: those that are played from a phone at the start. `tell`: is told what panels show."""

    def __init__(
        self,
        displays: Mapping[Seat, Display],
        phone_seats: PhoneSeats,
        on_phone: frozenset[Seat] = frozenset(),
        tell: ScreenSink = lambda _seat, _screen: None,
    ) -> None:
        self._displays = displays
        self._phone_seats = phone_seats
        self._tell = tell
        self.on_phone = on_phone
        """The seats that are played from a phone; show their screens again after a change."""

    def show(self, seat: Seat, screen: Screen, *, urgent: bool = False, panel: Screen | None = None) -> None:
        """Show the player of `seat` a screen. `urgent`: before other seats' screens. `panel`: what the panel of a seat on a phone
        shows, None for the sentence that says so."""
        picture = draw(screen)
        if seat in self.on_phone:
            self._phone_seats.show(seat, picture)
            self._phone_seats.screen_text(seat, partial(screen_text, screen))
            if seat in self._displays:
                beside = panel or played_on_phone(seat)
                self._displays[seat].show(draw(beside))
                self._tell(seat, beside)
        else:
            self._displays[seat].show(picture, urgent=urgent)
            self._tell(seat, screen)

    def check(self) -> None:
        """Check every panel; one that lost its power unnoticed is started again."""
        for display in self._displays.values():
            display.check()
