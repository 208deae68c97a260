"""Which screen each seat sees: the game's, the die roller's, the pause's, a code for a phone, or one screen for all. And its
data, where a page with a touch interface is open for it.

Invariant: while the game waits for a device, no screen shows anything of the game, and no data hold any of it.
"""

from collections.abc import Iterable

from companion.core.screen import Screen
from companion.core.seat import Seat
from companion.daemon.hardware.table_hardware import TableHardware
from companion.daemon.phone_codes import PhoneCodes
from companion.pause.panel_return import PanelReturn
from companion.table.data import device_bytes, seat_bytes
from companion.table.effects import Show
from companion.table.table import Table
from companion.web.touch.seat_feeds import SeatFeeds


class SeatScreens:
    """The screens of `seats` places. `feeds`: the pages that want their data."""

    def __init__(self, hardware: TableHardware, seats: int, feeds: SeatFeeds) -> None:
        self._hardware = hardware
        self._seats = seats
        self._feeds = feeds
        self.codes = PhoneCodes(hardware.watch.offers)
        """The codes that panels show in the lobby."""
        self.returns = PanelReturn(hardware.watch.may_return)
        """The panels of seats whose players chose a phone."""
        self._common: Screen | None = None
        """What all see instead of the game."""

    def show(self, table: Table, effect: Show) -> None:
        """Show a screen of the game, or the one that takes its place now."""
        self._common = None
        instead = self._instead(table, effect.place)
        panel = self.returns.screen(effect.place) if effect.place in self._hardware.watch.transferred else None
        self._hardware.screens.show(effect.place, instead or effect.screen, urgent=effect.urgent, panel=panel)
        self._send(table, effect.place, instead)

    def send_data(self, table: Table, seat: Seat) -> None:
        """Send the pages of a seat its data."""
        self._send(table, seat, self._common or self._instead(table, seat))

    def redraw(self, table: Table) -> None:
        """Show every seat's screen again."""
        for seat in range(self._seats):
            self.show(table, Show(seat, table.screen(seat), urgent=False))

    def redraw_first(self, table: Table, seats: Iterable[Seat]) -> None:
        """Show the screens of some seats again, before all others."""
        for seat in seats:
            self.show(table, Show(seat, table.screen(seat), urgent=True))

    def redraw_codes(self, table: Table) -> None:
        """A phone may have taken a seat, or a seat may have a new code: show again what panels show of them."""
        self.redraw_first(table, self.codes.places)

    def show_everywhere(self, screen: Screen) -> None:
        """Show every seat the same screen."""
        self._common = screen
        for seat in range(self._seats):
            self._hardware.screens.show(seat, screen)
            if self._feeds.is_wanted(seat):
                self._feeds.put(seat, device_bytes(seat, screen))

    def asks_for_roll(self, table: Table, seat: Seat) -> bool:
        """Whether the seat's screen is the die roller's. A question that all must agree on comes first."""
        return seat in self._hardware.roller.seats and not table.has_overlay(seat)

    def _instead(self, table: Table, seat: Seat) -> Screen | None:
        """The screen that takes the place of the game's."""
        pause = self._hardware.watch.pause
        if pause is not None:
            return pause.screen(seat)
        if self.asks_for_roll(table, seat):
            return self._hardware.roller.screen(seat)
        return self.codes.screen(table, seat)

    def _send(self, table: Table, seat: Seat, instead: Screen | None) -> None:
        """The data are made only where a page wants them."""
        if not self._feeds.is_wanted(seat):
            return
        if instead is None:
            self._feeds.put(seat, seat_bytes(table.seat_moment(seat)))
            return
        pause = self._hardware.watch.pause
        words = pause.words(seat) if pause is not None and self._common is None else ""
        self._feeds.put(seat, device_bytes(seat, instead, words))
