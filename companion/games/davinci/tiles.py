"""The tiles: 12 numbers and a dash in two colours, by their names ("B7", "W10", "B-"), and where each may stand in a row."""

from collections.abc import Iterable
from typing import Annotated, Final, Literal

from companion.core.spelling import one_of, whole

Colour = Literal["black", "white"]

COLOURS: Final[tuple[Colour, Colour]] = ("black", "white")
DASH: Final = "-"
NUMBERS: Final = tuple(str(number) for number in range(12))
"""D1: as a deduction states them, in order."""

NUMBERED: Final = tuple(letter + number for number in NUMBERS for letter in "BW")
"""D3: in the order of a row; of two equal numbers the black one stands first."""
DASHES: Final = ("B-", "W-")
TileName = Annotated[str, one_of(*NUMBERED, *DASHES)]
"""The name of a tile."""
Front = Annotated[str, one_of(*NUMBERS, DASH)]
"""What the front of a tile shows."""
Position = Annotated[int, whole(0)]
"""Where a tile stands in a row, counted from 0 at its owner's left."""
RANK: Final = {tile: rank for rank, tile in enumerate(NUMBERED)}


def box(*, advanced: bool) -> tuple[str, ...]:
    """D1, D14: the tiles that are in play, in a fixed order."""
    return (*NUMBERED, *DASHES) if advanced else NUMBERED


def colour(tile: str) -> Colour:
    """What the back of a tile shows."""
    return "black" if tile[0] == "B" else "white"


def value(tile: str) -> str:
    """What its front shows: a number or the dash."""
    return tile[1:]


def named(colour: str, value: str) -> str:
    """The name of a tile."""
    return colour[0].upper() + value


def points(tiles: Iterable[str]) -> int:
    """D17: the sum of the numbers; the dash is worth nothing."""
    return sum(int(value(tile)) for tile in tiles if tile not in DASHES)


def joints(row: tuple[str, ...], tile: str) -> tuple[int, ...]:
    """D3, D13: where `tile` may join `row`, as its index after it has joined; exactly one index where no dash is about."""
    rank = RANK.get(tile)
    if rank is None:
        return tuple(range(len(row) + 1))
    lowest, highest = 0, len(row)
    for index, standing in enumerate(row):
        other = RANK.get(standing)
        if other is None:
            continue
        if other > rank:
            highest = index
            break
        lowest = index + 1
    return tuple(range(lowest, highest + 1))


def lined_up(tiles: tuple[str, ...], positions: tuple[int, ...]) -> tuple[str, ...]:
    """D14: a row of these tiles, its numbers in order, its dashes (the black one first) at `positions`."""
    dashes = dict(zip(positions, (dash for dash in DASHES if dash in tiles), strict=True))
    numbers = iter(sorted((tile for tile in tiles if tile in RANK), key=RANK.__getitem__))
    return tuple(dashes.get(position) or next(numbers) for position in range(len(tiles)))


def dashes_at(row: tuple[str, ...]) -> tuple[int, ...]:
    """Where the dashes stand in a row, the black one first."""
    return tuple(row.index(dash) for dash in DASHES if dash in row)
