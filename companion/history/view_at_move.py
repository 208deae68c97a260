"""What an observer of a finished game knew after one of its moves: the view at that move, and its screen.

Invariant: only the game's `view` of the state at that move is used, so nothing later is in it.
"""

from typing import Any

from msgspec import Struct, to_builtins

from companion.core.entry import Entry
from companion.core.picture import Picture
from companion.core.screen import Rendering
from companion.core.seat import PUBLIC, Observer
from companion.history.replay import ReplayedGame
from companion.ui.editor import Dialog, asked
from companion.ui.raster import draw
from companion.ui.screens import compose


class ViewAtMove(Struct, frozen=True):
    """After `number` moves: the view as JSON values, the public description, and the screen of a seat (None for the
    public)."""

    number: int
    view: dict[str, Any]
    description: str
    picture: Picture | None


def view_at_move(one: ReplayedGame, observer: Observer, number: int) -> ViewAtMove:
    """What `observer` knew after `number` moves; `one` must be replayed that far."""
    game, options, state, names = one.game, one.options, one.states[number], one.kept.opened.names
    view = game.view(state, observer)
    description = game.describe(options, game.view(state, PUBLIC), names)
    picture = None
    if observer is not PUBLIC:

        def rendered(entry: Entry | None) -> Rendering:
            return game.render(options, view, names, entry)

        picture = draw(compose(asked(Dialog(), game.prompt(options, view)), rendered, "open"))
    return ViewAtMove(number, to_builtins(view), description, picture)
