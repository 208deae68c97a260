"""Builds the Debian package: `make deb`, for another machine `make deb ARCH=arm64`, for other Pythons `PYTHONS=3.12`;
and the one that adds a club: `make deb-club`.

It needs dpkg and a package index, and neither root nor a machine of that architecture: for armhf alone one file of C is compiled
here. Which wheels it brings is said by the lock files in systemd/debian/lock, which `make lock` renews.
The last line that it prints is the path of the package.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion import __version__
from tools.deb.contents import CLUB, TABLE, Contents, grow
from tools.deb.programs import BuildError, call, need
from tools.deb.wheels import MACHINES, PYTHONS, gather, gather_club

ROOT = Path(__file__).parents[2]
DIST = ROOT / "dist"


def build(dist: Path, what: Contents = TABLE, *, arch: str, pythons: Sequence[str], version: str, epoch: int) -> Path:
    """The package, alone of its architecture in `dist`. Raises BuildError."""
    need("dpkg-deb")
    dist.mkdir(parents=True, exist_ok=True)
    package = dist / f"{what.name}_{version}_{arch}.deb"
    with tempfile.TemporaryDirectory(prefix="companion-deb-", dir=dist) as name:
        tree = Path(name, "tree")
        (gather_club if what is CLUB else gather)(ROOT, tree / what.wheels, arch, pythons)
        return packed(tree, package, what, arch=arch, pythons=pythons, version=version, epoch=epoch)


def packed(
    tree: Path, package: Path, what: Contents = TABLE, *, arch: str, pythons: Sequence[str], version: str, epoch: int
) -> Path:
    """Pack `tree`, which has the wheels and nothing else, as `package`."""
    for wheel in tree.rglob("*.whl"):
        wheel.chmod(0o644)
    grow(ROOT, tree, what, version=version, arch=arch, pythons=pythons, epoch=epoch)
    part = tree.with_name(package.name)
    # The wheels of two Pythons hold much that is alike. xz finds it with the 8 MiB of level 6, not with the 1 MiB of level 1.
    command = ["dpkg-deb", "--root-owner-group", "-Zxz", "-z6", "--build", str(tree), str(part)]
    call(command, env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch)})
    for old in package.parent.glob(f"{what.name}_*_{arch}.deb"):
        if old != package:
            old.unlink()
    part.replace(package)
    return package


def moment(environ: Mapping[str, str]) -> int:
    """The time that the files bear: as asked for; else of the last commit; else now."""
    if asked := environ.get("SOURCE_DATE_EPOCH"):
        return int(asked)
    command = ["git", "-C", str(ROOT), "log", "-1", "--format=%ct"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError:
        return int(time.time())
    return int(answer.stdout) if answer.stdout.strip().isdecimal() else int(time.time())


def own_arch() -> str:
    """Debian's name for what this machine is. Raises BuildError where there is no package for it."""
    machine = os.uname().machine
    for arch, name in MACHINES.items():
        if name == machine:
            return arch
    raise BuildError(f"There is no package for {machine}; say ARCH=arm64 for a Raspberry Pi.")


def main(arguments: Sequence[str] | None = None) -> int:
    """Build it and print where it is; the exit status."""
    parser = argparse.ArgumentParser(prog="tools.deb", description=__doc__)
    parser.add_argument("--arch", choices=sorted(MACHINES), default=None, help="default: this machine's")
    parser.add_argument("--pythons", default=",".join(PYTHONS), help="default: %(default)s")
    parser.add_argument("--dist", type=Path, default=DIST, help="default: %(default)s")
    parser.add_argument("--version", default=f"{__version__}-1", help="default: %(default)s")
    parser.add_argument("--club", action="store_true", help="the package that adds a club")
    parsed = parser.parse_args(arguments)
    epoch = moment(os.environ)
    os.environ["SOURCE_DATE_EPOCH"] = str(epoch)
    try:
        package = build(
            parsed.dist,
            CLUB if parsed.club else TABLE,
            arch=parsed.arch or own_arch(),
            pythons=parsed.pythons.split(","),
            version=parsed.version,
            epoch=epoch,
        )
    except BuildError as error:
        print(error, file=sys.stderr)
        return 1
    print(package)
    return 0
