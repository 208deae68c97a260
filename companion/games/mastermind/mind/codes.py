"""A set of codes as bits, so that a guess splits all of them at once by the answers that it can get.

Colours are numbers from 0 here, and digits are colours too. In a mask bit number i stands for code number i of the set.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import compress, permutations, product
from typing import NamedTuple

from companion.games.mastermind.rules import Options, possible_arms

Code = tuple[int, ...]
"""The colours of a code or a guess."""
Answer = tuple[int, int]
"""What the red and the white arm show."""
Row = tuple[Code, Answer]


class CodeRules(NamedTuple):
    """Which codes and guesses there are: the options that say so."""

    colours: int
    pegs: int = 4
    repeats_in_code: bool = False
    repeats_in_guess: bool = True

    @property
    def cracked(self) -> Answer:
        """The answer to the code itself."""
        return self.pegs, 0

    def rows(self, colours: Sequence[int], *, repeats: bool) -> Iterator[Code]:
        """Every row of these colours, with or without repeats, in their order."""
        return product(colours, repeat=self.pegs) if repeats else permutations(colours, self.pegs)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All that the arms can show, ascending."""
        return possible_arms(self.pegs)


def code_rules(options: Options) -> CodeRules:
    """Those of a series."""
    return CodeRules(options.colours, options.pegs, options.repeats_in_code, options.repeats_in_guess)


class Codes:
    """Some codes, in their order."""

    def __init__(self, codes: Sequence[Code]) -> None:
        self.codes = tuple(codes)
        self._all = (1 << len(self.codes)) - 1
        self._placed = [_masks(bytes(column)) for column in zip(*reversed(self.codes), strict=True)]
        self._holding: dict[int, list[int]] = {}
        """Of each colour: the codes that hold it once at least, twice at least, and so on."""
        for placed in self._placed:
            for colour, mask in placed.items():
                times = self._holding.setdefault(colour, [])
                for number, before in enumerate(times):
                    times[number], mask = before | mask, before & mask
                if mask:
                    times.append(mask)

    def __len__(self) -> int:
        return len(self.codes)

    def split(self, guess: Code) -> dict[Answer, int]:
        """For each answer that some code gives to the guess: the mask of these codes."""
        reds = _by_count(self._all, [placed.get(colour, 0) for placed, colour in zip(self._placed, guess, strict=True)])
        # Red and white together count, for each colour, the pegs that both the code and the guess have.
        held: list[int] = []
        for colour in set(guess):
            held += self._holding.get(colour, ())[: guess.count(colour)]
        parts: dict[Answer, int] = {}
        for both, holding in enumerate(_by_count(self._all, held)):
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


@lru_cache(maxsize=4)
def every_code(rules: CodeRules) -> Codes:
    """Every code, in ascending order."""
    return Codes(tuple(rules.rows(range(rules.colours), repeats=rules.repeats_in_code)))


def possible(rules: CodeRules, rows: Sequence[Row]) -> Codes:
    """The codes that all rows agree with, in ascending order."""
    return _possible(rules, tuple(rows)) if rows else every_code(rules)


@lru_cache(maxsize=4)
def _possible(rules: CodeRules, rows: tuple[Row, ...]) -> Codes:
    """Kept, since what a move promises is asked for one move after the other."""
    every = every_code(rules)
    return Codes(tuple(every.chosen(every.fitting(rows))))


def as_placed(colours: int, rows: Sequence[Row]) -> tuple[int, ...]:
    """All colours: those of the rows in the order in which they were placed, then the others."""
    placed = dict.fromkeys(colour for guess, _ in rows for colour in guess)
    return (*placed, *(colour for colour in range(colours) if colour not in placed))


_ZEROS: bytes = b"0" * 256


def _masks(column: bytes) -> dict[int, int]:
    """For each number of a column, the last code first: the mask of the codes that have it there."""
    return {one: int(column.translate(_ZEROS[:one] + b"1" + _ZEROS[one + 1 :]), 2) for one in set(column)}


def _by_count(every: int, masks: Sequence[int]) -> tuple[int, int, int, int, int, int]:
    """The masks of the codes that are in exactly 0, 1, 2, 3, 4 and 5 of at most five masks, counted bit by bit."""
    ones = twos = fours = 0
    for mask in masks:
        carry = ones & mask
        ones ^= mask
        fours |= twos & carry
        twos ^= carry
    three, five = ones & twos, ones & fours
    return every ^ (ones | twos | fours), ones ^ three ^ five, twos ^ three, three, fours ^ five, five
