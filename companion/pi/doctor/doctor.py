"""Everything that can be told about a table's machine, in the order in which one would mend it."""

import os
from collections.abc import Iterable
from pathlib import Path

from companion.config.configuration import Configuration, load, simulated
from companion.core.errors import ConfigError
from companion.pi.doctor.check import DoctorCheck, bad, note, ok
from companion.pi.doctor.check_access import groups, pins, ports
from companion.pi.doctor.check_boot import boot
from companion.pi.doctor.check_buses import buses
from companion.pi.doctor.check_pods import plugged
from companion.pi.doctor.check_power import power_off
from companion.pi.doctor.check_service import hands_off, service, storage
from companion.pi.doctor.check_system import has_hardware, system
from companion.pi.machine import Machine
from companion.pi.root_files import below

TABLE = Path("/etc/companion/table.toml")


def examined(machine: Machine, path: Path | None) -> tuple[DoctorCheck, ...]:
    """Every check. `path`: the configuration; None takes the service's, or the simulated table where there is none."""
    configuration, first = configured(machine, path)
    called = "" if configuration is None else str(configuration.journal)
    return examined_as(machine, configuration, *first, called=called)


def examined_as(
    machine: Machine, configuration: Configuration | None, *first: DoctorCheck, called: str, quoted: bool = True
) -> tuple[DoctorCheck, ...]:
    """Every check of a table, after the `first` ones. `called`: how the journal's path is told; `quoted`: whether names of
    files and lines of config.txt may be told as their owner wrote them."""
    checks = [*first, *system(machine), *service(machine, configuration)]
    if configuration is None:
        return (*checks, note("hardware", "not looked at before the configuration is right"))
    checks += power_off(machine, configuration)
    reason = hands_off(machine, configuration.journal)
    checks += storage(machine, configuration.journal, called, quoted=quoted)
    checks += groups(machine, configuration)
    if not configuration.wiring.simulated and not has_hardware(machine.root):
        return (*checks, note("hardware", "this machine has neither pins nor buses; look again on the Raspberry Pi"))
    checks += boot(machine, configuration, quoted=quoted)
    checks += pins(machine, configuration, hands_off=reason)
    checks += buses(machine, configuration, hands_off=reason)
    checks += [*ports(machine, configuration), *plugged(machine, configuration, hands_off=reason)]
    return tuple(checks)


def configured(machine: Machine, path: Path | None) -> tuple[Configuration | None, list[DoctorCheck]]:
    """The configuration, None where it is wrong; and what is to be said of it."""
    usual = below(machine.root, TABLE)
    if path is None and not os.path.exists(usual):
        says = f"there is no {TABLE}, so the simulated table is looked at"
        return simulated(2, machine.environ), [note("configuration", says)]
    file = path or usual
    try:
        configuration = load(file, machine.environ)
    except ConfigError as error:
        return None, [bad("configuration", finding.rstrip("."), "") for finding in error.findings]
    seats = len(configuration.names)
    says = f"{file}: {seats} {'seat' if seats == 1 else 'seats'} on the board {configuration.board}"
    return configuration, [ok("configuration", says)]


def is_well(checks: Iterable[DoctorCheck]) -> bool:
    """Whether nothing has to be mended."""
    return all(check.status != "bad" for check in checks)
