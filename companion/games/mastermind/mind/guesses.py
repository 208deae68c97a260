"""Which guess finds a code of Mastermind soonest: by a shipped strategy where there is one, else worked out live.

A strategy names colours A, B, C, ... in the order in which it first needs them, and knows no order of the four places but its
own. So each of its guesses stands for all that differ from it by other colours or other places, and a game that began with any
of these is found in it. In a table a guess stands behind the answers to those before it: `nBCDA` is the guess after the 14th
answer that there is. Where `closing_guess` finds a guess, the table has none.

Live, a few codes are told apart by the first guess that is known to be best. Of many, each guess is weighed by how many guesses
the codes of all its parts are expected to take; for the most promising ones it is worked out which of the small parts the next
guess tells apart. Of equals, one that may be the code itself is taken, then the first one.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from heapq import nsmallest
from importlib.resources import files
from itertools import permutations
from math import log2
from string import ascii_uppercase
from typing import Final

from companion.core.prompt import RandBelow
from companion.games.mastermind.mind.codes import Answer, Code, CodeRules, Codes, Row, as_placed, possible

Strategy = Mapping[str, Code]
"""The guess after each sequence of answers."""


def letter(rules: CodeRules, answer: Answer) -> str:
    """An answer as the tables write it."""
    return chr(ord("a") + rules.answers.index(answer))


def read_strategy(table: str) -> Strategy:
    """A strategy from its table: what is small in a word is the answers, what is large is the guess."""
    words = ((word.rstrip(ascii_uppercase), word) for word in table.split())
    return {path: tuple(ord(colour) - ord("A") for colour in word[len(path) :]) for path, word in words}


@cache
def shipped_tables() -> dict[str, str]:
    """The tables of `strategies.txt` by their names."""
    _origin, *found = files(__package__).joinpath("strategies.txt").read_text("utf-8").split("\nstrategy ")
    parted = (one.partition("\n") for one in found)
    return {head.partition(":")[0]: table for head, _, table in parted}


def table_name(rules: CodeRules) -> str:
    """What the strategy for these codes and guesses is called in `strategies.txt`."""
    code = "any code" if rules.repeats_in_code else "code without repeats"
    guess = "any guess" if rules.repeats_in_guess else "guess without repeats"
    return f"{rules.colours} colours, {rules.pegs} pegs, {code}, {guess}"


@cache
def shipped(rules: CodeRules) -> Strategy | None:
    """The best strategy for these codes and guesses; None where none is shipped."""
    table = shipped_tables().get(table_name(rules))
    return None if table is None else read_strategy(table)


def planned_guess(strategy: Strategy, rules: CodeRules, rows: Sequence[Row], pick: RandBelow) -> Code | None:
    """The strategy's next guess; None where the rows are not its own, or it leaves the guess to `closing_guess`.

    Colours that it needs for the first time are drawn by luck among those that stand in no row: they are all alike.
    """
    for places, names, planned in _continued(strategy, rules, rows):
        return None if planned is None else _placed(names, planned, places, rules.colours, pick)
    return None


def is_planned(strategy: Strategy, rules: CodeRules, rows: Sequence[Row], guess: Code) -> bool:
    """Whether the guess is the strategy's next one, or one that differs from it by alike colours or places only."""
    return any(
        planned is not None and _named(names, planned, tuple(guess[place] for place in places))
        for places, names, planned in _continued(strategy, rules, rows)
    )


def _continued(
    strategy: Strategy, rules: CodeRules, rows: Sequence[Row]
) -> Iterator[tuple[tuple[int, ...], dict[int, int], Code | None]]:
    """Each order of the places in which the rows are the strategy's own, the colours that its names then stand for, and its next
    guess."""
    for places in permutations(range(rules.pegs)):
        names: dict[int, int] = {}
        path = ""
        for guess, answer in rows:
            planned = strategy.get(path)
            if planned is None or not _named(names, planned, tuple(guess[place] for place in places)):
                break
            path += letter(rules, answer)
        else:
            yield places, names, strategy.get(path)


