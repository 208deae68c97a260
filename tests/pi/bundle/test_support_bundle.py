"""The support bundle contains no byte of the secrets planted in journal, log and configuration."""

import base64
import gzip
import io
import json
import tarfile
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.core.errors import DeviceError
from companion.devices.pods.flash import PodAnswer
from companion.devices.wiring import Wiring
from companion.journal.journal import Journal
from companion.journal.rows import RollToLog
from companion.pi.doctor.examine import examine
from companion.pi.host import User
from companion.pi.support_bundle import collect_bundle, daemon_lines, journal_text, kernel_lines, pack_bundle
from companion.pod_wire import pod_messages
from companion.table.effects import Moved, Opened
from tests.pi.hosts import host, put, raspberry

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
web.wifi = "PLANTEDwifi"
web.wifi_password = "PLANTEDtoken-9f3a"
web.certificate = "/home/PLANTEDUSER/table.pem"
web.key = "/home/PLANTEDUSER/table.key"
[[seats]]
name = "PLANTEDA"  # PLANTEDcomment
pod = "PLANTEDpod"
[[seats]]
name = "PLANTEDB"
pod = "PLANTEDserial"
"""
BOOT = "[0x00000000PLANTEDserial]\ndevice_tree=\n[all]\ndtparam=i2c_arm=off,PLANTEDtoken-9f3a\n"
"""Both stand against a table with panels on I2C, and a filter may be a Raspberry Pi's serial number."""
PANELS = """board = "two-seats"
revision = 0xC03114
journal.path = "/var/lib/companion/../../../home/PLANTEDUSER/PLANTEDAda.sqlite3"
"""
LOG = "\n".join(
    f"2026-11-21T10:00:00+00:00 companion[7]: {said}"
    for said in (
        "INFO the table stands; its page is http://192.168.77.13:8080/seat?token=PLANTEDtoken-9f3a",
        "WARNING PLANTEDAda is not on the list of players: no room",
        "WARNING refused: PLANTEDcode4711",
        "WARNING the page has too many visitors; connections that were ended: 12",
        "WARNING the page has too many visitors; connections that were ended: PLANTEDAda",
        "WARNING seat 3: screen not answering (I2C bus 11, address 0x3C): nothing acknowledges there, check its cable.",
        "WARNING seat 3: screen not answering (I2C bus 11, address 0x3C): PLANTEDcode4711.",
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
    put(tmp_path, "boot/firmware/config.txt", "# PLANTEDcomment\ndtparam=audio=on\n" + BOOT)
    put(tmp_path, "etc/companion/table.toml", TABLE)
    journal = Journal.open(tmp_path / "home/PLANTEDUSER/journal.sqlite3", lambda: "2026-11-21T10:00:00+00:00")
    journal.append(Opened("mastermind", 1, {"word": "PLANTEDcode4711"}, ("PLANTEDAda", "PLANTEDBen"), (0, 1)))
    journal.append(Moved(1, 0, {"move": "code", "code": ["PLANTEDcode4711"]}), RollToLog("PLANTEDcode4711", 3, 2))
    journal.append(Moved(2, 1, {"move": "guess", "code": ["PLANTEDcode4711"]}), RollToLog("machine", 3, 2))
    journal.append(Opened("PLANTEDcode4711", 1, {}, ("PLANTEDAda",), (0,)))
    journal.close()
    put(tmp_path, "home/PLANTEDUSER/journal.sqlite3.log", LOG)
    return tmp_path


def made(root: Path) -> dict[str, str]:
    user = User("PLANTEDUSER", 1000, frozenset({"gpio"}))
    serials = {"PLANTEDpod": "/dev/ttyACM0", "PLANTEDwifi": "/dev/PLANTEDhost"}
    tools = {"journalctl --unit=companion.service": LOG, "dmesg": KERNEL}
    return collect_bundle(host(root, user=user, serials=serials, tools=tools), None)


def test_no_secret_leaves_in_any_form(pi: Path) -> None:
    raw = pack_bundle(made(pi), 1_700_000_000)
    held = [raw, gzip.decompress(raw)]
    with tarfile.open(fileobj=io.BytesIO(raw)) as archive:
        names = archive.getnames()
        held += [file.read() for name in names if (file := archive.extractfile(name)) is not None]
    assert len(names) == 8
    planted = b"".join(path.read_bytes() for path in pi.rglob("*") if path.is_file()) + (LOG + KERNEL).encode()
    assert sum(secret.encode() in planted for secret in SECRETS) >= 9
    found = [(secret, form) for secret in SECRETS for form in encoded(secret) for part in held if form in part]
    assert found == []
    assert not any(b"PLANTED" in part for part in held)


def test_what_helps_is_in_it(pi: Path) -> None:
    files = made(pi)
    assert "Raspberry Pi 4 Model B" in files["checks.txt"]
    assert 'seats[1].name = "Player 2"' in files["configuration.txt"]
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
            "2026-11-21T10:00:00 WARNING the page has too many visitors; connections that were ended: 12",
            "(1 line left out)",
            "2026-11-21T10:00:00 WARNING seat 3: screen not answering (I2C bus 11, address 0x3C): nothing acknowledges there, "
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
    assert files["kept-log.txt"] == files["log.txt"]


def test_what_its_owner_wrote_elsewhere_is_told_of_and_not_quoted(pi: Path) -> None:
    """Lines of config.txt with their filters, files in the journal's folder, a path that only looks like the service's."""
    put(pi, "etc/companion/table.toml", PANELS)
    (pi / "home/PLANTEDUSER/journal.sqlite3").rename(pi / "home/PLANTEDUSER/PLANTEDAda.sqlite3")
    (pi / "var/lib/companion").mkdir(parents=True)
    put(pi, "home/PLANTEDUSER/PLANTEDAda-vs-PLANTEDBen.sqlite3", "")
    user = User("PLANTEDUSER", 1000, frozenset({"gpio"}))

    def owner(path: Path) -> str:
        return "PLANTEDUSER" if path.is_dir() else "root"

    def levels(_wiring: Wiring, _pins: object) -> dict[int, bool]:
        raise DeviceError("pin_factory \"lgpio\": no way ([Errno 13] denied: '/home/PLANTEDUSER/.lgd-nfy0').")

    one = replace(host(pi, user=user), owner=owner, levels=levels)
    files = collect_bundle(one, None)
    raw = gzip.decompress(pack_bundle(files, 1_700_000_000))
    assert [form for secret in SECRETS for form in encoded(secret) if form in raw] == []
    assert "config.txt: 4: device_tree switches the device tree off" in files["checks.txt"]
    assert "config.txt: 6: dtparam switches off the I2C bus" in files["checks.txt"]
    assert "2 files in it to somebody else" in files["checks.txt"]
    assert "journal.path = (left out)" in files["configuration.txt"].replace('"', "")
    assert 'pin_factory "lgpio": no way' in files["checks.txt"]
    # The owner is told all of it by the doctor.
    told = "".join(check.line() for check in examine(one, None))
    assert "[0x00000000PLANTEDserial]" in told
    assert "PLANTEDAda-vs-PLANTEDBen.sqlite3" in told


def test_the_services_own_journal_is_named_and_none_beside_it() -> None:
    assert journal_text(Path("/var/lib/companion/journal.sqlite3")) == "/var/lib/companion/journal.sqlite3"
    for other in ("PLANTED.sqlite3", "../companion/journal.sqlite3", "a/../journal.sqlite3"):
        assert journal_text(Path("/var/lib/companion", other)) == "(left out)"


def test_a_pod_tells_what_it_is_and_nothing_of_its_maker(pi: Path) -> None:
    put(pi, "etc/companion/table.toml", TABLE.replace('"PLANTEDpod"', '"plantedPOD"'))
    serials = {"PLANTEDpod": "/dev/ttyACM0", "PLANTEDserial": "/dev/PLANTEDhost"}
    version, seat = pod_messages.PROTOCOL_VERSION, pod_messages.ROLE_SEAT
    plain = PodAnswer(version, seat, "1.1.0 1.24.1", "PLANTEDpod")
    strange = PodAnswer(version, seat, "1.0-PLANTEDAda 1.24-PLANTED", "PLANTEDserial")
    one = host(pi, serials=serials, roles={"/dev/ttyACM0": plain, "/dev/PLANTEDhost": strange})
    said = collect_bundle(one, None)["checks.txt"]
    assert "ok   pod of seat 1: pod-0 at /dev/ttyACM0: seat, protocol 1, firmware 1.1.0, MicroPython 1.24.1." in said
    assert "ok   pod of seat 2: pod-1 at (left out): seat, protocol 1, firmware (left out)." in said
    assert "PLANTED" not in said


def test_a_broken_configuration_is_not_quoted(pi: Path) -> None:
    put(pi, "etc/companion/table.toml", 'board = "PLANTEDcode4711"\nPLANTEDtoken-9f3a = 1\n')
    files = made(pi)
    assert not any("PLANTED" in text for text in files.values())
    assert "faults" in files["checks.txt"]


def test_lines_without_a_form_are_counted() -> None:
    assert [*daemon_lines(["x", "y"])] == ["(2 lines left out)"]
    assert [*kernel_lines([])] == []
