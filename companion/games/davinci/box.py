"""Da Vinci Code with the players' own tiles: who reports which tile was drawn, and which tiles the reporter may choose from.

Invariant: an offer holds every tile of the drawn colour that the seat sees neither in its own row nor exposed in another row.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from companion.core.game import Step
from companion.core.moves import as_json, option
from companion.core.physical_draw import PhysicalDraws, Reporter
from companion.core.prompt import Choose, Move
from companion.core.seat import CHANCE
from companion.games.davinci.rules import (
    DASH,
    Arrange,
    DavinciView,
    DrawTile,
    Options,
    State,
    all_tiles,
    apply,
    dash_positions,
    setup,
    tile_colour,
    tile_front,
    tile_names,
    tile_words,
)

_HELP: Final = "Look at the front of the tile and enter what it shows. Nobody else sees what you choose."
_AGAIN_HELP: Final = (
    "Two players entered the same tile. Everybody enters their standing tiles again, from left to right. Nobody else sees what "
    "you choose."
)


def reporter(state: State) -> Reporter | None:
    """The seat that took a tile."""
    return None if state.taken is None else Reporter(state.turn_of, f"Which {state.taken} tile?")


def offer(view: DavinciView, title: str) -> Choose:
    """Every tile of the taken colour that the view's seat does not see elsewhere."""
    assert view.clue is not None, "a tile is reported while it is being drawn"
    return _choose(title, _HELP, _left(view, view.clue.colour, (*_exposed(view), *_own(view))))


def offer_again(view: DavinciView, reported: tuple[Move, ...], drawing: Reporter | None) -> Choose | None:
    """The seat's standing tiles from left to right, then the tile that was being drawn."""
    assert view.seat is not None, "only a seat reports tiles"
    standing = [tile.colour for tile in view.rows[view.seat] if not tile.exposed]
    number = len(reported)
    if number < len(standing):
        wanted = standing[number]
        title = f"{wanted.capitalize()} tile {standing[:number].count(wanted) + 1} of {standing.count(wanted)}"
    elif drawing is not None and number == len(standing):
        assert view.clue is not None, "a tile is reported while it is being drawn"
        wanted = view.clue.colour
        title = f"New {wanted} tile"
    else:
        return None
    return _choose(title, _AGAIN_HELP, _left(view, wanted, (*_exposed(view), *(move["tile"] for move in reported))))


def corrected(options: Options, steps: Sequence[Step], reported: tuple[tuple[Move, ...], ...]) -> Iterator[list[Step]]:
    """The history with the draws of this round replaced by the new reports; the tile that was being drawn is the last move."""
    state = setup(options, len(reported))
    drawn: dict[str, int] = {}
    lined_up: dict[int, tuple[str, ...]] = {}
    for number, (actor, move) in enumerate(steps):
        if actor == CHANCE:
            drawn[move["tile"]] = number
        earlier, state = state, apply(state, actor, move)
        if state.round != earlier.round:
            drawn, lined_up = {}, {}
        if actor != CHANCE and move["move"] == "arrange":
            lined_up[number] = tile_names(state.rows[actor])
    standing = [tuple(tile.name for tile in row if not tile.exposed) for row in state.rows]
    corrections = [
        _corrections(before, tuple(move["tile"] for move in moves[: len(before)]))
        for before, moves in zip(standing, reported, strict=True)
    ]
    (last,) = (move for before, moves in zip(standing, reported, strict=True) for move in moves[len(before) :])
    for replaced in product(*corrections):
        history = list(steps)
        now = {before: after for tiles in replaced for before, after in tiles.items()}
        for before, after in now.items():
            history[drawn[before]] = (CHANCE, as_json(DrawTile(after)))
        for number, row in lined_up.items():  # D14: a wrongly reported tile may be a dash, or have been reported as one
            positions = dash_positions(tuple(now.get(tile, tile) for tile in row))
            history[number] = (history[number][0], as_json(Arrange(positions)))
        yield [*history, (CHANCE, last)]


def settled(view: DavinciView) -> object:
    """All that a correction keeps: everything but the order of the rows, since a wrongly reported tile may be misplaced."""
    exposed = [sorted(tile.name for tile in row if tile.exposed) for row in view.rows]
    said = [(one.seat, one.target, one.value, one.correct) for one in view.turn_log]
    return (view.round, view.phase, view.turn_of, view.scores, view.centre, view.out, exposed, said)


def _corrections(before: tuple[str, ...], after: tuple[str, ...]) -> list[dict[str, str]]:
    """Which tile reported before is which tile reported now. Likeliest: tiles in both reports were right. Else: by position."""
    kept = {tile: tile for tile in before if tile in after}
    likely = dict(kept)
    for back in ("black", "white"):
        wrong = [tile for tile in before if tile not in kept and tile_colour(tile) == back]
        right = [tile for tile in after if tile not in kept and tile_colour(tile) == back]
        likely |= dict(zip(wrong, right, strict=True))
    placed = dict(zip(before, after, strict=True))
    return [likely] if placed == likely else [likely, placed]


def _exposed(view: DavinciView) -> Iterable[str]:
    """The tiles that everybody sees."""
    return (tile.name for row in view.rows for tile in row if tile.exposed)


def _own(view: DavinciView) -> Iterable[str]:
    assert view.seat is not None, "only a seat has a row"
    return tile_names(view.rows[view.seat])


def _left(view: DavinciView, back: str, seen: Iterable[str]) -> list[str]:
    gone = set(seen)
    left = [tile for tile in all_tiles(advanced=view.advanced) if tile_colour(tile) == back and tile not in gone]
    return sorted(left, key=lambda tile: tile_front(tile) != DASH)  # first, as in the values of a claim


def _choose(title: str, help_text: str, tiles: list[str]) -> Choose:
    options = (option(DrawTile(tile), front=tile_front(tile), tile_words=tile_words(tile)) for tile in tiles)
    return Choose(title, help_text, tuple(options), secret=True, confirm=True)


BOX: Final = PhysicalDraws(
    piece="tile",
    repeat_title="All rows again",
    conflict="A tile was entered twice: check the rows.",
    reporter=reporter,
    offer=offer,
    offer_again=offer_again,
    corrected=corrected,
    settled=settled,
)
