"""Check the I2C buses: device files, speed, multiplexers, which bus is which channel, and which panels answer.

Then the table's pods: whether each is plugged in and has the right role and firmware.

Invariant: a pod is queried only while no table is open; an open table would lose bytes.
"""

import errno
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.config.configuration import Configuration
from companion.core.errors import DeviceError
from companion.core.seat import Place, seat_number
from companion.devices.panels.multiplexer import MUX_DRIVER, locate_channel, mux_channels, mux_device, mux_driver
from companion.devices.panels.wires import root_bus
from companion.devices.pods.flash import RENEW_MICROPYTHON, PodAnswer
from companion.devices.pods.ports import port_fault_reason
from companion.devices.wiring import I2CPanel, Mux, Wiring
from companion.pi.boot_settings import kernel_muxes
from companion.pi.doctor.check import DoctorCheck, bad, note, ok
from companion.pi.host import Host
from companion.pi.resources_used import i2c_panels, pods
from companion.pi.root_files import below, read_or_none
from companion.pod_wire import pod_messages

PANEL_ADDRESSES: Final = (0x3C, 0x3D)
_DEVICES: Final = "sys/bus/i2c/devices"
_SETUP: Final = "run sudo companion setup, and reboot"
_WIRES: Final = "SDA to physical pin 3, SCL to 5, VIN to 1, GND and A0 to A2 to 9"
_SILENT: Final = (
    'check its four wires: SDA, SCL, 3.3 V and ground. Some panels (2.42" SSD1309, cheap SSD1306) acknowledge nothing, or only '
    'after a pulse on their reset line (panel.reset): the guide has them under "A panel that does not answer"'
)
_AT_3D: Final = " (Adafruit's panels of 128x64 are at 0x3D)"


def check_i2c_buses(host: Host, configuration: Configuration, *, hands_off: str) -> Iterator[DoctorCheck]:
    """All checks of the I2C buses. `hands_off`: why panels are not probed; "" if they are."""
    wiring = configuration.wiring
    panels = dict(i2c_panels(wiring))
    if not panels:
        yield note("I2C", "this table has no panel on it")
        return
    if wiring.simulated:
        yield note("I2C", "simulated; no real bus is checked")
        return
    sysfs = below(host.root, _DEVICES)
    for bus in sorted({root_bus(panel.wires, sysfs) for panel in panels.values()}):
        yield from _bus(host.root, bus, wiring.i2c.speed_khz)
    for mux in kernel_muxes(wiring):
        yield _mux(sysfs, mux)
    yield from check_mux_channels(host.root, wiring)
    if hands_off:
        yield note("panels", f"{hands_off}, so they are left alone")
        return
    numbers: dict[Place, int] = {}
    for seat, panel in panels.items():
        try:
            numbers[seat] = locate_channel(panel, sysfs).number
        except DeviceError:
            yield note(
                f"seat {seat_number(seat)}'s panel", "not looked for, since it is not known which bus is its own"
            )
            continue
        yield _panel(host, seat, panel, numbers[seat])
    yield from _strangers(host, panels, numbers, kernel_muxes(wiring))


def check_mux_channels(root: Path, wiring: Wiring) -> Iterator[DoctorCheck]:
    """For each seat, the kernel's bus for its panel's channel, or why there is none. Sends nothing on any bus."""
    sysfs = below(root, _DEVICES)
    for seat, panel in i2c_panels(wiring):
        what = f"seat {seat_number(seat)}'s bus"
        if panel.switched_by == "kernel" and panel.mux is not None and not mux_channels(panel.mux, sysfs):
            # `_mux` reports a missing multiplexer once for all seats.
            continue
        try:
            found = locate_channel(panel, sysfs)
        except DeviceError as error:
            if (sysfs / f"i2c-{panel.wires}").exists():
                says, _, remedy = str(error).partition("; ")
                yield bad(what, says, remedy or "see i2cdetect -l")
            continue
        if panel.switched_by == "kernel" and (mux := panel.mux) is not None:
            is_ = f"channel {mux.channel} of the multiplexer at 0x{mux.address:X} on I2C bus {mux.bus}"
            yield ok(what, f"{is_} is i2c-{found.number}")


