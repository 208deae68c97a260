"""Lists the pods that are plugged in, and writes the firmware to one.

A Pico that runs the firmware does not react at MicroPython's prompt, since the prompt's control characters may occur in frames.
So the pod is asked with a frame to restart without its program, and then mpremote copies the files.
"""

import importlib.util
import shlex
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import count
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.core.errors import DeviceError
from companion.devices.pins import install
from companion.devices.pods.firmware import PodRole, firmware_files
from companion.devices.pods.ports import FoundPort, Port, PortOpener, port_fault_reason
from companion.devices.pods.session import hello_frame
from companion.pod_wire import pod_messages
from companion.pod_wire.pod_link import UP, PodLink

RASPBERRY_USB_VENDOR: Final = 0x2E8A
"""The USB vendor of every Pico. Nothing is written to other ports, which may belong to a printer."""
_ROLES: Final = {number: name for name, number in pod_messages.POD_ROLES.items()}
_SESSION: Final = 0x41414141
_ANSWER_WITHIN: Final = 1.5
_ASK_AGAIN: Final = 0.5
_BACK_WITHIN: Final = 10.0
_LOOK_EVERY: Final = 0.2
OLDEST_MICROPYTHON: Final = (1, 24)
"""Before 1.20 a write waits for ever while the host keeps the port open and does not read (micropython pull request 9638), and in
1.23 it may give up while the host is only busy (pull request 15339, in 1.24). firmware/PROTOCOL.md says it to builders."""
OLDEST_NAME: Final = ".".join(map(str, OLDEST_MICROPYTHON))
RENEW_MICROPYTHON: Final = (
    f"hold BOOTSEL, plug it in, and drop the UF2 of MicroPython {OLDEST_NAME} or newer on its drive; the firmware stays"
)
MPREMOTE_MISSING: Final = (
    "mpremote, which writes to a Pico, is missing: "
    f"""'{install(apt=None, pip='"codebreakers-companion[pods]"')}' brings it."""
)
_FOLDERS: Final = """import os
for folder in {folders}:
    try:
        os.mkdir(folder)
    except OSError:
        pass
for name in ("main.py", "stay"):
    try:
        os.remove(name)
    except OSError:
        pass
"""


class PodSystem(Struct, frozen=True):
    """The functions of a system that are needed here. `clock`: monotonic seconds; `pause` waits for so many seconds; `run`
    runs a program and returns its exit status."""

    ports: Callable[[], Iterable[FoundPort]]
    open_port: PortOpener
    clock: Callable[[], float]
    pause: Callable[[float], None]
    run: Callable[[Sequence[str]], int]


def this_system() -> PodSystem:
    """The system that this program runs on."""
    import subprocess
    import time

    from companion.devices.pods.ports import SerialPort, usb_serial_ports

    return PodSystem(
        ports=usb_serial_ports, open_port=SerialPort, clock=time.monotonic, pause=time.sleep, run=subprocess.call
    )


class PodAnswer(Struct, frozen=True):
    """What a pod reports about itself. `firmware`: its version, and after a space that of its MicroPython, if it tells that."""

    version: int
    role: int
    firmware: str
    serial: str

    @property
    def outdated(self) -> bool:
        """Whether it runs a MicroPython older than the oldest that works."""
        _, micropython = pod_messages.unpack_firmware(self.firmware)
        numbers = [int(number) for number in micropython.split(".")[:2] if number.isdecimal()]
        return len(numbers) == 2 and tuple(numbers) < OLDEST_MICROPYTHON

    def describe(self) -> str:
        """A text for people."""
        role = _ROLES.get(self.role, f"unknown role {self.role}")
        firmware, micropython = pod_messages.unpack_firmware(self.firmware)
        text = f"{role}, protocol {self.version}, firmware {firmware}"
        if micropython:
            text += f", MicroPython {micropython}"
        if self.outdated:
            text += f", which is older than {OLDEST_NAME}"
        return (
            text
            if self.version == pod_messages.PROTOCOL_VERSION
            else f"{text}; this table speaks protocol {pod_messages.PROTOCOL_VERSION}"
        )


def find_picos(system: PodSystem) -> list[FoundPort]:
    """Every Pico that is plugged in."""
    return sorted(port for port in system.ports() if port.vendor == RASPBERRY_USB_VENDOR)


def pod_lines(system: PodSystem) -> list[str]:
    """A line for each Pico."""
    return [f"{pico.serial.upper()}  {pico.device}  {_described(system, pico)}" for pico in find_picos(system)]


def choose_pico(system: PodSystem, device: str | None) -> FoundPort:
    """The Pico at that device; None: the only Pico that is plugged in. Raises DeviceError."""
    there = find_picos(system)
    if device is not None:
        # A symbolic link of udev is accepted too.
        real = str(Path(device).resolve())
        return next((pico for pico in there if pico.device in (device, real)), FoundPort(device, ""))
    if not there:
        raise DeviceError("No Pico is plugged in; put its cable in, or name its port with --port.")
    if len(there) > 1:
        names = ", ".join(f"{pico.device} ({pico.serial.upper()})" for pico in there)
        raise DeviceError(f"More than one Pico is plugged in: {names}; say which with --port.")
    return there[0]


