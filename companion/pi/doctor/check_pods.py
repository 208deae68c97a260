"""Check the table's pods: whether each is plugged in and has the right role and firmware.

Invariant: a pod is queried only while no table is open; an open table would lose bytes.
"""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.config.configuration import Configuration
from companion.devices.pods.flash import RENEW_MICROPYTHON, PodAnswer
from companion.devices.pods.ports import port_fault_reason
from companion.link import pod_messages
from companion.pi.doctor.check import DoctorCheck, bad, ok
from companion.pi.machine import Machine
from companion.pi.resources_used import pods

_CALLED: Final = {pod_messages.ROLE_SEAT: "a seat's pod", pod_messages.ROLE_NEST: "a die's nest"}


def check_table_pods(machine: Machine, configuration: Configuration, *, hands_off: str) -> Iterator[DoctorCheck]:
    """One check for each pod. `hands_off`: why pods are not queried; "" if they are."""
    wanted = [*pods(configuration.wiring, configuration.die)]
    if not wanted or configuration.wiring.simulated:
        return
    # Serial numbers are compared without regard to case, as the daemon does.
    there = {serial.upper(): (serial, device) for serial, device in machine.serials().items()}
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
                machine, what, serial, device, pod_messages.ROLE_NEST if who == "the die" else pod_messages.ROLE_SEAT
            )


def _plug(others: Iterable[str]) -> str:
    more = ", ".join(others)
    remedy = "plug it in, with a cable that carries data"
    return f"{remedy}; also plugged in, and not in the configuration: {more}" if more else remedy


def _asked(machine: Machine, what: str, serial: str, device: str, role: int) -> DoctorCheck:
    where = f"{serial} at {device}"
    flash = f"sudo companion pods flash --role {'nest' if role == pod_messages.ROLE_NEST else 'seat'} --port {device}"
    try:
        answer = machine.hello(device)
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