def _bus(root: Path, bus: int, khz: int) -> Iterator[DoctorCheck]:
    what = f"I2C bus {bus}"
    place = below(root, _DEVICES) / f"i2c-{bus}"
    if not below(root, f"dev/i2c-{bus}").exists():
        if place.exists():
            yield bad(what, f"there is no /dev/i2c-{bus}, though the kernel has the bus", "run sudo modprobe i2c-dev")
        else:
            yield bad(what, f"there is no /dev/i2c-{bus}", _SETUP)
        return
    data = read_or_none(place / "of_node" / "clock-frequency")
    if data is None or len(data) != 4:
        yield ok(what, f"/dev/i2c-{bus} is there; its speed is unknown")
    elif (speed := int.from_bytes(data, "big")) == khz * 1000:
        yield ok(what, f"/dev/i2c-{bus} is there, at {khz} kHz")
    else:
        so = "so screens lag" if speed < khz * 1000 else "which is too fast for long wires"
        yield bad(what, f"it runs at {speed // 1000} kHz instead of {khz}, {so}", _SETUP)


def _mux(sysfs: Path, mux: Mux) -> DoctorCheck:
    what = "multiplexer"
    at = f"0x{mux.address:X} on I2C bus {mux.bus}"
    found, drives = mux_channels(mux, sysfs), mux_driver(mux, sysfs)
    if found:
        listed = ", ".join(f"i2c-{number}" for number in found.values())
        return ok(what, f"at {at}, {len(found)} channels: {listed}")
    if drives and drives != MUX_DRIVER:
        remedy = "take the overlay of that out of config.txt, or give the multiplexer another address"
        return bad(what, f"what the kernel has at {at} is none: {drives} drives it", remedy)
    if drives:
        return bad(what, f"the one at {at} has no channels", "reboot")
    if mux_device(mux, sysfs).exists():
        says = f"the kernel is configured for one and does not find it at {at}"
        return bad(what, says, f"check its wires: {_WIRES}; then reboot")
    others = sorted(
        one.name
        for one in sysfs.glob("*-007[0-7]")
        if (one / "driver").exists() and (one / "driver").resolve().name == MUX_DRIVER
    )
    beside = f" (it has {', '.join(others)}, which is not this one)" if others else ""
    return bad(what, f"the kernel is not configured for one at {at}{beside}", _SETUP)


def _panel(host: Host, seat: Place, panel: I2CPanel, bus: int) -> DoctorCheck:
    what = f"seat {seat_number(seat)}'s panel"
    where = f"0x{panel.address:X} on I2C bus {panel.wires}"
    if not below(host.root, f"dev/i2c-{bus}").exists():
        return note(what, f"not looked for, since there is no /dev/i2c-{bus}")
    switched = panel.mux if panel.switched_by == "daemon" else None
    if panel.mux is not None:
        where += f", channel {panel.mux.channel} of the multiplexer at 0x{panel.mux.address:X}"
        if switched is not None and not _answers(host, bus, switched.address):
            return bad(what, f"the multiplexer before {where} does not answer", f"check its wires: {_WIRES}")
    try:
        if host.probe(bus, panel.address, switched):
            return ok(what, f"answers at {where}")
        others = [one for one in PANEL_ADDRESSES if one != panel.address and host.probe(bus, one, switched)]
    except (OSError, DeviceError) as error:
        return bad(what, f"{where}: {_reason(error)}", "check for a short circuit between SDA, SCL and ground")
    if others:
        remedy = f"write panel.address = 0x{others[0]:X}, or move the resistor on its back"
        return bad(what, f"nothing answers at {where}, and something at 0x{others[0]:X}", remedy + _hint(others[0]))
    return bad(what, f"nothing answers at {where}", _SILENT)


def _hint(address: int) -> str:
    return _AT_3D if address == PANEL_ADDRESSES[1] else ""


