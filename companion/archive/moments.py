"""What one observer of a finished game knew at one of its moves: the view of that moment, and the screen made of it.

Law: it is made of the state of that moment through the game's `view`, so nothing that came later is in it.
"""

from typing import Any

from msgspec import Struct, to_builtins

from companion.archive.replay import Played
from companion.core.picture import Picture
from companion.core.screen import Face
from companion.core.seat import PUBLIC, Observer
from companion.ui.compose import compose
from companion.ui.desk import Desk, asked
from companion.ui.raster import draw


class Moment(Struct, frozen=True):
    """After `number` moves: the view as JSON values, what was told to all, and a seat's screen (None for the public)."""

    number: int
    view: dict[str, Any]
    told: str
    picture: Picture | None


def moment(one: Played, observer: Observer, number: int) -> Moment:
    """What `observer` knew after `number` moves, which the game has."""
    game, options, state, names = one.game, one.options, one.states[number], one.kept.opened.names
    view = game.view(state, observer)
    told = game.tell(options, game.view(state, PUBLIC), names)
    picture = None
    if observer is not PUBLIC:

        def face(lines: int) -> Face:
            return game.face(options, view, names, lines)

        picture = draw(compose(asked(Desk(), game.prompt(options, view)), face, "open"))
    return Moment(number, to_builtins(view), told, picture)
