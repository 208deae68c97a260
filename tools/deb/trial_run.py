"""Tries the Debian package in a fresh Debian without a network: `make deb-test`, as root.

Law: it fails where it cannot try. Each trial says in a line what it has seen; the first that sees something else ends all.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from companion import __version__
from tools.deb.build import build, moment, own_arch
from tools.deb.checks import Failure, Packages
from tools.deb.contents import CLUB, NAME, TABLE, depends
from tools.deb.debian_root import fresh
from tools.deb.programs import BuildError, call
from tools.deb.trials import TRIALS
from tools.deb.wheels import PYTHONS

_ROOM = 2 << 30


def tried(suite: str, cache: Path) -> None:
    """Build the package and try it. Raises Failure or BuildError."""
    with tempfile.TemporaryDirectory(prefix="companion-deb-test-", dir=_place()) as name:
        folder = Path(name)
        arch = own_arch()
        package, club = (
            build(folder, what, arch=arch, pythons=PYTHONS, version=f"{__version__}-1", epoch=moment(os.environ))
            for what in (TABLE, CLUB)
        )
        packages = Packages(package, _again(package, "newer", lame=False), _again(package, "lame", lame=True), club)
        # What the packages themselves ask for and no more, but for udev, which every real machine has.
        needed = [word.split()[0] for word in depends(arch, PYTHONS)[0].split(",")]
        root = fresh(suite, [*dict.fromkeys(needed), "openssl", "udev"], cache, folder / "root")
        for trial in TRIALS:
            began = time.monotonic()
            said = trial(root, packages)
            print(f"ok    {said}  ({time.monotonic() - began:.1f} s)", flush=True)


def _place() -> Path | None:
    """In memory where there is room: dpkg waits for the disk after every file. None: where temporary files usually are."""
    memory = Path("/dev/shm")
    if not memory.is_dir():
        return None
    about = os.statvfs(memory)
    closed = os.ST_NOEXEC | os.ST_NODEV | os.ST_RDONLY
    # A container's is small, and often lets nothing in it be run.
    return memory if about.f_bavail * about.f_frsize > _ROOM and not about.f_flag & closed else None


def _again(package: Path, name: str, *, lame: bool) -> Path:
    """The same package as a later version. `lame`: with a library that is not whole, as after a bad download."""
    tree, result = package.with_name(name), package.with_name(f"{name}.deb")
    call(["dpkg-deb", "--raw-extract", str(package), str(tree)])
    control = tree / "DEBIAN/control"
    version = f"\nVersion: {__version__}-"
    control.write_text(control.read_text().replace(f"{version}1\n", f"{version}{3 if lame else 2}\n"))
    if lame:
        for wheel in tree.glob("usr/lib/companion/wheels/*/msgspec-*.whl"):
            wheel.unlink()
    call(["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(result)])
    return result


def main(arguments: Sequence[str] | None = None) -> int:
    """Try it; the exit status."""
    parser = argparse.ArgumentParser(prog="tools.deb.trial_run", description=__doc__)
    parser.add_argument("--suite", default="bookworm", help="the Debian to try it in (default: %(default)s)")
    parsed = parser.parse_args(arguments)
    cache = Path(os.environ.get("COMPANION_CACHE") or Path.home() / ".cache" / "companion-build")
    began = time.monotonic()
    try:
        tried(parsed.suite, cache)
    except (Failure, BuildError) as error:
        print(f"FAIL  {error}", file=sys.stderr)
        return 1
    print(f"{NAME} stands all {len(TRIALS)} trials in {parsed.suite}, in {time.monotonic() - began:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
