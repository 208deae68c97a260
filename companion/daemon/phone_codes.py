"""The codes of free seats that are phones, on panels in the lobby. Each place looks at one code at a time.

Invariant: a code is shown while the lobby is open and its seat is free, and not longer.
"""

from typing import Final

from companion.core.keys import Gesture
from companion.core.screen import Screen
from companion.core.seat import Place
from companion.pause.code_screen import CodeView, NoPhone, ShowingCode, code_screen, next_code_page
from companion.pause.fault_watch import FaultWatch
from companion.table.table import LOBBY, Table

NONE_FREE: Final = "Every seat that is a phone has its phone. The menu gives a seat a new one."


class PhoneCodes:
    """What the places look at. `watch` knows the free seats and makes their codes into links."""

    def __init__(self, watch: FaultWatch) -> None:
        self._watch = watch
        self._views: dict[Place, CodeView] = {}

    @property
    def places(self) -> tuple[Place, ...]:
        """Where somebody looks at a code, or did before it was outdated."""
        return tuple(self._views)

    def open(self, place: Place) -> None:
        """Show a place the first code."""
        self._show_after(place, -1)

    def screen(self, table: Table, place: Place) -> Screen | None:
        """What a place sees instead of the lobby; None: the lobby. A question that all must agree on comes first."""
        if self._is_outdated(table, place):
            del self._views[place]
        view = self._views.get(place)
        if view is None or table.has_overlay(place):
            return None
        return code_screen(view, "Next" if len(self._watch.free_phones) > 1 else "")

    def take_gesture(self, table: Table, place: Place, gesture: Gesture) -> bool:
        """Take a gesture of a place that looks at a code; False if it does not."""
        if self.screen(table, place) is None:
            return False
        view = self._views[place]
        match gesture:
            case "left" | "back":
                del self._views[place]
            case "middle":
                self._views[place] = next_code_page(view)
            case "right" if len(self._watch.free_phones) > 1:
                self._show_after(place, view.link.seat if isinstance(view, ShowingCode) else view.seat)
            case _:
                pass
        return True

    def _show_after(self, place: Place, seat: Place) -> None:
        """Show a place the code of the next free seat after `seat`; after the last one the first."""
        free = list(self._watch.free_phones)
        following = next((one for one in free if one > seat), free[0] if free else None)
        self._views[place] = NoPhone(place, NONE_FREE) if following is None else self._watch.offer(following)

    def _is_outdated(self, table: Table, place: Place) -> bool:
        view = self._views.get(place)
        if view is None:
            return False
        taken = isinstance(view, ShowingCode) and self._watch.free_phones.get(view.link.seat) != view.link.code
        return taken or table.game.name != LOBBY
