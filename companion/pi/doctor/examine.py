"""Run all checks of `companion doctor`, in the order in which to fix what they find."""

import os
from collections.abc import Iterable
from pathlib import Path

from companion.config.configuration import Configuration, load, simulated
from companion.core.errors import ConfigError
from companion.pi.doctor.buses import check_i2c_buses, check_table_pods
from companion.pi.doctor.check import DoctorCheck, bad, note, ok
from companion.pi.doctor.club import check_club
from companion.pi.doctor.service import check_power_off, check_service_state, check_storage, hands_off
from companion.pi.doctor.system import (
    check_config_txt,
    check_groups,
    check_host,
    check_pins,
    check_spi_nodes,
    has_hardware,
)
from companion.pi.host import Host
from companion.pi.root_files import below

SERVICE_TABLE = Path("/etc/companion/table.toml")


def examine(host: Host, path: Path | None) -> tuple[DoctorCheck, ...]:
    """Run all checks. `path`: the configuration; None takes the service's, or the simulated table if there is none."""
    configuration, first = load_table(host, path)
    called = "" if configuration is None else str(configuration.journal)
    checks = examine_table(host, configuration, *first, called=called)
    if configuration is None or configuration.club is None:
        return checks
    table_runs = bool(hands_off(host, configuration.journal))
    return (*checks, *check_club(configuration.club, table_runs=table_runs))


def examine_table(
    host: Host, configuration: Configuration | None, *first: DoctorCheck, called: str, quoted: bool = True
) -> tuple[DoctorCheck, ...]:
    """Run all checks of a table and return them after `first`.

    `called`: the journal's name in the report; `quoted`: whether file names and lines of config.txt may be quoted.
    """
    checks = [*first, *check_host(host), *check_service_state(host, configuration)]
    if configuration is None:
        return (*checks, note("hardware", "not checked until the configuration is right"))
    checks += check_power_off(host, configuration)
    reason = hands_off(host, configuration.journal)
    checks += check_storage(host, configuration.journal, called, quoted=quoted)
    checks += check_groups(host, configuration)
    if not configuration.wiring.simulated and not has_hardware(host.root):
        return (*checks, note("hardware", "this machine has neither pins nor buses; look again on the Raspberry Pi"))
    checks += check_config_txt(host, configuration, quoted=quoted)
    checks += check_pins(host, configuration, hands_off=reason)
    checks += check_i2c_buses(host, configuration, hands_off=reason)
    checks += [*check_spi_nodes(host, configuration), *check_table_pods(host, configuration, hands_off=reason)]
    return tuple(checks)


def load_table(host: Host, path: Path | None) -> tuple[Configuration | None, list[DoctorCheck]]:
    """The configuration, None if it has errors; and its checks."""
    usual = below(host.root, SERVICE_TABLE)
    if path is None and not os.path.exists(usual):
        says = f"there is no {SERVICE_TABLE}, so the simulated table is checked"
        return simulated(2, host.environ), [note("configuration", says)]
    file = path or usual
    try:
        configuration = load(file, host.environ)
    except ConfigError as error:
        return None, [bad("configuration", finding.rstrip("."), "") for finding in error.findings]
    seats = len(configuration.names)
    says = f"{file}: {seats} {'seat' if seats == 1 else 'seats'} on the board {configuration.board}"
    return configuration, [ok("configuration", says)]


def is_well(checks: Iterable[DoctorCheck]) -> bool:
    """Whether no check failed."""
    return all(check.status != "bad" for check in checks)
