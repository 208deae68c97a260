"""The lock files: every library that the package brings, in one exact version, with the SHA-256 of each of its files.

systemd/debian/lock/<python>.txt is for one Python and every machine; build.txt holds what makes wheels. `make lock` writes them
with uv, in the form that pip takes with --require-hashes.
"""

import re
from collections.abc import Mapping, Sequence
from email.message import Message
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.deb.programs import BuildError

FOLDER = Path("systemd/debian/lock")
"""Below the root of the repository."""
LEFT_OUT = frozenset({"setuptools"})
"""In no lock but build.txt: colorzero names it and never imports it."""

Entries = Mapping[str, str]
"""The name of a library, as an index writes it → its entry: `name==version`, and `--hash=sha256:...` for each file."""


def read(root: Path, python: str) -> Entries:
    """What is locked for that Python. Raises BuildError."""
    file = root / FOLDER / f"{python}.txt"
    if not file.is_file():
        raise BuildError(
            f"There is no lock file for Python {python}: add {python} to LOCKED in the Makefile and say 'make lock'."
        )
    found: dict[str, str] = {}
    lines = file.read_text().replace("\\\n", "").splitlines()
    for entry in (line for line in lines if line and not line.lstrip().startswith("#")):
        name = canonicalize_name(entry.partition("==")[0])
        if not re.fullmatch(r"[\w.-]+==\S+(?: +--hash=sha256:[0-9a-f]{64})+", entry):
            raise BuildError(f"{FOLDER / file.name} locks {name} to no version and hash; say 'make lock'.")
        found[name] = entry
    return found


def version(entry: str) -> str:
    """Of an entry."""
    return entry.partition("==")[2].split()[0]


def unmet(held: Sequence[Message], python: str, machine: str, besides: frozenset[str]) -> list[str]:
    """What some wheels ask for and none of them is, in a sentence each.

    `held`: the metadata of each wheel; `machine`: Python's name of the architecture; `besides`: what comes from elsewhere, in any
    version.
    """
    versions = {canonicalize_name(one["Name"]): one["Version"] for one in held}
    there = {
        "python_version": python,
        "python_full_version": f"{python}.0",
        "platform_machine": machine,
        "sys_platform": "linux",
        "platform_system": "Linux",
        "os_name": "posix",
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
        "extra": "",
    }
    found = []
    for one in held:
        for line in one.get_all("Requires-Dist", ()):
            wanted = Requirement(line)
            name = canonicalize_name(wanted.name)
            if name in besides or (wanted.marker is not None and not wanted.marker.evaluate(there)):
                continue
            if name not in versions or not wanted.specifier.contains(versions[name], prereleases=True):
                found.append(f"{one['Name']} asks for {line}, and the lock has {versions.get(name, 'none')}.")
    return found
