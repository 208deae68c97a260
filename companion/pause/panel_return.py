"""The panel of a seat whose player chose a phone: it says so, and takes the seat back.

    ● return, then ◀ no or ▶ yes

Invariant: while a game runs and the phone is connected, the panel takes nothing back, so whoever sits beside it sees no secret.
"""

from collections.abc import Callable
from typing import Final, Literal

from companion.core.keys import Gesture
from companion.core.screen import Screen
from companion.core.seat import Place, seat_number
from companion.pause.pause_screen import played_on_phone
from companion.ui.layout import first_page, key_boxes

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
