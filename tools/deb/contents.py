"""What the Debian packages consist of: which file goes where, and the files of their own that are made from others.

codebreakers-companion is a table. codebreakers-club adds to it what a club of tables needs besides: libraries, which stand in the
same environment, and a unit.
"""

import gzip
import hashlib
import os
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from email.message import Message
from email.utils import format_datetime
from pathlib import Path

from msgspec import Struct

from tools.deb.programs import BuildError
from tools.deb.wheels import SYSTEMS, metadata

NAME = "codebreakers-companion"
CLUB_NAME = "codebreakers-club"
WHEELS = "usr/lib/companion/wheels"
CLUB_WHEELS = "usr/lib/companion/club"
DOC = f"usr/share/doc/{NAME}"

FILES: Mapping[str, str] = {
    "systemd/companion.service": "usr/lib/systemd/system/companion.service",
    "systemd/companion.socket": "usr/lib/systemd/system/companion.socket",
    "systemd/companion-club.service": "usr/lib/systemd/system/companion-club.service",
    "systemd/companion-club.socket": "usr/lib/systemd/system/companion-club.socket",
    "systemd/companion.sysusers.conf": "usr/lib/sysusers.d/companion.conf",
    "systemd/companion.tmpfiles.conf": "usr/lib/tmpfiles.d/companion.conf",
    "systemd/companion.modules-load.conf": "usr/lib/modules-load.d/companion.conf",
    "systemd/companion.rules": "usr/lib/udev/rules.d/70-companion.rules",
    "systemd/companion.polkit.rules": "usr/share/polkit-1/rules.d/50-companion.rules",
    "systemd/companion.dbus.conf": "usr/share/dbus-1/system.d/companion.conf",
    "systemd/table.toml": "usr/share/companion/table.toml",
    "systemd/debian/environment.py": "usr/lib/companion/environment.py",
    "systemd/debian/lintian-overrides": f"usr/share/lintian/overrides/{NAME}",
    "README.md": f"{DOC}/README.md",
}
"""From the repository into the package."""
SCRIPTS = ("postinst", "prerm", "postrm")
LINKS: Mapping[str, str] = {"usr/bin/companion": "/opt/companion/bin/companion"}

CLUB_FILES: Mapping[str, str] = {
    "systemd/codebreakers-club.service": "usr/lib/systemd/system/codebreakers-club.service",
    "systemd/codebreakers-club.sysusers.conf": "usr/lib/sysusers.d/codebreakers-club.conf",
    "systemd/debian/club/lintian-overrides": f"usr/share/lintian/overrides/{CLUB_NAME}",
    "docs/club.md": f"usr/share/doc/{CLUB_NAME}/club.md",
}


class Contents(Struct, frozen=True):
    """A package. `debian`: the folder of its control file and scripts. `wheels`: where those that it brings are in it. `more`:
    files that are packed, and where."""

    name: str
    files: Mapping[str, str]
    links: Mapping[str, str]
    debian: str
    wheels: str
    more: Mapping[str, str] = {}
    has_triggers: bool = False


TABLE = Contents(
    NAME,
    FILES,
    LINKS,
    "systemd/debian",
    WHEELS,
    {"systemd/debian/companion.1": "usr/share/man/man1/companion.1.gz"},
    has_triggers=True,
)
CLUB = Contents(CLUB_NAME, CLUB_FILES, {}, "systemd/debian/club", CLUB_WHEELS)

_LICENCES = {"MIT": "Expat", "MIT-License": "Expat", "unlicense.org": "Unlicense"}
"""What projects call their licence → what Debian calls it."""


