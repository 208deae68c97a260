"""The lock files: they cover what pyproject.toml asks for, and nothing comes into the package that has another hash."""

import hashlib
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.systemd.wheels import wheel
from tools.deb import lock
from tools.deb.programs import BuildError
from tools.deb.wheels import PYTHONS, SYSTEMS, fetch, metadata

ROOT = Path(__file__).parents[2]
FILES = sorted(file.stem for file in (ROOT / lock.FOLDER).glob("3.*.txt"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())


def tags(name: str) -> dict[str, str]:
    """The file without which pip takes no wheel."""
    return {f"{name}-1.0.dist-info/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}


def wanted(python: str, *extra: str) -> Iterator[Requirement]:
    """What the package must bring for that Python."""
    extras = PROJECT["project"]["optional-dependencies"]
    chosen = [line for name in ("pi", "pods", "mqtt", *extra) for line in extras[name]]
    for line in [*PROJECT["project"]["dependencies"], *chosen]:
        requirement = Requirement(line)
        there = {"python_version": python, "python_full_version": f"{python}.0", "sys_platform": "linux"}
        if requirement.marker is None or requirement.marker.evaluate(there):
            yield requirement


def entry(file: Path) -> str:
    """A lock's entry for a wheel as it is now."""
    name, version, *_ = file.name.split("-")
    return f"{name}=={version}     --hash=sha256:{hashlib.sha256(file.read_bytes()).hexdigest()}"


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is pip's only index."""
    for name in ("PIP_EXTRA_INDEX_URL", "PIP_CONSTRAINT", "PIP_REQUIRE_VIRTUALENV"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(tmp_path / "shop"))
    return tmp_path / "shop"


@pytest.mark.parametrize("python", FILES)
def test_the_lock_covers_what_the_project_asks_for(python: str) -> None:
    entries = lock.read(ROOT, python)
    for requirement in wanted(python):
        name = canonicalize_name(requirement.name)
        assert name in entries, f"{requirement} is not locked: make lock"
        version = lock.version(entries[name])
        assert requirement.specifier.contains(version), f"{requirement} is locked to {version}: make lock"
    assert not set(entries) & lock.LEFT_OUT


@pytest.mark.parametrize("python", FILES)
def test_the_lock_of_a_club_covers_it_too_and_has_the_versions_of_the_tables(python: str) -> None:
    table, club = lock.read(ROOT, python), lock.read(ROOT, f"club-{python}")
    for requirement in wanted(python, "club"):
        name = canonicalize_name(requirement.name)
        assert name in club, f"{requirement} is not locked: make lock"
        assert requirement.specifier.contains(lock.version(club[name])), f"{requirement}: make lock"
    assert {name: lock.version(club[name]) for name in table} == {name: lock.version(table[name]) for name in table}


def test_every_python_of_the_package_has_a_lock() -> None:
    assert set(PYTHONS) <= set(FILES)
    listed = re.search(r"^LOCKED = (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert listed is not None
    assert sorted(listed[1].split()) == FILES
    with pytest.raises(BuildError, match=r"no lock file for Python 3\.99: add 3\.99 to LOCKED in the Makefile"):
        lock.read(ROOT, "3.99")


def test_what_builds_the_projects_wheel_is_locked_too() -> None:
    entries = lock.read(ROOT, "build")
    for line in PROJECT["build-system"]["requires"]:
        requirement = Requirement(line)
        assert requirement.specifier.contains(lock.version(entries[canonicalize_name(requirement.name)]))


def test_pythons_differ_in_what_is_there_and_never_in_its_version() -> None:
    versions: dict[str, set[str]] = {}
    for python in FILES:
        for name, text in lock.read(ROOT, python).items():
            versions.setdefault(name, set()).add(lock.version(text))
    assert {name: found for name, found in versions.items() if len(found) > 1} == {}
    assert set(SYSTEMS) <= set(versions)


@pytest.mark.parametrize("spoilt", ["alpha==1.0\n", "alpha>=1.0 \\\n    --hash=sha256:" + "0" * 64 + "\n"])
def test_an_entry_without_version_or_hash_is_refused(tmp_path: Path, spoilt: str) -> None:
    file = tmp_path / lock.FOLDER / "3.11.txt"
    file.parent.mkdir(parents=True)
    file.write_text(f"# by a tool\n{spoilt}    # via nothing\n")
    with pytest.raises(BuildError, match=r"3\.11\.txt locks alpha.* to no version and hash; say 'make lock'"):
        lock.read(tmp_path, "3.11")


@pytest.mark.process
@pytest.mark.slow
def test_a_wheel_that_the_lock_names_is_taken(shop: Path, tmp_path: Path) -> None:
    fetch(
        {"alpha": entry(wheel(shop, "alpha", {"alpha.py": "", **tags("alpha")}))},
        tmp_path / "got",
        "--only-binary",
        ":all:",
    )
    assert [file.name for file in (tmp_path / "got").iterdir()] == ["alpha-1.0-py3-none-any.whl"]


@pytest.mark.process
@pytest.mark.slow
def test_a_wheel_with_another_hash_is_refused(shop: Path, tmp_path: Path) -> None:
    named = entry(wheel(shop, "alpha", {"alpha.py": "", **tags("alpha")}))
    wheel(shop, "alpha", {"alpha.py": "import os\n", **tags("alpha")})
    with pytest.raises(BuildError, match=r"^A library that was downloaded is not the one that the lock names") as told:
        fetch({"alpha": named}, tmp_path / "got", "--only-binary", ":all:")
    assert "alpha==1.0" in str(told.value)
    assert not list(tmp_path.glob("got/*"))


@pytest.mark.process
@pytest.mark.slow
def test_nothing_is_taken_that_the_lock_does_not_name(shop: Path, tmp_path: Path) -> None:
    asks = wheel(
        shop,
        "alpha",
        {"alpha.py": "", **tags("alpha")},
        "Requires-Dist: beta>=2",
        'Requires-Dist: gone; python_version < "3.11"',
    )
    wheel(shop, "beta", {"beta.py": "", **tags("beta")})
    fetch({"alpha": entry(asks)}, tmp_path / "got", "--only-binary", ":all:")
    assert [file.name for file in (tmp_path / "got").iterdir()] == [asks.name]
    alpha, beta = metadata(asks), metadata(shop / "beta-1.0-py3-none-any.whl")
    without = "alpha asks for beta>=2, and the lock has"
    assert lock.unmet([alpha], "3.11", "aarch64", frozenset()) == [f"{without} none."]
    assert lock.unmet([alpha, beta], "3.11", "aarch64", frozenset()) == [f"{without} 1.0."]
    assert lock.unmet([alpha], "3.11", "armv7l", frozenset({"beta"})) == []
