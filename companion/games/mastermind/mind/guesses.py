"""Which guess finds a code of Mastermind soonest: by a shipped strategy where there is one, else worked out live.

A strategy names colours A, B, C, ... in the order in which it first needs them, and knows no order of the four places but its
own. So each of its guesses stands for all that differ from it by other colours or other places, and a game that began with any
of these is found in it. In a table a guess stands behind the answers to those before it: `nBCDA` is the guess after the last of
the ANSWERS. Where `closing_guess` finds a guess, the table has none.

Live, a few codes are told apart by the first guess that is known to be best. Of many, the guess with the highest entropy is
taken; of equals, the one with the fewest codes expected to be left, then one that may be the code itself, then the first one.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import permutations
from math import log2
from typing import Final

from companion.core.prompt import RandBelow
from companion.games.mastermind.mind.codes import ANSWERS, Code, Codes, Row, as_placed, possible
from companion.games.mastermind.rules import PEGS_IN_CODE

Strategy = Mapping[str, Code]
"""The guess after each sequence of answers."""


def letter(answer: tuple[int, int]) -> str:
    """An answer as the tables write it."""
    return chr(ord("a") + ANSWERS.index(answer))


def strategy_text(strategy: Strategy) -> str:
    """A strategy as a table."""
    return " ".join(path + "".join(chr(ord("A") + colour) for colour in guess) for path, guess in strategy.items())


def read_strategy(table: str) -> Strategy:
    """A strategy from its table."""
    return {
        word[:-PEGS_IN_CODE]: tuple(ord(colour) - ord("A") for colour in word[-PEGS_IN_CODE:]) for word in table.split()
    }


@cache
def shipped_tables() -> dict[str, str]:
    """The tables of `strategies.txt`, by how many colours there are and whether a guess may repeat one."""
    _origin, *found = files(__package__).joinpath("strategies.txt").read_text("utf-8").split("\nstrategy ")
    parted = (one.partition("\n") for one in found)
    return {head.partition(":")[0]: table for head, _, table in parted}


def table_name(colours: int, repeats: bool) -> str:
    """What a strategy is called in `strategies.txt`."""
    return f"{colours} colours, {'any guess' if repeats else 'no repeats'}"


@cache
def shipped(colours: int, repeats: bool) -> Strategy | None:
    """The best strategy for so many colours, where `repeats` says whether a guess may repeat one; None where none is shipped."""
    table = shipped_tables().get(table_name(colours, repeats))
    return None if table is None else read_strategy(table)


def planned_guess(strategy: Strategy, colours: int, rows: Sequence[Row], pick: RandBelow) -> Code | None:
    """The strategy's next guess; None where the rows are not its own, or it leaves the guess to `closing_guess`.

    Colours that it needs for the first time are drawn by luck among those that stand in no row: they are all alike.
    """
    for places, names, planned in _continued(strategy, rows):
        return None if planned is None else _placed(names, planned, places, colours, pick)
    return None


def is_planned(strategy: Strategy, rows: Sequence[Row], guess: Code) -> bool:
    """Whether the guess is the strategy's next one, or one that differs from it by alike colours or places only."""
    return any(
        planned is not None and _named(names, planned, tuple(guess[place] for place in places))
        for places, names, planned in _continued(strategy, rows)
    )


def _continued(
    strategy: Strategy, rows: Sequence[Row]
) -> Iterator[tuple[tuple[int, ...], dict[int, int], Code | None]]:
    """Each order of the places in which the rows are the strategy's own, the colours that its names then stand for, and its next
    guess."""
    for places in permutations(range(PEGS_IN_CODE)):
        names: dict[int, int] = {}
        path = ""
        for guess, answer in rows:
            planned = strategy.get(path)
            if planned is None or not _named(names, planned, tuple(guess[place] for place in places)):
                break
            path += letter(answer)
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
    guess = [0] * PEGS_IN_CODE
    for name, place in zip(planned, places, strict=True):
        if name not in drawn:
            drawn[name] = free.pop(pick(len(free)))
        guess[place] = drawn[name]
    return tuple(guess)


_FEW: Final = len(ANSWERS)
"""More codes than answers cannot all be told apart by one guess."""


