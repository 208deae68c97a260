"""The I2C buses: their nodes and speed, the multiplexer and how the kernel numbers its channels, and who answers."""

import errno
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import DeviceError
from companion.daemon.config import Configuration
from companion.devices.i2c import trunk
from companion.devices.settings import I2CPanel
from companion.pi.bootlines import LAST_OWN_BUS, MUX_ADDRESS, has_kernel_mux
from companion.pi.checks import Check, bad, note, ok
from companion.pi.files import below, held, said
from companion.pi.machine import Machine
from companion.pi.taken import i2c_panels

SPEED: Final = 400_000
ADDRESSES: Final = (0x3C, 0x3D)
FIRST_CHANNEL: Final = 11
"""The number that the boards' files take for channel 0."""
_DEVICES: Final = "sys/bus/i2c/devices"
_SETUP: Final = "run sudo companion setup, and reboot"
_WIRES: Final = "SDA to physical pin 3, SCL to 5, VIN to 1, GND and A0 to A2 to 9"


class Channel(Struct, frozen=True):
    """A channel of a multiplexer: `bus` is its own number, `parent` that of the bus it hangs on."""

    bus: int
    parent: int
    number: int


def channels(root: Path) -> tuple[Channel, ...]:
    """Every channel that the kernel knows, by bus."""
    found = []
    for device in below(root, _DEVICES).glob("i2c-*"):
        told = re.fullmatch(r"i2c-(\d+)-mux \(chan_id (\d+)\)", said(device / "name") or "")
        bus = device.name.removeprefix("i2c-")
        if told and bus.isdecimal():
            found.append(Channel(int(bus), int(told[1]), int(told[2])))
    return tuple(sorted(found, key=lambda channel: channel.bus))


def buses(machine: Machine, configuration: Configuration, *, hands_off: str) -> Iterator[Check]:
    """All of it, a line each. `hands_off`: why nobody is called on them; "" where they may be."""
    wiring = configuration.wiring
    panels = dict(i2c_panels(wiring))
    if not panels:
        yield note("I2C", "this table has no panel on it")
        return
    if wiring.simulated:
        yield note("I2C", "simulated; no real bus is looked at")
        return
    root = machine.root
    known = {channel.bus: channel for channel in channels(root)}
    sysfs = below(root, _DEVICES)
    # A channel that the kernel does not know yet hangs on bus 1, where the overlay puts the multiplexer.
    trunks = {trunk(bus, sysfs) if bus in known else bus if bus <= LAST_OWN_BUS else 1 for bus in _buses(panels)}
    for bus in sorted(trunks):
        yield from _bus(root, bus)
    if has_kernel_mux(wiring):
        yield from _mux(root, known)
        if known:
            yield from _numbering(panels, known)
    if hands_off:
        yield note("panels", f"{hands_off}, so they are left alone")
        return
    for seat, panel in panels.items():
        yield _panel(machine, seat, panel)
    yield from _strangers(machine, panels, known)


def _buses(panels: Mapping[int, I2CPanel]) -> list[int]:
    return sorted({panel.bus for panel in panels.values()})


def _bus(root: Path, bus: int) -> Iterator[Check]:
    what = f"I2C bus {bus}"
    device = below(root, _DEVICES) / f"i2c-{bus}"
    if not below(root, f"dev/i2c-{bus}").exists():
        if device.exists():
            yield bad(what, f"there is no /dev/i2c-{bus}, though the kernel has the bus", "run sudo modprobe i2c-dev")
        else:
            yield bad(what, f"there is no /dev/i2c-{bus}", _SETUP)
        return
    data = held(device / "of_node" / "clock-frequency")
    if data is None or len(data) != 4:
        yield ok(what, f"/dev/i2c-{bus} is there; its speed is not told")
    elif (speed := int.from_bytes(data, "big")) == SPEED:
        yield ok(what, f"/dev/i2c-{bus} is there, at {SPEED // 1000} kHz")
    else:
        yield bad(what, f"it runs at {speed // 1000} kHz instead of {SPEED // 1000}, so screens lag", _SETUP)


def _mux(root: Path, known: Mapping[int, Channel]) -> Iterator[Check]:
    what = "multiplexer"
    devices = sorted(path.name for path in below(root, _DEVICES).glob("*-007[0-7]"))
    if known:
        parents = sorted({channel.parent for channel in known.values()})
        where = " and ".join(str(parent) for parent in parents)
        yield ok(what, f"on I2C bus {where}, {len(known)} channels, i2c-{min(known)} to i2c-{max(known)}")
    elif devices:
        says = f"the kernel is told of one and does not find it at 0x{MUX_ADDRESS:X}"
        yield bad(what, says, f"check its wires: {_WIRES}; then reboot")
    else:
        yield bad(what, "the kernel is not told of one", _SETUP)


