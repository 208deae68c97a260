"""Find the best strategies for Mastermind, and write them to companion/games/mastermind/mind/strategies.txt.

    python -m tools.mastermind_strategies            # those that are shipped: 4 to 8 colours, guesses with and without repeats
    python -m tools.mastermind_strategies 9 --free   # another one, printed only

The search is exhaustive, so what it finds is proven to be the least total of guesses over all codes. Run time: about six
minutes of one core of a small server; of these 56 s for 8 colours and guesses without repeats, 269 s for 8 colours and any
guess, 21 s for 7, the rest in 3 s. It needs nothing beside Python.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import compress, permutations, product
from operator import itemgetter
from pathlib import Path
from typing import Final

from companion.games.mastermind.mind.codes import ANSWERS, CRACKED, Code, Codes, every_code
from companion.games.mastermind.mind.guesses import closing_guess, letter, strategy_text, table_name
from companion.games.mastermind.rules import PEGS_IN_CODE

SHIPPED: Final = {
    (4, False): 86, (4, True): 79,
    (5, False): 462, (5, True): 430,
    (6, False): 1446, (6, True): 1435,
    (7, False): 3639, (7, True): 3633,
    (8, False): 7817, (8, True): 7797,
}  # fmt: skip
"""Strategies by how many colours there are and whether a guess may repeat one, each with the total that it is known to reach."""
TARGET: Final = Path(__file__).parent.parent / "companion/games/mastermind/mind/strategies.txt"
WIDTH: Final = 120

_CRACKED: Final = ANSWERS.index(CRACKED)
_ALL: Final = sys.maxsize
_LOOKED_THROUGH: Final = 2
"""Guesses after which all that is alike is no longer looked for: little is, and to look takes longer."""
_LARGE: Final = 40
"""Codes of a group for which a better bound is worth its time."""

Group = tuple[int, ...]
"""Numbers of codes that are still possible, ascending."""


class Search:
    """The least totals of guesses for groups of codes, by branch and bound; what was found is kept."""

    def __init__(self, colours: int, repeats: bool) -> None:
        self.codes = every_code(colours).codes
        self.guesses = tuple(product(range(colours), repeat=PEGS_IN_CODE)) if repeats else self.codes
        self._colours = colours
        self._answers = [_answers(every_code(colours), guess) for guess in self.guesses]
        number = {guess: index for index, guess in enumerate(self.guesses)}
        self._number_of_code = [number[code] for code in self.codes]
        self._least = _least_totals(len(self.codes))
        self._different: dict[tuple[Code, ...], list[int]] = {}
        self._known: dict[Group, tuple[int, int | None]] = {}
        """Of a group: its total and the guess for it, or a bound below it and None."""

    def total(self, group: Group, limit: int, before: tuple[Code, ...]) -> tuple[int, int | None]:
        """The least total of guesses that crack each code of the group once, and the first of these guesses. Where the total
        is not below `limit`: a bound from `limit` on, and None. `before`: the guesses that led here."""
        size = len(group)
        if size <= 2:
            return 2 * size - 1, self._number_of_code[group[0]]
        bound, guess = self._known.get(group, (self._least[size], None))
        if guess is not None or bound >= limit:
            return bound, guess
        if group not in self._known and size <= len(ANSWERS):
            closing = closing_guess(Codes([self.codes[code] for code in group]))
            if closing is not None:
                guess = self._number_of_code[self.codes.index(closing)]
                parts = len(set(itemgetter(*group)(self._answers[guess])))
                self._known[group] = 3 * size - 1 - parts, guess
                return self._known[group]
            bound = 2 * size  # see closing_guess
        if bound < limit:
            bound, guess = self._searched(group, limit, bound, before)
        self._known[group] = bound, guess
        return bound, guess

    def _searched(self, group: Group, limit: int, bound: int, before: tuple[Code, ...]) -> tuple[int, int | None]:
        best, found = limit, None
        for low, guess, answers in self._promising(group, limit, before):
            if low >= best:
                break
            parts: dict[int, list[int]] = {}
            for code, answer in zip(group, answers, strict=True):
                if answer != _CRACKED:
                    parts.setdefault(answer, []).append(code)
            groups = sorted(map(tuple, parts.values()), key=len)
            then = (*before, self.guesses[guess])
            bounds = [self._bound(part, then) for part in groups]
            total = len(group) + sum(bounds)
            for part, least in zip(groups, bounds, strict=True):
                if total >= best:
                    break
                total += self.total(part, best - total + least, then)[0] - least
            if total < best:
                best, found = total, guess
                if best <= bound:
                    break
        return (best, found) if found is not None else (max(best, bound), None)

    def _bound(self, group: Group, before: tuple[Code, ...]) -> int:
        """A total that no strategy for the group goes below; of a large one, by all first guesses."""
        bound, guess = self._known.get(group, (self._least[len(group)], None))
        if len(group) >= _LARGE and group not in self._known:
            bound = max(bound, self._promising(group, _ALL, before)[0][0])
            self._known[group] = bound, guess
        return bound

    def _promising(self, group: Group, limit: int, before: tuple[Code, ...]) -> list[tuple[int, int, tuple[int, ...]]]:
        """For each guess that may do with less than `limit`: its bound, its number, its answers; the best bounds first."""
        get = itemgetter(*group)
        seen = set()
        found = []
        few = len(before) <= _LOOKED_THROUGH
        for guess in self.different(before) if few else range(len(self.guesses)):
            answers = get(self._answers[guess])
            if answers in seen:
                continue
            seen.add(answers)
            packed = bytes(answers)
            sizes = [packed.count(answer) for answer in set(answers) if answer != _CRACKED]
            low = len(group) + sum([self._least[size] for size in sizes])
            if low < limit and max(sizes) < len(group):
                found.append((low, sum([size * size for size in sizes]), guess, answers))
        found.sort()
        return [(low, guess, answers) for low, _, guess, answers in found]

    def different(self, before: tuple[Code, ...]) -> list[int]:
        """Of all guesses that are alike after those before, by other places and colours that leave these as they are, the
        first."""
        if before not in self._different:
            same = list(_symmetries(before))
            found: dict[Code, int] = {}
            for number, guess in enumerate(self.guesses):
                found.setdefault(min([_renamed(guess, places, names) for places, names in same]), number)
            self._different[before] = list(found.values())
        return self._different[before]

    def parts(self, group: Group, guess: int) -> dict[int, Group]:
        """The groups that the answers to a guess leave, in the order of ANSWERS."""
        answers = self._answers[guess]
        return {
            answer: tuple(code for code in group if answers[code] == answer)
            for answer in sorted({answers[c] for c in group})
        }


def best_strategy(colours: int, repeats: bool, known: int | None = None) -> tuple[int, dict[str, Code]]:
    """The least total of guesses over all codes, and a strategy that reaches it, without what `closing_guess` finds.

    `known`: a total that can be reached; with it the search is faster. AssertionError where it cannot.
    """
    search = Search(colours, repeats)
    every = tuple(range(len(search.codes)))
    total, opening = search.total(every, _ALL if known is None else known + 1, ())
    assert opening is not None, f"no strategy reaches {known}"
    strategy: dict[str, Code] = {}

    def follow(group: Group, path: str, before: tuple[Code, ...]) -> None:
        if closing_guess(Codes([search.codes[code] for code in group])) is not None:
            return
        _, number = search.total(group, _ALL, before)
        assert number is not None, "without a limit there is a guess"
        guess = strategy[path] = search.guesses[number]
        for answer, part in search.parts(group, number).items():
            if answer != _CRACKED:
                follow(part, path + letter(ANSWERS[answer]), (*before, guess))

    follow(every, "", ())
    return total, strategy


def main() -> None:
    """Print the totals; write the shipped strategies."""
    parser = argparse.ArgumentParser(description="Find the best strategies for Mastermind.")
    parser.add_argument(
        "colours", nargs="?", type=int, help="how many colours; without it, all that are shipped are made anew"
    )
    parser.add_argument("--free", action="store_true", help="a guess may hold no colour twice")
    given = parser.parse_args()
    if given.colours is not None:
        _, strategy = _told(given.colours, not given.free)
        print(strategy_text(strategy))
        return
    made = {(colours, repeats): _told(colours, repeats) for colours, repeats in SHIPPED}
    TARGET.write_text(_text(made))


def _told(colours: int, repeats: bool) -> tuple[int, dict[str, Code]]:
    began = time.process_time()
    total, strategy = best_strategy(colours, repeats, SHIPPED.get((colours, repeats)))
    codes = len(every_code(colours))
    print(
        f"{colours} colours, {'any guess' if repeats else 'guesses without repeats'}: {total} / {codes} = {total / codes:.4f};"
        f" {len(strategy)} guesses; {time.process_time() - began:.0f} s of the processor",
        flush=True,
    )
    return total, strategy


def _text(made: dict[tuple[int, bool], tuple[int, dict[str, Code]]]) -> str:
    lines = [
        "The shipped strategies of Mastermind, as guesses.py reads them. Made by tools.mastermind_strategies.",
        "Each reaches the least total of guesses over all codes that there is.",
    ]
    for (colours, repeats), (total, strategy) in made.items():
        codes = len(every_code(colours))
        lines.append(f"strategy {table_name(colours, repeats)}: {total} guesses for {codes} codes")
        line = ""
        for word in strategy_text(strategy).split():
            if len(line) + 1 + len(word) > WIDTH:
                lines.append(line)
                line = ""
            line = f"{line} {word}" if line else word
        lines.append(line)
    return "\n".join(lines) + "\n"


def _answers(every: Codes, guess: Code) -> bytes:
    """For each code the number of the answer that it gives to a guess."""
    answers = bytearray(len(every))
    for answer, part in every.split(guess).items():
        number = ANSWERS.index(answer)
        for code in compress(range(len(every)), map(int, reversed(f"{part:b}"))):
            answers[code] = number
    return bytes(answers)


def _least_totals(most: int) -> list[int]:
    """For each size of a group up to `most`: no strategy takes fewer guesses for so many codes, whichever they are.

    A guess cracks one code at most. Each of the other answers, 13, can lead to one code that is cracked by the next, and so on.
    """
    least = [0]
    guesses, room = 1, 1
    while len(least) <= most:
        for _ in range(min(room, most + 1 - len(least))):
            least.append(least[-1] + guesses)
        guesses, room = guesses + 1, room * (len(ANSWERS) - 1)
    return least


def _renamed(guess: Code, places: tuple[int, ...], names: dict[int, int]) -> Code:
    """The guess in other places and colours, where a colour without a new name, which was not placed before, is its rank among
    these in the guess, below zero."""
    named = dict(names)
    return tuple([named.setdefault(guess[place], len(names) - len(named) - 1) for place in places])


def _symmetries(before: Sequence[Code]) -> Iterator[tuple[tuple[int, ...], dict[int, int]]]:
    """The permutations of places, each with the colours to rename, which leave every guess as it is."""
    for places in permutations(range(PEGS_IN_CODE)):
        names: dict[int, int] = {}
        pairs = [(guess[place], colour) for guess in before for place, colour in zip(places, guess, strict=True)]
        if all(names.setdefault(old, new) == new for old, new in pairs) and len(set(names.values())) == len(names):
            yield places, names


if __name__ == "__main__":
    main()
