"""Mastermind: the shipped strategies, and where a game stands in one of them.

A strategy names colours A, B, C, ... in the order in which it first needs them, and knows no order of the four places but its
own. So each of its guesses stands for all that differ from it by other colours or other places, and a game that began with
any of these is found in it.

In a table a guess stands behind the answers to those before it: `nBCDA` is the guess after the last of the ANSWERS. Where
`closing_guess` finds a guess, the table has none.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations

from companion.core.prompt import RandBelow
from companion.games.mastermind.moves import PEGS_IN_CODE
from companion.solvers.mastermind.codes import ANSWERS, Code, Row
from companion.solvers.mastermind.strategies import STRATEGIES

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
def shipped(colours: int, repeats: bool) -> Strategy | None:
    """The best strategy for so many colours, where `repeats` says whether a guess may repeat one; None where none is shipped."""
    table = STRATEGIES.get((colours, repeats))
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
