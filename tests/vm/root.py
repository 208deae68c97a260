"""The guest's disk: a small Debian with the companion's package installed, as apt and dpkg would on a Raspberry Pi.

The Debian below it and the disk are kept apart in the cache, since a package is made anew more often than Debian.
"""

import re
import shutil
from pathlib import Path

from tests.vm.cache import Cache, key
from tests.vm.debian import Debian, codename
from tests.vm.tools import piped, run

ALWAYS = ("kmod", "libstdc++6", "systemd", "systemd-sysv", "udev")
"""What the guest has beside what the package depends on; the pod's MicroPython is linked to C++."""

_LEAN = (
    "/usr/share/doc/*",
    "/usr/share/info/*",
    "/usr/share/locale/*",
    "/usr/share/man/*",
    "/usr/share/i18n/*",
)
_OWN = Path(__file__).parent / "etc"
_MEGABYTES = 900
_INSTALL = 'mount -t proc proc "$1/proc"; exec chroot "$1" dpkg --install /companion.deb'
"""In name spaces of its own: the package must need no network, and the mount goes with the process."""


def base(debian: Debian, cache: Cache, package: Path) -> Path:
    """A folder with the file system that the package can be installed into. Raises RigError."""
    wanted = sorted({*ALWAYS, *depends(package)})
    versions = [f"{name} {debian.candidate(name)}" for name in wanted]
    sources, settings, release = debian.sources(), debian.settings(), codename()
    made_from = key(release, sources, versions, settings, _LEAN)

    def make(folder: Path) -> None:
        command = ["mmdebstrap", "--quiet", "--variant=essential", f"--include={','.join(wanted)}"]
        command += [f"--dpkgopt=path-exclude={pattern}" for pattern in _LEAN]
        command += [f"--aptopt={line}" for line in settings]
        piped([*command, release, str(folder / "root"), "-"], "\n".join(sources).encode())

    return cache.get("base", made_from, make)


def disk(cache: Cache, kernel: Path, base: Path, package: Path) -> Path:
    """The disk, with the package installed. Raises RigError."""
    own = [f"{file.relative_to(_OWN)}:{file.read_text()}" for file in sorted(_OWN.rglob("*")) if file.is_file()]
    made_from = key(kernel.name, base.name, package.read_bytes(), own, Path(__file__).read_bytes())

    def make(folder: Path) -> None:
        root = folder / "root"
        run(["cp", "-a", "--reflink=auto", base / "root", root])
        shutil.copytree(kernel / "modules", root / "lib" / "modules", dirs_exist_ok=True)
        shutil.copytree(_OWN, root / "etc", dirs_exist_ok=True)
        shutil.copy(package, root / "companion.deb")
        run(["unshare", "--mount", "--net", "sh", "-ec", _INSTALL, "sh", root])
        (root / "companion.deb").unlink()
        (root / "opt" / "vm").mkdir()
        image = folder / "root.img"
        run(["truncate", f"--size={_MEGABYTES}M", image])
        run(["mke2fs", "-q", "-t", "ext4", "-O", "^has_journal", "-d", root, image])
        shutil.rmtree(root)

    return cache.get("disk", made_from, make) / "root.img"


def depends(package: Path) -> tuple[str, ...]:
    """The packages that a package asks for, the first of each choice."""
    said = run(["dpkg-deb", "--field", package, "Depends", "Pre-Depends"])
    names = (re.match(r"[a-z0-9.+-]+", choice.strip()) for choice in re.sub(r"(Pre-)?Depends:", ",", said).split(","))
    return tuple(found[0] for found in names if found)