def mpremote_command(device: str, role: PodRole, config: Path | None) -> list[str]:
    """The mpremote command that copies all files to the Pico, main.py last, and restarts it."""
    wanted = firmware_files(role, config)
    parents = {there.rpartition("/")[0] for there in wanted} - {""}
    folders = sorted(
        {"/".join(name.split("/")[: depth + 1]) for name in parents for depth in range(name.count("/") + 1)}
    )
    call = [sys.executable, "-m", "mpremote", "connect", device, "exec", _FOLDERS.format(folders=folders)]
    for there, here in wanted.items():
        call += ["+", "fs", "cp", str(here), f":{there}"]
    return [*call, "+", "reset"]


def flash_steps(device: str, role: PodRole, config: Path | None) -> list[str]:
    """The steps of flashing, as lines for people."""
    return [
        f"{device}: if it is a pod, ask it to start without its program.",
        *(f"copy {here} to {there}" for there, here in firmware_files(role, config).items()),
        f"start it. In one call: {shlex.join(mpremote_command(device, role, config))}",
    ]


def flash_pod(system: PodSystem, pico: FoundPort, role: PodRole, config: Path | None) -> str:
    """Write the firmware to the Pico; returns what the pod then reports. Raises DeviceError."""
    if importlib.util.find_spec("mpremote") is None:
        raise DeviceError(MPREMOTE_MISSING)
    for here in firmware_files(role, config).values():
        if not here.is_file():
            raise DeviceError(f"There is no file {here}; name another with --config.")
    device = _freed(system, pico)
    if system.run(mpremote_command(device, role, config)) != 0:
        raise DeviceError(
            f"mpremote could not write to {device}; if the Pico is new, put MicroPython on it first (hold BOOTSEL, plug it in, "
            "copy the .uf2 from micropython.org), or plug it in while ● is held, and try again."
        )
    back = _awaited(system, pico, lambda device: query_pod(system, device) is not None)
    answer = query_pod(system, back) if back is not None else None
    if answer is None:
        raise DeviceError(f"The files are on {device}, but it does not answer; unplug it and plug it in again.")
    return f"{answer.serial}: {_advised(answer)}"


def query_pod(system: PodSystem, device: str, *, leave: bool = False) -> PodAnswer | None:
    """What the pod at that device reports about itself; None: no answer. `leave`: ask it to restart without its program.

    Raises OSError if the port cannot be opened.
    """
    port = system.open_port(device)
    try:
        answer = _greeted(system, port)
        if leave and answer is not None:
            port.write(b"\0" + PodLink(up=False).greeting(pod_messages.LEAVE, 0, answer.serial.encode(), 0))
        return answer
    finally:
        port.close()


def _described(system: PodSystem, pico: FoundPort) -> str:
    try:
        answer = query_pod(system, pico.device)
    except OSError as error:
        return port_fault_reason(pico.device, error)
    return _advised(answer) if answer else "does not answer; put the firmware on it with 'companion pods flash'"


def _advised(answer: PodAnswer) -> str:
    return f"{answer.describe()}: {RENEW_MICROPYTHON}" if answer.outdated else answer.describe()


def _greeted(system: PodSystem, port: Port) -> PodAnswer | None:
    link = PodLink(up=False)
    # This greeting opens no session, so its number need not be new.
    sessions = count(_SESSION).__next__
    _, hello = hello_frame(link, sessions, pod_messages.pack_hello("", pod_messages.QUERY_VERSION))
    end, again = system.clock() + _ANSWER_WITHIN, system.clock()
    while (now := system.clock()) < end:
        if now >= again:
            again = now + _ASK_AGAIN
            port.write(hello)
        for frame in link.receive(port.read()):
            welcome = pod_messages.unpack_welcome(frame.body) if frame.kind == pod_messages.WELCOME | UP else None
            if welcome is not None:
                return PodAnswer(*welcome)
    return None


def _freed(system: PodSystem, pico: FoundPort) -> str:
    """The device of the Pico at MicroPython's prompt."""
    try:
        if query_pod(system, pico.device, leave=True) is None:
            return pico.device
    except OSError as error:
        raise DeviceError(f"The Pico cannot be reached: {port_fault_reason(pico.device, error)}.") from error
    # The pod answers greetings until it has left its program.
    back = _awaited(system, pico, lambda device: query_pod(system, device) is None)
    if back is None:
        raise DeviceError(
            f"The pod at {pico.device} did not start without its program; plug it in while ● is held, and try again."
        )
    return back


def _awaited(system: PodSystem, pico: FoundPort, is_so: Callable[[str], bool]) -> str | None:
    """Wait until `is_so` holds for the Pico's device, which may have changed; returns the device, or None after a timeout."""
    end = system.clock() + _BACK_WITHIN
    while system.clock() < end:
        system.pause(_LOOK_EVERY)
        device = (
            next((one.device for one in system.ports() if one.serial == pico.serial), None)
            if pico.serial
            else pico.device
        )
        try:
            if device is not None and is_so(device):
                return device
        except OSError:
            # It is restarting.
            continue
    return None
