"""What stands between the daemon and the hardware: groups, pins, nodes in /dev, and pods."""

from collections.abc import Iterator

from companion.core.errors import DeviceError
from companion.daemon.config import Configuration
from companion.daemon.header import header_of
from companion.pi.checks import Check, bad, note, ok
from companion.pi.files import below
from companion.pi.machine import Machine
from companion.pi.taken import groups_needed, keys_at_rest, pins_taken, pods, spi_panels


def groups(machine: Machine, configuration: Configuration) -> Iterator[Check]:
    """Whether the user who asks may use the hardware by hand; the service is in these groups by itself."""
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
        remedy = f"run sudo usermod -aG {','.join(missing)} {machine.user.name}, and log in anew"
        yield bad("groups", says, remedy)
    else:
        yield ok("groups", f"{machine.user.name} is in {', '.join(group for group, _ in needed)}")


def pins(machine: Machine, configuration: Configuration, *, busy: bool) -> Iterator[Check]:
    """Whether the pins can be had, and whether a key is down that nobody presses."""
    wiring = configuration.wiring
    taken = pins_taken(wiring, configuration.die)
    if wiring.simulated:
        yield note("pins", "simulated; no real ones are looked at")
        return
    if not taken:
        yield note("pins", "this table takes none")
        return
    if busy:
        yield note("pins", f"the open table has them ({wiring.pin_factory}), so they are left alone")
        return
    contacts = keys_at_rest(wiring)
    try:
        levels = machine.levels(wiring, sorted(contacts))
    except DeviceError as error:
        yield bad("pins", str(error).rstrip("."), "then look again")
        return
    yield ok("pins", f"{wiring.pin_factory} opens them")
    header = header_of(wiring.revision) or header_of(None)
    for pin, high in levels.items():
        if not high:
            at = header.physical.get(pin) if header is not None else None
            where = f"BCM {pin}" if at is None else f"BCM {pin}, physical pin {at}"
            says = f"{contacts[pin]} ({where}) is down"
            yield bad("keys", says, "let go of it; if nobody presses it, look for a short to ground")


def ports(machine: Machine, configuration: Configuration) -> Iterator[Check]:
    """The nodes of SPI panels."""
    for seat, panel in spi_panels(configuration.wiring):
        what, node = f"seat {seat}'s panel", f"/dev/spidev{panel.port}.{panel.device}"
        if configuration.wiring.simulated:
            yield note(what, f"simulated ({node})")
        elif below(machine.root, node).exists():
            yield ok(what, f"{node} is there; whether a panel hangs on it, companion test-hardware shows")
        else:
            yield bad(what, f"there is no {node}", "run sudo companion setup, and reboot")


def plugged(machine: Machine, configuration: Configuration) -> Iterator[Check]:
    """Whether every pod of the table is plugged in."""
    wanted = [*pods(configuration.wiring, configuration.die)]
    if not wanted or configuration.wiring.simulated:
        return
    there = machine.serials()
    for serial, who in wanted:
        if serial in there:
            yield ok(f"pod of {who}", f"{serial} at {there[serial]}")
        else:
            others = sorted(set(there) - {known for known, _ in wanted})
            remedy = "plug it in, with a cable that carries data"
            if others:
                remedy += f"; also plugged in, and not in the configuration: {', '.join(others)}"
            yield bad(f"pod of {who}", f"{serial} is not plugged in", remedy)
