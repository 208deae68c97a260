"""Which digits are possible at each place, thought place by place: what a player has who keeps no list of whole codes.

It is never wrong and seldom complete: a digit that stands here may be in no possible code, one that does not is in none.
`possible_digits` weighs each answer against what is still possible at the places that it is about, one answer at a time, until
nothing more follows. `alone` makes only of an answer what it says about one place.
"""

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import Final

from companion.games.digitcode.rules import (
    ADJACENT_DIGITS,
    DIGIT_LETTERS,
    DIGIT_SEGMENTS,
    DIGITS_IN_CODE,
    MOST_OF_A_DIGIT,
    SPACE_AT,
    SPACES_OF_LINE,
    AskedQuestion,
    AskLarger,
    AskLine,
    AskParity,
    AskSpace,
    Question,
    QuestionAnswer,
    SixDigits,
)
from companion.games.reasons import mean_bits

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
        case AskLine(line):
            by_count = {0: 1.0}
            for choices in _fills(digits, line):
                longer: dict[int, float] = {}
                for count, chance in by_count.items():
                    for _, fills in choices:
                        longer[count + fills] = longer.get(count + fills, 0.0) + chance / len(choices)
                by_count = longer
            yield from by_count.items()
        case AskParity(place):
            yield from (("odd" if digit % 2 else "even", 1.0) for digit in digits[DIGIT_LETTERS.index(place)])
        case AskLarger((first, second)):
            left, right = digits[DIGIT_LETTERS.index(first)], digits[DIGIT_LETTERS.index(second)]
            yield from ((first if one > other else second, 1.0) for one, other in product(left, right) if one != other)
        case AskSpace(column, row):
            space = SPACE_AT[column, row]
            yield from ((space.segment in DIGIT_SEGMENTS[digit], 1.0) for digit in digits[space.place])


def _agreeing(digits: Digits, one: AskedQuestion) -> Digits:
    """Without the digits that cannot be where the answer is, whatever stands at the other places that it is about."""
    left = list(digits)
    match one.question:
        case AskLine(line):
            choices = dict(zip(_places(line), _fills(digits, line), strict=True))
            least = {place: min(fills for _, fills in here) for place, here in choices.items()}
            most = {place: max(fills for _, fills in here) for place, here in choices.items()}
            for place, here in choices.items():
                low, high = sum(least.values()) - least[place], sum(most.values()) - most[place]
                left[place] = frozenset(digit for digit, fills in here if low <= int(one.answer) - fills <= high)
        case AskParity(place):
            at = DIGIT_LETTERS.index(place)
            left[at] = frozenset(digit for digit in digits[at] if digit % 2 == (one.answer == "odd"))
        case AskLarger((first, second)):
            large = DIGIT_LETTERS.index(str(one.answer))
            small = DIGIT_LETTERS.index(second if one.answer == first else first)
            left[large] = frozenset(digit for digit in digits[large] if digit > min(digits[small]))
            left[small] = frozenset(digit for digit in digits[small] if digit < max(digits[large]))
        case AskSpace(column, row):
            space = SPACE_AT[column, row]
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


def _places(line: str) -> tuple[int, ...]:
    return tuple(sorted({space.place for space in SPACES_OF_LINE[line]}))


def _fills(digits: Digits, line: str) -> list[list[tuple[int, int]]]:
    """For each place of a line: its digits, each with how many spaces of the line it fills."""
    found = []
    for place in _places(line):
        segments = [space.segment for space in SPACES_OF_LINE[line] if space.place == place]
        found.append(
            [(digit, sum(one in DIGIT_SEGMENTS[digit] for one in segments)) for digit in sorted(digits[place])]
        )
    return found


def possible_by(digits: Digits) -> int:
    """How many codes such a player believes in: one digit of each place, in every way."""
    return prod(map(len, digits))
