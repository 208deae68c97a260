"""`companion pods`: list the connected pods, and install the firmware on one."""

import argparse
from pathlib import Path

from companion.commands.shared import DONE, Commands
from companion.core.errors import DeviceError
from companion.devices.pods.firmware import BOARDS, board_config


def add_command(commands: Commands) -> None:
    """The command pods."""
    pods = commands.add_parser("pods", help="list the pods that are plugged in, or put the firmware on one")
    more = pods.add_subparsers(metavar="COMMAND", required=True)
    listing = more.add_parser("list", help="every Pico that is plugged in: serial number, port, and what it is")
    listing.set_defaults(command=_list)
    flashing = more.add_parser("flash", help="put the firmware on a Pico that has MicroPython, or renew it")
    flashing.add_argument("--role", choices=("seat", "nest"), required=True, help="a seat's pod, or the die's nest")
    flashing.add_argument("--port", default=None, metavar="DEVICE", help="which Pico (default: the only one)")
    pins = flashing.add_mutually_exclusive_group()
    pins.add_argument("--board", choices=BOARDS, default=None, help="a ready-made board that is a seat's pod")
    pins.add_argument(
        "--config", type=Path, default=None, metavar="CONFIG.PY", help="other pins than the usual ones of that role"
    )
    flashing.add_argument("--dry-run", action="store_true", help="only say what would be done")
    flashing.set_defaults(command=_flash)


def _list(parsed: argparse.Namespace) -> int:
    from companion.devices.pods.flash import pod_lines, this_system

    lines = pod_lines(this_system())
    for line in lines or ["No Pico is plugged in."]:
        print(line)
    return DONE


def _flash(parsed: argparse.Namespace) -> int:
    from companion.devices.pods.flash import choose_pico, flash_pod, flash_steps, this_system

    if parsed.board is not None and parsed.role != "seat":
        raise DeviceError(f"The board {parsed.board} is a seat's pod; say --role seat, or leave out --board.")
    system = this_system()
    config: Path | None = parsed.config if parsed.board is None else board_config(parsed.board)
    if parsed.dry_run:
        device = parsed.port or choose_pico(system, None).device
        for line in flash_steps(device, parsed.role, config):
            print(line)
        return DONE
    print(flash_pod(system, choose_pico(system, parsed.port), parsed.role, config))
    return DONE
