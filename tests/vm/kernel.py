"""Debian's own kernel for the guest: the image, the few modules that it needs, gpio-sim, and a first file system.

Debian leaves gpio-sim out of its kernel, so it is built here from Debian's source of that very kernel. Its companion
irq_sim calls a function that the kernel keeps to itself; the exported one beside it does the same.
"""

import gzip
import re
import shutil
from pathlib import Path

from tests.vm.cache import Cache, key
from tests.vm.debian import Debian
from tests.vm.tools import RigError, piped, run

FIRST = ("virtio_pci", "virtio_blk", "ext4", "crc32c_generic")
"""Modules without which the root cannot be mounted."""
LATER = (
    "cdc_acm",
    "configfs",
    "cuse",
    "dummy",
    "dummy_hcd",
    "i2c-dev",
    "libcomposite",
    "spidev",
    "tun",
    "usb_f_acm",
)
"""Modules that the guest loads: buses, a USB device and its host in one machine, and what the sandbox must not load."""

_SOURCES = ("drivers/gpio/gpio-sim.c", "drivers/gpio/gpiolib.h", "kernel/irq/irq_sim.c")
_KBUILD = "obj-m := gpio-sim.o\ngpio-sim-y := gpio_sim_main.o irq_sim.o\n"
_HIDDEN = ("handle_simple_irq(irq_to_desc(irqnum))", "generic_handle_irq(irqnum)")
_INIT = Path(__file__).parent / "init.sh"


def kernel(debian: Debian, cache: Cache) -> Path:
    """A folder with vmlinuz, first.cpio.gz, and modules/ as it goes to /lib/modules. Raises RigError."""
    release = debian.kernel()
    version = debian.candidate(f"linux-image-{release}")
    made_from = key(release, version, FIRST, LATER, _KBUILD, _HIDDEN, _INIT.read_bytes())
    return cache.get("kernel", made_from, lambda folder: _make(debian, release, version, folder))


def _make(debian: Debian, release: str, version: str, folder: Path) -> None:
    work = folder / "work"
    work.mkdir()
    debian.install([f"linux-headers-{release}"])
    image = debian.download(f"linux-image-{release}", work)
    run(["dpkg-deb", "--extract", image, work / "image"])
    everything = work / "image" / "lib" / "modules" / release
    gpio_sim = _gpio_sim(debian, release, version, work)
    shutil.copy(gpio_sim, everything / "kernel" / gpio_sim.name)
    run(["depmod", "-b", work / "image", release])
    wanted = _files(work / "image", release, (*FIRST, *LATER, "gpio-sim"))
    kept = folder / "modules" / release
    for file in wanted:
        target = kept / file.relative_to(everything)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(file, target)
    for list_of in everything.glob("modules.builtin*"):
        shutil.copy(list_of, kept)
    shutil.copy(everything / "modules.order", kept)
    stage = work / "stage" / "lib"
    stage.mkdir(parents=True)
    (stage / "modules").symlink_to(folder / "modules")
    run(["depmod", "-b", work / "stage", release])
    shutil.copy(work / "image" / "boot" / f"vmlinuz-{release}", folder / "vmlinuz")
    _first_files(_files(work / "image", release, FIRST), work / "first", folder / "first.cpio.gz")
    shutil.rmtree(work)


def _gpio_sim(debian: Debian, release: str, version: str, work: Path) -> Path:
    """The module, built out of tree."""
    found = re.match(r"\d+\.\d+", release)
    assert found is not None
    package = f"linux-source-{found[0]}"
    if debian.candidate(package) != version:
        raise RigError(f"{package} is not the source of linux-image-{release} ({version}); 'apt update' may mend it.")
    source = debian.download(package, work)
    run(["dpkg-deb", "--extract", source, work / "source"])
    tarball = work / "source" / "usr" / "src" / f"{package}.tar.xz"
    members = [f"{package}/{name}" for name in _SOURCES]
    run(["tar", "-xJf", tarball, "--strip-components=3", "-C", work, *members])
    tree = work / "gpio-sim"
    tree.mkdir()
    (work / "gpio-sim.c").rename(tree / "gpio_sim_main.c")
    (work / "gpiolib.h").rename(tree / "gpiolib.h")
    text = (work / "irq_sim.c").read_text()
    (tree / "irq_sim.c").write_text(text.replace(*_HIDDEN))
    (tree / "Kbuild").write_text(_KBUILD)
    run(["make", "-C", f"/usr/src/linux-headers-{release}", f"M={tree}", "modules"])
    return tree / "gpio-sim.ko"


def _files(root: Path, release: str, modules: tuple[str, ...]) -> list[Path]:
    """The modules and all that they stand on, those first that others need."""
    found: dict[Path, None] = {}
    for module in modules:
        said = run(["modprobe", "-d", root, "-S", release, "--show-depends", module])
        for line in said.splitlines():
            if line.startswith("insmod "):
                found[Path(line.split()[1])] = None
    return list(found)


def _first_files(modules: list[Path], work: Path, packed: Path) -> None:
    """busybox, the modules of the root, and init.sh, as the kernel unpacks them."""
    for name in ("bin", "dev", "modules", "new", "proc", "sys"):
        (work / name).mkdir(parents=True)
    shutil.copy("/bin/busybox", work / "bin" / "busybox")
    (work / "bin" / "sh").symlink_to("busybox")
    for module in modules:
        shutil.copy(module, work / "modules")
    (work / "modules" / "order").write_text("".join(f"{module.name}\n" for module in modules))
    shutil.copy(_INIT, work / "init")
    (work / "init").chmod(0o755)
    names = "".join(f"{file.relative_to(work)}\n" for file in sorted(work.rglob("*")))
    archive = piped(["cpio", "--create", "--format=newc", "--quiet"], names.encode(), cwd=work)
    packed.write_bytes(gzip.compress(archive, compresslevel=6, mtime=0))
