"""The lines by which a new card installs the package: added to what Raspberry Pi Imager writes they are one YAML, and they
install the package only if it is the one of the release."""

import hashlib
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from ruamel.yaml import YAML

from tests.documents.markdown import ROOT, documents
from tests.patience import PATIENCE
from tools.deb import first_start

NAMES = ("codebreakers-companion_1.2.3_arm64.deb", "codebreakers-companion_1.2.3_armhf.deb")
IMAGER = """#cloud-config
hostname: companion
manage_etc_hosts: true
packages:
- avahi-daemon
users:
- name: ada
  shell: /bin/bash
ssh_pwauth: true
"""
"""As Imager 2 writes user-data where the Wi-Fi has a name."""
RUNS = """runcmd:
  - [ rfkill, unblock, wifi ]
"""
"""And what it adds where it has none."""


@pytest.fixture
def packages(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / name for name in NAMES]
    for path in paths:
        path.write_bytes(path.name.encode())
    return paths


def script(yaml: str) -> list[str]:
    """The last command below runcmd."""
    command: list[str] = YAML(typ="safe").load(yaml)["runcmd"][-1]
    return command


def test_added_to_what_imager_writes_they_are_its_only_or_last_command(packages: list[Path]) -> None:
    text = first_start.lines(packages, "https://example.org/x")
    below = text.partition("runcmd:\n")[2]
    alone, behind = YAML(typ="safe").load(IMAGER + text), YAML(typ="safe").load(IMAGER + RUNS + below)
    assert alone["hostname"] == behind["hostname"] == "companion"
    assert [len(alone["runcmd"]), len(behind["runcmd"])] == [1, 2]
    assert alone["runcmd"][-1] == behind["runcmd"][-1]
    assert alone["runcmd"][-1][:2] == ["sh", "-ec"]


@pytest.mark.process
@pytest.mark.parametrize("arch", ["arm64", "armhf"])
def test_the_package_of_the_release_is_installed(packages: list[Path], tmp_path: Path, arch: str) -> None:
    answer, log = run(script(first_start.lines(packages, "https://example.org/x")), tmp_path, arch)
    (name,) = (name for name in NAMES if arch in name)
    assert answer.returncode == 0, answer.stderr
    assert log[0].endswith(f"https://example.org/x/releases/download/v1.2.3/{name}")
    assert log[1:] == ["apt-get update", f"apt-get install -y ./{name}"]


@pytest.mark.process
def test_another_file_is_not_installed(packages: list[Path], tmp_path: Path) -> None:
    command = script(first_start.lines(packages, "https://example.org/x"))
    packages[0].write_bytes(b"not the one of the release")
    answer, log = run(command, tmp_path, "arm64")
    assert answer.returncode != 0
    assert [line for line in log if line.startswith("apt-get")] == []


def run(command: list[str], folder: Path, arch: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """What the command does with stand-ins for the network, apt and the clock."""
    tools, log = folder / "tools", folder / "log"
    tools.mkdir()
    curl = f'echo "curl $*" >> {log}; for last; do :; done; cp {folder}/"${{last##*/}}" "${{last##*/}}"'
    stand_ins = {
        "dpkg": f"echo {arch}",
        "timedatectl": "echo yes",
        "apt-get": f'echo "apt-get $*" >> {log}',
        "curl": curl,
    }
    for name, text in stand_ins.items():
        (tools / name).write_text(f"#!/bin/sh\n{text}\n")
        (tools / name).chmod(0o755)
    environ = {**os.environ, "PATH": f"{tools}:/usr/bin:/bin", "TMPDIR": str(folder)}
    shell = [shutil.which(command[0]) or command[0], *command[1:]]
    answer = subprocess.run(shell, env=environ, capture_output=True, text=True, timeout=PATIENCE, check=False)
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
