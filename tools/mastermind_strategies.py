"""Find the best strategies for Mastermind, and write them to companion/games/mastermind/mind/strategies.txt.

    python -m tools.mastermind_strategies                # all that are shipped
    python -m tools.mastermind_strategies 9 4 --free     # another one, printed only: colours, pegs

The search is exhaustive, so what it finds is proven to be the least total of guesses over all codes. It is a program in C beside
this file, which gcc compiles (`CC` names another compiler); nothing else needs one. Run time: about a minute of one core of a
small server, of which Bulls and Cows takes 48 s, 8 colours and any guess 6 s, and Classic 0.2 s.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import wrap
from typing import Final

from companion.games.mastermind.mind.codes import CodeRules, every_code
from companion.games.mastermind.mind.guesses import table_name

SHIPPED: Final[Mapping[CodeRules, int]] = {
    **{CodeRules(colours, 4, False, repeats): total for colours, totals in (
        (4, (86, 79)), (5, (462, 430)), (6, (1446, 1435)), (7, (3639, 3633)), (8, (7817, 7797)),
    ) for repeats, total in zip((False, True), totals, strict=True)},  # Travel
    CodeRules(6, 4, True, True): 5625,  # Classic
    CodeRules(4, 3, False, False): 72,
    CodeRules(4, 3, False, True): 69,  # First steps
    CodeRules(10, 4, False, False): 26274,  # Bulls and Cows
    CodeRules(10, 3, False, False): 3575,  # Number baseball
}  # fmt: skip
"""Which codes and guesses have a strategy, and the total that it is known to reach. Others found the same for Classic (Koyama and
Lai 1993) and Bulls and Cows (Slovesnov 2013)."""
SOURCE: Final = Path(__file__).with_name("mastermind_search.c")
TARGET: Final = Path(__file__).parent.parent / "companion/games/mastermind/mind/strategies.txt"
WIDTH: Final = 120


def compiled(folder: Path) -> Path:
    """The search as a program in that folder."""
    program = folder / "mastermind_search"
    subprocess.run([os.environ.get("CC", "gcc"), "-O3", "-march=native", "-o", program, SOURCE], check=True)
    return program


def best_strategy(program: Path, rules: CodeRules, known: int = 0) -> tuple[int, str]:
    """The least total of guesses over all codes, and the table of a strategy that reaches it, without what `closing_guess` finds.

    `known`: a total that can be reached; with it the search is faster. AssertionError where it cannot.
    """
    given = [str(int(one)) for one in (*rules, known)]
    total, *words = subprocess.run([program, *given], check=True, capture_output=True, text=True).stdout.split()
    assert total != "0", f"no strategy reaches {known}"
    return int(total), " ".join(words)


def main() -> None:
    """Print the totals; write the shipped strategies."""
    parser = argparse.ArgumentParser(description="Find the best strategies for Mastermind.")
    parser.add_argument(
        "colours", nargs="?", type=int, help="how many colours; without it, all that are shipped are made anew"
    )
    parser.add_argument("pegs", nargs="?", type=int, default=4, help="how many pegs")
    parser.add_argument("--repeats", action="store_true", help="a code may hold a colour twice")
    parser.add_argument("--free", action="store_true", help="a guess may hold no colour twice")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        program = compiled(Path(folder))
        if given.colours is not None:
            _, table = _told(program, CodeRules(given.colours, given.pegs, given.repeats, not given.free))
            sys.stdout.write(f"{table}\n")
            return
        TARGET.write_text(_text({rules: _told(program, rules) for rules in SHIPPED}))


def _told(program: Path, rules: CodeRules) -> tuple[int, str]:
    began = time.monotonic()
    total, table = best_strategy(program, rules, SHIPPED.get(rules, 0))
    codes = len(every_code(rules))
    sys.stdout.write(
        f"{table_name(rules)}: {total} / {codes} = {total / codes:.4f}; {len(table.split())} guesses;"
        f" {time.monotonic() - began:.1f} s\n"
    )
    sys.stdout.flush()
    return total, table


def _text(made: Mapping[CodeRules, tuple[int, str]]) -> str:
    lines = [
        "The shipped strategies of Mastermind, as guesses.py reads them. Made by tools.mastermind_strategies.",
        "Each reaches the least total of guesses over all codes that there is.",
    ]
    for rules, (total, table) in made.items():
        lines.append(f"strategy {table_name(rules)}: {total} guesses for {len(every_code(rules))} codes")
        lines += wrap(table, WIDTH)
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
