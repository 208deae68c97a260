"""`companion config`: check a configuration, or print the effective one."""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.shared import DONE, Commands, host_software, run_and_report

if TYPE_CHECKING:
    from companion.config.configuration import Configuration


def add_command(commands: Commands) -> None:
    """The command config."""
    config = commands.add_parser("config", help="check a configuration, or print the effective one")
    config.add_argument("--config", type=Path, default=None, metavar="TABLE.TOML")
    shown = config.add_mutually_exclusive_group()
    shown.add_argument("--effective", action="store_true", help="print every effective key")
    shown.add_argument("--reference", action="store_true", help="print every key with its description and default")
    config.add_argument("--root", type=Path, default=Path("/"), help="the folder where the system is (default: /)")
    config.set_defaults(command=_config)


def _config(parsed: argparse.Namespace) -> int:
    from companion.config.configuration import load, simulated
    from companion.config.effective import effective_toml, reference_toml
    from companion.pi.service_sandbox import service_remarks

    if parsed.reference:
        print(reference_toml(), end="")
        return DONE
    path: Path | None = parsed.config
    host = host_software()
    configuration = load(path, os.environ, host) if path else simulated(2, os.environ)
    if parsed.effective:
        print(effective_toml(configuration), end="")
        return DONE
    seats = len(configuration.names)
    what = f"{path or 'The simulated table'}: {seats} {'seat' if seats == 1 else 'seats'}"
    if faults := _against_this_host(configuration, parsed.root):
        return run_and_report([f"{what}; the file is right, and this Raspberry Pi is not wired as it says.", *faults])
    print(f"{what}, nothing is wrong.")
    for remark in service_remarks(configuration, host.rpi_gpio):
        print(remark)
    return DONE


def _against_this_host(configuration: "Configuration", root: Path) -> list[str]:
    """The checks that need the table's Raspberry Pi: whether each I2C bus is the configured channel."""
    from companion.pi.doctor.buses import check_mux_channels
    from companion.pi.doctor.system import model

    if configuration.wiring.simulated or model(root) is None:
        return []
    return [check.line() for check in check_mux_channels(root, configuration.wiring) if check.status == "bad"]
