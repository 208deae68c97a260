"""What the daemon and systemd say to each other: ready, alive, stopping; and the sockets that systemd brings.

The messages are datagrams on the Unix socket that NOTIFY_SOCKET names. Law: without one, and when nobody listens any more,
nothing happens; the table never stands still for a message.
"""

import socket
from collections.abc import Mapping

from msgspec import Struct

_FIRST_FD = 3


class SystemdNotify(Struct, frozen=True):
    """Tells systemd how the service is. `address` is None where nobody asked."""

    address: str | None

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> "SystemdNotify":
        """The one that NOTIFY_SOCKET asks for: a path, or @ and a name in the abstract namespace."""
        address = environ.get("NOTIFY_SOCKET", "")
        return cls(address if address.startswith(("/", "@")) else None)

    def ready(self, status: str) -> bool:
        """Start-up is complete. Like all of these: whether the message was handed over."""
        return self._send(f"READY=1\n{_status(status)}")

    def status(self, status: str) -> bool:
        """What `systemctl status` shows, in one line."""
        return self._send(_status(status))

    def alive(self) -> bool:
        """The watchdog's food."""
        return self._send("WATCHDOG=1")

    def stopping(self, status: str) -> bool:
        """Shutting down has begun."""
        return self._send(f"STOPPING=1\n{_status(status)}")

    def _send(self, message: str) -> bool:
        if self.address is None:
            return False
        # A null byte in front is how the kernel marks a name that is no file.
        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as wire:
                # A full queue must not stop the table; the next message will say as much.
                wire.setblocking(False)
                wire.sendto(message.encode(), address)
        except OSError:  # nobody listens, or no file descriptor is left
            return False
        return True


class Watchdog(Struct, frozen=True):
    """Systemd kills the service when it hears nothing for twice `interval` seconds."""

    interval: float

    @classmethod
    def of(cls, environ: Mapping[str, str], pid: int) -> "Watchdog | None":
        """The one that WATCHDOG_USEC asks of this process; None where none does, or it is meant for another."""
        limit = _number(environ, "WATCHDOG_USEC")
        meant_for = environ.get("WATCHDOG_PID", str(pid))
        return cls(interval=limit / 2_000_000) if limit > 0 and meant_for == str(pid) else None


def listen_fds(environ: Mapping[str, str], pid: int) -> list[int]:
    """The sockets that systemd opened for this process, as file descriptors; the caller owns them from now on."""
    if environ.get("LISTEN_PID") != str(pid):
        return []
    return list(range(_FIRST_FD, _FIRST_FD + _number(environ, "LISTEN_FDS")))


def _status(text: str) -> str:
    # A line break would begin another field, and a player's name must not say WATCHDOG=1.
    return "STATUS=" + " ".join(text.split())


def _number(environ: Mapping[str, str], name: str) -> int:
    text = environ.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() else 0
