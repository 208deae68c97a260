"""The game as each place saw it last, with nothing entered.

A rendering depends on the game's state, its options and names, and on whose view it is; all of these are frozen values. So it
holds as long as they are the same ones.
"""

from collections.abc import Callable
from typing import Any

from companion.core.screen import Rendering
from companion.core.seat import Observer, Place


class LastDrawings:
    """One rendering for each place; a next one takes its room."""

    def __init__(self) -> None:
        self._last: dict[Place, tuple[object, object, Observer, Rendering]] = {}

    def of(
        self, place: Place, opened: object, game_state: object, seat: Observer, draw: Callable[[], Any]
    ) -> Rendering:
        """The rendering of a place for a state of the game that was opened so; `draw` makes it if it is another one."""
        last = self._last.get(place)
        if last is not None and last[0] is opened and last[1] is game_state and last[2] == seat:
            return last[3]
        drawn: Rendering = draw()
        self._last[place] = (opened, game_state, seat, drawn)
        return drawn