def _numbering(panels: Mapping[int, I2CPanel], known: Mapping[int, Channel]) -> Iterator[Check]:
    """Whether every seat's bus is the channel that is meant. The boards' files mean bus 11 and channel 0, and so on."""
    by_number = {channel.number: channel for channel in known.values()}
    lines: list[str] = []
    for seat, panel in panels.items():
        if panel.bus <= LAST_OWN_BUS or panel.mux is not None:
            continue
        meant = panel.bus - FIRST_CHANNEL
        stands = known.get(panel.bus)
        # Seat N is on channel N at every board; whoever wrote another number knows which channel it is to be.
        if stands is not None and (stands.number == meant or meant != seat):
            yield ok(f"seat {seat}'s bus", f"i2c-{panel.bus} is channel {stands.number} of the multiplexer")
            continue
        is_ = "no channel" if stands is None else f"channel {stands.number}"
        right = by_number.get(meant if 0 <= meant < len(by_number) else seat)
        says = f"i2c-{panel.bus} is {is_} of the multiplexer here"
        if right is None:
            yield bad(f"seat {seat}'s bus", says, "see i2cdetect -l for the numbers, and write the right one")
            continue
        lines.append(f"panel.bus = {right.bus}")
        yield bad(
            f"seat {seat}'s bus",
            f"{says}; this kernel numbers the channels from {min(known)}",
            f"write panel.bus = {right.bus} in table.toml below the [[seats]] of seat {seat}",
        )
    if lines:
        every = " ".join(f"[[seats]] {line}" for line in lines)
        yield note("table.toml", f"the lines that these seats need, in order: {every}")


def _panel(machine: Machine, seat: int, panel: I2CPanel) -> Check:
    what = f"seat {seat}'s panel"
    where = f"0x{panel.address:X} on I2C bus {panel.bus}"
    if not below(machine.root, f"dev/i2c-{panel.bus}").exists():
        return note(what, f"not looked for, since there is no /dev/i2c-{panel.bus}")
    if panel.mux is not None:
        where += f", channel {panel.mux.channel} of the multiplexer at 0x{panel.mux.address:X}"
        if not _answers(machine, panel.bus, panel.mux.address):
            return bad(what, f"the multiplexer before {where} does not answer", f"check its wires: {_WIRES}")
    try:
        if machine.probe(panel.bus, panel.address, panel.mux):
            return ok(what, f"answers at {where}")
        others = [one for one in ADDRESSES if one != panel.address and machine.probe(panel.bus, one, panel.mux)]
    except (OSError, DeviceError) as error:
        return bad(what, f"{where}: {_reason(error)}", "check for a short circuit between SDA, SCL and ground")
    if others:
        remedy = f"write panel.address = 0x{others[0]:X}, or move the resistor on its back"
        return bad(what, f"nothing answers at {where}, and something at 0x{others[0]:X}", remedy)
    return bad(what, f"nothing answers at {where}", "check its four wires: SDA, SCL, 3.3 V and ground")


def _strangers(machine: Machine, panels: Mapping[int, I2CPanel], known: Mapping[int, Channel]) -> Iterator[Check]:
    """What answers where no seat's panel should: on a free channel, that is a panel before the multiplexer, which would
    show what is meant for the channels."""
    expected = {(panel.bus, panel.address) for panel in panels.values()}
    free = [channel for channel in known.values() if channel.bus not in {panel.bus for panel in panels.values()}]
    for channel in free[-1:]:
        for address in ADDRESSES:
            if _answers(machine, channel.bus, address):
                says = f"something answers at 0x{address:X} on channel {channel.number}, which no seat uses"
                remedy = (
                    f"if a panel hangs on I2C bus {channel.parent} itself, it would show every seat's secrets: put it "
                    "behind the multiplexer"
                )
                yield bad("stranger", says, remedy)
    for seat, panel in panels.items():
        for address in ADDRESSES:
            if panel.mux is None and (panel.bus, address) not in expected and _answers(machine, panel.bus, address):
                yield note("stranger", f"something also answers at 0x{address:X} on seat {seat}'s I2C bus {panel.bus}")


def _answers(machine: Machine, bus: int, address: int) -> bool:
    try:
        return below(machine.root, f"dev/i2c-{bus}").exists() and machine.probe(bus, address, None)
    except (OSError, DeviceError):
        return False


def _reason(error: OSError) -> str:
    match error.errno:
        case errno.ETIMEDOUT:
            return "the bus timed out"
        case errno.EACCES:
            return "access to the bus is denied"
        case errno.EAGAIN:
            return "the bus was lost to another master"
        case _:
            return (error.strerror or str(error)).rstrip(".").lower()