def _strangers(
    host: Host, panels: Mapping[Place, I2CPanel], numbers: Mapping[Place, int], muxes: tuple[Mux, ...]
) -> Iterator[DoctorCheck]:
    """Devices that answer where no seat has a panel.

    An answer on an unused channel comes from a panel before the multiplexer, which would show the pictures of all channels.
    """
    expected = {(number, panels[seat].address) for seat, number in numbers.items()}
    for mux in muxes:
        found = mux_channels(mux, below(host.root, _DEVICES))
        used = [panel.mux.channel for panel in panels.values() if panel.mux is not None and _is_behind(panel.mux, mux)]
        for channel, number in [one for one in found.items() if one[0] not in used][-1:]:
            for address in PANEL_ADDRESSES:
                if _answers(host, number, address):
                    says = f"something answers at 0x{address:X} on channel {channel}, which no seat uses"
                    remedy = (
                        f"if a panel is wired to I2C bus {mux.bus} itself, it would show every seat's secrets: put it behind the "
                        "multiplexer"
                    )
                    yield bad("stranger", says, remedy)
    for seat, number in numbers.items():
        for address in PANEL_ADDRESSES:
            if (
                panels[seat].switched_by != "daemon"
                and (number, address) not in expected
                and _answers(host, number, address)
            ):
                yield note(
                    "stranger",
                    f"something also answers at 0x{address:X} on seat {seat_number(seat)}'s I2C bus {number}",
                )


def _is_behind(one: Mux, other: Mux) -> bool:
    return (one.bus, one.address) == (other.bus, other.address)


def _answers(host: Host, bus: int, address: int) -> bool:
    try:
        return below(host.root, f"dev/i2c-{bus}").exists() and host.probe(bus, address, None)
    except (OSError, DeviceError):
        return False


def _reason(error: OSError) -> str:
    match error.errno:
        case errno.ETIMEDOUT:
            return "the bus timed out"
        case errno.EACCES:
            return "access to the bus is denied"
        case errno.EAGAIN:
            return "another master won the bus"
        case _:
            return (error.strerror or str(error)).rstrip(".").lower()


_CALLED: Final = {pod_messages.ROLE_SEAT: "a seat's pod", pod_messages.ROLE_NEST: "a die's nest"}


def check_table_pods(host: Host, configuration: Configuration, *, hands_off: str) -> Iterator[DoctorCheck]:
    """One check for each pod. `hands_off`: why pods are not queried; "" if they are."""
    wanted = [*pods(configuration.wiring, configuration.die)]
    if not wanted or configuration.wiring.simulated:
        return
    # Serial numbers are compared without regard to case, as the daemon does.
    there = {serial.upper(): (serial, device) for serial, device in host.serials().items()}
    for serial, who in wanted:
        what = f"pod of {who}"
        if serial.upper() not in there:
            known = {one.upper() for one, _ in wanted}
            others = sorted(called for one, (called, _) in there.items() if one not in known)
            yield bad(what, f"{serial} is not plugged in", _plug(others))
            continue
        device = there[serial.upper()][1]
        if hands_off:
            yield ok(what, f"{serial} at {device}; {hands_off}, so it is not asked what it is")
        else:
            yield _asked(
                host, what, serial, device, pod_messages.ROLE_NEST if who == "the die" else pod_messages.ROLE_SEAT
            )


def _plug(others: Iterable[str]) -> str:
    more = ", ".join(others)
    remedy = "plug it in, with a cable that carries data"
    return f"{remedy}; also plugged in, and not in the configuration: {more}" if more else remedy


def _asked(host: Host, what: str, serial: str, device: str, role: int) -> DoctorCheck:
    where = f"{serial} at {device}"
    flash = f"sudo companion pods flash --role {'nest' if role == pod_messages.ROLE_NEST else 'seat'} --port {device}"
    try:
        answer = host.hello(device)
    except OSError as error:
        return bad(what, f"{where} cannot be asked what it is", port_fault_reason(device, error))
    if answer is None:
        return bad(what, f"{where} does not answer as a pod does", f"put the firmware on it: {flash}")
    if answer.role != role:
        says = f"{where} is {_role(answer)} and not {_CALLED[role]}"
        return bad(what, says, f"plug in the right one, or make this one it: {flash}")
    if answer.version != pod_messages.PROTOCOL_VERSION:
        return bad(what, f"{where}: {answer.describe()}", f"renew its firmware: {flash}")
    if answer.outdated:
        return bad(what, f"{where}: {answer.describe()}", RENEW_MICROPYTHON)
    return ok(what, f"{where}: {answer.describe()}")


def _role(answer: PodAnswer) -> str:
    return _CALLED.get(answer.role, f"of an unknown role, {answer.role},")
