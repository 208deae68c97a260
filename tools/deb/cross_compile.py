"""A wheel for armhf that no index has: msgspec, whose one file of C is compiled here for the Raspberry Pi OS of 32 bits.

The Python files are those of the wheel for arm64; the headers are Debian's own for that Python, unpacked and never run. It needs
a compiler for armhf and mmdebstrap (`sudo apt install gcc-arm-linux-gnueabihf libc6-dev-armhf-cross mmdebstrap`), and Debian's
package sources on this machine.
"""

import base64
import hashlib
import re
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from tools.deb.debian_root import apt_sources, codename
from tools.deb.programs import BuildError, call, need

TRIPLET = "arm-linux-gnueabihf"
SUITES: Mapping[str, str] = {"3.11": "bookworm", "3.13": "trixie"}
"""Python → the Debian that has it."""
_CORE = "msgspec/_core"


def compiled(model: Path, source: Path, python: str, folder: Path) -> Path:
    """A wheel of msgspec for armhf in `folder`. `model`: the wheel for arm64 and the same Python; `source`: the source archive
    of the same version. Raises BuildError."""
    abi = f"cp{python.replace('.', '')}"
    need(f"{TRIPLET}-gcc", "mmdebstrap")
    if python not in SUITES:
        raise BuildError(f"For armhf there are only the Pythons {', '.join(SUITES)}, and not {python}: leave it out.")
    with tempfile.TemporaryDirectory(prefix="companion-cross-") as name:
        work = Path(name)
        include = headers(python, work / "root")
        with tarfile.open(source) as archive:
            archive.extractall(work / "source", filter="data")
        core = next((work / "source").glob(f"*/src/{_CORE}.c"))
        library = work / f"_core.cpython-{abi[2:]}-{TRIPLET}.so"
        call(compiler(core, library, include, python))
        wheel = folder / f"{model.name.split('-cp')[0]}-{abi}-{abi}-linux_armv7l.whl"
        _repack(model, wheel, library)
    return wheel


def compiler(core: Path, library: Path, include: Path, python: str) -> list[str]:
    """The compiler's command line."""
    own = include / TRIPLET / f"python{python}"
    words = [f"{TRIPLET}-gcc", "-shared", "-fPIC", "-O2", "-DNDEBUG", "-g0"]
    # Debian's armhf counts seconds in 64 bits from 13 on; what is compiled against its headers must do the same.
    if re.search(r"#define SIZEOF_TIME_T 8\b", (own / "pyconfig.h").read_text()):
        words += ["-D_FILE_OFFSET_BITS=64", "-D_TIME_BITS=64"]
    return [*words, f"-I{include / f'python{python}'}", f"-I{include}", str(core), "-lm", "-o", str(library)]


def unpacked(suite: str, packages: Sequence[str], root: Path) -> None:
    """Debian's packages for armhf and what they need in `root`, unpacked and not installed. Raises BuildError."""
    found = apt_sources(Path("/etc/apt"), suite, codename())
    sources = root.with_name("sources.list")
    sources.write_text("".join(f"{line}\n" for text in found.values() for line in plain(text, suite)))
    words = ["mmdebstrap", "--quiet", "--variant=extract", "--architectures=armhf", f"--include={','.join(packages)}"]
    call([*words, suite, str(root), str(sources)])


def headers(python: str, root: Path) -> Path:
    """A folder with the headers of that Python for armhf and no others, beside `root`, which is filled. Raises BuildError."""
    unpacked(SUITES[python], [f"libpython{python}-dev"], root)
    # Not those of its C library, which are the cross compiler's own.
    include = root.with_name("include")
    for name in (f"python{python}", f"{TRIPLET}/python{python}"):
        shutil.copytree(root / "usr" / "include" / name, include / name)
    return include


def plain(text: str, suite: str) -> list[str]:
    """The lines for `suite` itself, without its updates, of a list of sources in either of apt's two forms."""
    lines = []
    for stanza in re.split(r"\n\s*\n", text):
        fields = dict(re.findall(r"^([A-Za-z-]+):[ \t]*(.+)$", stanza, re.MULTILINE))
        if "URIs" in fields and suite in fields.get("Suites", "").split():
            lines += [f"deb {uri} {suite} main" for uri in fields["URIs"].split()]
        lines += re.findall(rf"^deb +(?:\[[^]]*\] +)?\S+ +{suite} +.*$", stanza, re.MULTILINE)
    return lines


def _repack(model: Path, wheel: Path, library: Path) -> None:
    """`model` with another library in it, and with the list of files that a wheel must have."""
    record: list[str] = []
    with zipfile.ZipFile(model) as old, zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            data = old.read(name)
            if name.endswith("/RECORD"):
                listed = name
                continue
            if name.startswith(_CORE) and name.endswith(".so"):
                name, data = f"{Path(_CORE).parent}/{library.name}", library.read_bytes()
            if name.endswith("/WHEEL"):
                tag = "-".join(wheel.stem.split("-")[-3:])
                data = re.sub(
                    rb"^(Tag: ).*\n(?:Tag: .*\n)*", rb"\g<1>" + tag.encode() + b"\n", data, flags=re.MULTILINE
                )
            new.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record.append(f"{name},sha256={digest},{len(data)}\n")
        new.writestr(zipfile.ZipInfo(listed), "".join([*record, f"{listed},,\n"]), zipfile.ZIP_DEFLATED)
