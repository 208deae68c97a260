"""Why a move of Da Vinci Code is refused, in the words of the game. Made from the view alone, so it reveals no more."""

from typing import Final

from companion.core.prompt import Move
from companion.core.words import Vocabulary, is_whole, quoted, vocabulary
from companion.games.davinci.rules import (
    DASH,
    TILE_COLOURS,
    TILE_NUMBERS,
    Arrange,
    DavinciView,
    Deduce,
    DrawTile,
    Options,
    PlaceTile,
    Reveal,
    Stop,
    Take,
    all_tiles,
    tile_colour,
)

VOCABULARY: Final[Vocabulary] = vocabulary((Take, Arrange, PlaceTile, Deduce, Stop, Reveal), (DrawTile,))
_NO_POSITIONS: Final = "In standard play the numbers of a row decide where a tile stands: no place is asked for."

_LINED_UP_ONCE: Final = "Rows are lined up once, when all have taken their tiles; a dash is never moved."


def explain(options: Options, view: DavinciView, move: Move) -> str | None:
    """Which rule a refused move breaks."""
    if view.seat is None:
        return _drawn(view, move["tile"])
    match view.phase, move["move"]:
        case (("deal" | "draw"), "take"):
            return _taken(move["colour"])
        case (("deduce" | "go_on"), "deduce"):
            return _deduced(view, view.seat, move["seat"], move["position"], move["value"])
        case "arrange", "arrange":
            return _arranged(view, view.seat, move["positions"])
        case "place", "place":
            return _placed(view, view.seat, move["position"])
        case "reveal", "reveal":
            return _revealed(view, view.seat, move["position"])
        case _:
            return _untimely(options, view, move["move"])


def _untimely(options: Options, view: DavinciView, name: str) -> str | None:
    """Why a move is not for now, and what is."""
    match view.phase, name:
        case (("deduce" | "go_on"), "take"):
            why = "You have drawn your tile for this turn"
            return f"{why if view.clue is not None else 'The centre is empty'}: point at a tile of another row."
        case "deduce", "stop":  # D8
            return "You may stop only after a correct deduction of this turn: point at a tile."
        case (("deduce" | "go_on"), "reveal") if view.clue is None and options.empty_centre == "reveal":  # D15
            return "A tile of your own is shown after a wrong deduction only: point at a tile of another row."
        case _, "reveal" if options.empty_centre == "nothing":  # D15
            return "In this game no wrong deduction costs a tile of your own, so none is shown."
        case _, "arrange":  # D14
            return _LINED_UP_ONCE if view.advanced else _NO_POSITIONS
        case _, "place" if not view.advanced:  # D13
            return _NO_POSITIONS
        case _:
            return _now(view)


def _now(view: DavinciView) -> str | None:
    """What the seat must do first."""
    match view.phase:
        case "deal":
            return "The rows are being dealt: take a tile for yours first, black or white."
        case "arrange":
            return "All tiles are taken: line up your row first."
        case "draw":
            return "Draw your Clue Tile first: black or white."
        case "deduce":
            return "Point at a tile of another row first, and say what it is."
        case "go_on":
            return "Your deduction was right: point at another tile, or stop."
        case "place":
            return "Your tile is to join your row first: choose its place."
        case "reveal":
            return "Your deduction was wrong and the centre is empty: show a tile of your own first."
        case _:
            return None


def _drawn(view: DavinciView, tile: object) -> str | None:
    """D2: why chance cannot have drawn this tile."""
    tiles = all_tiles(advanced=view.advanced)
    if not isinstance(tile, str) or tile not in tiles:
        dashes = ", with B- and W-" if view.advanced else ""
        return f"The tiles are B0 to B11 and W0 to W11{dashes}, not {quoted(tile)}."
    taken = view.clue.colour if view.clue is not None else None
    if tile_colour(tile) != taken:
        return f"A {taken} tile was taken, and {tile} is {tile_colour(tile)}."
    return f"The tile {tile} is not in the centre any more."


def _taken(which: object) -> str:
    if which in TILE_COLOURS:
        return f"No {which} tiles are left in the centre: take the other colour."  # D2
    return f"Tiles are black or white, not {quoted(which)}."


def _deduced(view: DavinciView, own: int, seat: object, position: object, value: object) -> str:
    # D6
    if not isinstance(seat, int) or not is_whole(seat, 0, view.seats - 1):
        return f"The seats are 0 to {view.seats - 1}, not {quoted(seat)}."
    if seat == own:
        return "You cannot point at a tile of your own row."
    if seat in view.out:
        return "All tiles of that player lie open already: point at the row of another."
    row = view.rows[seat]
    if not isinstance(position, int) or not is_whole(position, 0, len(row) - 1):
        return f"The places of that row are 0 to {len(row) - 1}, not {quoted(position)}."
    if row[position].exposed:
        return "That tile lies open already: point at one that stands."
    if value == DASH:
        return "No dashes are in play: a tile is stated as a number from 0 to 11."
    if is_whole(value, 0, len(TILE_NUMBERS) - 1):
        return f'A tile is stated as a text: "{value}" in quotes, not {value}.'
    dash = ' or as the dash, "-"' if view.advanced else ""
    return f'A tile is stated as "{TILE_NUMBERS[0]}" to "{TILE_NUMBERS[-1]}"{dash}, not as {quoted(value)}.'


def _arranged(view: DavinciView, own: int, positions: object) -> str:
    """D14: why dashes cannot stand at these positions."""
    row = view.rows[own]
    dashes = sum(tile.value == DASH for tile in row)
    if not isinstance(positions, list | tuple):
        return f"The places of your dashes are a list, not {quoted(positions)}."
    if len(positions) != dashes:
        held = ("no dash", "one dash", "two dashes")[dashes]
        return f"You hold {held}, so the list has {dashes} place{'s' * (dashes != 1)}, not {len(positions)}."
    for position in positions:
        if not is_whole(position, 0, len(row) - 1):
            return f"A dash stands at one of the places 0 to {len(row) - 1} of your row, not at {quoted(position)}."
    return "Your two dashes cannot stand in the same place: name two, the black one's first."


def _placed(view: DavinciView, own: int, position: object) -> str:
    last = len(view.rows[own])
    if not is_whole(position, 0, last):
        return f"The tile can join your row at 0 to {last}, not at {quoted(position)}."
    return "A row keeps its numbers in order, and of two equal ones the black tile stands left: not there."  # D3, D13


def _revealed(view: DavinciView, own: int, position: object) -> str:
    last = len(view.rows[own]) - 1
    if not is_whole(position, 0, last):
        return f"The places of your row are 0 to {last}, not {quoted(position)}."
    return "That tile of yours lies open already: show one that stands."  # D15
