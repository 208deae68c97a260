"""Break the Code with the players' own tiles: each enters the own row, and the table answers for all of them.

The middle's row is what nobody has entered, so nobody looks at it. The question cards are those of the screens.

Invariant: an offer holds every tile that the seat does not see in its own row.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.core.game import Step
from companion.core.moves import option
from companion.core.physical_draw import PhysicalDraws, Reporter
from companion.core.prompt import Choose, Move
from companion.core.seat import CHANCE, Seat
from companion.games.breakthecode.rules import (
    COPIES,
    MIDDLE,
    TILE_KINDS,
    BreakTheCodeView,
    Deal,
    Options,
    State,
    row_length,
    tile_words,
)

_HELP: Final = "Look at a tile of your row and enter which it is, from left to right. Nobody else sees what you choose."
_AGAIN_HELP: Final = (
    "A tile was entered more often than there is one. Everybody enters their own row again, from left to right. Nobody else sees "
    "what you choose."
)


def reporter(state: State) -> Reporter | None:
    """The seat whose row is dealt. Nobody sees the middle's tiles, and the cards are no pieces of the box."""
    to = state.dealt_next
    if to is None or to == MIDDLE:
        return None
    return Reporter(to, _title(len(state.rows[to]), row_length(state.seats)))


def offer(view: BreakTheCodeView, title: str) -> Choose:
    """Every tile that is not in the view's own row."""
    assert view.seat is not None, "only a seat reports tiles"
    return _choose(view.seat, title, _HELP, [tile for tile in view.rows[view.seat] if tile is not None])


def offer_again(view: BreakTheCodeView, reported: tuple[Move, ...], drawing: Reporter | None) -> Choose | None:
    """The tiles of the own row, then the one that was being entered."""
    assert view.seat is not None, "only a seat reports tiles"
    number = len(reported)
    if number >= len(view.rows[view.seat]) + (drawing is not None):
        return None
    return _choose(view.seat, _title(number, row_length(view.seats)), _AGAIN_HELP, [move["tile"] for move in reported])


def corrected(options: Options, steps: Sequence[Step], reported: tuple[tuple[Move, ...], ...]) -> Iterator[list[Step]]:
    """The deal with the tiles that were reported again; the one that was being entered is the last move."""
    left = [list(moves) for moves in reported]
    history: list[Step] = [(actor, left[move["to"]].pop(0)) for actor, move in steps]
    (last,) = (move for moves in left for move in moves)
    yield [*history, (CHANCE, last)]


def settled(view: BreakTheCodeView) -> object:
    """All that a correction keeps: how many tiles each has."""
    return view.phase, tuple(map(len, view.rows))


def _title(dealt: int, length: int) -> str:
    return f"Your tile {dealt + 1} of {length}?"


def _choose(seat: Seat, title: str, help_text: str, own: Sequence[str]) -> Choose:
    left = (tile for tile in TILE_KINDS if own.count(tile) < COPIES[tile])
    options = tuple(option(Deal(seat, tile), tile_words=tile_words(tile)) for tile in left)
    return Choose(title, help_text, options, secret=True, confirm=True, accept="Yes")


BOX: Final = PhysicalDraws(
    piece="tile",
    repeat_title="All rows again",
    conflict="A tile was entered too often: check the rows.",
    reporter=reporter,
    offer=offer,
    offer_again=offer_again,
    corrected=corrected,
    settled=settled,
)