def grow(
    root: Path, tree: Path, what: Contents = TABLE, *, version: str, arch: str, pythons: Sequence[str], epoch: int
) -> None:
    """Add everything to `tree`, which has the wheels and nothing else yet. `epoch`: the time that every file bears."""
    doc = f"usr/share/doc/{what.name}"
    for source, target in what.files.items():
        _put(tree / target, (root / source).read_bytes())
    for link, target in what.links.items():
        (tree / link).parent.mkdir(parents=True, exist_ok=True)
        (tree / link).symlink_to(target)
    packed = {"CHANGELOG.md": f"{doc}/changelog.gz", **what.more}
    for source, target in packed.items():
        _put(tree / target, _packed((root / source).read_bytes()))
    _put(tree / doc / "changelog.Debian.gz", _packed(_changelog(what.name, version, epoch).encode()))
    _put(tree / doc / "copyright", _copyright(root, tree, what.wheels).encode())
    for script in SCRIPTS:
        _put(tree / "DEBIAN" / script, (root / what.debian / script).read_bytes(), 0o755)
    if what.has_triggers:
        _put(tree / "DEBIAN/triggers", (root / what.debian / "triggers").read_bytes())
    files = sorted(file for file in tree.rglob("*") if file.is_file() and tree / "DEBIAN" not in file.parents)
    sums = [f"{hashlib.md5(file.read_bytes()).hexdigest()}  {file.relative_to(tree)}\n" for file in files]
    _put(tree / "DEBIAN/md5sums", "".join(sums).encode())
    size = sum(-(-file.stat().st_size // 1024) for file in files)
    _put(tree / "DEBIAN/control", _control(root / what.debian, version, arch, pythons, size).encode())
    for place in (tree, *tree.rglob("*")):
        if place.is_dir():
            place.chmod(0o755)
        os.utime(place, (epoch, epoch), follow_symlinks=False)


def depends(arch: str, pythons: Sequence[str]) -> tuple[str, str]:
    """What must be installed with the package, and what should be."""
    minors = [int(python.partition(".")[2]) for python in pythons]
    needed = [
        "libc6 (>= 2.34)",
        f"python3 (>= 3.{min(minors)})",
        f"python3 (<< 3.{max(minors) + 1})",
        "systemd",
    ]
    # polkitd decides whether the table may switch the Pi off; without it, it may not.
    wished = ["python3-lgpio", "python3-spidev", "polkitd"]
    # On a Raspberry Pi there is nothing to play on without lgpio: a wheel for Python 3.11, the system's for any newer one.
    if arch == "arm64":
        needed.append("python3-lgpio | python3 (<< 3.12)")
    if arch == "armhf":
        needed += SYSTEMS.values()
    return ", ".join(needed), ", ".join(wished)


def _control(debian: Path, version: str, arch: str, pythons: Sequence[str], size: int) -> str:
    needed, wished = depends(arch, pythons)
    text = (debian / "control").read_text()
    values = {"VERSION": version, "ARCH": arch, "SIZE": str(size), "DEPENDS": needed, "RECOMMENDS": wished}
    for name, value in values.items():
        text = text.replace(f"@{name}@", value)
    return text


def _changelog(name: str, version: str, epoch: int) -> str:
    moment = format_datetime(datetime.fromtimestamp(epoch, UTC))
    return (
        f"{name} ({version}) stable; urgency=medium\n\n  * What changed is in changelog.gz.\n\n"
        f" -- the {NAME} contributors <contributors@{NAME}.invalid>  {moment}\n"
    )


def _copyright(root: Path, tree: Path, wheels: str) -> str:
    """Machine readable, with a stanza for each wheel."""
    text = (root / "systemd/debian/copyright").read_text().replace("@WHEELS@", f"/{wheels}")
    licence = (root / "LICENSE").read_text().partition("\n\n")[2].partition("\n\n")[2]
    own = {wheel.name.partition("-")[0]: wheel for wheel in sorted((tree / wheels).glob("*/*.whl"))}
    own.pop(NAME.replace("-", "_"), None)
    for name, wheel in own.items():
        said = metadata(wheel)
        author = said.get("Author") or said.get("Author-email") or said.get("Maintainer") or f"the authors of {name}"
        text += f"Files: {wheels}/*/{name}-*\nCopyright: {' '.join(author.split())}\n"
        text += f"License: {_licence(said)}\n\n"
    text += "License: Expat\n" + "".join(f" {line or '.'}\n" for line in licence.strip().splitlines())
    return text


def _licence(said: Message) -> str:
    """A wheel's licence in a word: as its metadata name it, else as the index classifies it."""
    classified = [
        line.rpartition(" :: ")[2] for line in said.get_all("Classifier", ()) if line.startswith("License ::")
    ]
    written = said.get("License-Expression") or said.get("License") or " or ".join(classified)
    word = written.strip().partition("\n")[0].replace(" ", "-")
    if not word:
        raise BuildError(f"{said['Name']} does not say its licence; say it in systemd/debian/copyright.")
    return _LICENCES.get(word, word)


def _packed(data: bytes) -> bytes:
    return gzip.compress(data, 9, mtime=0)


def _put(path: Path, data: bytes, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    path.chmod(mode)
