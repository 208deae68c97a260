"""The programs that make and try the package: run to their end, and what is wrong with them in a sentence."""

import shutil
import subprocess
from collections.abc import Mapping, Sequence

_PACKAGES: Mapping[str, str] = {
    "arm-linux-gnueabihf-gcc": "gcc-arm-linux-gnueabihf libc6-dev-armhf-cross",
    "dpkg-deb": "dpkg",
    "lintian": "lintian",
    "mmdebstrap": "mmdebstrap",
    "qemu-arm-static": "qemu-user-static",
    "tar": "tar",
    "unshare": "util-linux",
}
"""Program → what of Debian brings it."""


class BuildError(Exception):
    """Why there is no package, or why it cannot be tried, in a sentence with a remedy."""


def need(*programs: str) -> None:
    """Raises BuildError, with the remedy for all, where one of these is missing."""
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        packages = " ".join(dict.fromkeys(_PACKAGES.get(program, program) for program in missing))
        raise BuildError(f"{' and '.join(missing)} cannot be found: sudo apt install {packages}.")


def call(command: Sequence[str], *, env: Mapping[str, str] | None = None, given: str = "") -> str:
    """What `command` writes to its standard output; `given`: its standard input. Raises BuildError with what it said, where it
    fails."""
    need(command[0])
    answer = subprocess.run(command, env=env, input=given, capture_output=True, text=True, check=False)
    if answer.returncode:
        said = "\n".join(text for text in (answer.stdout.strip(), answer.stderr.strip()) if text)
        raise BuildError(f"{command[0]} ended with {answer.returncode}:\n{said}")
    return answer.stdout
