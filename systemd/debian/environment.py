"""Makes the environment in which the companion runs, out of the wheels that the package brought: without pip or a network.

Law: /opt/companion is a link to a whole environment that was tried, or is not there. A new one is made in the free one of
two places beside it, and then the link is put over, in one step; whatever fails before leaves the old one as it was.
"""

import argparse
import compileall
import importlib.util
import os
import shutil
import subprocess
import sys
import venv
import zipfile
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path

HOME = Path("/opt/companion")
WHEELS = Path("/usr/lib/companion/wheels")

DONE, FAILED, FRESH = 0, 1, 3
"""FRESH: `stale` says that nothing is to be done."""

_TRIAL = "import gpiozero, luma.oled.device, msgspec, PIL.Image, serial, websockets"
"""What comes in machine code, or breaks when a part of it is missing."""


class RefusedError(Exception):
    """Why there is no environment, in a sentence with a remedy."""


def make(home: Path, wheels: Path, trial: str = _TRIAL) -> None:
    """Make an environment for the Python that runs this, try it, and have `home` mean it. Raises RefusedError."""
    place = _free(home)
    own = wheels / f"cp{sys.version_info.major}{sys.version_info.minor}"
    if not own.is_dir():
        there = ", ".join(sorted(f"{folder.name[2]}.{folder.name[3:]}" for folder in wheels.glob("cp*")))
        raise RefusedError(
            f"This package is for Python {there}, and {sys.executable} is {sys.version_info.major}."
            f"{sys.version_info.minor}; install the package that was built for it."
        )
    try:
        _remove(place)
        venv.EnvBuilder(system_site_packages=True, symlinks=True).create(place)
        # The second folder is what the package codebreakers-club adds, where it is installed.
        folders = [folder for one in (wheels, wheels.with_name("club")) for folder in (one / "any", one / own.name)]
        _fill(place, [wheel for folder in folders for wheel in folder.glob("*.whl")])
        _try(place, trial)
        # What the link will mean is on the disk before the link is.
        os.sync()
        _point(home, place)
    except (OSError, zipfile.BadZipFile, zlib.error) as error:
        _remove(place)
        raise RefusedError(f"The environment {place} cannot be made: {error}.") from error
    except RefusedError:
        _remove(place)
        raise


def is_stale(home: Path) -> bool:
    """Whether the environment is missing, or is of another Python than the one that runs this."""
    try:
        lines = (home / "pyvenv.cfg").read_text().splitlines()
    except OSError:
        return True
    values = dict(line.partition(" = ")[::2] for line in lines)
    return values.get("version", "").split(".")[:2] != [str(number) for number in sys.version_info[:2]]


def tidy(home: Path) -> None:
    """Take away the environment that `home` does not mean."""
    _remove(_free(home))


def remove(home: Path) -> None:
    """Take everything away."""
    if home.is_symlink():
        home.unlink()
    for place in _places(home):
        _remove(place)


def _places(home: Path) -> tuple[Path, Path]:
    return home.with_name(f"{home.name}-a"), home.with_name(f"{home.name}-b")


def _free(home: Path) -> Path:
    if home.exists() and not home.is_symlink():
        raise RefusedError(f"{home} is there already and is not of this package; move it away, and install again.")
    one, other = _places(home)
    return other if home.is_symlink() and home.resolve() == one.resolve() else one


def _remove(place: Path) -> None:
    if place.exists():
        shutil.rmtree(place)


def _fill(place: Path, wheels: Sequence[Path]) -> None:
    """Unpack as pip does, and compile, which the service may not do itself."""
    site = place / "lib" / f"python{sys.version_info.major}.{sys.version_info.minor}" / "site-packages"
    # The system's lgpio, where there is one, knows the kernel of this machine better than a wheel.
    system = importlib.util.find_spec("_lgpio") is not None
    for wheel in sorted(wheels):
        if system and wheel.name.startswith("lgpio-"):
            continue
        with zipfile.ZipFile(wheel) as archive:
            # What lies in <name>.data is for other folders: manuals, and scripts that nobody calls here.
            archive.extractall(
                site, [name for name in archive.namelist() if ".data/" not in name.partition("/")[0] + "/"]
            )
    compileall.compile_dir(site, quiet=2)
    command = place / "bin" / "companion"
    # -P and -s: neither this folder nor a user's own packages stand before the environment's.
    command.write_text(f"#!{place}/bin/python3 -Ps\nimport sys\n\nfrom companion.cli import main\n\nsys.exit(main())\n")
    command.chmod(0o755)


def _try(place: Path, trial: str) -> None:
    for words in ([str(place / "bin" / "companion"), "--version"], [str(place / "bin" / "python3"), "-Psc", trial]):
        answer = subprocess.run(words, cwd="/", capture_output=True, text=True, check=False)
        if answer.returncode:
            said = (answer.stderr.strip().splitlines() or ["nothing"])[-1]
            raise RefusedError(f"The new environment does not work ({said}); the old one, if any, stays in force.")


def _point(home: Path, place: Path) -> None:
    link = home.with_name(f"{home.name}-link")
    link.unlink(missing_ok=True)
    link.symlink_to(place.name)
    link.replace(home)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("command", choices=("make", "stale", "tidy", "remove"))
    parser.add_argument("--home", type=Path, default=HOME)
    parser.add_argument("--wheels", type=Path, default=WHEELS)
    parser.add_argument("--trial", default=_TRIAL, help="a line of Python that must run in it")
    parsed = parser.parse_args(arguments)
    home: Path = parsed.home
    commands: dict[str, Callable[[], None]] = {
        "make": lambda: make(home, parsed.wheels, parsed.trial),
        "tidy": lambda: tidy(home),
        "remove": lambda: remove(home),
    }
    if parsed.command == "stale":
        return DONE if is_stale(home) else FRESH
    try:
        commands[parsed.command]()
    except (RefusedError, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return FAILED
    return DONE


if __name__ == "__main__":
    sys.exit(main())
