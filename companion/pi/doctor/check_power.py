"""Check whether the service may switch the machine off. Invariant: the check only queries the permission."""

import os
from collections.abc import Iterator
from typing import Final

from companion.app.power import CAN_POWER_OFF
from companion.config.configuration import Configuration
from companion.pi.doctor.check import DoctorCheck, bad, note, ok
from companion.pi.doctor.check_service import is_installed
from companion.pi.doctor.check_system import model
from companion.pi.machine import Machine
from companion.pi.root_files import below

SERVICE_USER: Final = "companion"
POLKIT_RULES: Final = ("/usr/share/polkit-1/rules.d/50-companion.rules", "/etc/polkit-1/rules.d/50-companion.rules")
_WHAT: Final = "power-off"
_AS_SERVICE: Final = ("runuser", "-u", SERVICE_USER, "--")


def check_power_off(machine: Machine, configuration: Configuration) -> Iterator[DoctorCheck]:
    """One check for a table that could offer power-off: the installed service with real devices on a Raspberry Pi."""
    if configuration.wiring.simulated or model(machine.root) is None or not is_installed(machine):
        return
    if not configuration.table.power_off:
        yield note(_WHAT, "the lobby does not offer it: table.power_off is false")
    elif machine.user.number != 0:
        yield note(_WHAT, f"this user may not see whether {SERVICE_USER} may", "run it with sudo")
    elif not any(os.path.exists(below(machine.root, rule)) for rule in POLKIT_RULES):
        yield bad(_WHAT, f"there is no {POLKIT_RULES[0]}, so the service may not", "install the package again")
    else:
        yield _asked(machine)


def _asked(machine: Machine) -> DoctorCheck:
    """logind's answer for the service's user."""
    match (machine.run((*_AS_SERVICE, *CAN_POWER_OFF)) or "").strip():
        case 's "yes"':
            return ok(_WHAT, f"logind lets {SERVICE_USER} switch the Pi off")
        case 's "na"':
            return note(_WHAT, "logind cannot switch this machine off; set table.power_off = false")
        case 's "no"' | 's "challenge"':
            remedy = "see that polkitd is installed (sudo apt install polkitd), and what systemd-inhibit --list shows"
            return bad(_WHAT, f"logind does not let {SERVICE_USER} switch the Pi off", remedy)
        case _:
            return note(_WHAT, "logind does not answer on the system bus")
