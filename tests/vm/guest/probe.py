"""Tries what the service's sandbox has to deny; run in its place, and outside of it, where all of it is allowed.

It stands alone, so that nothing but Python is needed where it runs. A line for each probe: its name, a tab, and the name of
the error, or "allowed".
"""

import contextlib
import ctypes
import errno
import json
import mmap
import os
import signal
import socket
import sys
import time
from collections.abc import Callable
from pathlib import Path

BAIT = Path("/run/vm-bait.json")
"""Where the guest says what it has laid out for the probes."""

CLUB = "the broker of a club"

_PTRACE_TRACEME, _SYSLOG_SIZE, _FINIT_MODULE = 0, 10, 313
_CLONE_NEWNS, _CLONE_NEWUSER = 0x00020000, 0x10000000


def _libc(name: str, *arguments: object) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def _in_a_child(act: Callable[[], None]) -> None:
    """Do it in a process that ends with it. Raises the OSError that it met."""
    child = os.fork()
    if child == 0:
        number = 0
        try:
            act()
        except OSError as error:
            number = error.errno or errno.EIO
        finally:
            os._exit(number)
    number = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if number:
        raise OSError(number, "in the child")


def _open(path: str, flags: int = os.O_RDWR) -> None:
    os.close(os.open(path, flags | os.O_CLOEXEC))


def _create(folder: str) -> None:
    path = Path(folder) / f"probe-{os.getpid()}"
    path.write_text("")
    path.unlink()


def _socket(family: int, kind: int, protocol: int = 0) -> None:
    socket.socket(family, kind, protocol).close()


def _load(module: str) -> None:
    with open(module, "rb") as file:
        _libc("syscall", _FINIT_MODULE, file.fileno(), b"", 0)


def _set_user_id() -> None:
    path = Path(f"probe-{os.getpid()}")
    path.write_text("")
    try:
        path.chmod(0o4700)
    finally:
        path.unlink()


def _written_and_run() -> None:
    mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC).close()


def _mount() -> None:
    # Outside of the sandbox in a namespace of its own, so that nothing stays; inside that is denied too, and not asked.
    with contextlib.suppress(OSError):
        _libc("unshare", _CLONE_NEWNS)
    _libc("mount", b"none", b"/mnt", b"tmpfs", 0, None)


def probes(bait: dict[str, str]) -> dict[str, Callable[[], None]]:
    """What is tried, by its name in the plan."""
    return {
        "a socket to the internet": lambda: _socket(socket.AF_INET, socket.SOCK_STREAM),
        "a socket to the internet, version 6": lambda: _socket(socket.AF_INET6, socket.SOCK_DGRAM),
        "a raw packet": lambda: _socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
        "a talk with the kernel's network": lambda: _socket(socket.AF_NETLINK, socket.SOCK_RAW),
        "a file in /etc": lambda: _create(bait["etc"]),
        "a file in /usr": lambda: _create(bait["usr"]),
        "a line of /sys": lambda: _open(bait["sys"], os.O_WRONLY),
        "a file of the boot partition": lambda: _open(bait["boot"], os.O_RDONLY),
        "a stick in /media": lambda: _open(bait["media"], os.O_RDONLY),
        "a diary in /home": lambda: _open(bait["home"], os.O_RDONLY),
        "the memory, /dev/mem": lambda: _open("/dev/mem"),
        "the disk, /dev/vda": lambda: _open("/dev/vda"),
        "a tunnel, /dev/net/tun": lambda: _open("/dev/net/tun"),
        "the first process, to kill": lambda: os.kill(1, 0),
        "the first process, to look at": lambda: _open("/proc/1/status", os.O_RDONLY),
        "a process, to trace": lambda: _in_a_child(lambda: _libc("ptrace", _PTRACE_TRACEME, 0, None, None)),
        "a kernel module": lambda: _load(bait["module"]),
        "the clock": lambda: time.clock_settime(time.CLOCK_REALTIME, time.time()),
        "a mount": lambda: _in_a_child(_mount),
        "a namespace": lambda: _in_a_child(lambda: _libc("unshare", _CLONE_NEWUSER)),
        "the name of the machine": lambda: socket.sethostname(socket.gethostname()),
        "the kernel's log": lambda: _libc("klogctl", _SYSLOG_SIZE, None, 0),
        "memory that is written and run": _written_and_run,
        "a real-time schedule": lambda: _in_a_child(lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))),
        "a set-user-id file": _set_user_id,
    }


def _asks_broker() -> None:
    """By the socket that leads out of the sandbox. Raises OSError where nobody answers there."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as way:
        way.settimeout(60)
        way.connect(os.environ["COMPANION_CLUB_SOCKET"])
        way.sendall(b"hello")
        if way.recv(5) != b"hello":
            raise ConnectionResetError(errno.ECONNRESET, "nobody answers")


def main() -> None:
    """Try everything, or with the word `club` the way to its broker, say it, and stay until somebody ends it."""
    attempts = {CLUB: _asks_broker} if sys.argv[1:] == ["club"] else probes(json.loads(BAIT.read_text()))
    for name, attempt in attempts.items():
        try:
            attempt()
        except OSError as error:
            met = errno.errorcode.get(error.errno or 0, str(error.errno))
        else:
            met = "allowed"
        sys.stdout.write(f"{name}\t{met}\n")
    sys.stdout.flush()
    address = os.environ.get("NOTIFY_SOCKET")
    if address is not None:
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.sendto(b"READY=1", address)
        signal.pause()


if __name__ == "__main__":
    main()
