"""`companion doctor`: check the table's machine and print one line with a remedy for each check."""

import argparse
import os
from pathlib import Path

from companion.commands.shared import DONE, FAILED, Commands


def add_command(commands: Commands) -> None:
    """The command doctor."""
    doctor = commands.add_parser("doctor", help="check the machine, its buses and its wires")
    doctor.add_argument(
        "--config", type=Path, default=None, metavar="TABLE.TOML", help="default: /etc/companion/table.toml"
    )
    doctor.add_argument("--json", action="store_true", help="one JSON array instead")
    doctor.set_defaults(command=_doctor)


def _doctor(parsed: argparse.Namespace) -> int:
    from companion.pi.doctor.check import checks_json
    from companion.pi.doctor.examine import examine, is_well
    from companion.pi.host import this_host

    checks = examine(this_host(os.environ), parsed.config)
    if parsed.json:
        print(checks_json(checks))
    else:
        for check in checks:
            print(check.line())
        wrong = sum(check.status == "bad" for check in checks)
        print("Nothing is wrong." if not wrong else "1 thing is wrong." if wrong == 1 else f"{wrong} things are wrong.")
    return DONE if is_well(checks) else FAILED
