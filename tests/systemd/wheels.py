"""Wheels that hold next to nothing, in the folders of the package."""

import sys
import zipfile
from pathlib import Path

OWN = f"cp{sys.version_info.major}{sys.version_info.minor}"
COMMAND = """
import sys

import neighbour

def main():
    print("companion 1.2.3", neighbour.__file__, *sys.argv[1:])
"""


def wheel(folder: Path, name: str, files: dict[str, str], *metadata: str) -> Path:
    """A wheel of that name and version 1.0 with `files`; `metadata`: further lines of it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-1.0-py3-none-any.whl"
    lines = ["Metadata-Version: 2.1", f"Name: {name}", "Version: 1.0", *metadata]
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in {**files, f"{name}-1.0.dist-info/METADATA": "\n".join(lines) + "\n"}.items():
            # With a moment of its own, so that two of them are the same to the byte.
            archive.writestr(zipfile.ZipInfo(file), text)
    return path


def project(wheels: Path) -> None:
    """What makes an environment work: a companion, and a library in machine code that is for this Python alone."""
    wheel(wheels / "any", "codebreakers_companion", {"companion/__init__.py": "", "companion/cli.py": COMMAND})
    wheel(
        wheels / OWN, "neighbour", {"neighbour.py": "", "neighbour-1.0.data/data/share/man/x.1": "no"}, "License: MIT"
    )
