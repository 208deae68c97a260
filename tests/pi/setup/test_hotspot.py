"""companion setup --hotspot, on a folder that stands for a Raspberry Pi."""

import configparser
import random
import secrets
from pathlib import Path

import pytest
import zxingcpp

from companion import cli
from companion.core.errors import DeviceError
from companion.pi.setup.hotspot import HOTSPOT_PROFILE, SOCKET_DROP_IN, join_code, new_password, plan_hotspot
from companion.pi.setup.setup_plan import SetupPlan


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
    code = said[said.index("Done.\n") + 6 : said.index("A phone that scans")]
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
    assert join_code(pi) is None
