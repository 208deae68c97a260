"""The moves of Da Vinci Code, as the engine protocol spells them, and the tiles that they name.

There are 12 numbers and a dash in two colours. A tile has a name such as "B7", "W10" or "B-".
"""

from collections.abc import Callable, Iterable
from typing import Annotated, Final, Literal

from msgspec import Struct

from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.core.spelling import move_reader, one_of, whole_number

TileColour = Literal["black", "white"]

TILE_COLOURS: Final[tuple[TileColour, TileColour]] = ("black", "white")
DASH: Final = "-"
TILE_NUMBERS: Final = tuple(str(number) for number in range(12))
"""D1: the numbers as a deduction states them, rising."""

NUMBER_TILES: Final = tuple(letter + number for number in TILE_NUMBERS for letter in "BW")
"""D3: in the order of a row; of two equal numbers the black one stands first."""
DASH_TILES: Final = ("B-", "W-")
TileName = Annotated[str, one_of(*NUMBER_TILES, *DASH_TILES)]
"""The name of a tile."""
Front = Annotated[str, one_of(*TILE_NUMBERS, DASH)]
"""What the front of a tile shows: a number, or the dash."""
Position = Annotated[int, whole_number(0)]
"""The index of a tile in its row, from 0 at its owner's left."""
TILE_RANK: Final = {tile: rank for rank, tile in enumerate(NUMBER_TILES)}


class Take(Struct, frozen=True, tag_field="move", tag="take"):
    """A seat takes a tile of this colour."""

    colour: TileColour


class DrawTile(Struct, frozen=True, tag_field="move", tag="draw"):
    """Chance: which tile it was."""

    tile: TileName


class Arrange(Struct, frozen=True, tag_field="move", tag="arrange"):
    """The positions of the dashes in the seat's row, the black one first."""

    positions: tuple[Position, ...]


class PlaceTile(Struct, frozen=True, tag_field="move", tag="place"):
    """The position at which the tile in hand joins the seat's row: its index after it has joined."""

    position: Position


class Deduce(Struct, frozen=True, tag_field="move", tag="deduce"):
    """A statement what a tile of another row is."""

    seat: Seat
    position: Position
    value: Front


class Stop(Struct, frozen=True, tag_field="move", tag="stop"):
    """The end of a turn of correct deductions."""


class Reveal(Struct, frozen=True, tag_field="move", tag="reveal"):
    """The seat's own tile that a wrong deduction costs."""

    position: Position


AnyMove = Take | DrawTile | Arrange | PlaceTile | Deduce | Stop | Reveal

made_move: Final[Callable[[Move], AnyMove]] = move_reader(AnyMove)
"""The record of a move that passed its check."""


def all_tiles(*, advanced: bool) -> tuple[str, ...]:
    """D1, D14: the tiles that are in play, in a fixed order."""
    return (*NUMBER_TILES, *DASH_TILES) if advanced else NUMBER_TILES


def tile_colour(tile: str) -> TileColour:
    """The colour on the back of a tile."""
    return "black" if tile[0] == "B" else "white"


def tile_front(tile: str) -> str:
    """The front of a tile: a number, or the dash."""
    return tile[1:]


def tile_name(colour: str, front: str) -> str:
    """The name of the tile of this colour with this front."""
    return colour[0].upper() + front


def tile_points(tiles: Iterable[str]) -> int:
    """D17: the sum of the numbers; a dash counts 0."""
    return sum(int(tile_front(tile)) for tile in tiles if tile not in DASH_TILES)


def joining_positions(row: tuple[str, ...], tile: str) -> tuple[int, ...]:
    """D3, D13: the positions at which `tile` may join `row` (indices after it has joined); exactly one if there is no dash."""
    rank = TILE_RANK.get(tile)
    if rank is None:
        return tuple(range(len(row) + 1))
    lowest, highest = 0, len(row)
    for index, standing in enumerate(row):
        other = TILE_RANK.get(standing)
        if other is None:
            continue
        if other > rank:
            highest = index
            break
        lowest = index + 1
    return tuple(range(lowest, highest + 1))


def row_with_dashes(tiles: tuple[str, ...], positions: tuple[int, ...]) -> tuple[str, ...]:
    """D14: a row of these tiles: the numbers in order, the dashes (the black one first) at `positions`."""
    dashes = dict(zip(positions, (dash for dash in DASH_TILES if dash in tiles), strict=True))
    numbers = iter(sorted((tile for tile in tiles if tile in TILE_RANK), key=TILE_RANK.__getitem__))
    return tuple(dashes.get(position) or next(numbers) for position in range(len(tiles)))


def dash_positions(row: tuple[str, ...]) -> tuple[int, ...]:
    """The positions of the dashes of a row, the black one first."""
    return tuple(row.index(dash) for dash in DASH_TILES if dash in row)
