"""Runs what a package for armhf brings on an emulated processor, with the Pythons of both Debians: `python -m tools.deb.emulated
dist/X_armhf.deb`. It needs mmdebstrap and qemu-user-static, and no root's rights of another machine.

Its maintainer scripts do not run: for that a Raspberry Pi is needed. What runs is every library that holds machine code, the
command, its configuration and a move of a game.
"""

import argparse
import os
import sys
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path

from tools.deb.cross_compile import SUITES, unpacked
from tools.deb.programs import BuildError, call

_QEMU = "qemu-arm-static"
_LIBRARIES = (
    "import sys, gpiozero, luma.oled.device, msgspec, PIL.Image, cbor2, serial, websockets; print(sys.maxsize < 2**32)"
)
_GAME = """{"do":"new","game":"mastermind","seats":2,"options":{"codemaker":"table"}}
{"do":"chance","seed":7}
{"do":"move","seat":1,"move":{"move":"guess","pegs":["red","red","blue","pink"]}}
{"do":"quit"}
"""


def tried(package: Path, python: str, work: Path) -> str:
    """What was seen under that Python; raises BuildError with what went wrong."""
    suite = SUITES[python]
    root, tree, site = work / "root", work / "tree", work / "site"
    # The system's own lgpio is no part of Debian 12, only of its Raspberry Pi OS.
    unpacked(suite, [f"python{python}-minimal", f"libpython{python}-stdlib", "python3-pil", "python3-cbor2"], root)
    if not (root / "lib").exists():
        (root / "lib").symlink_to("usr/lib")
    call(["dpkg-deb", "--extract", str(package), str(tree)])
    wheels = tree / "usr/lib/companion/wheels"
    for folder in ("any", f"cp{python.replace('.', '')}"):
        for wheel in wheels.glob(f"{folder}/*.whl"):
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(site)
    environ = {**os.environ, "PYTHONPATH": f"{site}:{root}/usr/lib/python3/dist-packages"}
    words = [_QEMU, "-L", str(root), str(root / f"usr/bin/python{python}"), "-s"]
    if call([*words, "-c", _LIBRARIES], env=environ).strip() != "True":
        raise BuildError("That Python is not one of 32 bits.")
    version = call([*words, "-m", "companion", "--version"], env=environ).strip()
    call([*words, "-m", "companion", "config", "--config", str(tree / "usr/share/companion/table.toml")], env=environ)
    answers = call([*words, "-m", "companion", "engine"], env=environ, given=_GAME).splitlines()
    if [answer.startswith('{"ok":true') for answer in answers] != [True] * _GAME.count("\n"):
        raise BuildError(f"The engine answers {answers}.")
    return f"{version} under Python {python} of Debian's {suite}: libraries, configuration, a move"


def main(arguments: Sequence[str] | None = None) -> int:
    """Try it; the exit status."""
    parser = argparse.ArgumentParser(prog="tools.deb.emulated", description=__doc__)
    parser.add_argument("package", type=Path)
    package: Path = parser.parse_args(arguments).package
    for python in SUITES:
        with tempfile.TemporaryDirectory(prefix="companion-emulated-") as name:
            try:
                print(f"ok    {tried(package, python, Path(name))}", flush=True)
            except BuildError as error:
                print(f"FAIL  Python {python}: {error}", file=sys.stderr)
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
