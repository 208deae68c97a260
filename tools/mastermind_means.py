"""How many rows each level of Mastermind needs over all codes: exact, without luck.

    python -m tools.mastermind_means           # 6, 7 and 8 colours; 13 s of one core
    python -m tools.mastermind_means 9 10      # other numbers of colours; 9 and 10 take longer

Where a level draws colours by luck, these are alike to it, so its total over all codes is the same for any luck that stays the
same; the tests hold that. Here luck always draws the first. "live" is `best` without the shipped strategies.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from companion.core.prompt import RandBelow
from companion.games.mastermind.mind import Guesser, guess_best, guess_casual, guess_novice, guess_reason, guess_steady
from companion.games.mastermind.mind.codes import CRACKED, Code, Codes, Row, every_code
from companion.games.mastermind.mind.guesses import found_guess
from companion.games.mastermind.rules import MAX_GUESSES, PEG_COLOURS


class Lengths(NamedTuple):
    """How a level does against every code: how many codes it cracks with each number of rows, and how many it does not crack."""

    cracked: Counter[int]
    missed: int

    @property
    def codes(self) -> int:
        """All codes."""
        return self.cracked.total() + self.missed

    @property
    def total(self) -> int:
        """Rows over all codes; nine for each that is not cracked (M11)."""
        return sum(rows * codes for rows, codes in self.cracked.items()) + MAX_GUESSES * self.missed

    @property
    def mean(self) -> float:
        """Rows a game."""
        return self.total / self.codes


def lengths(level: Guesser, colours: int, repeats: bool, pick: RandBelow) -> Lengths:
    """Play a level against every code; codes that have answered alike so far are played as one."""
    cracked: Counter[int] = Counter()
    missed = 0
    waiting: list[tuple[tuple[Row, ...], Codes]] = [((), every_code(colours))]
    while waiting:
        rows, left = waiting.pop()
        if len(rows) == MAX_GUESSES:
            missed += len(left)
            continue
        guess, _ = level(colours, repeats, rows, left, pick)
        for answer, part in left.split(guess).items():
            if answer == CRACKED:
                cracked[len(rows) + 1] += 1
            else:
                waiting.append(((*rows, (guess, answer)), Codes(tuple(left.chosen(part)))))
    return Lengths(cracked, missed)


def live(colours: int, repeats: bool, rows: Sequence[Row], left: Codes, pick: RandBelow) -> tuple[Code, str]:
    """The live solver alone."""
    guess = found_guess(colours, repeats, rows)
    return guess, guess_reason(left, guess, quickest=False)


LEVELS: Final[dict[str, Guesser]] = {
    "novice": guess_novice,
    "casual": guess_casual,
    "steady": guess_steady,
    "live": live,
    "best": guess_best,
}


def first(choices: int) -> int:
    """Luck that always draws the first."""
    return 0


def main() -> None:
    """Print a table of all levels."""
    parser = argparse.ArgumentParser(description="How many rows each level of Mastermind needs over all codes.")
    numbers = range(4, len(PEG_COLOURS) + 1)
    parser.add_argument("colours", nargs="*", type=int, help=f"{numbers[0]} to {numbers[-1]}; without it 6, 7 and 8")
    given = parser.parse_args()
    if wrong := [number for number in given.colours if number not in numbers]:
        parser.error(f"there are {numbers[0]} to {numbers[-1]} colours, not {wrong[0]}")
    print("| colours | guesses | level | rows over all codes | mean | not cracked |")
    print("|---|---|---|---|---|---|")
    for colours in given.colours or (6, 7, 8):
        for repeats in (False, True):
            for name, level in LEVELS.items():
                played = lengths(level, colours, repeats, first)
                guesses = "any" if repeats else "no repeats"
                print(
                    f"| {colours} | {guesses} | {name} | {played.total} / {played.codes} | {played.mean:.4f} |"
                    f" {played.missed} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
