"""`companion support-bundle`: make a file to send with a question, without secrets."""

import argparse
import os
import time
from pathlib import Path

from companion.commands.shared import DONE, Commands


def add_command(commands: Commands) -> None:
    """The command support-bundle."""
    bundle = commands.add_parser("support-bundle", help="make a file to send with a question; secrets are left out")
    bundle.add_argument("--out", type=Path, required=True, metavar="FILE.TAR.GZ", help="where to write it")
    bundle.add_argument(
        "--config", type=Path, default=None, metavar="TABLE.TOML", help="default: /etc/companion/table.toml"
    )
    bundle.set_defaults(command=_bundle)


def _bundle(parsed: argparse.Namespace) -> int:
    from companion.pi.host import this_host
    from companion.pi.support_bundle import collect_bundle, pack_bundle, write_bundle

    files = collect_bundle(this_host(os.environ), parsed.config)
    write_bundle(parsed.out, pack_bundle(files, int(time.time())))
    print(f"{parsed.out} holds {', '.join(files)}. Open it and read it before you send it.")
    return DONE
