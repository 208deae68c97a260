"""Which table a command is about: the kernel it runs on, and where its journals are."""

import argparse
import os
from pathlib import Path


def add_journal(command: argparse.ArgumentParser) -> None:
    """The two ways of naming a journal."""
    where = command.add_mutually_exclusive_group()
    where.add_argument("--journal", type=Path, default=None, metavar="PATH", help="the journal of one table")
    where.add_argument("--config", type=Path, default=None, metavar="TABLE.TOML", help="the table's configuration")


def journals(parsed: argparse.Namespace) -> list[Path]:
    """The journals that a command is about: those of one table, or of every table of this user."""
    from companion.daemon.config import load, simulated

    if parsed.journal is not None:
        return [parsed.journal.absolute()]
    if parsed.config is not None:
        return [load(parsed.config, os.environ, kernel()).journal]
    usual = simulated(2, os.environ).journal
    return [usual, *(usual.with_name(of_play(seats)) for seats in range(1, 7))]


def of_play(seats: int) -> str:
    """What the journal of a simulated table is called. A table of another size is another table."""
    return f"play-{seats}-seats.sqlite3"


def kernel() -> str:
    return os.uname().release
