"""Serial ports: which device a pod is, and how it is opened.

A pod is known by the serial number of its USB plug, never by the name of its device, which is another one after each
unplugging.
"""

import errno
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple, Protocol

from companion.core.errors import DeviceError

DEV_FOLDER: Final = Path("/dev")
PORT_READ_SECONDS: Final = 0.1
"""Seconds that a read waits at most."""
_WRITE_WITHIN: Final = 0.5
_REASONS: Final = {
    errno.EACCES: "access to {device} is denied, add the user to the group dialout",
    errno.EPERM: "access to {device} is denied, add the user to the group dialout",
    errno.EBUSY: "another program has {device}, close that",
    errno.EAGAIN: "another program has {device}, close that",
    errno.ETIMEDOUT: "it takes nothing any more; take its plug out and in again",
}
UNPLUGGED: Final = "unplugged, put its cable back"


class Port(Protocol):
    """An open serial port. Raises OSError when it is gone. Used by one thread, but for `wake`."""

    def read(self) -> bytes:
        """What has come; waits for something, until `wake` or for a tenth of a second."""

    def write(self, data: bytes) -> None:
        """Send it; waits half a second at most."""

    def wake(self) -> None:
        """Let `read` come back; from any thread."""

    def close(self) -> None:
        """Let it go."""


class FoundPort(NamedTuple):
    """A serial port of the system. `serial`: its USB serial number; `vendor`: of its plug."""

    device: str
    serial: str
    vendor: int | None = None


PortFinder = Callable[[str], str | None]
"""Takes a serial number and gives the device, None where it is not plugged in."""
PortOpener = Callable[[str], Port]
"""Raises OSError when the device cannot be opened."""


class SerialPort:
    """The `Port` over pyserial. Nobody else can open it meanwhile."""

    def __init__(self, device: str) -> None:
        import termios

        from serial import Serial, SerialException

        try:
            self._serial: Any = Serial(device, timeout=PORT_READ_SECONDS, write_timeout=_WRITE_WITHIN, exclusive=True)
        except termios.error as error:
            # It was pulled while it was being opened; pyserial lets that one through as it is.
            raise OSError(*error.args) from error
        except SerialException as error:
            raise OSError(error.errno or errno.EIO, str(error)) from error

    def read(self) -> bytes:
        """What has come."""
        found: bytes = self._serial.read(max(1, self._serial.in_waiting))
        return found

    def write(self, data: bytes) -> None:
        """Send it."""
        from serial import SerialTimeoutException

        try:
            self._serial.write(data)
        except SerialTimeoutException as error:
            raise TimeoutError(errno.ETIMEDOUT, str(error)) from error

    def wake(self) -> None:
        """Let `read` come back."""
        self._serial.cancel_read()

    def close(self) -> None:
        """Let it go."""
        self._serial.close()


def usb_serial_ports() -> Iterable[FoundPort]:
    """Every USB serial port of the system that tells a serial number; none while one of them is just being pulled."""
    from serial.tools.list_ports import comports

    try:
        return [FoundPort(port.device, port.serial_number, port.vid) for port in comports() if port.serial_number]
    except (OSError, TypeError, ValueError):
        # A file that told of a port was there, and was gone when it was read.
        return []


def find_pod_port(
    serial: str, dev: Path | None = None, ports: Callable[[], Iterable[FoundPort]] = usb_serial_ports
) -> str | None:
    """The device of the pod with that serial number: by the names that udev gave, then by what the system tells.

    `dev`: where devices are, usually in DEV.
    """
    dev, sought = dev or DEV_FOLDER, serial.lower()
    for folder, name in ((dev / "companion", f"pod-{sought}"), (dev / "serial" / "by-id", sought)):
        try:
            entries = sorted(folder.iterdir())
        except OSError:
            # With the last of its names the folder goes too.
            entries = []
        for entry in entries:
            if name == entry.name.lower() or (folder.name == "by-id" and f"_{name}-" in f"_{entry.name.lower()}-"):
                return str(entry)
    return next((port.device for port in ports() if port.serial.lower() == sought), None)


def port_fault_reason(device: str, error: OSError) -> str:
    """Why a port cannot be opened, as the end of a sentence, without a full stop."""
    if isinstance(error, DeviceError):
        return str(error).rstrip(".")
    if error.errno in (errno.ENOENT, errno.ENXIO, errno.ENODEV, errno.EIO):
        return UNPLUGGED
    known = _REASONS.get(error.errno or 0)
    return known.format(device=device) if known else f"{device} cannot be opened ({error.strerror or error})"
