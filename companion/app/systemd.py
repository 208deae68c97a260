"""The messages of the daemon to systemd (ready, alive, stopping), and the sockets that systemd opens for it.

The messages are datagrams on the Unix socket that NOTIFY_SOCKET names. Invariant: without that socket, and when nobody reads it
any more, nothing happens; the table never waits for a message.
"""

import socket
from collections.abc import Mapping

from msgspec import Struct

_FIRST_FD = 3


class SystemdNotify(Struct, frozen=True):
    """Sends systemd the state of the service. `address` is None outside of systemd."""

    address: str | None

    @classmethod
    def of(cls, environ: Mapping[str, str]) -> "SystemdNotify":
        """For the socket that NOTIFY_SOCKET names: a path, or @ and a name in the abstract namespace."""
        address = environ.get("NOTIFY_SOCKET", "")
        return cls(address if address.startswith(("/", "@")) else None)

    def ready(self, status: str) -> bool:
        """Start-up is complete. Like all messages: returns whether systemd got it."""
        return self._send(f"READY=1\n{_status(status)}")

    def status(self, status: str) -> bool:
        """What `systemctl status` shows, in one line."""
        return self._send(_status(status))

    def alive(self) -> bool:
        """Tell the watchdog that the loop runs."""
        return self._send("WATCHDOG=1")

    def stopping(self, status: str) -> bool:
        """Shutting down has begun."""
        return self._send(f"STOPPING=1\n{_status(status)}")

    def _send(self, message: str) -> bool:
        if self.address is None:
            return False
        # The kernel marks a name in the abstract namespace by a null byte at its beginning.
        address = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as wire:
                # A full queue must not block the table; the next message has the newest state anyway.
                wire.setblocking(False)
                wire.sendto(message.encode(), address)
        except OSError:  # nobody reads, or no file descriptor is left
            return False
        return True


class Watchdog(Struct, frozen=True):
    """Systemd kills the service when it gets no message for twice `interval` seconds."""

    interval: float

    @classmethod
    def of(cls, environ: Mapping[str, str], pid: int) -> "Watchdog | None":
        """The watchdog of WATCHDOG_USEC; None where it is not set, or meant for another process."""
        limit = _number(environ, "WATCHDOG_USEC")
        meant_for = environ.get("WATCHDOG_PID", str(pid))
        return cls(interval=limit / 2_000_000) if limit > 0 and meant_for == str(pid) else None


def listen_fds(environ: Mapping[str, str], pid: int) -> list[int]:
    """The sockets that systemd opened for this process, as file descriptors. The caller must close them."""
    if environ.get("LISTEN_PID") != str(pid):
        return []
    return list(range(_FIRST_FD, _FIRST_FD + _number(environ, "LISTEN_FDS")))


def _status(text: str) -> str:
    # A line break would begin another field; a player's name must not be able to send WATCHDOG=1.
    return "STATUS=" + " ".join(text.split())


def _number(environ: Mapping[str, str], name: str) -> int:
    text = environ.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() else 0
