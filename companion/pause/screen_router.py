"""Where a seat's screen is to be seen: on its panel, or on the phone that it is played from.

Law: a screen goes to its own seat's panel or phone and nowhere else; while it goes to the phone, the panel says so, so that
nothing secret stands on a panel that nobody sits at when it comes back.
"""

from collections.abc import Mapping

from companion.core.screen import Screen
from companion.core.seat import Seat
from companion.devices.device_protocols import Display
from companion.pause.pause_screen import played_on_phone
from companion.ui.raster import draw
from companion.web.phone_seats import PhoneSeats


class ScreenRouter:
    """The screens of all seats. `lent`: the phones."""

    def __init__(self, displays: Mapping[Seat, Display], lent: PhoneSeats) -> None:
        self._displays = displays
        self._lent = lent
        self.away: frozenset[Seat] = frozenset()
        """The seats that are played from a phone; to be shown anew when it changes."""

    def show(self, seat: Seat, screen: Screen, *, urgent: bool = False) -> None:
        """Put a screen where the player of `seat` looks. `urgent`: before other seats' screens."""
        picture = draw(screen)
        if seat in self.away:
            self._lent.show(seat, picture)
            self._displays[seat].show(draw(played_on_phone(seat)))
        else:
            self._displays[seat].show(picture, urgent=urgent)

    def check(self) -> None:
        """Let every panel be looked at: one that lost its power unnoticed is started anew."""
        for display in self._displays.values():
            display.check()
