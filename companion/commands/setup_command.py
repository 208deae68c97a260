"""`companion setup`: prepare a Raspberry Pi for a table: buses, drivers, a first configuration, a hotspot."""

import argparse
import os
import secrets
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.shared import DONE, FAILED, Commands, run_and_report

if TYPE_CHECKING:
    from companion.pi.host import Host
    from companion.pi.setup_plan import SetupPlan


def add_command(commands: Commands) -> None:
    """The command setup."""
    setup = commands.add_parser(
        "setup", help="on the Pi: switch on the buses that a table needs; shows the changes first"
    )
    setup.add_argument(
        "--board", default=None, metavar="NAME", help="the table's pin map, where there is no table.toml yet"
    )
    setup.add_argument("--seats", type=int, default=None, metavar="N", help="its seats (default: all of the board)")
    setup.add_argument(
        "--hotspot",
        nargs="?",
        const="Companion",
        metavar="NAME",
        help="make a Wi-Fi network of the table's own, and show the QR code by which phones join it",
    )
    setup.add_argument(
        "--club",
        nargs="?",
        const="-",
        metavar="FILE",
        help="join a club by the line that its companion club add-table prints: from a file, or asked for",
    )
    setup.add_argument("--hotspot-trial-ends", action="store_true", help=argparse.SUPPRESS)
    setup.add_argument("--dry-run", action="store_true", help="print what would be changed, and change nothing")
    setup.add_argument("--yes", action="store_true", help="do not ask")
    setup.add_argument("--undo", action="store_true", help="remove the settings from config.txt")
    setup.add_argument("--root", type=Path, default=Path("/"), help="the folder where the system is (default: /)")
    setup.set_defaults(command=_setup)


def _setup(parsed: argparse.Namespace) -> int:
    from companion.config.club import read_invitation
    from companion.core.errors import FileError
    from companion.files import owner_of
    from companion.pi import club_join, hotspot, setup_plan
    from companion.pi.host import run_patiently, this_host

    host = this_host(os.environ)
    root: Path = parsed.root
    if (owner := owner_of(root)) is not None:
        # A link there could point to any file, which root would then print, copy and overwrite.
        raise FileError(
            f"The folder {root} belongs to {owner.name}, whose links could lead root elsewhere: give the command as "
            f"{owner.name}, or have the folder somewhere where everything on the way to it is root's."
        )
    if parsed.hotspot_trial_ends:
        print(hotspot.end_trial(root, time.time(), run_patiently))
        return DONE
    if parsed.hotspot is not None and parsed.undo:
        plan = hotspot.plan_hotspot_removal(root)
    elif parsed.hotspot is not None:
        plan = hotspot.plan_hotspot(root, parsed.hotspot, secrets.randbelow)
    elif parsed.club is not None:
        plan = club_join.plan_club(root, read_invitation(_line_of_club(parsed.club)))
    else:
        plan = setup_plan.plan_undo(root) if parsed.undo else _planned(parsed, host)
    for warning in plan.warnings:
        print(f"Warning: {warning}", file=sys.stderr)
    if plan.is_empty:
        print("There is nothing to do.")
        _show_hotspot(parsed, plan)
        return FAILED if plan.warnings else DONE
    if parsed.dry_run:
        print("".join(setup_plan.diff(plan)), end="")
        for command in plan.commands:
            print(" ".join(command.words))
        return DONE
    print("This is what companion setup does:")
    for sentence in setup_plan.describe_plan(plan):
        print(f"  {sentence}")
    if host.user.number != 0 and root == Path("/"):
        return run_and_report(["These are files of the system: run it with sudo. Nothing was changed."])
    if not parsed.yes and not sys.stdin.isatty():
        return run_and_report(
            ["This is not a terminal, so there is no prompt: add --yes to make the changes. Nothing was changed."]
        )
    is_trial = parsed.hotspot is not None and not parsed.undo and bool(plan.commands)
    # Before anything is changed: the hotspot may end the connection over which this is read.
    _show_hotspot(parsed, plan)
    if is_trial:
        print(
            f"Photograph this or write it down now. {hotspot.UP_AFTER} seconds after the changes the Pi leaves its Wi-Fi. "
            f"Join the hotspot then; to log in: ssh {os.environ.get('SUDO_USER', 'NAME')}@{hotspot.HOTSPOT_ADDRESS}\n"
            f"If nobody joins within {hotspot.TRIAL // 60} minutes, the Pi returns to its old network; so it does after a "
            "restart in that time."
        )
    if not parsed.yes and not _is_wanted():
        return run_and_report(["Nothing was changed."])
    faults = setup_plan.carry_out(plan, run_patiently)
    print("Done. It works after a restart: sudo reboot" if plan.reboot else "Done.")
    return run_and_report(faults) or (FAILED if plan.warnings else DONE)


def _line_of_club(file: str) -> str:
    """The invitation of a club. Raises FileError."""
    from companion.core.errors import FileError

    if file == "-":
        # Not on the command line, which the history of a shell keeps and every user of the machine can read.
        if sys.stdin.isatty():
            print("Paste the line that companion club add-table has printed, from codebreakers-club: to its end:")
        return sys.stdin.readline()
    try:
        return Path(file).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FileError(f"{file} cannot be read: {error}.") from error


def _show_hotspot(parsed: argparse.Namespace, plan: "SetupPlan") -> None:
    from companion.pi import hotspot

    if parsed.hotspot is None or parsed.undo:
        return
    shown = hotspot.join_code(parsed.root, plan)
    if shown is None:
        print("Its QR code is shown to root alone: run this with sudo.")
        return
    name, password, code = shown
    print(code, end="")
    print(f'A phone that scans this joins the Wi-Fi network "{name}". By hand its password is: {password}')
    print(
        f"The table's page is then http://{hotspot.HOTSPOT_ADDRESS}:{hotspot.HOTSPOT_PORT}/table, once table.toml has"
    )
    print(f'    [web]\n    allowed_hosts = ["{hotspot.HOTSPOT_ADDRESS}"]')
    print("For seats on phones, these lines below [web] show the Wi-Fi's QR code on the table's page, too:")
    print(f'    wifi = "{name}"\n    wifi_password = "{password}"')


def _is_wanted() -> bool:
    try:
        return input("Make these changes? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        # Ctrl-D counts as no, and leaves the cursor on the line of the question.
        print()
        return False


def _planned(parsed: argparse.Namespace, host: "Host") -> "SetupPlan":
    from companion.config.configuration import load
    from companion.pi.doctor.system import revision
    from companion.pi.root_files import below
    from companion.pi.setup_plan import (
        TABLE_FILE,
        board_of_table,
        boot_file,
        own_table,
        plan_setup,
        plugged_in,
        starting_table,
    )

    root: Path = parsed.root
    # Fails first on a machine that is not a Raspberry Pi, before a board is required.
    boot_file(root)
    table = below(root, TABLE_FILE)
    text = None
    if own_table(root) is not None:
        configuration = load(table, os.environ)
        board_of_table(table, parsed.board, configuration.board)
    else:
        code, found = revision(root), plugged_in(host)
        text, configuration = starting_table(parsed.board, parsed.seats, revision=code, found=found, environ=os.environ)
    user = os.environ.get("SUDO_USER")
    groups = _groups_of(user) if user else None
    return plan_setup(root, configuration.wiring, configuration.die, table=text, user=user, groups=groups)


def _groups_of(user: str) -> list[str]:
    import grp

    return [group.gr_name for group in grp.getgrall() if user in group.gr_mem]
