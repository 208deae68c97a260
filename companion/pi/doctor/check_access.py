"""Check the access to the hardware: groups, pins and device files."""

import re
from collections.abc import Iterator

from companion.config.configuration import Configuration
from companion.config.pi_header import header_of
from companion.core.errors import DeviceError
from companion.core.seat import seat_number
from companion.devices.pins import header_chip, installed_rpi_gpio
from companion.pi.doctor.check import DoctorCheck, bad, note, ok
from companion.pi.machine import Machine
from companion.pi.resources_used import groups_needed, keys_at_rest, pin_pulls, pins_used, spi_panels
from companion.pi.root_files import below
from companion.pi.service_sandbox import service_remarks


def check_groups(machine: Machine, configuration: Configuration) -> Iterator[DoctorCheck]:
    """Whether the user is in the groups that a table started by hand needs; the service always is."""
    needed = [*groups_needed(configuration.wiring, configuration.die)]
    if not needed:
        yield note("groups", "none are needed")
        return
    if machine.user.number == 0:
        yield ok("groups", "root needs none")
        return
    missing = [group for group, _ in needed if group not in machine.user.groups]
    if missing:
        says = f"{machine.user.name} is not in {' and '.join(missing)}"
        remedy = f"run sudo usermod -aG {','.join(missing)} {machine.user.name}, and log in again"
        yield bad("groups", says, remedy)
    else:
        yield ok("groups", f"{machine.user.name} is in {', '.join(group for group, _ in needed)}")


def check_pins(machine: Machine, configuration: Configuration, *, hands_off: str) -> Iterator[DoctorCheck]:
    """Whether every pin can be opened, and whether a key is down. `hands_off`: why pins are not opened; "" if they are."""
    wiring = configuration.wiring
    pulls = pin_pulls(wiring, configuration.die)
    if wiring.simulated:
        yield note("pins", "simulated; no real pins are checked")
        return
    if not pulls:
        yield note("pins", "this table takes none")
        return
    if hands_off:
        yield note("pins", f"{hands_off}, so they are left alone")
        return
    for remark in service_remarks(configuration, installed_rpi_gpio()):
        yield note("pins", " ".join(line.strip() for line in remark.removeprefix("Warning: ").splitlines()).rstrip("."))
    contacts = keys_at_rest(wiring, configuration.die)
    try:
        levels = machine.levels(wiring, pulls)
    except DeviceError as error:
        found = re.search(r"\bGPIO(\d+)\b", str(error))
        whose = pins_used(wiring, configuration.die).get(int(found[1])) if found else None
        yield bad("pins", f"{whose}: {error}".rstrip(".") if whose else str(error).rstrip("."), "then look again")
        return
    chip = header_chip(machine.root)
    on = "" if chip is None else f" on gpiochip{chip}"
    yield ok("pins", f"{wiring.pin_factory} opens every one that the table takes, {len(pulls)} in all{on}")
    header = header_of(wiring.revision) or header_of(None)
    for pin, high in levels.items():
        if pin in contacts and not high:
            at = header.physical.get(pin) if header is not None else None
            where = f"BCM {pin}" if at is None else f"BCM {pin}, physical pin {at}"
            says = f"{contacts[pin]} ({where}) is down"
            yield bad("keys", says, "release it; if nobody presses it, look for a short to ground")


def check_spi_nodes(machine: Machine, configuration: Configuration) -> Iterator[DoctorCheck]:
    """Whether the SPI panels' device files exist."""
    for seat, panel in spi_panels(configuration.wiring):
        what, node = f"seat {seat_number(seat)}'s panel", f"/dev/spidev{panel.port}.{panel.device}"
        if configuration.wiring.simulated:
            yield note(what, f"simulated ({node})")
        elif below(machine.root, node).exists():
            yield ok(what, f"{node} is there; companion test-hardware shows whether a panel is wired to it")
        else:
            yield bad(what, f"there is no {node}", "run sudo companion setup, and reboot")
