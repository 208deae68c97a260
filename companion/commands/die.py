"""The die: count its rolls, and say whether it looks fair."""

import argparse
from typing import Final

from companion.commands.ending import told
from companion.commands.where import add_journal, journals
from companion.commands.words import Commands

_SOURCES: Final = {"machine": "Random numbers", "page": "The die in the page", "hand": "A die of your own"}


def add(commands: Commands) -> None:
    """The command die."""
    die = commands.add_parser("die", help="count the rolls of the die, and say whether it looks fair")
    add_journal(die)
    die.set_defaults(command=_die)


def _die(parsed: argparse.Namespace) -> int:
    from companion.archive.shelf import shelf
    from companion.daemon.keeper import now
    from companion.games.fairness import report

    with shelf(journals(parsed), now) as opened:
        rolls = [roll for volume in opened.volumes for roll in volume.journal.rolls()]
    # Each source by itself: a real die is not to be cleared by the machine's numbers.
    for source in sorted({roll.source for roll in rolls}) or [""]:
        print(f"{_SOURCES.get(source, source)}: " if source else "", end="")
        print(report((roll.top, roll.front) for roll in rolls if roll.source == source))
    return told(opened.faults)
