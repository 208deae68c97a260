"""What the rig takes from Debian, through this machine's own apt configuration.

Law: no mirror, no kernel version and no key is named here. What apt cannot give ends the rig; nothing is ever left out.
"""

import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

from tests.vm.tools import RigError, run

NEEDED = (
    "busybox-static",
    "cpio",
    "e2fsprogs",
    "gcc",
    "kmod",
    "make",
    "mmdebstrap",
    "qemu-system-x86",
    "xz-utils",
)
"""Packages of this machine, beside the headers of the kernel."""

_KERNEL = "linux-image-amd64"


class Debian:
    """This machine's apt; its lists are fetched anew once, before the first download."""

    def __init__(self) -> None:
        self._refreshed = False

    def install(self, packages: Iterable[str]) -> None:
        """See to it that the packages are on this machine. Raises RigError."""
        lacking = [package for package in packages if not _is_installed(package)]
        if not lacking:
            return
        if os.geteuid() != 0:
            raise RigError(f"{', '.join(lacking)} must be installed first; 'sudo apt install' brings them.")
        self._refresh()
        run(["apt-get", "install", "-q", "-y", "--no-install-recommends", *lacking])

    def kernel(self) -> str:
        """The release of Debian's newest kernel, such as "6.1.0-1-amd64"."""
        depends = self._told(["apt-cache", "depends", _KERNEL], r"Depends: linux-image-(\S+)")
        return depends[0]

    def candidate(self, package: str) -> str:
        """The version that apt would install."""
        version = self._told(["apt-cache", "policy", package], r"Candidate: (\S+)")[0]
        if version == "(none)":
            raise RigError(f"apt knows no {package}; check /etc/apt/sources.list.d.")
        return version

    def download(self, package: str, folder: Path) -> Path:
        """The package's file, fetched into `folder`."""
        self._refresh()
        # As root, for the user that apt would become cannot write there.
        run(["apt-get", "download", "-q", "-o", "APT::Sandbox::User=root", package], cwd=folder)
        return next(folder.glob(f"{package}_*.deb"))

    def sources(self) -> tuple[str, ...]:
        """Debian's own archives, as this machine has them, each a line of a sources.list."""
        form = "$(ORIGIN)\tdeb $(REPO_URI) $(RELEASE) $(COMPONENT)"
        said = run(["apt-get", "indextargets", "--format", form, "Created-By: Packages"]).splitlines()
        lines = sorted({line.partition("\t")[2] for line in said if line.startswith("Debian\t")})
        if not lines:
            raise RigError("apt has no archive of Debian; write one into /etc/apt/sources.list.d, then 'apt update'.")
        return tuple(lines)

    def settings(self) -> tuple[str, ...]:
        """How this machine's apt reaches the network: proxies and the like."""
        dumped = run(["apt-config", "dump", "--format", '%F "%v";%n', "Acquire"]).splitlines()
        return tuple(line for line in dumped if re.match(r"Acquire::https?::", line) and not line.endswith('"";'))

    def _told(self, command: list[str], pattern: str) -> list[str]:
        found = _answers(command, pattern)
        if not found:
            self._refresh()
            found = _answers(command, pattern)
        if not found:
            raise RigError(f"apt does not know {command[-1]}; check /etc/apt/sources.list.d, then 'apt update'.")
        return found

    def _refresh(self) -> None:
        if not self._refreshed and os.geteuid() == 0:
            run(["apt-get", "update", "-q"])
            self._refreshed = True


def codename() -> str:
    """The release of Debian that this machine is, and the guest will be."""
    words = Path("/etc/os-release").read_text()
    found = re.search(r"^VERSION_CODENAME=(\w+)$", words, re.MULTILINE)
    if found is None or "ID=debian" not in words:
        raise RigError("This machine is not a Debian, and the guest is made from its packages.")
    return found[1]


def _answers(command: list[str], pattern: str) -> list[str]:
    try:
        return re.findall(pattern, run(command))
    except RigError:
        return []  # so it says that it knows no such package


def _is_installed(package: str) -> bool:
    asked = ["dpkg-query", "--show", "--showformat", "${db:Status-Status}", package]
    said = subprocess.run(asked, capture_output=True, text=True, check=False)
    return said.returncode == 0 and said.stdout == "installed"
