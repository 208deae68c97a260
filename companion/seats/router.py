"""Which screen each device shows: what is in front of a place goes to its panel, or to the phone that it is played from. Its data
go to pages with a touch interface.

Invariants. Everything about the game comes from `Table.screen` and `Table.data`, so nothing of it is shown past a layer. A screen
goes to its own place's panel or phone and nowhere else. While it goes to the phone, the panel says so, with a screen of its own
(`PanelReturn`); so nothing secret is on the panel when it works again while nobody sits at it. Where nobody looks, nothing is
drawn and no data are made; who comes asks for them.

The panel of a seat whose player chose a phone takes the seat back:

    ● return, then ◀ no or ▶ yes

While a game runs and the phone is connected, it takes nothing back, so whoever sits beside it sees no secret.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, Literal, NamedTuple

from companion.core.keys import Gesture
from companion.core.picture import Picture
from companion.core.screen import Screen
from companion.core.seat import Place, seat_number
from companion.devices.protocols import Display
from companion.seats.pause import played_on_phone
from companion.seats.watch import FaultWatch
from companion.table.data import screen_text
from companion.table.table import Table
from companion.ui.raster import draw
from companion.ui.screens import first_page, key_boxes
from companion.web.hub import Hub

QUESTION: Final = "Play seat {0} here again? The phone loses the seat."
PHONE_PLAYS: Final = "Its phone plays this game. Close the page there first."

_View = Literal["phone", "question", "refused"]


class PanelReturn:
    """On the panel of a seat that its player transferred to a phone: the key that takes the seat back. `may_return`: whether
    that is allowed now."""

    def __init__(self, may_return: Callable[[Place], bool]) -> None:
        self._may_return = may_return
        self._views: dict[Place, _View] = {}

    def close(self) -> None:
        """Close every question, since another game or lobby begins."""
        self._views.clear()

    def screen(self, place: Place) -> Screen:
        """What the panel shows while its seat is played on a phone."""
        match self._views.get(place, "phone"):
            case "phone":
                return Screen((*played_on_phone(place).marks, *key_boxes("", "Return")))
            case "question":
                return Screen((*first_page(QUESTION.format(seat_number(place))), *key_boxes("No", "", "Yes")))
            case "refused":
                return Screen((*first_page(PHONE_PLAYS), *key_boxes("", "OK")))

    def take_gesture(self, place: Place, gesture: Gesture) -> bool:
        """A key of that panel. True: the panel takes the seat back."""
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


class Drawn(NamedTuple):
    """What a place shows, drawn only for devices that show it: a picture with its screen, and data for touch."""

    place: Place
    picture: tuple[Picture, Screen] | None
    data: bytes | None


class Router:
    """The devices of all places: `displays` are the panels (`devices/build.py`: each a `PanelBusDisplay` or a pod), `hub` has the
    phones and the pages with a touch interface. `watch` says which places are played from a phone."""

    def __init__(self, displays: Mapping[Place, Display], hub: Hub, watch: FaultWatch) -> None:
        self._displays = displays
        self._hub = hub
        self._watch = watch
        self.returns = PanelReturn(watch.may_return)
        self.on_phone = watch.on_phone
        """The places that are played from a phone; show what is in front of every place again after a change."""

    def drawn(self, table: Table, place: Place) -> Drawn:
        """Draw what a place shows, for the devices that show it now."""
        picture = None
        if self._hub.phone_seats.is_open(place) if place in self.on_phone else place in self._displays:
            screen = table.screen(place)
            picture = (draw(screen), screen)
        return Drawn(place, picture, table.data(place) if self._hub.seat_feeds.is_wanted(place) else None)

    def show(self, table: Table, drawn: Drawn, *, urgent: bool) -> None:
        """Show what was drawn. `urgent`: before other places' screens."""
        place, phones = drawn.place, self._hub.phone_seats
        if drawn.data is not None:
            self._hub.seat_feeds.put(place, drawn.data)
        if place in self.on_phone:
            if drawn.picture is None:
                phones.forget(place)
            else:
                picture, screen = drawn.picture
                phones.show(place, picture)
                phones.screen_text(place, partial(screen_text, screen))
            self.show_left_panel(table, place)
        elif drawn.picture is not None:
            picture, screen = drawn.picture
            self._displays[place].show(picture, urgent=urgent)
            self._hub.screen_text(place, partial(screen_text, screen))

    def show_left_panel(self, table: Table, place: Place, *, urgent: bool = False) -> None:
        """Show on the panel of a place that it is played from a phone, if it has one."""
        if place in self._displays and place in self.on_phone:
            takes_back = place in self._watch.transferred and not is_dark(table, place)
            screen = self.returns.screen(place) if takes_back else played_on_phone(place)
            self._displays[place].show(draw(screen), urgent=urgent)
            self._hub.screen_text(place, partial(screen_text, screen))

    def check(self) -> None:
        """Check every panel; one that lost its power unnoticed is started again."""
        for display in self._displays.values():
            display.check()


def is_dark(table: Table, place: Place) -> bool:
    """Whether nobody can play: the machine is being switched off, or there is no journal."""
    return table.front(place) in ("power off", "journal fault")
