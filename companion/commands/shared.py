"""What several commands need: the type of argparse's subcommands, exit statuses and how faults are printed, which journals a
command means, and the properties of this machine that a configuration is checked against.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


DONE: Final = 0
FAILED: Final = 1
BAD_CONFIGURATION: Final = 78
"""EX_CONFIG of sysexits.h; systemd does not restart the service after it."""


def run_and_report(faults: Sequence[str]) -> int:
    """Print the faults on standard error; returns the exit status."""
    for fault in faults:
        print(fault, file=sys.stderr)
    return FAILED if faults else DONE


if TYPE_CHECKING:
    from companion.config.cross_checks import HostSoftware


def add_journal(command: argparse.ArgumentParser) -> None:
    """Add the options that name a journal."""
    where = command.add_mutually_exclusive_group()
    where.add_argument("--journal", type=Path, default=None, metavar="PATH", help="the journal of one table")
    where.add_argument("--config", type=Path, default=None, metavar="TABLE.TOML", help="the table's configuration")


def journals(parsed: argparse.Namespace) -> list[Path]:
    """The paths of the journals to use: of one table, or of all of this user's simulated tables."""
    from companion.config.configuration import load, simulated

    if parsed.journal is not None:
        return [parsed.journal.absolute()]
    if parsed.config is not None:
        return [load(parsed.config, os.environ, host_software()).journal]
    usual = simulated(2, os.environ).journal
    return [usual, *(usual.with_name(of_play(seats)) for seats in range(1, 7))]


def of_play(seats: int) -> str:
    """The file name of a simulated table's journal. Each number of seats has a journal of its own."""
    return f"play-{seats}-seats.sqlite3"


def host_software() -> "HostSoftware":
    """The kernel and GPIO library here, for checking a configuration that will run here."""
    from companion.config.cross_checks import HostSoftware
    from companion.devices.pins import installed_rpi_gpio

    return HostSoftware(kernel=os.uname().release, rpi_gpio=installed_rpi_gpio())
