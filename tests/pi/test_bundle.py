"""The support bundle: whatever is planted in journal, log and configuration, no byte of it leaves."""

import base64
import gzip
import io
import json
import tarfile
from pathlib import Path

import pytest

from companion.journal.journal import Journal
from companion.pi.bundle import bundled, packed
from companion.pi.log_lines import of_daemon, of_kernel
from companion.pi.machine import User
from companion.table.effects import Moved, Opened
from tests.pi.machines import machine, put, raspberry

SECRETS = (
    "PLANTEDcode4711", "PLANTEDAda", "PLANTEDBen", "PLANTEDtoken-9f3a", "PLANTEDhost", "PLANTEDserial", "PLANTEDpod",
    "PLANTEDcomment", "PLANTEDUSER", "192.168.77.13", "b8:27:eb:12:34:56", "PLANTEDwifi",
)  # fmt: skip
TABLE = """# PLANTEDcomment
board = "six-pods"
revision = 0xC03114
journal.path = "/home/PLANTEDUSER/journal.sqlite3"
web.bench = false
web.host = "192.168.77.13"
web.allowed_hosts = ["PLANTEDhost"]
[[seats]]
name = "PLANTEDA"  # PLANTEDcomment
pod = "PLANTEDpod"
[[seats]]
name = "PLANTEDB"
pod = "PLANTEDserial"
"""
LOG = "\n".join(
    f"2026-11-21T10:00:00+00:00 companion[7]: {said}"
    for said in (
        "INFO the table stands; its page is http://192.168.77.13:8080/seat?token=PLANTEDtoken-9f3a",
        "WARNING PLANTEDAda is not on the list of players: no room",
        "WARNING refused: PLANTEDcode4711",
        "WARNING seat 2: screen not answering (I2C bus 11, address 0x3C): nothing acknowledges there, check its cable.",
        "WARNING seat 2: screen not answering (I2C bus 11, address 0x3C): PLANTEDcode4711.",
        "Traceback (most recent call last):",
        '  File "/home/PLANTEDUSER/companion/daemon/daemon.py", line 12, in run',
        "ValueError: PLANTEDcode4711",
        "ERROR The journal /home/PLANTEDUSER/j.sqlite3 does not answer",
        "PLANTEDcode4711",
    )
)
KERNEL = "\n".join(
    (
        "[    1.000000] Machine model: PLANTEDserial",
        "[    2.000000] usb 1-1: SerialNumber: PLANTEDserial",
        "[    3.000000] hwmon hwmon1: Undervoltage detected!",
        "[    4.000000] i2c i2c-1: Added multiplexed i2c bus 11",
        "[    5.000000] wlan0: associated PLANTEDwifi b8:27:eb:12:34:56",
        "[    6.000000] i2c-bcm2835 fe804000.i2c: i2c transfer timed out",
        "[    7.000000] i2c i2c-1: PLANTEDserial",
    )
)


def encoded(secret: str) -> set[bytes]:
    """The forms in which a secret could hide."""
    raw = secret.encode()
    forms = {raw, raw.hex().encode(), raw.hex().upper().encode(), json.dumps(secret)[1:-1].encode(), raw[::-1]}
    forms |= {raw.lower(), raw.upper(), secret.encode("utf-16-le"), raw.replace(b":", b"").replace(b".", b"")}
    for shift in range(3):
        # Base64 of it at each place in a longer text, but for the letters at its edges.
        forms.add(base64.b64encode(bytes(shift) + raw)[4:-4])
    return forms


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    raspberry(tmp_path)
    put(tmp_path, "proc/cpuinfo", "Revision\t: c03114\nSerial\t\t: PLANTEDserial\n")
    put(tmp_path, "etc/hostname", "PLANTEDhost\n")
    put(tmp_path, "boot/firmware/config.txt", "# PLANTEDcomment\ndtparam=audio=on\n")
    put(tmp_path, "etc/companion/table.toml", TABLE)
    journal = Journal.open(tmp_path / "home/PLANTEDUSER/journal.sqlite3", lambda: "2026-11-21T10:00:00+00:00")
    journal.append(Opened("mastermind", 1, {"word": "PLANTEDcode4711"}, ("PLANTEDAda", "PLANTEDBen"), (0, 1)))
    journal.append(Moved(1, 0, {"move": "code", "code": ["PLANTEDcode4711"]}))
    journal.append(Moved(2, 1, {"move": "guess", "code": ["PLANTEDcode4711"]}))
    journal.append(Opened("PLANTEDcode4711", 1, {}, ("PLANTEDAda",), (0,)))
    journal.roll("PLANTEDcode4711", 3, 2)
    journal.roll("machine", 3, 2)
    journal.close()
    return tmp_path