def live_guess(colours: int, repeats: bool, rows: Sequence[Row], left: Codes) -> Code:
    """A guess where `left`, at least one code, is what the rows leave possible. `repeats`: as for best_guess."""
    found = closing_guess(left)
    if found is not None:
        return found
    members = set(left.codes)
    best: tuple[float, int, bool] | None = None
    for guess in distinct_guesses(colours, repeats, rows, left):
        sizes = left.sizes(guess)
        if len(sizes) == len(left):
            return guess
        # Rounded, so that equal splits in another order are equal.
        bits = round(sum(size * log2(size) for size in sizes), 6)
        rank = (bits, sum(size * size for size in sizes), guess not in members)
        if best is None or rank < best:
            best, found = rank, guess
    assert found is not None, "there are codes left, so there are guesses"
    return found


def closing_guess(left: Codes) -> Code | None:
    """A code among those left that tells all others apart, or all but two; None where there is none.

    With the first, n codes take 2n - 1 guesses in all, and nothing takes fewer. Where there is none, they take 2n with the
    second, and nothing takes fewer: a guess that is none of them takes as many where it tells all apart.
    """
    if len(left) > _FEW:
        return None
    nearly: Code | None = None
    for code in left.codes:
        parts = len(left.split(code))
        if parts == len(left):
            return code
        if nearly is None and parts == len(left) - 1:
            nearly = code
    return nearly


def distinct_guesses(colours: int, repeats: bool, rows: Sequence[Row], left: Codes) -> Iterator[Code]:
    """Guesses such that each other one splits `left` as one of these does, in a fixed order.

    Colours that stand in no row are alike, and so are those that no code left holds: of either kind, the first comes first.
    """
    present = {colour for code in left.codes for colour in code}
    placed = {colour for guess, _ in rows for colour in guess}
    untried = [colour for colour in range(colours) if colour in present and colour not in placed]
    absent = [colour for colour in range(colours) if colour not in present]
    alike = {colour: kind[: kind.index(colour)] for kind in (untried, absent) for colour in kind}
    if repeats and absent:
        # Two absent colours tell what one of them tells twice.
        alike.update({colour: [colour] for colour in absent[1:]})

    def filled(before: Code) -> Iterator[Code]:
        if len(before) == PEGS_IN_CODE:
            yield before
            return
        for colour in range(colours):
            if (repeats or colour not in before) and all(earlier in before for earlier in alike.get(colour, ())):
                yield from filled((*before, colour))

    return filled(())


def best_guess(colours: int, repeats: bool, rows: Sequence[Row], pick: RandBelow) -> Code:
    """By the shipped strategy as long as the rows are its own, else found now. `repeats`: whether a guess may repeat a colour.

    Luck chooses among colours that are alike, so no code can be made against it.
    """
    strategy = shipped(colours, repeats)
    if strategy is None and not rows:
        # The same first row as ever, in other colours.
        strategy = {"": found_guess(colours, repeats, rows)}
    planned = None if strategy is None else planned_guess(strategy, colours, rows, pick)
    return found_guess(colours, repeats, rows) if planned is None else planned


def is_quickest(colours: int, repeats: bool, rows: Sequence[Row], guess: Code) -> bool:
    """Whether the guess is one of a shipped strategy: no other one leads to the code in fewer rows in the mean of all codes."""
    strategy = shipped(colours, repeats)
    return strategy is not None and is_planned(strategy, rows, guess)


def found_guess(colours: int, repeats: bool, rows: Sequence[Row]) -> Code:
    """The guess of the live solver. Rows that differ by their colours only get guesses that differ by these only."""
    order = as_placed(colours, rows)
    number = {colour: index for index, colour in enumerate(order)}
    renamed = [(tuple(number[colour] for colour in guess), answer) for guess, answer in rows]
    guess = live_guess(colours, repeats, renamed, possible(colours, renamed))
    return tuple(order[index] for index in guess)


def bits_of(left: Codes, guess: Code) -> float:
    """The bits that the arms are expected to tell where these codes are left, each as likely as another."""
    total = len(left)
    # Rounded, so that equal divisions in another order are equal.
    return round(log2(total) - sum(size * log2(size) for size in left.sizes(guess)) / total, 9)


def most_bits(colours: int, repeats: bool, rows: Sequence[Row], left: Codes) -> tuple[Code, float]:
    """The guess that tells the most, and its bits. Of equal ones a code that is left comes first.

    `left`: what the rows leave possible, at least one code. `repeats`: whether a guess may repeat a colour.
    """
    members = set(left.codes)
    best, most, fits = left.codes[0], bits_of(left, left.codes[0]), True
    highest = round(log2(len(left)), 9)
    for guess in distinct_guesses(colours, repeats, rows, left):
        if most == highest and fits:
            break
        told, member = bits_of(left, guess), guess in members
        if (told, member) > (most, fits):
            best, most, fits = guess, told, member
    return best, most
