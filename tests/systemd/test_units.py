"""The units: what they promise, and what systemd itself says of them where it is installed."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.club.accounts import CLUB_USER, FOLDER
from companion.pi.club_join import PASSWORD_FILE
from tests.patience import PATIENCE

SYSTEMD = Path(__file__).parents[2] / "systemd"
SERVICE = SYSTEMD / "companion.service"
SOCKET = SYSTEMD / "companion.socket"
RELAY = SYSTEMD / "companion-club.service"
RELAY_SOCKET = SYSTEMD / "companion-club.socket"
CLUB = SYSTEMD / "codebreakers-club.service"
UNITS = (SERVICE, SOCKET, RELAY, RELAY_SOCKET, CLUB)

needs_systemd_analyze = pytest.mark.skipif(
    shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed"
)


def unit(file: Path) -> dict[tuple[str, str], list[str]]:
    """(section, key) → its values in order."""
    values: dict[tuple[str, str], list[str]] = {}
    section = ""
    for line in file.read_text().splitlines():
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
        elif line and not line.startswith("#"):
            key, equals, value = line.partition("=")
            assert equals, line
            assert key == key.strip(), line
            values.setdefault((section, key), []).append(value)
    return values


SERVICE_VALUES = unit(SERVICE)


SERVICE_SAYS: dict[str, list[str]] = {
    "Type": ["notify"],
    "ExecStart": ["/opt/companion/bin/companion run --config /etc/companion/table.toml"],
    "ExecStopPost": ["-/opt/companion/bin/companion blank --config /etc/companion/table.toml"],
    "WatchdogSec": ["10"],
    "Restart": ["always"],
    "RestartSec": ["2"],
    "RestartPreventExitStatus": ["78"],
    "User": ["companion"],
    "StateDirectory": ["companion"],
    "RuntimeDirectory": ["companion"],
    "WorkingDirectory": ["/run/companion"],
    "Environment": [
        "LG_WD=/run/companion",
        "PYTHONDONTWRITEBYTECODE=1",
        "COMPANION_CLUB_SOCKET=/run/companion-club.sock",
    ],
    # Seconds for each: a stop, and the blanking of every panel after it.
    "TimeoutStopSec": ["30"],
    "ProtectSystem": ["strict"],
    "InaccessiblePaths": ["-/boot -/media"],
    "DevicePolicy": ["closed"],
    "DeviceAllow": [f"char-{device} rw" for device in ("gpiochip", "i2c", "spi", "ttyACM")],
    "RestrictAddressFamilies": ["AF_UNIX"],
    "PrivateNetwork": ["yes"],
    "PrivateUsers": ["yes"],
    "ProtectControlGroups": ["yes"],
    "CapabilityBoundingSet": [""],
    "NoNewPrivileges": ["yes"],
    # Of the buses one socket, and nothing else that may be in its folder; tests/systemd/test_power.py says what for.
    "TemporaryFileSystem": ["/run/dbus:ro"],
    "BindReadOnlyPaths": ["-/run/dbus/system_bus_socket"],
}


def test_service_says() -> None:
    assert {key: SERVICE_VALUES["Service", key] for key in SERVICE_SAYS} == SERVICE_SAYS


def test_the_web_port_is_the_sockets_and_only_this_machines() -> None:
    assert unit(SOCKET)["Socket", "ListenStream"] == ["127.0.0.1:8080"]
    assert SERVICE_VALUES["Unit", "Requires"] == ["companion.socket"]
    assert ("Socket", "Accept") not in unit(SOCKET)


def test_what_has_a_network_has_nothing_of_the_table() -> None:
    """The other way round than the table's service, which reaches it by a socket that is that user's alone."""
    relay, way = unit(RELAY), unit(RELAY_SOCKET)
    says = {key: relay["Service", key] for key in ("DynamicUser", "PrivateDevices", "RestrictAddressFamilies")}
    assert says == {
        "DynamicUser": ["yes"],
        "PrivateDevices": ["yes"],
        "RestrictAddressFamilies": ["AF_UNIX AF_INET AF_INET6"],
    }
    hidden = relay["Service", "InaccessiblePaths"][0].split()
    assert {"-/var/lib/companion", f"-/{PASSWORD_FILE}"} <= set(hidden)
    assert not {key for section, key in relay if section == "Service"} & {"User", "SupplementaryGroups", "DeviceAllow"}
    path = way["Socket", "ListenStream"][0]
    assert f"COMPANION_CLUB_SOCKET={path}" in SERVICE_VALUES["Service", "Environment"]
    assert (way["Socket", "SocketUser"], way["Socket", "SocketMode"]) == (["companion"], ["0600"])
    assert SERVICE_VALUES["Unit", "Wants"] == [RELAY_SOCKET.name]


def test_no_key_is_said_twice_by_mistake() -> None:
    """Systemd takes the last of two and says nothing."""
    lists = {"DeviceAllow", "Environment", "SystemCallFilter"}
    for file in UNITS:
        assert [key for (_, key), values in unit(file).items() if len(values) > 1 and key not in lists] == []


def test_no_comment_stands_behind_a_value() -> None:
    """Systemd would take it for a part of the value."""
    for file in (*SYSTEMD.glob("companion*.*"), *SYSTEMD.glob("codebreakers-club.*")):
        for line in file.read_text().splitlines():
            assert line.startswith("#") or "#" not in line, (file.name, line)
            assert not line.endswith("\\")


def test_every_allowed_device_has_its_driver_loaded_before() -> None:
    modules = {line for line in (SYSTEMD / "companion.modules-load.conf").read_text().splitlines() if line[:1] != "#"}
    assert modules == {"i2c-dev", "spidev", "cdc_acm"}
    assert "systemd-modules-load.service" in SERVICE_VALUES["Unit", "After"][0].split()


def test_every_group_of_the_service_exists_before_it_starts() -> None:
    lines = [line.split() for line in (SYSTEMD / "companion.sysusers.conf").read_text().splitlines()]
    groups = {words[1] for words in lines if words[0] == "g"}
    assert set(SERVICE_VALUES["Service", "SupplementaryGroups"][0].split()) == groups
    assert [words[1] for words in lines if words[0] == "u"] == ["companion"]


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """The units as on the Pi, but for the path of the command, which must exist for systemd to be content."""
    for file in UNITS:
        text = file.read_text().replace("/opt/companion/bin/companion", "/bin/true")
        (tmp_path / file.name).write_text(text)
    return tmp_path


@pytest.mark.process
@needs_systemd_analyze
def test_systemd_finds_nothing_wrong(installed: Path) -> None:
    # Units of the machine that runs the test are of no interest.
    environ = {**os.environ, "SYSTEMD_UNIT_PATH": f"{installed}:"}
    command = ["systemd-analyze", "verify", *(str(installed / file.name) for file in UNITS)]
    answer = subprocess.run(command, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False)
    told = [line for line in (answer.stdout + answer.stderr).splitlines() if "companion" in line]
    assert (told, answer.returncode) == ([], 0)


@pytest.mark.process
@needs_systemd_analyze
@pytest.mark.parametrize(("file", "tenths"), [(SERVICE, 7), (RELAY, 13), (CLUB, 13)])
def test_exposure_in_tenths_is_at_most(installed: Path, file: Path, tenths: int) -> None:
    """The way to the broker and the club have a network, which alone counts 0.5 and more."""
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={tenths}", str(installed / file.name)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert answer.returncode == 0, answer.stdout[-300:]


@pytest.mark.process
@pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="systemd-sysusers is not installed")
def test_sysusers_understands_its_file(tmp_path: Path) -> None:
    command = ["systemd-sysusers", f"--root={tmp_path}", str(SYSTEMD / "companion.sysusers.conf")]
    (tmp_path / "etc").mkdir()
    answer = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert answer.returncode == 0, answer.stderr
    assert "companion:" in (tmp_path / "etc/passwd").read_text()


@pytest.mark.process
@pytest.mark.skipif(shutil.which("systemd-tmpfiles") is None, reason="systemd-tmpfiles is not installed")
def test_tmpfiles_understands_its_file(tmp_path: Path) -> None:
    """The folder is made with its mode; with another user's name in the place of the service's, which this machine lacks."""
    own, owner = f"{os.getuid()} {os.getgid()}", "companion companion"
    rules = tmp_path / "rules.conf"
    text = (SYSTEMD / "companion.tmpfiles.conf").read_text()
    assert owner in text
    rules.write_text(text.replace(owner, own))
    command = ["systemd-tmpfiles", "--create", f"--root={tmp_path}", str(rules)]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert (tmp_path / "var/lib/companion").stat().st_mode & 0o7777 == 0o700
    assert SERVICE_VALUES["Service", "StateDirectoryMode"] == ["0700"]


def test_the_club_has_a_user_and_a_folder_of_its_own_and_waits_for_its_configuration() -> None:
    says = unit(CLUB)
    path = f"{FOLDER}/club.toml"
    assert says["Service", "ExecStart"] == [f"/opt/companion/bin/companion club run --config {path}"]
    assert says["Unit", "ConditionPathExists"] == [path]
    assert says["Service", "User"] == [CLUB_USER]
    words = (SYSTEMD / "codebreakers-club.sysusers.conf").read_text().split()
    assert words[:3] == ["u", CLUB_USER, "-"]
    assert says["Service", "StateDirectory"] == [words[-1].removeprefix("/var/lib/")]
    assert "-/etc/companion" in says["Service", "InaccessiblePaths"][0].split(), (
        "a table beside it is none of its business"
    )


def test_nothing_gives_the_service_more_than_its_unit_says() -> None:
    """One rule for polkit and one for D-Bus are shipped, which tests/systemd/test_power.py judges, and none for sudo."""
    names = {path.name for path in SYSTEMD.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    given = sorted(name for name in names if any(word in name for word in ("polkit", "pkla", "sudo", "dbus")))
    assert given == ["companion.dbus.conf", "companion.polkit.rules"]
    assert "AmbientCapabilities" in {key for _, key in SERVICE_VALUES}
    assert SERVICE_VALUES["Service", "AmbientCapabilities"] == [""]


def test_nobody_is_told_to_stop_the_service_without_its_socket() -> None:
    """Any page that is open would start it again, in the middle of whatever it was stopped for."""
    root = SYSTEMD.parent
    texts = [root / "README.md", *root.glob("docs/**/*.md"), *root.glob("companion/**/*.py"), *SYSTEMD.glob("*.toml")]
    stops = {
        (file.name, line.strip())
        for file in texts
        for line in file.read_text(encoding="utf-8").splitlines()
        if re.search(r"systemctl (stop|disable --now|start|enable --now|reset-failed)\b", line)
    }
    assert {name for name, _ in stops} >= {"build.md", "operate.md", "service.py"}
    both = r"companion\.socket|\{SOCKET_UNIT\} \{SERVICE_UNIT\}|\{CLUB_SOCKET_UNIT\}"
    both += r"|companion-club\.socket|codebreakers-club|mosquitto"
    alone = [stop for stop in stops if not re.search(both, stop[1])]
    assert alone == [("pins.py", 'return "the pigpio daemon does not answer; systemctl start pigpiod"')]
