"""Check a configuration, or print what is in force."""

import argparse
import os
from pathlib import Path

from companion.commands.ending import DONE
from companion.commands.where import this_host
from companion.commands.words import Commands


def add(commands: Commands) -> None:
    """The command config."""
    config = commands.add_parser("config", help="check a configuration, or print what is in force")
    config.add_argument("--config", type=Path, default=None, metavar="TABLE.TOML")
    shown = config.add_mutually_exclusive_group()
    shown.add_argument("--effective", action="store_true", help="print every key that is in force")
    shown.add_argument("--reference", action="store_true", help="print every key there is, with its default")
    config.set_defaults(command=_config)


def _config(parsed: argparse.Namespace) -> int:
    from companion.daemon.config import load, simulated
    from companion.daemon.effective import effective, reference
    from companion.pi.sandbox import service_remarks

    if parsed.reference:
        print(reference(), end="")
        return DONE
    path: Path | None = parsed.config
    host = this_host()
    configuration = load(path, os.environ, host) if path else simulated(2, os.environ)
    if parsed.effective:
        print(effective(configuration), end="")
    else:
        seats = len(configuration.names)
        print(f"{path or 'The simulated table'}: {seats} {'seat' if seats == 1 else 'seats'}, nothing is wrong.")
        for remark in service_remarks(configuration, host.rpi_gpio):
            print(remark)
    return DONE
