"""The drawing of a code: which segments a digit has, and in which lines the 42 spaces of six digits lie.

T U V     columns A to I, three a digit: left uprights, bars, right uprights
W X Y     rows J to S, five a digit: top bar, upper uprights, middle bar, lower uprights, bottom bar
"""

from typing import Annotated, Final, NamedTuple

from companion.core.spelling import one_of, row_of, whole

Code = Annotated[tuple[Annotated[int, whole(0, 9)], ...], row_of(6)]
"""Six digits in the order T U V W X Y."""

PLACES: Final = ("T", "U", "V", "W", "X", "Y")
LENGTH: Final = len(PLACES)
ACROSS: Final = 3
"""Digits side by side."""
COLUMNS: Final = tuple("ABCDEFGHI")
ROWS: Final = tuple("JKLMNOPQRS")
LINES: Final = COLUMNS + ROWS
Place = Annotated[str, one_of(*PLACES)]
"""Where a digit stands."""
Line = Annotated[str, one_of(*LINES)]
"""A column or a row."""
Column = Annotated[str, one_of(*COLUMNS)]
Row = Annotated[str, one_of(*ROWS)]

REPEATS: Final = 2
"""C2: how often a code may hold a digit."""
NEIGHBOURS: Final = ((0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5))
"""C2, C6: the places, by number, that stand next to each other."""
PAIRS: Final = tuple((PLACES[first], PLACES[second]) for first, second in NEIGHBOURS)

SEGMENTS: Final = ("abcdef", "bc", "abdeg", "abcdg", "bcfg", "acdfg", "acdefg", "abc", "abcdefg", "abcdfg")
"""The segments of each digit: a top, b upper right, c lower right, d bottom, e lower left, f upper left, g middle."""

SPOTS: Final = {"a": (1, 0), "b": (2, 1), "c": (2, 3), "d": (1, 4), "e": (0, 3), "f": (0, 1), "g": (1, 2)}
"""Where a segment lies in its digit: column 0 to 2, row 0 to 4."""


class Space(NamedTuple):
    """A space: its lines, and the segment of which place it is."""

    column: str
    row: str
    place: int
    segment: str


def _spaces() -> tuple[Space, ...]:
    found = []
    for place in range(LENGTH):
        down, across = divmod(place, ACROSS)
        for segment, (column, row) in SPOTS.items():
            found.append(Space(COLUMNS[3 * across + column], ROWS[5 * down + row], place, segment))
    return tuple(sorted(found))


# C7: column by column, from the top.
SPACES: Final[tuple[Space, ...]] = _spaces()
BY_LINES: Final = {(space.column, space.row): space for space in SPACES}
IN_LINE: Final = {line: tuple(space for space in SPACES if line in (space.column, space.row)) for line in LINES}


def is_legal(code: Code) -> bool:
    """C2: whether the six digits make a code."""
    if any(code.count(digit) > REPEATS for digit in code):
        return False
    return all(code[first] != code[second] for first, second in NEIGHBOURS)


def is_filled(code: Code, space: Space) -> bool:
    """Whether the digit that stands there has this segment."""
    return space.segment in SEGMENTS[code[space.place]]
