"""Serial ports: finds a pod's device, and opens it.

A pod is identified by the serial number of its USB plug, never by the name of its device, which may change with each plugging.
"""

import errno
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from companion.core.errors import DeviceError

DEV_FOLDER: Final = Path("/dev")
PORT_READ_SECONDS: Final = 0.1
"""How long a read waits at most, in seconds."""
_WRITE_WITHIN: Final = 0.5
_REASONS: Final = {
    errno.EACCES: "access to {device} is denied, add the user to the group dialout",
    errno.EPERM: "access to {device} is denied, add the user to the group dialout",
    errno.EBUSY: "another program uses {device}, close it",
    errno.EAGAIN: "another program uses {device}, close it",
    errno.ETIMEDOUT: "it accepts no data; unplug it and plug it in again",
}
UNPLUGGED: Final = "unplugged, put its cable back"


class Port(Protocol):
    """An open serial port. Methods raise OSError if it is gone. Used by one thread, except `wake`."""

    def read(self) -> bytes:
        """The received bytes; waits for some until `wake`, or for a tenth of a second."""

    def write(self, data: bytes) -> None:
        """Send bytes; waits half a second at most."""

    def wake(self) -> None:
        """Make `read` return. Thread-safe."""

    def close(self) -> None:
        """Close it."""


class FoundPort(NamedTuple):
    """A serial port of the system. `serial`: its USB serial number; `vendor`: its USB vendor."""

    device: str
    serial: str
    vendor: int | None = None


PortFinder = Callable[[str], str | None]
"""Takes a serial number and returns the device; None: not plugged in."""
PortOpener = Callable[[str], Port]
"""Opens a device. Raises OSError."""


class SerialPort:
    """A `Port` with pyserial, locked against other programs."""

    def __init__(self, device: str) -> None:
        import termios

        from serial import Serial, SerialException

        try:
            self._serial: Any = Serial(device, timeout=PORT_READ_SECONDS, write_timeout=_WRITE_WITHIN, exclusive=True)
        except termios.error as error:
            # It was unplugged while it was being opened; pyserial does not convert this error.
            raise OSError(*error.args) from error
        except SerialException as error:
            raise OSError(error.errno or errno.EIO, str(error)) from error

    def read(self) -> bytes:
        found: bytes = self._serial.read(max(1, self._serial.in_waiting))
        return found

    def write(self, data: bytes) -> None:
        from serial import SerialTimeoutException

        try:
            self._serial.write(data)
        except SerialTimeoutException as error:
            raise TimeoutError(errno.ETIMEDOUT, str(error)) from error

    def wake(self) -> None:
        self._serial.cancel_read()

    def close(self) -> None:
        self._serial.close()


def usb_serial_ports() -> Iterable[FoundPort]:
    """All USB serial ports with a serial number; empty while one of them is being unplugged."""
    from serial.tools.list_ports import comports

    try:
        return [FoundPort(port.device, port.serial_number, port.vid) for port in comports() if port.serial_number]
    except (OSError, TypeError, ValueError):
        # A file in sysfs disappeared while it was read.
        return []


def find_pod_port(
    serial: str, dev: Path | None = None, ports: Callable[[], Iterable[FoundPort]] = usb_serial_ports
) -> str | None:
    """The device of the pod with that serial number: by udev's symbolic links, then by the list of ports.

    `dev`: the folder of devices; None: DEV_FOLDER.
    """
    dev, sought = dev or DEV_FOLDER, serial.lower()
    for folder, name in ((dev / "companion", f"pod-{sought}"), (dev / "serial" / "by-id", sought)):
        try:
            entries = sorted(folder.iterdir())
        except OSError:
            # udev removes the folder with its last link.
            entries = []
        for entry in entries:
            if name == entry.name.lower() or (folder.name == "by-id" and f"_{name}-" in f"_{entry.name.lower()}-"):
                return str(entry)
    return next((port.device for port in ports() if port.serial.lower() == sought), None)


def port_fault_reason(device: str, error: OSError) -> str:
    """Why a port cannot be opened: the end of a sentence, without a full stop."""
    if isinstance(error, DeviceError):
        return str(error).rstrip(".")
    if error.errno in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO):
        return UNPLUGGED
    known = _REASONS.get(error.errno or 0)
    return known.format(device=device) if known else f"{device} cannot be opened ({error.strerror or error})"
