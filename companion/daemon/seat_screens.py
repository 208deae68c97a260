"""Which screen each seat sees: the game's, the die roller's, the pause's, or one screen for all.

Invariant: while the game waits for a device, no screen shows anything of the game.
"""

from collections.abc import Iterable

from companion.core.screen import Screen
from companion.core.seat import Seat
from companion.daemon.hardware.table_hardware import TableHardware
from companion.table.effects import Show
from companion.table.table import Table


class SeatScreens:
    """The screens of `seats` places."""

    def __init__(self, hardware: TableHardware, seats: int) -> None:
        self._hardware = hardware
        self._seats = seats

    def show(self, table: Table, effect: Show) -> None:
        """Show a screen of the game, or the one that takes its place now."""
        pause, instead = self._hardware.watch.pause, None
        if pause is not None:
            instead = pause.screen(effect.place)
        elif self.asks_for_roll(table, effect.place):
            instead = self._hardware.roller.screen(effect.place)
        self._hardware.screens.show(effect.place, instead or effect.screen, urgent=effect.urgent)

    def redraw(self, table: Table) -> None:
        """Show every seat's screen again."""
        for seat in range(self._seats):
            self.show(table, Show(seat, table.screen(seat), urgent=False))

    def redraw_roller(self, table: Table, seats: Iterable[Seat]) -> None:
        """Show the screens of the seats that throw the die again, before all others."""
        for seat in seats:
            self.show(table, Show(seat, table.screen(seat), urgent=True))

    def show_everywhere(self, screen: Screen) -> None:
        """Show every seat the same screen."""
        for seat in range(self._seats):
            self._hardware.screens.show(seat, screen)

    def asks_for_roll(self, table: Table, seat: Seat) -> bool:
        """Whether the seat's screen is the die roller's. A question that all must agree on comes first."""
        return seat in self._hardware.roller.seats and not table.has_overlay(seat)