def _named(names: dict[int, int], planned: Code, guess: Code) -> bool:
    """Whether the guess is the planned one by other colours; `names`, from planned ones to these, learns new ones."""
    for name, colour in zip(planned, guess, strict=True):
        if names.setdefault(name, colour) != colour:
            return False
    return len(set(names.values())) == len(names)


def _placed(names: Mapping[int, int], planned: Code, places: tuple[int, ...], colours: int, pick: RandBelow) -> Code:
    free = [colour for colour in range(colours) if colour not in names.values()]
    drawn = dict(names)
    guess = [0] * len(planned)
    for name, place in zip(planned, places, strict=True):
        if name not in drawn:
            drawn[name] = free.pop(pick(len(free)))
        guess[place] = drawn[name]
    return tuple(guess)


_LOOKED_AT: Final = 40
"""Of so many promising guesses it is worked out how the small parts go on."""
_BITS_WEIGHED: Final = 40_000_000
_BITS_FOR_A_GUESS: Final = 1000
"""How much is weighed at most, and what a guess costs beside a bit for each code that is left. On a small server of 2025 all of
it takes a third of a second."""


def expected_total(codes: int) -> float:
    """About how many guesses so many codes take in all, where it is not known which codes they are. The numbers are the means of
    all groups in the games of `best` against every code of Travel, Classic and Bulls and Cows; any edition is within a tenth."""
    few = (0, 1, 3, 5.05, 7.15, 9.25, 11.5, 13.6)
    return few[codes] if codes < len(few) else codes * (1 + 0.32 * log2(codes))


def live_guess(rules: CodeRules, rows: Sequence[Row], left: Codes) -> Code:
    """A guess where `left`, at least one code, is what the rows leave possible."""
    found = closing_guess(rules, left)
    if found is not None:
        return found
    members = set(left.codes)
    expected = [expected_total(size) for size in range(len(left) + 1)]
    ranked = []
    for guess in weighed_guesses(rules, rows, left):
        sizes = left.sizes(guess)
        if len(sizes) == len(left):
            return guess
        total = sum([expected[size] for size in sizes]) - (
            guess in members
        )  # a code that is cracked takes no more guesses
        # Rounded, so that equal splits in another order are equal.
        ranked.append((round(total, 6), guess not in members, guess))
    promising = nsmallest(_LOOKED_AT, ranked)
    return min((_looked_ahead(rules, left, guess, expected), total, never, guess) for total, never, guess in promising)[
        -1
    ]


def _looked_ahead(rules: CodeRules, left: Codes, guess: Code, expected: Sequence[float]) -> float:
    """About how many guesses the codes left take after a guess; of a part that one more guess may tell apart it is worked out."""
    total = 0.0
    for answer, part in left.split(guess).items():
        size = part.bit_count()
        if answer == rules.cracked:
            continue
        total += expected[size]
        if 2 < size <= len(rules.answers):
            codes = Codes(tuple(left.chosen(part)))
            apart = max(len(codes.split(code)) for code in codes.codes)
            missing = size - apart
            # See closing_guess. Each further code that is not told apart takes a guess more, most of the time.
            total += 2 * size - 1 + (missing if missing < 2 else 1 + 0.7 * (missing - 1)) - expected[size]
    return round(total, 6)


