"""What the answers to a question would leave of the possible codes of Digit Code. There are three ways to know it:

**Sets of codes.** All possible codes stand in a list. A set of them is a whole number, whose bit n stands for `codes[n]`. For
each question there is a set of the codes that give each answer, so a question divides any set by one `&` for each answer, and a
search compares thousands of questions a second.

**Counts without a list.** For positions with too many codes to list. Each question is about one triple of digits, upper or
lower, or about two digits of which one stands above the other. So it is enough to know how many possible codes have each upper
triple, each lower triple, and each such pair in each of the three columns: about 2,000 numbers, from the sets of triples that
games.digitcode.possible finds. They are exact.

**Digits by place.** For a player who keeps no list of whole codes: which digits are possible at each place. No digit is excluded
wrongly, but one that is left may be in no possible code. `possible_digits` weighs each answer against what is still possible at
the places that it is about, one answer at a time, until nothing more follows. `alone` takes from an answer only what it says
about a single place.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import Final

from msgspec import Struct

from companion.games.digitcode.possible import (
    FILLED_IN_COLUMN,
    FILLED_IN_ROW,
    HAS_AT,
    TEN_DIGITS,
    TRIPLES,
    TripleSet,
    possible_pairs,
)
from companion.games.digitcode.rules import (
    ADJACENT_DIGITS,
    ALL_SPACES,
    COLUMN_LETTERS,
    DIGIT_SEGMENTS,
    DIGITS_IN_CODE,
    DIGITS_IN_ROW,
    MOST_OF_A_DIGIT,
    QUESTIONS,
    ROW_LETTERS,
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    Question,
    QuestionAnswer,
    SixDigits,
    Space,
)
from companion.games.reasons import mean_bits

CodeSet = int
"""A set of codes of one list."""


class Candidates(Struct, frozen=True):
    """`parts`: for each of QUESTIONS the answers that some code gives, each with the codes that give it."""

    codes: tuple[SixDigits, ...]
    parts: tuple[tuple[tuple[QuestionAnswer, CodeSet], ...], ...]

    @property
    def all(self) -> CodeSet:
        return (1 << len(self.codes)) - 1


def index_codes(codes: Sequence[SixDigits]) -> Candidates:
    """The list with its sets. There must be a code in it."""
    at = [_by_digit(bytes(reversed(column))) for column in zip(*codes, strict=True)]
    every = (1 << len(codes)) - 1
    filled = {space: _union(at[space.place], _with(space)) for space in ALL_SPACES}
    found = []
    for question in QUESTIONS:
        match question:
            case AskLine():
                answers = _counted(every, [filled[space] for space in question.spaces])
            case AskParity():
                odd = _union(at[question.index], range(1, 10, 2))
                answers = [("even", every ^ odd), ("odd", odd)]
            case AskLarger((first, second)):
                left, right = question.indices
                larger = _larger(at[left], at[right])
                answers = [(first, larger), (second, every ^ larger)]
            case AskSpace():
                inside = filled[question.space]
                answers = [(False, every ^ inside), (True, inside)]
        found.append(tuple((answer, part) for answer, part in answers if part))
    return Candidates(tuple(codes), tuple(found))


def members(codes: CodeSet) -> Iterator[int]:
    """The numbers of the codes of a set, rising."""
    while codes:
        lowest = codes & -codes
        yield lowest.bit_length() - 1
        codes ^= lowest


def _by_digit(column: bytes) -> list[CodeSet]:
    """For each digit the codes that have it at a place; the column runs from the last code to the first."""
    return [int(column.translate(_SPELLED[digit]), 2) for digit in range(10)]


_SPELLED: Final = tuple(bytes(b"01"[value == digit] for value in range(256)) for digit in range(10))


def _with(space: Space) -> tuple[int, ...]:
    return tuple(digit for digit in range(10) if space.segment in DIGIT_SEGMENTS[digit])


def _union(sets: Sequence[CodeSet], digits: Sequence[int]) -> CodeSet:
    found = 0
    for digit in digits:
        found |= sets[digit]
    return found


def _counted(every: CodeSet, filled: Sequence[CodeSet]) -> list[tuple[QuestionAnswer, CodeSet]]:
    """The codes by how many of these spaces they fill."""
    by_count = [every]
    for space in filled:
        less = [codes & ~space for codes in by_count]
        more = [codes & space for codes in by_count]
        by_count = [one | other for one, other in zip([*less, 0], [0, *more], strict=True)]
    return list(enumerate(by_count))


def _larger(first: Sequence[CodeSet], second: Sequence[CodeSet]) -> CodeSet:
    found = smaller = 0
    for digit in range(10):
        found |= first[digit] & smaller
        smaller |= second[digit]
    return found


Counts = dict[QuestionAnswer, int]
"""For each answer that some possible code gives, how many codes give it."""

STACKS: Final = tuple((up, low) for up in TEN_DIGITS for low in TEN_DIGITS)


class DigitCounts(Struct, frozen=True):
    """`total`: how many codes are possible. `halves`: how many have each triple of TRIPLES, for the upper and the lower one;
    `stacks`: how many have each pair of digits of STACKS, for the three columns."""

    total: int
    halves: tuple[tuple[int, ...], tuple[int, ...]]
    stacks: tuple[tuple[int, ...], ...]


def digit_counts(asked: Sequence[AskedQuestion], failed: Sequence[SixDigits] = ()) -> DigitCounts:
    """The numbers for the codes that give these answers and are none of those that `failed`."""
    uppers = [0] * len(TRIPLES)
    stacks = [[0] * len(STACKS) for _ in range(DIGITS_IN_ROW)]
    planes: list[int] = []  # the lower triples' numbers in binary, a set of triples for each binary place
    for upper, lowers in possible_pairs(asked, failed):
        uppers[upper] = lowers.bit_count()
        for x, up in enumerate(TRIPLES[upper]):
            column = stacks[x]
            for low in TEN_DIGITS:
                column[10 * up + low] += (lowers & HAS_AT[x][low]).bit_count()
        _add(planes, lowers)
    below = tuple(
        sum((plane >> number & 1) << place for place, plane in enumerate(planes)) for number in range(len(TRIPLES))
    )
    return DigitCounts(sum(uppers), (tuple(uppers), below), tuple(map(tuple, stacks)))


def counts(found: DigitCounts, question: Question) -> Counts:
    """How many of the codes give each answer."""
    match question:
        case AskLine(line) if line in ROW_LETTERS:
            half, row = divmod(ROW_LETTERS.index(line), 5)
            fills = FILLED_IN_ROW[row]
            return _sorted(
                (fills[a] + fills[b] + fills[c], n) for (a, b, c), n in zip(TRIPLES, found.halves[half], strict=True)
            )
        case AskLine(line):
            x, part = divmod(COLUMN_LETTERS.index(line), 3)
            fills = FILLED_IN_COLUMN[part]
            return _sorted((fills[up] + fills[low], n) for (up, low), n in zip(STACKS, found.stacks[x], strict=True))
        case AskParity():
            return _of_digit(found, question.index, tuple("odd" if digit % 2 else "even" for digit in TEN_DIGITS))
        case AskLarger((first, second)):
            left, right = question.indices
            if right - left == 1:
                half, x = divmod(left, DIGITS_IN_ROW)
                return _sorted(
                    (first if triple[x] > triple[x + 1] else second, n)
                    for triple, n in zip(TRIPLES, found.halves[half], strict=True)
                )
            return _sorted(
                (first if up > low else second, n) for (up, low), n in zip(STACKS, found.stacks[left], strict=True)
            )
        case AskSpace():
            space = question.space
            return _of_digit(found, space.place, tuple(space.segment in DIGIT_SEGMENTS[digit] for digit in TEN_DIGITS))


def bits(by_answer: Counts) -> float:
    """The bits that a question with these numbers is expected to tell."""
    return mean_bits(by_answer.values())


def _of_digit(found: DigitCounts, place: int, answers: Sequence[QuestionAnswer]) -> Counts:
    half, x = divmod(place, DIGITS_IN_ROW)
    return _sorted((answers[stack[half]], n) for stack, n in zip(STACKS, found.stacks[x], strict=True))


def _sorted(numbers: Iterable[tuple[QuestionAnswer, int]]) -> Counts:
    found: Counts = {}
    for answer, number in numbers:
        if number:
            found[answer] = found.get(answer, 0) + number
    return dict(sorted(found.items()))


def _add(planes: list[int], carry: TripleSet) -> None:
    """One more for each triple of the set: the binary sum of all of them at once."""
    for place, plane in enumerate(planes):
        planes[place], carry = plane ^ carry, plane & carry
        if not carry:
            return
    planes.append(carry)


Digits = tuple[frozenset[int], ...]
"""For each of PLACES the digits that are possible there."""

ANY: Final[Digits] = (frozenset(range(10)),) * DIGITS_IN_CODE


def alone(asked: Sequence[AskedQuestion]) -> Digits:
    """From the answers about a single place: even or odd, and spaces."""
    digits = ANY
    for one in asked:
        if isinstance(one.question, AskParity | AskSpace):
            digits = _agreeing(digits, one)
    return digits


def possible_digits(asked: Sequence[AskedQuestion]) -> Digits:
    """From every answer, each weighed on its own, and from what a code may hold (C2)."""
    before, digits = None, ANY
    while digits != before:
        before = digits
        for one in asked:
            digits = _agreeing(digits, one)
        digits = _apart(digits)
    return digits


def only_code(digits: Digits) -> SixDigits | None:
    """The code, where one digit is left at each place."""
    code = tuple(next(iter(sorted(here))) for here in digits)
    return code if all(len(here) == 1 for here in digits) else None


def expected_bits(digits: Digits, question: Question) -> float:
    """What a question tells if the places had nothing to do with each other."""
    chances: dict[QuestionAnswer, float] = {}
    for answer, chance in _answers(digits, question):
        chances[answer] = chances.get(answer, 0.0) + chance
    return mean_bits(chances.values())


def _answers(digits: Digits, question: Question) -> Iterator[tuple[QuestionAnswer, float]]:
    match question:
        case AskLine():
            by_count = {0: 1.0}
            for choices in _fills(digits, question).values():
                longer: dict[int, float] = {}
                for count, chance in by_count.items():
                    for _, fills in choices:
                        longer[count + fills] = longer.get(count + fills, 0.0) + chance / len(choices)
                by_count = longer
            yield from by_count.items()
        case AskParity():
            yield from (("odd" if digit % 2 else "even", 1.0) for digit in digits[question.index])
        case AskLarger((first, second)):
            left, right = (digits[index] for index in question.indices)
            yield from ((first if one > other else second, 1.0) for one, other in product(left, right) if one != other)
        case AskSpace():
            space = question.space
            yield from ((space.segment in DIGIT_SEGMENTS[digit], 1.0) for digit in digits[space.place])


def _agreeing(digits: Digits, one: AskedQuestion) -> Digits:
    """Without the digits that cannot be where the answer is, whatever stands at the other places that it is about."""
    left = list(digits)
    match one.question:
        case AskLine() as question:
            choices = _fills(digits, question)
            least = {place: min(fills for _, fills in here) for place, here in choices.items()}
            most = {place: max(fills for _, fills in here) for place, here in choices.items()}
            for place, here in choices.items():
                low, high = sum(least.values()) - least[place], sum(most.values()) - most[place]
                left[place] = frozenset(digit for digit, fills in here if low <= int(one.answer) - fills <= high)
        case AskParity(index=at):
            left[at] = frozenset(digit for digit in digits[at] if digit % 2 == (one.answer == "odd"))
        case AskLarger((first, _), indices=(left_one, right_one)):
            large, small = (left_one, right_one) if one.answer == first else (right_one, left_one)
            left[large] = frozenset(digit for digit in digits[large] if digit > min(digits[small]))
            left[small] = frozenset(digit for digit in digits[small] if digit < max(digits[large]))
        case AskSpace(space=space):
            left[space.place] = frozenset(
                digit for digit in digits[space.place] if (space.segment in DIGIT_SEGMENTS[digit]) == one.answer
            )
    return tuple(left)


def _apart(digits: Digits) -> Digits:
    """C2: a digit that is certain stands at no neighbour, and one that is certain twice nowhere else."""
    left = list(digits)
    certain = {place: min(here) for place, here in enumerate(digits) if len(here) == 1}
    for place, digit in certain.items():
        used_up = list(certain.values()).count(digit) == MOST_OF_A_DIGIT
        for other in range(DIGITS_IN_CODE):
            neighbours = (place, other) in ADJACENT_DIGITS or (other, place) in ADJACENT_DIGITS
            if neighbours or (used_up and certain.get(other) != digit):
                left[other] = left[other] - {digit}
    return tuple(left)


def _fills(digits: Digits, question: AskLine) -> dict[int, list[tuple[int, int]]]:
    """For each place of a line: its digits, each with how many spaces of the line it fills."""
    found = {}
    for place in sorted({space.place for space in question.spaces}):
        segments = [space.segment for space in question.spaces if space.place == place]
        found[place] = [
            (digit, sum(one in DIGIT_SEGMENTS[digit] for one in segments)) for digit in sorted(digits[place])
        ]
    return found


def possible_by(digits: Digits) -> int:
    """How many codes such a player believes in: one digit of each place, in every way."""
    return prod(map(len, digits))
