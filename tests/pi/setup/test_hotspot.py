"""companion setup --hotspot, on a folder that stands for a Raspberry Pi."""

import configparser
import io
import random
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest
import zxingcpp
from msgspec import structs

from companion import cli
from companion.core.errors import DeviceError
from companion.pi import hotspot
from companion.pi.hotspot import (
    HOTSPOT_PROFILE,
    SOCKET_DROP_IN,
    TRIAL,
    UP_AFTER,
    end_trial,
    join_code,
    new_password,
    plan_hotspot,
)
from companion.pi.setup_plan import PlannedCommand, SetupPlan


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    (tmp_path / "etc/NetworkManager/system-connections").mkdir(parents=True)
    return tmp_path


def setup(root: Path, *arguments: str) -> int:
    return cli.main(["setup", "--root", str(root), *arguments])


def profile(root: Path) -> configparser.ConfigParser:
    read = configparser.ConfigParser(interpolation=None)
    read.read(root / HOTSPOT_PROFILE)
    return read


def scanned(code: str) -> str:
    """What a phone reads of a code that is drawn with half blocks: light modules are the lit ones."""
    upper = " ▄█▀".index
    rows: list[list[bool]] = []
    for line in code.splitlines():
        rows.append([upper(sign) >= 2 for sign in line])
        rows.append([upper(sign) in (1, 2) for sign in line])
    width, scale, rim = max(map(len, rows)), 4, 16
    image = [[255] * (width * scale + 2 * rim) for _ in range(len(rows) * scale + 2 * rim)]
    for y, row in enumerate(rows):
        for x, lit in enumerate(row):
            for dy in range(scale):
                for dx in range(scale):
                    image[rim + y * scale + dy][rim + x * scale + dx] = 255 if lit else 0
    pixels = memoryview(b"".join(map(bytes, image))).cast("B", (len(image), len(image[0])))
    found = zxingcpp.read_barcodes(pixels)
    return found[0].text if found else ""


