"""The virtual machine: Debian's kernel on QEMU without KVM, and a serial line on which the guest reports.

Law: the guest ends by itself in time, or it is ended and what it said so far is judged; its disk is never changed.
"""

import selectors
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.vm.tools import run

_MEMORY = 512
_LINE = (
    "console=ttyS0 panic=-1 quiet loglevel=4 systemd.unit=vm-test.service "
    "systemd.journald.forward_to_console=1 mitigations=off tsc=reliable vm.guest="
)
_MORE = {"raspberry": " cgroup_disable=memory"}
"""What a guest's kernel is told besides."""


def payload(folder: Path, image: Path) -> None:
    """A disk out of a folder."""
    run(["truncate", "--size=64M", image])
    run(["mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-d", folder, image])


def boot(
    guest: str, kernel: Path, root: Path, payload: Path, log: Path, *, seconds: float, said: Callable[[str], None]
) -> bool:
    """Run the machine until it powers off; each line of its report goes to `said`, its console to the file `log`.

    False when it had to be ended after `seconds`.
    """
    # One processor: what goes to and fro between threads costs ten times as much from one emulated processor to another.
    command: list[str | Path] = [
        # It does not outlive whoever asked for it.
        "setpriv", "--pdeathsig", "KILL", "qemu-system-x86_64", "-accel", "tcg", "-cpu", "max", "-smp", "1", "-m", str(_MEMORY),
        "-nodefaults", "-display", "none", "-no-reboot",
        "-serial", f"file:{log}", "-serial", "stdio",
        "-kernel", kernel / "vmlinuz", "-initrd", kernel / "first.cpio.gz", "-append", _LINE + guest + _MORE.get(guest, ""),
        *_drive("root", root), *_drive("payload", payload),
    ]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE) as machine:
        try:
            return _listen(machine, time.monotonic() + seconds, said)
        finally:
            machine.kill()


def _drive(name: str, image: Path) -> tuple[str, ...]:
    return (
        "-drive", f"file={image},if=none,id={name},format=raw,snapshot=on",
        "-device", f"virtio-blk-pci,drive={name}",
    )  # fmt: skip


def _listen(machine: subprocess.Popen[bytes], until: float, said: Callable[[str], None]) -> bool:
    assert machine.stdout is not None
    pending = b""
    with selectors.DefaultSelector() as selector:
        selector.register(machine.stdout, selectors.EVENT_READ)
        while selector.select(max(0.0, until - time.monotonic())):
            part = machine.stdout.read1(65536)  # type: ignore[attr-defined]
            if not part:
                return True
            *lines, pending = (pending + part).split(b"\n")
            for line in lines:
                said(line.decode(errors="replace").rstrip("\r"))
    return False
