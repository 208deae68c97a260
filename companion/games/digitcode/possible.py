"""Which codes agree with answers: the sheet that a player keeps by hand, worked out.

A code is two triples of digits, one above the other. The 810 triples are numbered, and a set of triples is a whole number
with a bit for each, so an answer about a row, a digit or a space takes away triples, and one about a column or about two
digits of which one stands above the other takes away pairs of digits in one of three columns. For each upper triple the
lower ones that go with it are then the intersection of a few sets. So everything here is exact, whatever was asked, and
takes a millisecond or so: 810 upper triples are looked at, never 465,120 codes.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from companion.core.prompt import RandBelow
from companion.games.digitcode.questions import AskedQuestion, AskLarger, AskLine, AskParity, AskSpace, answer
from companion.games.digitcode.segments import (
    ACROSS,
    BY_LINES,
    COLUMNS,
    LINES,
    PLACES,
    REPEATS,
    ROWS,
    SEGMENTS,
    SPACES,
    SPOTS,
    Code,
)

Triples = int
"""A set of triples: bit n stands for TRIPLES[n]."""

TEN: Final = range(10)
TRIPLES: Final = tuple((a, b, c) for a in TEN for b in TEN for c in TEN if a != b and b != c)  # C2
NUMBER: Final = {triple: number for number, triple in enumerate(TRIPLES)}
ALL: Final = (1 << len(TRIPLES)) - 1


def _those(flags: Iterator[bool]) -> Triples:
    return sum(1 << number for number, flag in enumerate(flags) if flag)


AT: Final = tuple(tuple(_those(triple[x] == digit for triple in TRIPLES) for digit in TEN) for x in range(ACROSS))
"""The triples with a digit at a place of the three."""
HAS: Final = tuple(AT[0][digit] | AT[1][digit] | AT[2][digit] for digit in TEN)
TWICE: Final = tuple(AT[0][digit] & AT[2][digit] for digit in TEN)


def _company(triple: tuple[int, int, int]) -> Triples:
    """C2: the lower triples that hold none of these digits a third time."""
    barred = 0
    for digit in triple:
        barred |= HAS[digit] if triple.count(digit) == REPEATS else TWICE[digit]
    return ALL & ~barred


COMPANY: Final = tuple(_company(triple) for triple in TRIPLES)

IN_ROW: Final = tuple(
    tuple(sum(SPOTS[segment][1] == row for segment in SEGMENTS[digit]) for digit in TEN) for row in range(5)
)
"""How many spaces each digit fills in each of the five rows it stands in."""
IN_COLUMN: Final = tuple(
    tuple(sum(SPOTS[segment][0] == column for segment in SEGMENTS[digit]) for digit in TEN) for column in range(3)
)


class Sheet(Struct, frozen=True):
    """What answers leave possible. `digits`: for each place; `spaces`: filled, empty or None for unknown, in the order of
    SPACES; `count`: how many codes."""

    digits: tuple[tuple[int, ...], ...]
    spaces: tuple[bool | None, ...]
    count: int


def codes(asked: Sequence[AskedQuestion], failed: Sequence[Code] = ()) -> Iterator[Code]:
    """Every legal code that gives these answers about one code and is none of those that `failed`, in rising order."""
    for upper, lowers in pairs(asked, failed):
        for lower in _members(lowers):
            yield (*TRIPLES[upper], *TRIPLES[lower])


def count(asked: Sequence[AskedQuestion], failed: Sequence[Code] = ()) -> int:
    """How many codes there are."""
    return sum(lowers.bit_count() for _, lowers in pairs(asked, failed))


def draw(asked: Sequence[AskedQuestion], failed: Sequence[Code], pick: RandBelow) -> Code:
    """One of the codes, each with equal chance. There must be one."""
    found = list(pairs(asked, failed))
    left = pick(sum(lowers.bit_count() for _, lowers in found))
    for upper, lowers in found:
        if left < lowers.bit_count():
            lower = next(number for place, number in enumerate(_members(lowers)) if place == left)
            return (*TRIPLES[upper], *TRIPLES[lower])
        left -= lowers.bit_count()
    raise AssertionError("the counts add up")


@lru_cache(maxsize=64)
def sheet(asked: tuple[AskedQuestion, ...]) -> Sheet:
    """C17: the sheet that these answers give, exactly: a digit stands in it when some code with it gives all of them."""
    possible: list[set[int]] = [set() for _ in PLACES]
    below = total = 0
    for upper, lowers in pairs(asked, ()):
        below |= lowers
        total += lowers.bit_count()
        for x, digit in enumerate(TRIPLES[upper]):
            possible[x].add(digit)
    for x in range(ACROSS):
        possible[ACROSS + x] = {digit for digit in TEN if AT[x][digit] & below}
    spaces = []
    for space in SPACES:
        fills = {space.segment in SEGMENTS[digit] for digit in possible[space.place]}
        spaces.append(fills.pop() if len(fills) == 1 else None)
    return Sheet(tuple(tuple(sorted(digits)) for digits in possible), tuple(spaces), total)


def agrees(code: Code, asked: Sequence[AskedQuestion], failed: Sequence[Code]) -> bool:
    """Whether a legal code gives these answers and did not fail: `code in codes(...)`, without the walk."""
    return code not in failed and all(answer(code, one.question) == one.answer for one in asked)


def pairs(asked: Sequence[AskedQuestion], failed: Sequence[Code]) -> Iterator[tuple[int, Triples]]:
    """Each upper triple that is possible, with the lower ones that go with it."""
    halves, below = _narrowed(asked)
    beneath = [[_either(x, below[x][digit]) for digit in TEN] for x in range(ACROSS)]
    barred: dict[int, Triples] = {}
    for code in failed:
        first, second = NUMBER[code[0], code[1], code[2]], NUMBER[code[3], code[4], code[5]]
        barred[first] = barred.get(first, 0) | 1 << second
    for upper in _members(halves[0]):
        a, b, c = TRIPLES[upper]
        lowers = halves[1] & COMPANY[upper] & beneath[0][a] & beneath[1][b] & beneath[2][c] & ~barred.get(upper, 0)
        if lowers:
            yield upper, lowers


def _narrowed(asked: Sequence[AskedQuestion]) -> tuple[list[Triples], list[list[set[int]]]]:
    """The upper and the lower triples that the answers leave, and for each column and upper digit the digits below it."""
    halves = [ALL, ALL]
    below = [[{low for low in TEN if low != up} for up in TEN] for _ in range(ACROSS)]  # C2

    def keep(place: int, digits: set[int]) -> None:
        half, x = divmod(place, ACROSS)
        halves[half] &= _either(x, digits)

    for one in asked:
        match one.question:
            case AskLine(line) if line in ROWS:
                half, row = divmod(LINES.index(line) - len(COLUMNS), 5)
                halves[half] &= _row(row, int(one.answer))
            case AskLine(line):
                x, part = divmod(LINES.index(line), 3)
                fills = IN_COLUMN[part]
                for up in TEN:
                    below[x][up] = {low for low in below[x][up] if fills[up] + fills[low] == one.answer}
            case AskParity(place):
                keep(PLACES.index(place), {digit for digit in TEN if digit % 2 == (one.answer == "odd")})
            case AskLarger((first, second)):
                left, right = PLACES.index(first), PLACES.index(second)
                if right - left == 1:
                    half, x = divmod(left, ACROSS)
                    rising = _rising(x)
                    halves[half] &= rising if one.answer == second else ALL & ~rising
                else:
                    for up in TEN:
                        below[left][up] = {low for low in below[left][up] if (low > up) == (one.answer == second)}
            case AskSpace(column, row):
                space = BY_LINES[column, row]
                keep(space.place, {digit for digit in TEN if (space.segment in SEGMENTS[digit]) == one.answer})
    return halves, below


@lru_cache(maxsize=64)
def _row(row: int, total: int) -> Triples:
    """The triples that fill so many spaces of a row."""
    fills = IN_ROW[row]
    return _those(fills[a] + fills[b] + fills[c] == total for a, b, c in TRIPLES)


@lru_cache(maxsize=2)
def _rising(x: int) -> Triples:
    """The triples whose digit at a place is smaller than the next one."""
    return _those(triple[x] < triple[x + 1] for triple in TRIPLES)


def _either(x: int, digits: set[int]) -> Triples:
    found = 0
    for digit in digits:
        found |= AT[x][digit]
    return found


def _members(triples: Triples) -> Iterator[int]:
    """The numbers of the triples of a set, rising."""
    while triples:
        lowest = triples & -triples
        yield lowest.bit_length() - 1
        triples ^= lowest
