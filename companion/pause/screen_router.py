"""Sends each seat's screen to its panel, or to the phone that it is played from.

Invariant: a screen goes to its own seat's panel or phone and nowhere else. While it goes to the phone, the panel says so; so
nothing secret is on the panel when it works again while nobody sits at it.
"""

from collections.abc import Callable, Mapping
from functools import partial

from companion.core.screen import Screen
from companion.core.seat import Seat
from companion.devices.protocols import Display
from companion.pause.pause_screen import played_on_phone
from companion.table.data import screen_text
from companion.ui.raster import draw
from companion.web.phone_seats import PhoneSeats

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
