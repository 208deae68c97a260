"""Folders that stand for Raspberry Pis."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.core.errors import DeviceError
from companion.devices.pods.flash import PodAnswer
from companion.devices.wiring import Mux, Pull, Wiring
from companion.pi.boot_settings import with_block
from companion.pi.doctor.check import DoctorCheck
from companion.pi.host import Host, User
from companion.pod_wire import pod_messages
from tests.sysfs import Sysfs

TABLE = 'board = "four-seats"\nrevision = 0xC03114\njournal.path = "/var/lib/companion/journal.sqlite3"\n'
PANELS = [(bus, 0x3C) for bus in range(11, 15)]
SEAT = PodAnswer(pod_messages.PROTOCOL_VERSION, pod_messages.ROLE_SEAT, "1.0.0", "E66")


@contextmanager
def as_nobody() -> Iterator[None]:
    """As a user who owns nothing. What is imported for the first time in here is out of reach, so everything runs once before."""
    number = os.geteuid()
    if number != 0:
        # What is closed to its owner is closed enough.
        yield
        return
    os.setresuid(65534, 65534, number)
    try:
        yield
    finally:
        os.setresuid(number, number, number)


@contextmanager
def open_folder() -> Iterator[Path]:
    """One that every user may look into, other than pytest's own."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


def put(root: Path, name: str, data: bytes | str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)


def raspberry(root: Path, *, first: int | None = 11, hertz: int = 100_000) -> Sysfs:
    """A Pi with I2C bus 1, and a multiplexer whose channel 0 is the bus `first`; None: without one."""
    put(root, "proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    put(root, "proc/device-tree/system/linux,revision", (0xC03114).to_bytes(4, "big"))
    sysfs = Sysfs(root, first or 11)
    sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
    put(root, "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", hertz.to_bytes(4, "big"))
    if first is not None:
        sysfs.multiplexer(1)
    return sysfs


def four_seats(root: Path) -> Path:
    """A Pi on which `companion setup` has been, with TABLE; its panels are PANELS."""
    raspberry(root)
    put(root, "etc/companion/table.toml", TABLE)
    (root / "var/lib/companion").mkdir(parents=True)
    block = "dtparam=i2c_arm=on,i2c_arm_baudrate=100000\ndtoverlay=i2c-mux,pca9548,addr=0x70\ndtoverlay=\n"
    put(root, "boot/firmware/config.txt", with_block("", block.splitlines()))
    return root


def wrong(checks: Iterable[DoctorCheck]) -> list[str]:
    """The parts that are found bad."""
    return [check.what for check in checks if check.status == "bad"]


Found = tuple[str, ...]
"""A part, its status, and what its line must name."""


def assert_found(checks: Iterable[DoctorCheck], *expected: Found, of: str = "", status: str = "") -> None:
    """Of the checks whose part begins with `of`, and which have the `status` if one is given, exactly the expected ones."""
    found = [check for check in checks if check.what.startswith(of) and status in ("", check.status)]
    lines = "\n".join(check.line() for check in found)
    assert [(check.what, check.status) for check in found] == [one[:2] for one in expected], lines
    for check, (_, _, *named) in zip(found, expected, strict=True):
        assert [one for one in named if one not in check.line()] == [], lines


def host(
    root: Path,
    *,
    answering: Iterable[tuple[int, int]] = (),
    tools: Mapping[str, str] | None = None,
    low: Iterable[int] = (),
    serials: Mapping[str, str] | None = None,
    roles: Mapping[str, PodAnswer | OSError | None] | None = None,
    no_pins: str = "",
    user: User | None = None,
    probed: list[tuple[int, int]] | None = None,
) -> Host:
    there, said, closed = set(answering), dict(tools or {}), set(low)

    def probe(bus: int, address: int, _mux: Mux | None) -> bool:
        if probed is not None:
            probed.append((bus, address))
        return (bus, address) in there

    def hello(device: str) -> PodAnswer | None:
        answer = (roles or {}).get(device, SEAT)
        if isinstance(answer, OSError):
            raise answer
        return answer

    def levels(_wiring: Wiring, pins: Mapping[int, Pull]) -> Mapping[int, bool]:
        if no_pins:
            raise DeviceError(no_pins)
        return {pin: pin not in closed for pin in pins}

    return Host(
        root,
        user or User("root", 0, frozenset()),
        {"HOME": "/home/PLANTEDUSER"},
        # A tool that is asked twice over is told apart by all that it is asked.
        lambda words: said.get(" ".join(words), said.get(" ".join(words[:2]))),
        probe,
        levels,
        lambda: dict(serials or {}),
        hello,
        lambda _path: 10**9,
        lambda _path: "companion",
    )
