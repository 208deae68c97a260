"""The codes of free seats that are phones, on panels in the lobby. Each place looks at one code at a time.

Invariant: a code is shown while the lobby is open and its seat is free, and not longer.
"""

from typing import Final

from companion.core.keys import Gesture
from companion.core.screen import Screen
from companion.core.seat import Place
from companion.pause.code_screen import CodeView, NoPhone, ShowingCode, code_screen, next_code_page, seat_after
from companion.pause.fault_watch import FaultWatch
from companion.table.table import Table

NONE_FREE: Final = "Every seat that is a phone has its phone. The menu gives a seat a new one."


class PhoneCodes:
    """What the places look at. `watch` knows the free seats and makes their codes into links."""

    def __init__(self, watch: FaultWatch) -> None:
        self._watch = watch
        self._views: dict[Place, CodeView] = {}
        """What a place looked at last. It is shown as long as it holds, see `_shown`."""

    @property
    def places(self) -> tuple[Place, ...]:
        """Where somebody looks at a code, or did until it was used."""
        return tuple(self._views)

    def close(self) -> None:
        """A game or another lobby begins: nobody looks at a code any more."""
        self._views.clear()

    def open(self, place: Place) -> None:
        """Show a place the first code."""
        free = tuple(self._watch.free_phones)
        self._views[place] = self._watch.offer(free[0]) if free else NoPhone(place, NONE_FREE)

    def screen(self, table: Table, place: Place) -> Screen | None:
        """What a place sees instead of the lobby; None: the lobby."""
        view = self._shown(table, place)
        return None if view is None else code_screen(view, "Next" if len(self._watch.free_phones) > 1 else "")

    def take_gesture(self, table: Table, place: Place, gesture: Gesture) -> bool:
        """Take a gesture of a place that looks at a code; False if it does not."""
        view, free = self._shown(table, place), tuple(self._watch.free_phones)
        if view is None:
            return False
        match gesture:
            case "left" | "back":
                del self._views[place]
            case "middle":
                self._views[place] = next_code_page(view)
            case "right" if len(free) > 1:
                self._views[place] = self._watch.offer(seat_after(free, view.seat))
            case _:
                pass
        return True

    def _shown(self, table: Table, place: Place) -> CodeView | None:
        """What a place looks at; None where that does not hold any more. A question that all must agree on comes first."""
        view = self._views.get(place)
        if view is None or table.has_overlay(place):
            return None
        is_used = isinstance(view, ShowingCode) and self._watch.free_phones.get(view.seat) != view.link.code
        return None if is_used else view