def made(root: Path) -> dict[str, str]:
    user = User("PLANTEDUSER", 1000, frozenset({"gpio"}))
    serials = {"PLANTEDpod": "/dev/ttyACM0", "PLANTEDwifi": "/dev/PLANTEDhost"}
    tools = {"journalctl --unit=companion.service": LOG, "dmesg": KERNEL}
    return bundled(machine(root, user=user, serials=serials, tools=tools), None)


def test_no_secret_leaves_in_any_form(pi: Path) -> None:
    raw = packed(made(pi), 1_700_000_000)
    held = [raw, gzip.decompress(raw)]
    with tarfile.open(fileobj=io.BytesIO(raw)) as archive:
        names = archive.getnames()
        held += [file.read() for name in names if (file := archive.extractfile(name)) is not None]
    assert len(names) == 7
    planted = b"".join(path.read_bytes() for path in pi.rglob("*") if path.is_file()) + (LOG + KERNEL).encode()
    assert sum(secret.encode() in planted for secret in SECRETS) >= 9
    found = [(secret, form) for secret in SECRETS for form in encoded(secret) for part in held if form in part]
    assert found == []
    assert not any(b"PLANTED" in part for part in held)


def test_what_helps_is_in_it(pi: Path) -> None:
    files = made(pi)
    assert "Raspberry Pi 4 Model B" in files["checks.txt"]
    assert 'seats[1].name = "Seat 1"' in files["configuration.txt"]
    assert "web.allowed_hosts = (1 left out)" in files["configuration.txt"]
    assert "volume 1, games of mastermind: 1\nvolume 1, games of another kind: 1\n" in "".join(
        sorted(files["journal.txt"].splitlines(keepends=True), reverse=True)
    )
    assert "volume 1, entries of kind move: 2" in files["journal.txt"]
    assert "volume 1, rolls from another kind: 1" in files["journal.txt"]
    assert (
        files["log.txt"].splitlines()
        == [
            "2026-11-21T10:00:00 INFO the table stands",
            "(1 line left out)",
            "2026-11-21T10:00:00 WARNING refused: (left out)",
            "2026-11-21T10:00:00 WARNING seat 2: screen not answering (I2C bus 11, address 0x3C): nothing acknowledges there, "
            "check its cable.",
            "(1 line left out)",
            "2026-11-21T10:00:00 Traceback (most recent call last):",
            "2026-11-21T10:00:00   File daemon.py, line 12",
            "2026-11-21T10:00:00 ValueError: (left out)",
            "2026-11-21T10:00:00 ERROR The journal (left out)",
            "(1 line left out)",
        ]
        or "(2 lines left out)" in files["log.txt"]
    )
    assert files["kernel.txt"].count("\n") == 6


def test_a_broken_configuration_is_not_quoted(pi: Path) -> None:
    put(pi, "etc/companion/table.toml", 'board = "PLANTEDcode4711"\nPLANTEDtoken-9f3a = 1\n')
    files = made(pi)
    assert not any("PLANTED" in text for text in files.values())
    assert "faults" in files["checks.txt"]


def test_lines_without_a_form_are_counted() -> None:
    assert [*of_daemon(["x", "y"])] == ["(2 lines left out)"]
    assert [*of_kernel([])] == []
