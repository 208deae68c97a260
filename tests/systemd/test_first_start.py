"""The lines by which a new card installs the package: added to what Raspberry Pi Imager writes they leave all of it in force, and
they install the package only if it is the one of the release."""

import hashlib
import os
import re
import subprocess
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.documents.markdown import ROOT, documents
from tests.patience import PATIENCE
from tools.deb import first_start

NAMES = ("codebreakers-companion_1.2.3_arm64.deb", "codebreakers-companion_1.2.3_armhf.deb")
IMAGER = """#cloud-config
manage_resolv_conf: false
hostname: companion
manage_etc_hosts: true
packages:
- avahi-daemon
user:
  name: ada
  shell: /bin/bash
  sudo: null
ssh_pwauth: true
runcmd:
  - [ systemctl, enable, --now, ssh ]
"""
"""As Imager 2.0.10 and newer write user-data where SSH is on."""


@pytest.fixture
def packages(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / name for name in NAMES]
    for path in paths:
        path.write_bytes(path.name.encode())
    return paths


def written(lines: str) -> dict[str, str]:
    """The file that cloud-init writes."""
    (one,) = YAML(typ="safe").load(lines)["write_files"]
    return dict(one)


def test_below_what_imager_writes_they_take_nothing_away(packages: list[Path]) -> None:
    text = first_start.lines(packages, "https://example.org/x")
    alone, together = YAML(typ="safe").load(IMAGER), YAML(typ="safe").load(IMAGER + text)
    assert {key: together[key] for key in alone} == alone
    assert set(together) - set(alone) == {"write_files"}
    assert written(text)["path"].startswith("/var/lib/cloud/scripts/per-once/")
    assert int(written(text)["permissions"], 8) & 0o100


def test_the_guides_example_is_what_imager_writes_and_these_lines(packages: list[Path]) -> None:
    guide = (ROOT / "docs/build.md").read_text(encoding="utf-8")
    shown = re.search(r"^    #cloud-config\n(?:    .*\n)+", guide, re.MULTILINE)
    assert shown is not None
    ours = first_start.lines(packages, "https://example.org/x").splitlines()
    lines = [line.removeprefix("    ") for line in shown[0].splitlines()]
    end = lines.index(ours[ours.index("write_files:")])
    assert lines[end : end + 2] == ours[ours.index("write_files:") :][:2]
    for line in lines[:end]:
        assert line in (*IMAGER.splitlines(), "…", *ours), line


@pytest.mark.process
def test_cloud_init_does_not_wait_for_it(packages: list[Path], tmp_path: Path) -> None:
    """It switches SSH on only after its own scripts have ended."""
    answer, log = run(first_start.lines(packages, "https://example.org/x"), tmp_path, "arm64", started=False)
    assert answer.returncode == 0, answer.stderr
    assert log == [f"systemd-run --no-block --unit=companion-install {tmp_path / 'script'} install"]


@pytest.mark.process
@pytest.mark.parametrize("arch", ["arm64", "armhf"])
def test_the_package_of_the_release_is_installed(packages: list[Path], tmp_path: Path, arch: str) -> None:
    answer, log = run(first_start.lines(packages, "https://example.org/x"), tmp_path, arch)
    (name,) = (name for name in NAMES if arch in name)
    assert answer.returncode == 0, answer.stderr
    assert log[0].endswith(f"https://example.org/x/releases/download/v1.2.3/{name}")
    assert log[1:] == ["apt-get update", f"apt-get install -y ./{name}"]


@pytest.mark.process
def test_another_file_is_not_installed(packages: list[Path], tmp_path: Path) -> None:
    lines = first_start.lines(packages, "https://example.org/x")
    packages[0].write_bytes(b"not the one of the release")
    answer, log = run(lines, tmp_path, "arm64")
    assert answer.returncode != 0
    assert [line for line in log if line.startswith("apt-get")] == []


def run(
    lines: str, folder: Path, arch: str, *, started: bool = True
) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """What the written file does with stand-ins for the network, apt and the clock. `started`: as the unit that it starts."""
    tools, log = folder / "tools", folder / "log"
    tools.mkdir()
    curl = f'echo "curl $*" >> {log}; for last; do :; done; cp {folder}/"${{last##*/}}" "${{last##*/}}"'
    stand_ins = {
        "dpkg": f"echo {arch}",
        "timedatectl": "echo yes",
        "apt-get": f'echo "apt-get $*" >> {log}',
        "curl": curl,
        "systemd-run": f'echo "systemd-run $*" >> {log}',
    }
    script = folder / "script"
    for path, text in {
        script: written(lines)["content"],
        **{tools / name: f"#!/bin/sh\n{text}\n" for name, text in stand_ins.items()},
    }.items():
        path.write_text(text)
        path.chmod(0o755)
    environ = {**os.environ, "PATH": f"{tools}:/usr/bin:/bin", "TMPDIR": str(folder)}
    words = [str(script), *(["install"] if started else [])]
    answer = subprocess.run(words, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False)
    return answer, log.read_text().splitlines() if log.exists() else []


def test_it_is_made_for_the_projects_own_address_alone(
    packages: list[Path], capsys: pytest.CaptureFixture[str]
) -> None:
    words = [str(path) for path in packages]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("sys.argv", ["first_start", "--repository", "https://example.org/another", *words])
        assert first_start.main() == 1
        assert first_start.home() in capsys.readouterr().err
        patched.setattr("sys.argv", ["first_start", "--repository", first_start.home(), *words])
        assert first_start.main() == 0
    assert hashlib.sha256(NAMES[0].encode()).hexdigest() in capsys.readouterr().out


def test_the_documents_name_the_address_of_pyproject_and_no_other_repository_of_ours() -> None:
    home = first_start.home()
    owner = home.rpartition("/")[0]
    texts = [path.read_text(encoding="utf-8") for path in documents()]
    named = [
        line for text in texts for line in text.splitlines() if "codebreakers-companion/" in line and "github" in line
    ]
    assert named, "the guide says where to download"
    assert [line for line in named if owner in line and home not in line] == []
    assert any(f"{home}/releases/latest" in text for text in texts)
    guide = (ROOT / "docs/build.md").read_text(encoding="utf-8")
    assert f"--repo {home.removeprefix('https://github.com/')}\n" in guide
