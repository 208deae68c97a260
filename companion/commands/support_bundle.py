"""Make what somebody who asks for help can send, with every secret left out."""

import argparse
import os
import time
from pathlib import Path

from companion.commands.argparse_types import Commands
from companion.commands.exit_status import DONE


def add(commands: Commands) -> None:
    """The command support-bundle."""
    bundle = commands.add_parser("support-bundle", help="make a file to send with a question; secrets are left out")
    bundle.add_argument("--out", type=Path, required=True, metavar="FILE.TAR.GZ", help="where to write it")
    bundle.add_argument(
        "--config", type=Path, default=None, metavar="TABLE.TOML", help="default: /etc/companion/table.toml"
    )
    bundle.set_defaults(command=_bundle)


def _bundle(parsed: argparse.Namespace) -> int:
    from companion.pi.bundle.support_bundle import bundled, packed, write
    from companion.pi.machine import this_machine

    files = bundled(this_machine(os.environ), parsed.config)
    write(parsed.out, packed(files, int(time.time())))
    print(f"{parsed.out} holds {', '.join(files)}. Open it and read it before you send it.")
    return DONE
