"""How many rows each level of Mastermind needs over all codes: exact, without luck.

    python -m tools.mastermind_means                # all but Super, and Travel with 6 and 7 colours; a minute of one core
    python -m tools.mastermind_means super          # `best` alone, since it takes long
    python -m tools.mastermind_means travel 9 10    # an edition with other numbers of colours

Where a level draws colours by luck, these are alike to it, so its total over all codes is the same for any luck that stays the
same; the tests hold that. Here luck always draws the first. "live" is `best` without the shipped strategies.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from companion.core.prompt import RandBelow
from companion.games.mastermind.editions import EDITIONS
from companion.games.mastermind.mind import Guesser, guess_best, guess_casual, guess_novice, guess_reason, guess_steady
from companion.games.mastermind.mind.codes import Code, CodeRules, Codes, Row, code_rules, every_code
from companion.games.mastermind.mind.guesses import found_guess
from companion.games.mastermind.rules import COLOURS, Options, read_options


class Lengths(NamedTuple):
    """How a level does against every code: how many codes it cracks with each number of rows, and how many it does not crack in
    all rows of a game."""

    cracked: Counter[int]
    missed: int
    rows: int

    @property
    def codes(self) -> int:
        """All codes."""
        return self.cracked.total() + self.missed

    @property
    def total(self) -> int:
        """Rows over all codes; all of them for each that is not cracked (M11, M19)."""
        return sum(rows * codes for rows, codes in self.cracked.items()) + self.rows * self.missed

    @property
    def mean(self) -> float:
        """Rows a game."""
        return self.total / self.codes


def lengths(level: Guesser, rules: CodeRules, most: int, pick: RandBelow) -> Lengths:
    """Play a level against every code, with at most so many rows; codes that have answered alike so far are played as one."""
    cracked: Counter[int] = Counter()
    missed = 0
    waiting: list[tuple[tuple[Row, ...], Codes]] = [((), every_code(rules))]
    while waiting:
        rows, left = waiting.pop()
        if len(rows) == most:
            missed += len(left)
            continue
        guess, _ = level(rules, rows, left, pick)
        for answer, part in left.split(guess).items():
            if answer == rules.cracked:
                cracked[len(rows) + 1] += 1
            else:
                waiting.append(((*rows, (guess, answer)), Codes(tuple(left.chosen(part)))))
    return Lengths(cracked, missed, most)


def live(rules: CodeRules, rows: Sequence[Row], left: Codes, pick: RandBelow) -> tuple[Code, str]:
    """The live solver alone."""
    guess = found_guess(rules, rows)
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


def _options(edition: str, **given: Any) -> Options:
    return read_options({"edition": edition, "codemaker": "table", **given}, 1)


def main() -> None:
    """Print a table of all levels."""
    names = [edition.value for edition in EDITIONS]
    parser = argparse.ArgumentParser(description="How many rows each level of Mastermind needs over all codes.")
    parser.add_argument("edition", nargs="?", choices=names, help="without it all but Super")
    parser.add_argument(
        "colours", nargs="*", type=int, help=f"{COLOURS[0]} to {COLOURS[1]}; without it the edition's own"
    )
    given = parser.parse_args()
    if wrong := [number for number in given.colours if not COLOURS[0] <= number <= COLOURS[1]]:
        parser.error(f"there are {COLOURS[0]} to {COLOURS[1]} colours, not {wrong[0]}")
    if given.edition is None:
        played = [_options(name) for name in names if name != "super"]
        played += [_options("travel", colours=number) for number in (6, 7)]
    else:
        played = [_options(given.edition, colours=number) for number in given.colours] or [_options(given.edition)]
    print("| edition | symbols | guesses | level | rows over all codes | mean | not cracked |")
    print("|---|---|---|---|---|---|---|")
    for options in played:
        rules = code_rules(options)
        ways = (
            (True,)
            if rules.repeats_in_code
            else (False, True)
            if options.edition == "travel"
            else (rules.repeats_in_guess,)
        )
        for repeats in ways:
            for name, level in LEVELS.items():
                if options.edition == "super" and name != "best":
                    continue
                found = lengths(level, rules._replace(repeats_in_guess=repeats), options.rows, first)
                print(
                    f"| {options.edition} | {rules.colours} | {'any' if repeats else 'no repeats'} | {name} |"
                    f" {found.total} / {found.codes} | {found.mean:.4f} | {found.missed} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
