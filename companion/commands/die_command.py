"""`companion die`: count the die's rolls and test its fairness; print the marking of a die for a nest."""

import argparse
from pathlib import Path
from typing import Final

from companion.commands.shared import DONE, Commands, add_journal, journals, run_and_report
from companion.devices.dice.marking import LARGEST_CUBE_MM, SMALLEST_CUBE_MM, USUAL_CUBE_MM, marking_sheet

_SOURCES: Final = {
    "machine": "Random numbers",
    "page": "The die in the page",
    "hand": "A die of your own",
    "button": "The roll key",
    "coded": "The die that a module reads",
    "nest": "The die in the nest",
    "pod": "The die on a pod",
}


def add_command(commands: Commands) -> None:
    """The command die."""
    die = commands.add_parser(
        "die", help="count the rolls of the die, and say whether it looks fair; mark one for a nest"
    )
    add_journal(die)
    die.set_defaults(command=_die)
    more = die.add_subparsers(metavar="COMMAND")
    marking = more.add_parser("sheet", help="the marking of a die for a nest, as an SVG to print")
    marking.add_argument(
        "--size",
        type=float,
        default=USUAL_CUBE_MM,
        metavar="MM",
        help=f"the cube's edge, {SMALLEST_CUBE_MM} to {LARGEST_CUBE_MM} mm (default {USUAL_CUBE_MM})",
    )
    marking.add_argument(
        "--out", type=Path, default=None, metavar="PATH", help="where it is written (default: on standard output)"
    )
    marking.set_defaults(command=_sheet)


def _die(parsed: argparse.Namespace) -> int:
    from companion.devices.dice.fairness import fairness_report
    from companion.files import acting_for
    from companion.history.journal_set import existing_journal_set, logged_rolls

    bases = journals(parsed)
    with acting_for(bases[0]), existing_journal_set(bases) as on:
        found, faults = logged_rolls(on)
    # Each source by itself: random numbers must not hide a biased real die.
    for source in sorted({roll.source for roll in found}) or [""]:
        print(f"{_SOURCES.get(source, source)}: " if source else "", end="")
        print(fairness_report((roll.top, roll.front) for roll in found if roll.source == source))
    return run_and_report(faults)


def _sheet(parsed: argparse.Namespace) -> int:
    from companion.files import write_file

    drawn = marking_sheet(parsed.size)
    path: Path | None = parsed.out
    if path is None:
        print(drawn, end="")
        return DONE
    write_file(path, drawn.encode())
    print(f"{path}: the marking of a die of {parsed.size:g} mm; print it at 100 %.")
    return DONE
