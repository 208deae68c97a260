"""A fresh Debian to install packages into: its root as an archive that is made once, and commands that run inside.

Law: whatever runs inside has no network at all, and nothing that it mounts is seen outside.
"""

import hashlib
import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.deb.programs import BuildError, call, need

_SOURCES = Path("/etc/apt")
_INSIDE = 'mount -t proc proc proc && mount -t sysfs sysfs sys && mount -t tmpfs tmpfs run && exec chroot . "$@"'
_ENVIRON = {
    "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}


class Root:
    """A Debian below `folder`."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def words(self, *command: str) -> list[str]:
        """How `command` is run inside, in the process that is given: no other stands between."""
        return ["unshare", "--mount", "--net", "--ipc", "sh", "-ec", _INSIDE, "sh", *command]

    def run(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run it inside and wait; its output and its errors are one text."""
        return subprocess.run(
            self.words(*command),
            cwd=self.folder,
            env=_ENVIRON,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
            timeout=600,
        )

    def file(self, name: str) -> Path:
        """Where `name`, which begins with /, is seen from outside. Not for what lies behind a link."""
        return self.folder / name.lstrip("/")

    @property
    def environ(self) -> dict[str, str]:
        """The surroundings of a command inside."""
        return dict(_ENVIRON)


def fresh(suite: str, packages: Sequence[str], cache: Path, folder: Path) -> Root:
    """A Debian of `suite` with these packages and what they need, in `folder`, which must not be there yet.

    `cache`: where its archive is kept for the next time. Raises BuildError.
    """
    if os.geteuid() != 0:
        raise BuildError("A Debian's root can be made by root only: sudo make deb-test.")
    need("mmdebstrap", "unshare", "tar")
    sources = apt_sources(_SOURCES, suite, codename())
    # Another mirror or another list of packages is another archive.
    mark = hashlib.sha256("\n".join([*sources.values(), *packages]).encode()).hexdigest()[:12]
    archive = cache / f"root-{suite}-{mark}.tar"
    if not archive.exists():
        _make(suite, packages, sources, archive)
    folder.mkdir(parents=True)
    call(["tar", "--extract", "--numeric-owner", "--file", str(archive), "--directory", str(folder)])
    return Root(folder)


def apt_sources(folder: Path, suite: str, codename: str) -> Mapping[str, str]:
    """This machine's own package sources, turned from its `codename` to `suite`: file name → text. Raises BuildError."""
    files = [folder / "sources.list", *sorted(folder.glob("sources.list.d/*.list"))]
    files += sorted(folder.glob("sources.list.d/*.sources"))
    found = {}
    for file in files:
        text = file.read_text() if file.is_file() else ""
        # Other people's archives, of one suite only or without Debian's name in it, are of no use to a fresh root.
        if any(codename in line and not line.startswith("#") for line in text.splitlines()):
            found[file.name] = text.replace(codename, suite)
    if not found:
        raise BuildError(f"No source of packages in {folder} is for {codename}, so that no Debian can be made from it.")
    return found


def _make(suite: str, packages: Sequence[str], sources: Mapping[str, str], archive: Path) -> None:
    archive.parent.mkdir(parents=True, exist_ok=True)
    part = archive.with_name(f"{archive.name}.{os.getpid()}")
    lists = [part.with_name(f"{part.name}.{name}") for name in sources]
    try:
        for file, text in zip(lists, sources.values(), strict=True):
            file.write_text(text)
        words = ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={','.join(packages)}", "--format=tar", suite]
        call([*words, str(part), *map(str, lists)])
        part.replace(archive)
    finally:
        for file in (part, *lists):
            file.unlink(missing_ok=True)


def codename() -> str:
    """Of the Debian that this machine runs. Raises BuildError."""
    for line in Path("/etc/os-release").read_text().splitlines():
        name, _, value = line.partition("=")
        if name == "VERSION_CODENAME":
            return value.strip('"')
    raise BuildError("/etc/os-release names no release; this needs Debian.")
