"""The lines by which a new card installs the package at its first start: `python -m tools.deb.first_start dist/*.deb`.

Raspberry Pi OS (Debian 13) reads `user-data` on the card's drive `bootfs` once, by cloud-init, and Raspberry Pi Imager writes
host name, user and SSH into that file: SSH since Imager 2.0.10 by a command below `runcmd`. A second `runcmd` would take the
place of the first, and lock the owner out. So the lines have a key that Imager does not write: a file that cloud-init runs once.
It starts a unit of its own, since cloud-init switches SSH on only afterwards. A Pi has no clock: until it is set, no certificate
is valid, so it is waited for.
"""

import argparse
import hashlib
import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[2]

_TEXT = """# Installs codebreakers-companion {version} at the first start of a new card with Raspberry Pi OS of Debian 13.
# Add all of this at the end of the file user-data on the card's drive bootfs, after Raspberry Pi Imager has written it.
write_files:
  - path: /var/lib/cloud/scripts/per-once/codebreakers-companion
    permissions: "0755"
    content: |
      #!/bin/sh
      [ "$1" = install ] || exec systemd-run --no-block --unit=companion-install "$0" install
      set -e
      for _ in $(seq 90); do
        [ "$(timedatectl show -P NTPSynchronized)" = yes ] && break
        sleep 2
      done
      case "$(dpkg --print-architecture)" in
{cases}
        *) echo "There is no package for this architecture."; exit 1 ;;
      esac
      folder="$(mktemp -d)"
      cd "$folder"
      curl -fsSL --retry 5 --retry-all-errors -o "$file" "{address}/releases/download/v{version}/$file"
      echo "$sum  $file" | sha256sum -c
      chmod 755 "$folder"
      apt-get update
      DEBIAN_FRONTEND=noninteractive apt-get install -y "./$file"
      rm -r "$folder"
"""


def home() -> str:
    """The project's address, from pyproject.toml."""
    address: str = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Homepage"]
    return address


def lines(packages: Iterable[Path], address: str) -> str:
    """The YAML for packages named NAME_VERSION_ARCHITECTURE.deb, all of one version. Raises ValueError for others."""
    cases, versions = [], set()
    for path in sorted(packages):
        _, version, arch = path.stem.split("_")
        versions.add(version)
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        cases.append(f"        {arch}) file={path.name} sum={digest} ;;")
    (version,) = versions
    return _TEXT.format(version=version, address=address, cases="\n".join(cases))


def main() -> int:
    """Print the lines; refuse to in a repository that is not the one that the documents name."""
    parser = argparse.ArgumentParser(description="the lines by which a new card installs the package")
    parser.add_argument("--repository", help="the address from which the release is published")
    parser.add_argument("packages", nargs="+", type=Path)
    said = parser.parse_args()
    address = home()
    if said.repository not in (None, address):
        print(
            f"This is {said.repository}, and pyproject.toml says {address}: change it there, and in the documents.",
            file=sys.stderr,
        )
        return 1
    print(lines(said.packages, address), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
