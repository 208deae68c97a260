"""A set of codes as bits, so that a guess splits all of them at once by the answers that it can get.

Colours are numbers from 0 here. In a mask bit number i stands for code number i of the set.
"""

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import compress, permutations
from typing import Final

from companion.games.mastermind.rules import PEGS_IN_CODE

Code = tuple[int, ...]
"""PEGS colours: a code or a guess."""
Answer = tuple[int, int]
"""What the red and the white arm show."""
Row = tuple[Code, Answer]

CRACKED: Final[Answer] = (PEGS_IN_CODE, 0)
ANSWERS: Final[tuple[Answer, ...]] = tuple(
    (red, white)
    for red in range(PEGS_IN_CODE + 1)
    for white in range(PEGS_IN_CODE + 1 - red)
    if (red, white) != (PEGS_IN_CODE - 1, 1)
)
"""All that the arms can show, ascending: 14."""


class Codes:
    """Some codes without repeats, in their order."""

    def __init__(self, codes: Sequence[Code]) -> None:
        self.codes = tuple(codes)
        self._all = (1 << len(self.codes)) - 1
        self._placed: list[dict[int, int]] = [{} for _ in range(PEGS_IN_CODE)]
        self._holding: dict[int, int] = {}
        for number, code in enumerate(self.codes):
            bit = 1 << number
            for placed, colour in zip(self._placed, code, strict=True):
                placed[colour] = placed.get(colour, 0) | bit
        for placed in self._placed:
            for colour, mask in placed.items():
                self._holding[colour] = self._holding.get(colour, 0) | mask

    def __len__(self) -> int:
        return len(self.codes)

    def split(self, guess: Code) -> dict[Answer, int]:
        """For each answer that some code gives to the guess: the mask of these codes."""
        first, second, third, fourth = (
            placed.get(colour, 0) for placed, colour in zip(self._placed, guess, strict=True)
        )
        reds = _by_count(self._all, first, second, third, fourth)
        # A code holds a colour once at most. So red and white together count the guess's colours that the code holds.
        held = [self._holding.get(colour, 0) for colour in set(guess)]
        first, second, third, fourth = *held, *(0,) * (PEGS_IN_CODE - len(held))
        parts: dict[Answer, int] = {}
        for both, holding in enumerate(_by_count(self._all, first, second, third, fourth)):
            if holding:
                for red in range(both + 1):
                    if part := holding & reds[red]:
                        parts[red, both - red] = part
        return parts

    def sizes(self, guess: Code) -> list[int]:
        """How many codes give each of the answers that some code gives."""
        return [part.bit_count() for part in self.split(guess).values()]

    def fitting(self, rows: Sequence[Row]) -> int:
        """The mask of the codes that give each row's guess that row's answer."""
        mask = self._all
        for guess, answer in rows:
            mask &= self.split(guess).get(answer, 0)
        return mask

    def chosen(self, mask: int) -> Iterator[Code]:
        """The codes of a mask, in their order."""
        return compress(self.codes, map(int, reversed(f"{mask:b}")))


@cache
def every_code(colours: int) -> Codes:
    """Every code of so many colours, in ascending order."""
    return Codes(tuple(permutations(range(colours), PEGS_IN_CODE)))


def possible(colours: int, rows: Sequence[Row]) -> Codes:
    """The codes that all rows agree with, in ascending order."""
    return _possible(colours, tuple(rows)) if rows else every_code(colours)


@lru_cache(maxsize=4)
def _possible(colours: int, rows: tuple[Row, ...]) -> Codes:
    """Kept, since what a move promises is asked for one move after the other."""
    every = every_code(colours)
    return Codes(tuple(every.chosen(every.fitting(rows))))


def as_placed(colours: int, rows: Sequence[Row]) -> tuple[int, ...]:
    """All colours: those of the rows in the order in which they were placed, then the others."""
    placed = dict.fromkeys(colour for guess, _ in rows for colour in guess)
    return (*placed, *(colour for colour in range(colours) if colour not in placed))


def _by_count(every: int, first: int, second: int, third: int, fourth: int) -> tuple[int, int, int, int, int]:
    """The masks of the codes that are in exactly 0, 1, 2, 3 and 4 of four masks: two half adders, then their sum."""
    one, one_carry = first ^ second, first & second
    other, other_carry = third ^ fourth, third & fourth
    ones = one ^ other
    twos = one_carry ^ other_carry ^ (one & other)
    fours = one_carry & other_carry
    return every & ~(ones | twos | fours), ones & ~twos, twos & ~ones, ones & twos, fours
