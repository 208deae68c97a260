"""Codes for phones on panels in the lobby: first the one for the panel's own seat, then those of free seats that are phones. Each
place looks at one code at a time.

Invariant: a code is shown while the lobby is open and it can be used, and not longer. The code of a panel's own seat is good only
while it is the one that its place looks at.
"""

from companion.core.keys import Gesture
from companion.core.screen import Screen
from companion.core.seat import Place
from companion.pause.code_screen import CodeView, ShowingCode, code_screen, next_code_page, seat_after
from companion.pause.phone_offers import PhoneOffers
from companion.table.table import Table


class PhoneCodes:
    """What the places look at. `offers` makes the codes."""

    def __init__(self, offers: PhoneOffers) -> None:
        self._offers = offers
        self._views: dict[Place, CodeView] = {}
        """What a place looked at last. It is shown as long as it holds, see `_shown`."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Where somebody looks at a code, or did until it was used."""
        return tuple(self._views)

    def close(self) -> None:
        """A game or another lobby begins: nobody looks at a code any more."""
        for place in tuple(self._views):
            self.leave(place)

    def open(self, place: Place) -> None:
        """Show a place the first code, the one for its own seat."""
        self._views[place] = self._offers.offer_transfer(place)

    def leave(self, place: Place) -> None:
        """A place looks at no code any more."""
        self._views.pop(place, None)
        self._offers.withdraw_transfer(place)

    def screen(self, table: Table, place: Place) -> Screen | None:
        """What a place sees instead of the lobby; None: the lobby."""
        view = self._shown(table, place)
        return None if view is None else code_screen(view, "Next" if self._offers.free else "")

    def take_gesture(self, table: Table, place: Place, gesture: Gesture) -> bool:
        """Take a gesture of a place that looks at a code; False if it does not."""
        view = self._shown(table, place)
        if view is None:
            return False
        match gesture:
            case "left" | "back":
                self.leave(place)
            case "middle":
                self._views[place] = next_code_page(view)
            case "right" if free := self._offers.free:
                seat = seat_after(sorted((place, *free)), view.seat)
                if seat == place:
                    self._views[place] = self._offers.offer_transfer(place)
                else:
                    self._offers.withdraw_transfer(place)
                    self._views[place] = self._offers.offer(seat)
            case _:
                pass
        return True

    def _shown(self, table: Table, place: Place) -> CodeView | None:
        """What a place looks at; None where that does not hold any more. A question that all must agree on comes first."""
        view = self._views.get(place)
        if view is None or table.has_overlay(place):
            return None
        if isinstance(view, ShowingCode) and not self._offers.is_good(view):
            if view.seat not in self._offers.free:
                return None
            view = self._views[place] = self._offers.offer(view.seat)  # the seat has a new code
        return view
