"""Which table a command is about: the machine it runs on, and where its journals are."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.config.cross_checks import Host


def add_journal(command: argparse.ArgumentParser) -> None:
    """The two ways of naming a journal."""
    where = command.add_mutually_exclusive_group()
    where.add_argument("--journal", type=Path, default=None, metavar="PATH", help="the journal of one table")
    where.add_argument("--config", type=Path, default=None, metavar="TABLE.TOML", help="the table's configuration")


def journals(parsed: argparse.Namespace) -> list[Path]:
    """The journals that a command is about: those of one table, or of every table of this user."""
    from companion.config.configuration import load, simulated

    if parsed.journal is not None:
        return [parsed.journal.absolute()]
    if parsed.config is not None:
        return [load(parsed.config, os.environ, this_host()).journal]
    usual = simulated(2, os.environ).journal
    return [usual, *(usual.with_name(of_play(seats)) for seats in range(1, 7))]


def of_play(seats: int) -> str:
    """What the journal of a simulated table is called. A table of another size is another table."""
    return f"play-{seats}-seats.sqlite3"


def this_host() -> "Host":
    """What this machine's kernel and libraries allow, for judging a configuration that is to run here."""
    from companion.config.cross_checks import Host
    from companion.devices.pins.gpio_libraries import installed_rpi_gpio

    return Host(kernel=os.uname().release, rpi_gpio=installed_rpi_gpio())
