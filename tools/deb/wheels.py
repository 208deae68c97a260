"""The wheels that the Debian package brings, for other machines and Pythons than the ones that build it.

Law: what is taken is exactly what the lock files name, to the byte; pip resolves nothing and checks every hash. What the wheels
ask for is among them, and every wheel can be unpacked as it is.
"""

import os
import sys
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from email.message import Message
from email.parser import Parser
from pathlib import Path

from tools.deb import lock
from tools.deb.cross_compile import compiled
from tools.deb.programs import BuildError, call

MACHINES: Mapping[str, str] = {"amd64": "x86_64", "arm64": "aarch64", "armhf": "armv7l"}
"""Debian's name of an architecture → Python's."""
PYTHONS = ("3.11", "3.13")
"""Of Debian 12 and 13, and so of the Raspberry Pi OS of either."""
SYSTEMS: Mapping[str, str] = {"pillow": "python3-pil", "cbor2": "python3-cbor2", "lgpio": "python3-lgpio"}
"""For armhf no index has wheels of these: Raspberry Pi OS has packages. msgspec, of which Debian 12 has none, is compiled."""

_GLIBC = ("2014", "_2_17", "_2_24", "_2_28", "_2_31", "_2_34", "_2_36")
_COMPILED = "msgspec"
_CHANGED = "DO NOT MATCH THE HASHES"
"""In capitals in what pip says of a file that is not the one that the lock names."""


def gather(root: Path, folder: Path, arch: str, pythons: Sequence[str]) -> None:
    """Put the project's own wheel and what it needs into `folder`/any and `folder`/cp<NN>. Raises BuildError."""
    shared = folder / "any"
    shared.mkdir(parents=True)
    with tempfile.TemporaryDirectory(prefix="companion-wheels-") as name:
        tools = Path(name, "tools")
        _pip(
            *("install", "--require-hashes", "--no-deps", "--only-binary", ":all:", "--target", str(tools)),
            *("--requirement", str(root / lock.FOLDER / "build.txt")),
        )
        _pip("wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", str(shared), str(root), tools=tools)
        for python in pythons:
            own = folder / _abi(python)
            entries = lock.read(root, python)
            if arch == "armhf":
                bought = {name: entry for name, entry in entries.items() if name not in {*SYSTEMS, _COMPILED}}
                fetch(bought, own, *_target(arch, python))
                _cross(entries, own, python, tools)
            else:
                fetch(entries, own, *_target(arch, python))
            for wheel in own.glob("*-none-any.whl"):
                wheel.replace(shared / wheel.name)
    for python in pythons:
        held = [*shared.glob("*.whl"), *folder.glob(f"{_abi(python)}/*.whl")]
        for wheel in held:
            _judge(wheel)
        besides = lock.LEFT_OUT | (SYSTEMS.keys() if arch == "armhf" else set())
        if missing := lock.unmet([metadata(wheel) for wheel in held], python, MACHINES[arch], besides):
            raise BuildError(f"The lock for Python {python} is not whole; say 'make lock'. {' '.join(missing)}")


def gather_club(root: Path, folder: Path, arch: str, pythons: Sequence[str]) -> None:
    """Put what a club needs besides, and the package of a table does not bring, into `folder`/any and `folder`/cp<NN>. Raises
    BuildError."""
    if arch == "armhf":
        raise BuildError("There is no club for armhf: no index has its libraries. Have the club on a 64-bit system.")
    shared = folder / "any"
    shared.mkdir(parents=True)
    for python in pythons:
        own, table = folder / _abi(python), lock.read(root, python)
        entries = {name: entry for name, entry in lock.read(root, f"club-{python}").items() if name not in table}
        fetch(entries, own, *_target(arch, python))
        for wheel in own.glob("*-none-any.whl"):
            wheel.replace(shared / wheel.name)
        held = [*shared.glob("*.whl"), *own.glob("*.whl")]
        for wheel in held:
            _judge(wheel)
        besides = lock.LEFT_OUT | set(table)
        if missing := lock.unmet([metadata(wheel) for wheel in held], python, MACHINES[arch], besides):
            raise BuildError(f"The club's lock for Python {python} is not whole; say 'make lock'. {' '.join(missing)}")


def fetch(entries: lock.Entries, folder: Path, *how: str, tools: Path | None = None) -> None:
    """Put what these entries name into `folder`: `how`: pip's options that say which of its files. Raises BuildError where a file
    cannot be had, or has another hash."""
    with tempfile.NamedTemporaryFile("w", prefix="companion-lock-", suffix=".txt") as file:
        file.write("\n".join(entries.values()))
        file.flush()
        words = ["--require-hashes", "--no-deps", *how, "--dest", str(folder), "--requirement", file.name]
        try:
            _pip("download", *words, tools=tools)
        except BuildError as error:
            if _CHANGED not in str(error):
                raise
            raise BuildError(
                "A library that was downloaded is not the one that the lock names, so there is no package. Try it again; if "
                f"it stays so, do not use that library.\n{error}"
            ) from error


def metadata(wheel: Path) -> Message:
    """What a wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def _cross(entries: lock.Entries, folder: Path, python: str, tools: Path) -> None:
    """Put a wheel of msgspec for armhf into `folder`. `tools`: what its source archive asks for before it is downloaded."""
    wanted = {_COMPILED: entries[_COMPILED]}
    with tempfile.TemporaryDirectory(prefix="companion-wheel-") as name:
        work = Path(name)
        fetch(wanted, work, *_target("arm64", python))
        fetch(wanted, work, "--no-binary", _COMPILED, "--no-build-isolation", tools=tools)
        (model,) = work.glob("*.whl")
        (source,) = work.glob("*.tar.gz")
        compiled(model, source, python, folder)


def _abi(python: str) -> str:
    return f"cp{python.replace('.', '')}"


def _target(arch: str, python: str) -> list[str]:
    words = ["--only-binary", ":all:", "--implementation", "cp", "--python-version", python]
    for abi in (_abi(python), "abi3", "none"):
        words += ["--abi", abi]
    for glibc in _GLIBC:
        words += ["--platform", f"manylinux{glibc}_{MACHINES[arch]}"]
    return words


def _judge(wheel: Path) -> None:
    """Whether it is enough to unpack it."""
    with zipfile.ZipFile(wheel) as archive:
        elsewhere = [name for name in archive.namelist() if ".data/purelib/" in name or ".data/platlib/" in name]
    if elsewhere:
        raise BuildError(f"{wheel.name} has files that must be moved on unpacking ({elsewhere[0]}); leave it out.")


def _pip(*words: str, tools: Path | None = None) -> None:
    """`tools`: a folder with what builds wheels, from the lock; without it nothing is built."""
    env = {**os.environ, "PYTHONPATH": str(tools)} if tools is not None else None
    call([sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words], env=env)
