"""The Debian package: what is in it and what it asks for, packed from wheels that hold nothing. `make deb-test` tries the
real one."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.config.configuration import load
from tests.patience import PATIENCE
from tests.systemd.wheels import OWN, project, wheel
from tools.deb.build import packed
from tools.deb.contents import CLUB, FILES, NAME, SCRIPTS, depends
from tools.deb.debian_root import apt_sources
from tools.deb.programs import BuildError

ROOT = Path(__file__).parents[2]
DEBIAN = ROOT / "systemd/debian"
EPOCH = 1_700_000_000
PYTHONS = ("3.11", "3.13")

needs_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb is not installed")


def package(folder: Path, arch: str = "arm64") -> Path:
    tree = folder / "tree"
    project(tree / "usr/lib/companion/wheels")
    return packed(
        tree, folder / f"{NAME}_1.2.3-1_{arch}.deb", arch=arch, pythons=PYTHONS, version="1.2.3-1", epoch=EPOCH
    )


def told(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=True).stdout


@pytest.mark.process
@pytest.mark.slow
@needs_dpkg
def test_every_file_has_its_place_its_mode_and_no_owner_but_root(tmp_path: Path) -> None:
    listed = {}
    for line in told("dpkg-deb", "--contents", str(package(tmp_path))).splitlines():
        mode, owner, _, _, _, name = line.split(maxsplit=5)
        assert owner == "root/root", line
        listed[name.removeprefix("./")] = mode
    wheels = ("any/codebreakers_companion", f"{OWN}/neighbour")
    files = {
        *FILES.values(),
        f"usr/share/doc/{NAME}/changelog.gz",
        f"usr/share/doc/{NAME}/changelog.Debian.gz",
        f"usr/share/doc/{NAME}/copyright",
        "usr/share/man/man1/companion.1.gz",
        *(f"usr/lib/companion/wheels/{name}-1.0-py3-none-any.whl" for name in wheels),
    }
    assert {name for name, mode in listed.items() if mode.startswith("-")} == files
    assert {mode for mode in listed.values() if mode.startswith("-")} == {"-rw-r--r--"}
    assert {mode for mode in listed.values() if mode.startswith("d")} == {"drwxr-xr-x"}
    links = {name for name, mode in listed.items() if mode.startswith("l")}
    assert links == {"usr/bin/companion -> /opt/companion/bin/companion"}
    # /opt and /etc are made on the machine itself: dpkg takes nothing away there, and asks about nothing.
    assert [name for name in listed if name.startswith(("opt", "etc", "var"))] == []


@pytest.mark.process
@pytest.mark.slow
@needs_dpkg
def test_the_control_file_is_filled_in(tmp_path: Path) -> None:
    fields = told("dpkg-deb", "--field", str(package(tmp_path)))
    assert "@" not in fields.replace("contributors@codebreakers-companion.invalid", "")
    assert f"Package: {NAME}\nVersion: 1.2.3-1\nArchitecture: arm64\n" in fields
    scripts = told("dpkg-deb", "--info", str(tmp_path / f"{NAME}_1.2.3-1_arm64.deb"))
    for script in SCRIPTS:
        assert re.search(rf"\* +{script} +#!/bin/sh", scripts), script


@pytest.mark.process
@pytest.mark.slow
@needs_dpkg
def test_a_club_is_added_to_the_same_version_and_brings_no_file_of_the_tables(tmp_path: Path) -> None:
    tree, path = tmp_path / "tree", tmp_path / "club.deb"
    project(tree / CLUB.wheels)
    packed(tree, path, CLUB, arch="arm64", pythons=PYTHONS, version="1.2.3-1", epoch=EPOCH)
    fields = told("dpkg-deb", "--field", str(path))
    assert f"Package: {CLUB.name}\n" in fields
    assert f"Depends: {NAME} (= 1.2.3-1), openssl, systemd\n" in fields
    listed = {
        line.split(maxsplit=5)[5].removeprefix("./") for line in told("dpkg-deb", "--contents", str(path)).splitlines()
    }
    assert not listed & set(FILES.values())
    assert listed >= set(CLUB.files.values())


@pytest.mark.process
@pytest.mark.slow
@needs_dpkg
def test_packed_twice_it_is_the_same_to_the_byte(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    assert package(tmp_path / "one").read_bytes() == package(tmp_path / "two").read_bytes()


@pytest.mark.process
@pytest.mark.slow
@needs_dpkg
def test_an_older_package_of_the_same_machine_goes(tmp_path: Path) -> None:
    for name in (f"{NAME}_1.2.2-1_arm64.deb", f"{NAME}_1.2.2-1_amd64.deb", "another.deb"):
        (tmp_path / name).touch()
    package(tmp_path)
    left = {path.name for path in tmp_path.glob("*.deb")}
    assert left == {f"{NAME}_1.2.3-1_arm64.deb", f"{NAME}_1.2.2-1_amd64.deb", "another.deb"}


def test_a_wheel_without_a_licence_is_not_packed(tmp_path: Path) -> None:
    wheel(tmp_path / "tree/usr/lib/companion/wheels/any", "nobodys", {})
    with pytest.raises(BuildError, match="nobodys does not say its licence"):
        package(tmp_path)


def test_a_raspberry_pi_gets_lgpio_in_any_case() -> None:
    """From Debian 13 on there is no wheel of it, and elsewhere than on a Raspberry Pi there is no package of it."""
    assert "python3-lgpio | python3 (<< 3.12)" in depends("arm64", PYTHONS)[0]
    assert "lgpio" not in depends("amd64", PYTHONS)[0]
    for arch in ("amd64", "arm64"):
        needed, wished = depends(arch, PYTHONS)
        assert "python3 (>= 3.11), python3 (<< 3.14), systemd" in needed
        assert "python3-lgpio" in wished
    assert "python3 (>= 3.12), python3 (<< 3.13)" in depends("arm64", ["3.12"])[0]


def test_the_table_that_comes_with_it_is_right_and_simulated(tmp_path: Path) -> None:
    configuration = load(ROOT / "systemd/table.toml", {})
    assert configuration.wiring.simulated
    assert configuration.web.host == "127.0.0.1"
    assert configuration.journal.parent == Path("/var/lib/companion")


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("script", [*SCRIPTS, *(f"club/{script}" for script in SCRIPTS)])
def test_the_shell_can_read_the_maintainers_scripts(script: str) -> None:
    answer = subprocess.run(
        ["sh", "-n", str(DEBIAN / script)], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (answer.returncode, answer.stderr) == (0, "")
    text = (DEBIAN / script).read_text()
    assert "\nset -e\n" in text, "a step that fails must end it"
    assert not re.search(r"\b(pip|apt|apt-get|curl|wget)\b", text), "nothing is fetched while it is installed"


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "word"), [("postinst", "configured"), ("prerm", "removed"), ("postrm", "purged"), ("postinst", "")]
)
def test_a_word_that_dpkg_does_not_have_is_refused(script: str, word: str) -> None:
    answer = subprocess.run(
        ["sh", str(DEBIAN / script), word], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert (answer.returncode, answer.stdout) == (1, "")
    assert answer.stderr == f"{script} is called with {word}, which is nothing that it knows\n"


def test_a_fresh_debian_is_made_from_this_machines_own_sources(tmp_path: Path) -> None:
    (tmp_path / "sources.list.d").mkdir()
    (tmp_path / "sources.list").write_text("deb http://mirror.example/debian bookworm main\n")
    (tmp_path / "sources.list.d/more.sources").write_text("URIs: http://mirror.example\nSuites: bookworm-updates\n")
    (tmp_path / "sources.list.d/other.list").write_text("# bookworm\ndeb http://other.example stable main\n")
    assert apt_sources(tmp_path, "trixie", "bookworm") == {
        "sources.list": "deb http://mirror.example/debian trixie main\n",
        "more.sources": "URIs: http://mirror.example\nSuites: trixie-updates\n",
    }
    with pytest.raises(BuildError, match="for sid"):
        apt_sources(tmp_path, "trixie", "sid")
