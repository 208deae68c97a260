"""Da Vinci Code with the box's own tiles: who tells which tile it drew, and what a seat may be offered to tell.

The law: an offer holds every tile of the colour that the seat sees neither in its own row nor lying open anywhere.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from companion.core.game import Step
from companion.core.physical_draw import PhysicalDraws, Reporter
from companion.core.prompt import Choose, Move, Option
from companion.core.seat import CHANCE
from companion.games.davinci.rules import Options, State, apply, names, setup
from companion.games.davinci.tiles import DASH, box, colour, dashes_at, named, value
from companion.games.davinci.view import Shown, TableView

HELP: Final = "Look at the front of the tile and tell the table what it shows. Nobody else sees what you choose."
AGAIN_HELP: Final = (
    "A tile was told that another player had told already, so everybody tells the own standing tiles again, from left to "
    "right: the black and the white ones each by themselves. Nobody else sees what you choose."
)


def reporter(state: State) -> Reporter | None:
    """Whoever took a tile."""
    return None if state.taken is None else Reporter(state.turn_of, f"Which {state.taken} tile?")


def offer(view: TableView, title: str) -> Choose:
    """Every tile of the colour taken that the view's own seat cannot see elsewhere."""
    assert view.clue is not None, "a tile is told while it is being drawn"
    return _choose(title, HELP, _left(view, view.clue.colour, (*_lying(view), *_own(view))))


def offer_again(view: TableView, told: tuple[Move, ...], drawing: Reporter | None) -> Choose | None:
    """The own standing tiles from left to right, then the one that was being drawn."""
    assert view.seat is not None, "the public has nothing to tell"
    standing = [tile.colour for tile in view.rows[view.seat] if not tile.exposed]
    number = len(told)
    if number < len(standing):
        wanted = standing[number]
        title = f"{wanted.capitalize()} tile {standing[:number].count(wanted) + 1} of {standing.count(wanted)}"
    elif drawing is not None and number == len(standing):
        assert view.clue is not None, "a tile is told while it is being drawn"
        wanted = view.clue.colour
        title = f"The {wanted} tile drawn"
    else:
        return None
    return _choose(title, AGAIN_HELP, _left(view, wanted, (*_lying(view), *(move["tile"] for move in told))))


def corrected(options: Options, steps: Sequence[Step], told: tuple[tuple[Move, ...], ...]) -> Iterator[list[Step]]:
    """The draws of this round with what was told again in their place, and the tile that was being drawn."""
    state = setup(options, len(told))
    drawn: dict[str, int] = {}
    lined_up: dict[int, tuple[str, ...]] = {}
    for number, (actor, move) in enumerate(steps):
        if actor == CHANCE:
            drawn[move["tile"]] = number
        earlier, state = state, apply(state, actor, move)
        if state.round != earlier.round:
            drawn, lined_up = {}, {}
        if actor != CHANCE and move["move"] == "arrange":
            lined_up[number] = names(state.rows[actor])
    standing = [tuple(tile.name for tile in row if not tile.exposed) for row in state.rows]
    ways = [
        _ways(before, tuple(move["tile"] for move in moves[: len(before)]))
        for before, moves in zip(standing, told, strict=True)
    ]
    (last,) = (move for before, moves in zip(standing, told, strict=True) for move in moves[len(before) :])
    for way in product(*ways):
        history = list(steps)
        now = {before: after for tiles in way for before, after in tiles.items()}
        for before, after in now.items():
            history[drawn[before]] = (CHANCE, {"move": "draw", "tile": after})
        for number, row in lined_up.items():  # D14: what was told wrongly may have been a dash, or be one
            positions = dashes_at(tuple(now.get(tile, tile) for tile in row))
            history[number] = (history[number][0], {"move": "arrange", "positions": list(positions)})
        yield [*history, (CHANCE, last)]


def settled(view: TableView) -> object:
    """All but the order of the rows and the places in it: a tile told wrongly may have stood in a wrong place."""
    lying = [sorted(named(tile.colour, tile.value or "") for tile in row if tile.exposed) for row in view.rows]
    said = [(one.seat, one.target, one.value, one.correct) for one in view.turn_log]
    return (view.round, view.phase, view.turn_of, view.scores, view.centre, view.out, lying, said)


def _ways(before: tuple[str, ...], after: tuple[str, ...]) -> list[dict[str, str]]:
    """Which tile told before may be which told now: most likely what is among both was right; else they go by their places."""
    kept = {tile: tile for tile in before if tile in after}
    likely = dict(kept)
    for back in ("black", "white"):
        wrong = [tile for tile in before if tile not in kept and colour(tile) == back]
        right = [tile for tile in after if tile not in kept and colour(tile) == back]
        likely |= dict(zip(wrong, right, strict=True))
    placed = dict(zip(before, after, strict=True))
    return [likely] if placed == likely else [likely, placed]


def _lying(view: TableView) -> Iterable[str]:
    """The tiles that all can see."""
    return (named(tile.colour, tile.value or "") for row in view.rows for tile in row if tile.exposed)


def _own(view: TableView) -> Iterable[str]:
    assert view.seat is not None, "the public has no row"
    row: tuple[Shown, ...] = view.rows[view.seat]
    return (named(tile.colour, tile.value or "") for tile in row)


def _left(view: TableView, back: str, seen: Iterable[str]) -> list[str]:
    gone = set(seen)
    return [tile for tile in box(advanced=view.advanced) if colour(tile) == back and tile not in gone]


def _choose(title: str, help_text: str, tiles: list[str]) -> Choose:
    options = (Option({"move": "draw", "tile": tile}, value(tile), _words(tile)) for tile in tiles)
    return Choose(title, help_text, tuple(options), secret=True, confirm=True)


def _words(tile: str) -> str:
    return f"The {colour(tile)} {'dash' if value(tile) == DASH else value(tile)}"


BOX: Final = PhysicalDraws(
    piece="tile",
    again="Rows are told again",
    conflict="A tile was told twice: check the rows.",
    reporter=reporter,
    offer=offer,
    offer_again=offer_again,
    corrected=corrected,
    settled=settled,
)