def test_the_network_is_wpa2_and_its_password_is_roots(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert setup(pi, "--hotspot", "Our table", "--yes") == 0
    file = pi / HOTSPOT_PROFILE
    assert file.stat().st_mode & 0o777 == 0o600
    read = profile(pi)
    security = read["wifi-security"]
    assert (read["wifi"]["mode"], read["wifi"]["ssid"]) == ("ap", "Our table")
    assert [security[key] for key in ("key-mgmt", "proto", "pairwise", "group")] == [
        "wpa-psk",
        "rsn;",
        "ccmp;",
        "ccmp;",
    ]
    assert len(security["psk"]) == 12
    said = capsys.readouterr().out
    code = "\n".join(line for line in said.splitlines() if set(line) & set("▄█▀"))
    assert scanned(code) == f"WIFI:T:WPA;S:Our table;P:{security['psk']};;"
    assert "joins no other network" in said


def test_a_profile_that_all_could_read_is_roots_alone_once_it_is_written_anew(pi: Path) -> None:
    assert setup(pi, "--hotspot", "Our table", "--yes") == 0
    (pi / HOTSPOT_PROFILE).chmod(0o644)
    assert setup(pi, "--hotspot", "Another table", "--yes") == 0
    assert (pi / HOTSPOT_PROFILE).stat().st_mode & 0o777 == 0o600


def test_a_dry_run_changes_nothing_and_prints_no_password(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert setup(pi, "--hotspot", "--dry-run") == 0
    assert not (pi / HOTSPOT_PROFILE).exists()
    said = capsys.readouterr().out
    assert "psk" not in said
    assert "+ListenStream=10.42.7.1:8080" in said


def test_once_twice_another_name_and_back(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup(pi, "--hotspot", "--yes")
    first = profile(pi)["wifi-security"]["psk"]
    capsys.readouterr()
    assert setup(pi, "--hotspot", "--yes") == 0
    said = capsys.readouterr().out
    assert said.startswith("There is nothing to do.\n")
    assert first in said, "whoever forgot the password asks again"
    setup(pi, "--hotspot", "Attic", "--yes")
    assert profile(pi)["wifi"]["ssid"] == "Attic"
    assert profile(pi)["wifi-security"]["psk"] == first
    assert setup(pi, "--hotspot", "--undo", "--yes") == 0
    assert not (pi / HOTSPOT_PROFILE).exists()
    assert not (pi / SOCKET_DROP_IN).exists()


def test_on_this_system_no_password_is_on_a_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "is_dir", lambda _path: True)
    plan: SetupPlan = plan_hotspot(Path("/"), "Companion", secrets.randbelow)
    words = [word for command in plan.commands for word in command.words]
    assert "nmcli" in words
    secret = next(change.after for change in plan.changes if change.secret)
    assert secret is not None
    psk = secret.decode().split("psk=")[1].split("\n")[0]
    assert all(psk not in word for word in words)


@pytest.mark.parametrize("name", ["", " ", "x" * 33, "a\nb", "Zoë", "a;b", "-table"])
def test_a_name_that_some_phone_does_not_take_is_refused(pi: Path, name: str) -> None:
    with pytest.raises(DeviceError, match="1 to 32"):
        plan_hotspot(pi, name, secrets.randbelow)


def test_without_network_manager_it_says_how_to_get_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert setup(tmp_path, "--hotspot", "--yes") != 0
    assert "raspi-config" in capsys.readouterr().err


def test_what_somebody_else_wrote_there_stays(pi: Path) -> None:
    (pi / HOTSPOT_PROFILE).write_text("[connection]\nid=mine\n")
    assert setup(pi, "--hotspot", "--undo", "--yes") == 0
    assert (pi / HOTSPOT_PROFILE).read_text() == "[connection]\nid=mine\n"


def test_a_password_has_no_letters_that_are_taken_for_others() -> None:
    drawn = "".join(new_password(random.Random(seed).randrange) for seed in range(50))
    assert not set(drawn) & set("il1o0")
    assert len(drawn) == 600


def test_without_a_hotspot_there_is_no_code(pi: Path) -> None:
    assert join_code(pi, SetupPlan((), (), (), reboot=False)) is None


def commands_here(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, ...]]:
    """The commands of a plan for this system."""
    monkeypatch.setattr(Path, "is_dir", lambda _path: True)
    return [command.words for command in plan_hotspot(Path("/"), "Companion", secrets.randbelow).commands]


def test_the_network_changes_when_the_command_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """The command is given over the Wi-Fi that it ends: only systemd may switch the hotspot on, and later."""
    commands = commands_here(monkeypatch)
    ups = [words for words in commands if "up" in words]
    assert [words[0] for words in ups] == ["systemd-run"]
    assert f"--on-active={UP_AFTER}" in ups[0]
    assert [words[0] for words in commands if f"--on-active={UP_AFTER + TRIAL}" in words] == ["systemd-run"]


def recorder(ran: list[tuple[str, ...]]) -> Callable[[tuple[str, ...]], str]:
    """Stands for running a tool."""

    def run(words: tuple[str, ...]) -> str:
        ran.append(words)
        return ""

    return run


def test_all_that_is_needed_to_join_is_printed_before_anything_changes(
    pi: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    commands = tuple(PlannedCommand(words, "is needed") for words in commands_here(monkeypatch))
    monkeypatch.undo()
    planned = hotspot.plan_hotspot
    monkeypatch.setattr(hotspot, "plan_hotspot", lambda *given: structs.replace(planned(*given), commands=commands))
    printed: list[str] = []
    answers = iter(["n", "y"])
    monkeypatch.setattr("sys.stdin", io.StringIO())
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)

    def asked(_prompt: str) -> str:
        printed.append(capsys.readouterr().out)
        assert not (pi / HOTSPOT_PROFILE).exists()
        return next(answers)

    ran: list[tuple[str, ...]] = []
    monkeypatch.setattr("builtins.input", asked)
    monkeypatch.setattr("companion.pi.host.run_patiently", recorder(ran))
    assert setup(pi, "--hotspot", "Our table") == 1
    assert ran == []
    assert setup(pi, "--hotspot", "Our table") == 0
    assert ran == [command.words for command in commands]
    password = profile(pi)["wifi-security"]["psk"]
    code = "\n".join(line for line in printed[1].splitlines() if set(line) & set("▄█▀"))
    assert scanned(code) == f"WIFI:T:WPA;S:Our table;P:{password};;"
    for needed in ("Our table", password, "@10.42.7.1", "http://10.42.7.1:8080/table", "allowed_hosts", "10 minutes"):
        assert needed in printed[1]


@pytest.mark.parametrize(
    ("leases", "stays"),
    [(None, False), ("990 aa:bb 10.42.7.20 phone *\n", False), ("4600 aa:bb 10.42.7.20 * *\n", True)],
)
def test_a_hotspot_that_nobody_joins_is_given_up_and_one_that_is_joined_stays(
    leases: str | None, stays: bool, pi: Path
) -> None:
    setup(pi, "--hotspot", "--yes")
    assert profile(pi)["connection"]["autoconnect"] == "false", "a restart ends the trial"
    if leases is not None:
        (pi / "var/lib/NetworkManager").mkdir(parents=True)
        (pi / "var/lib/NetworkManager/dnsmasq-wlan0.leases").write_text(leases)
    ran: list[tuple[str, ...]] = []
    end_trial(pi, 1000.0, recorder(ran))
    assert profile(pi)["connection"].getboolean("autoconnect") is stays
    assert (pi / HOTSPOT_PROFILE).stat().st_mode & 0o777 == 0o600
    assert [words[2] for words in ran] == ["load" if stays else "down"]


def test_a_hotspot_that_works_is_not_tried_again(pi: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    setup(pi, "--hotspot", "--yes")
    works = (pi / HOTSPOT_PROFILE).read_bytes().replace(b"autoconnect=false", b"autoconnect=true")
    listens = (pi / SOCKET_DROP_IN).read_bytes()
    monkeypatch.setattr(Path, "is_dir", lambda _path: True)
    files = {"companion-hotspot.nmconnection": works, "hotspot.conf": listens}
    monkeypatch.setattr(hotspot, "read_or_none", lambda path: files[path.name])
    assert plan_hotspot(Path("/"), "Companion", secrets.randbelow).is_empty
    files["companion-hotspot.nmconnection"] = works.replace(b"autoconnect=true", b"autoconnect=false")
    assert plan_hotspot(Path("/"), "Companion", secrets.randbelow).commands


def test_a_profile_that_network_manager_wrote_anew_is_taken_out_too(pi: Path) -> None:
    setup(pi, "--hotspot", "--yes")
    lines = (pi / HOTSPOT_PROFILE).read_text().splitlines(keepends=True)
    (pi / HOTSPOT_PROFILE).write_text("".join(lines[1:]))
    assert setup(pi, "--hotspot", "--undo", "--yes") == 0
    assert not (pi / HOTSPOT_PROFILE).exists()