def weighed_guesses(rules: CodeRules, rows: Sequence[Row], left: Codes) -> Sequence[Code]:
    """Of the guesses that split the codes left in different ways: all, or where these are too many, each so-and-so-manieth,
    with some of the codes that are left before them."""
    guesses = list(distinct_guesses(rules, rows, left))
    most = _BITS_WEIGHED // (_BITS_FOR_A_GUESS + len(left))
    if len(guesses) <= most:
        return guesses
    return [*left.codes[:: -(-len(left) // most)], *guesses[:: -(-len(guesses) // most)]]


def closing_guess(rules: CodeRules, left: Codes) -> Code | None:
    """A code among those left that tells all others apart, or all but two; None where there is none.

    With the first, n codes take 2n - 1 guesses in all, and nothing takes fewer. Where there is none, they take 2n with the
    second, and nothing takes fewer: a guess that is none of them takes as many where it tells all apart.
    """
    if len(left) > len(rules.answers):
        return None  # more codes than answers cannot all be told apart by one guess
    nearly: Code | None = None
    for code in left.codes:
        parts = len(left.split(code))
        if parts == len(left):
            return code
        if nearly is None and parts == len(left) - 1:
            nearly = code
    return nearly


def distinct_guesses(rules: CodeRules, rows: Sequence[Row], left: Codes) -> Iterator[Code]:
    """Guesses such that each other one splits `left` as one of these does, in a fixed order.

    Colours that stand in no row are alike, and so are those that no code left holds: of either kind, the first comes first.
    """
    colours, repeats = rules.colours, rules.repeats_in_guess
    present = {colour for code in left.codes for colour in code}
    placed = {colour for guess, _ in rows for colour in guess}
    untried = [colour for colour in range(colours) if colour in present and colour not in placed]
    absent = [colour for colour in range(colours) if colour not in present]
    alike = {colour: kind[: kind.index(colour)] for kind in (untried, absent) for colour in kind}
    if repeats and absent:
        # Two absent colours tell what one of them tells twice.
        alike.update({colour: [colour] for colour in absent[1:]})

    def filled(before: Code) -> Iterator[Code]:
        if len(before) == rules.pegs:
            yield before
            return
        for colour in range(colours):
            if (repeats or colour not in before) and all(earlier in before for earlier in alike.get(colour, ())):
                yield from filled((*before, colour))

    return filled(())


def best_guess(rules: CodeRules, rows: Sequence[Row], pick: RandBelow) -> Code:
    """By the shipped strategy as long as the rows are its own, else found now.

    Luck chooses among colours that are alike, so no code can be made against it.
    """
    strategy = shipped(rules)
    if strategy is None and not rows:
        # The same first row as ever, in other colours.
        strategy = {"": found_guess(rules, rows)}
    planned = None if strategy is None else planned_guess(strategy, rules, rows, pick)
    return found_guess(rules, rows) if planned is None else planned


def is_quickest(rules: CodeRules, rows: Sequence[Row], guess: Code) -> bool:
    """Whether the guess is one of a shipped strategy: no other one leads to the code in fewer rows in the mean of all codes."""
    strategy = shipped(rules)
    return strategy is not None and is_planned(strategy, rules, rows, guess)


def found_guess(rules: CodeRules, rows: Sequence[Row]) -> Code:
    """The guess of the live solver. Rows that differ by their colours only get guesses that differ by these only."""
    order = as_placed(rules.colours, rows)
    number = {colour: index for index, colour in enumerate(order)}
    renamed = [(tuple(number[colour] for colour in guess), answer) for guess, answer in rows]
    guess = live_guess(rules, renamed, possible(rules, renamed))
    return tuple(order[index] for index in guess)


def bits_of(left: Codes, guess: Code) -> float:
    """The bits that the arms are expected to tell where these codes are left, each as likely as another."""
    total = len(left)
    # Rounded, so that equal divisions in another order are equal.
    return round(log2(total) - sum(size * log2(size) for size in left.sizes(guess)) / total, 9)


def most_bits(rules: CodeRules, rows: Sequence[Row], left: Codes) -> tuple[Code, float]:
    """The guess that tells the most, and its bits. Of equal ones a code that is left comes first.

    `left`: what the rows leave possible, at least one code.
    """
    members = set(left.codes)
    best, most, fits = left.codes[0], bits_of(left, left.codes[0]), True
    highest = round(log2(len(left)), 9)
    for guess in weighed_guesses(rules, rows, left):
        if most == highest and fits:
            break
        told, member = bits_of(left, guess), guess in members
        if (told, member) > (most, fits):
            best, most, fits = guess, told, member
    return best, most
