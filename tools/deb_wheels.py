"""The wheels that the Debian package brings, for other machines and Pythons than the ones that build it.

Law: what is taken is exactly what systemd/debian/constraints.txt names, and every wheel can be unpacked as it is.
"""

import subprocess
import sys
import tempfile
import tomllib
import zipfile
from collections.abc import Mapping, Sequence
from email.message import Message
from email.parser import Parser
from pathlib import Path

from tools.deb_cross import CrossError, compiled

MACHINES: Mapping[str, str] = {"amd64": "x86_64", "arm64": "aarch64", "armhf": "armv7l"}
"""Debian's name of an architecture → Python's."""
PYTHONS = ("3.11", "3.13")
"""Of Debian 12 and 13, and so of the Raspberry Pi OS of either."""
SYSTEMS: Mapping[str, str] = {"pillow": "python3-pil", "cbor2": "python3-cbor2", "lgpio": "python3-lgpio"}
"""For armhf no index has wheels of these: Raspberry Pi OS has packages. msgspec, of which Debian 12 has none, is compiled."""

# lgpio has no wheels for Python 3.13: there the system's is needed.
_LGPIO = "3.11"
_GLIBC = ("2014", "_2_17", "_2_24", "_2_28", "_2_31", "_2_34", "_2_36")
# colorzero names setuptools and never imports it; typing_extensions is anyio's and starlette's before Python 3.13.
_COMPILED = "msgspec"
_LEFT_OUT = ("setuptools-",)


class BuildError(Exception):
    """Why there is no package, in a sentence."""


def gather(root: Path, folder: Path, arch: str, pythons: Sequence[str]) -> None:
    """Put the project's own wheel and what it needs into `folder`/any and `folder`/cp<NN>. Raises BuildError."""
    shared = folder / "any"
    shared.mkdir(parents=True)
    _pip("wheel", "--no-deps", "--wheel-dir", str(shared), str(root))
    for python in pythons:
        own = folder / f"cp{python.replace('.', '')}"
        if arch == "armhf":
            _pip("download", *_target(arch, python), "--no-deps", "--dest", str(own), *_named(root))
            _cross(root, own, python)
        else:
            _pip("download", *_target(arch, python), "--dest", str(own), *_wanted(root, python))
        for wheel in own.glob("*.whl"):
            if wheel.name.startswith(_LEFT_OUT):
                wheel.unlink()
            elif wheel.name.endswith("-none-any.whl"):
                wheel.replace(shared / wheel.name)
    for wheel in folder.glob("*/*.whl"):
        _judge(wheel)


def metadata(wheel: Path) -> Message:
    """What a wheel says of itself."""
    with zipfile.ZipFile(wheel) as archive:
        name = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def _wanted(root: Path, python: str) -> list[str]:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    options = project["optional-dependencies"]
    extra = [*options["pods"], *(line for line in options["pi"] if python == _LGPIO)]
    constraints = root / "systemd" / "debian" / "constraints.txt"
    # The markers of pyproject are judged for the machine that builds, and both are Linux.
    return ["--constraint", str(constraints), *project["dependencies"], *(line.partition(";")[0] for line in extra)]


def _named(root: Path) -> list[str]:
    """Everything that the constraints name and an index has for armhf; with their versions, so that nothing is to be resolved."""
    lines = (root / "systemd" / "debian" / "constraints.txt").read_text().splitlines()
    named = [line for line in lines if line and not line.startswith("#")]
    return [line for line in named if line.partition("==")[0].lower() not in {*SYSTEMS, _COMPILED}]


def _cross(root: Path, folder: Path, python: str) -> None:
    """Put a wheel of msgspec for armhf into `folder`."""
    lines = (root / "systemd" / "debian" / "constraints.txt").read_text().splitlines()
    wanted = next(line for line in lines if line.startswith(f"{_COMPILED}=="))
    with tempfile.TemporaryDirectory(prefix="companion-wheel-") as name:
        _pip("download", *_target("arm64", python), "--no-deps", "--dest", name, wanted)
        _pip("download", "--no-deps", "--no-binary", _COMPILED, "--dest", name, wanted)
        (model,) = Path(name).glob("*.whl")
        (source,) = Path(name).glob("*.tar.gz")
        try:
            compiled(model, source, python, folder)
        except CrossError as error:
            raise BuildError(str(error)) from error


def _target(arch: str, python: str) -> list[str]:
    abi = f"cp{python.replace('.', '')}"
    words = ["--only-binary", ":all:", "--implementation", "cp", "--python-version", python]
    for one in (abi, "abi3", "none"):
        words += ["--abi", one]
    for glibc in _GLIBC:
        words += ["--platform", f"manylinux{glibc}_{MACHINES[arch]}"]
    return words


def _judge(wheel: Path) -> None:
    """Whether it is enough to unpack it."""
    with zipfile.ZipFile(wheel) as archive:
        elsewhere = [name for name in archive.namelist() if ".data/purelib/" in name or ".data/platlib/" in name]
    if elsewhere:
        raise BuildError(f"{wheel.name} has files that must be moved on unpacking ({elsewhere[0]}); leave it out.")


def _pip(*words: str) -> None:
    command = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", *words]
    answer = subprocess.run(command, check=False, capture_output=True, text=True)
    if answer.returncode:
        raise BuildError(f"pip {words[0]} failed:\n{answer.stderr.strip()}")
