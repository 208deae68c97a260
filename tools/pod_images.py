"""What makes a Pico with MicroPython a pod without a Pi: for each kind of pod a UF2 file of MicroPython's file system, with the
firmware in it. A person holds BOOTSEL, plugs the Pico in, and drops MicroPython's UF2 on the drive, then ours.

    python -m tools.pod_images [FOLDER]        (default: dist/)

MicroPython keeps a littlefs of 352 blocks at the end of a Pico's flash memory, and mounts it only if it says that size. A UF2 of
all of it would be 2.8 MB, so the file system is made small, which puts everything into its first blocks, and then grown. The file
writes those blocks whole, also the blank ones: a directory is a pair of blocks, and in a Pico that was used before, the other
one may hold an older directory, which would be taken for the newer.
"""

import struct
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.devices.pods.firmware import PodRole, board_config, firmware_files

IMAGES: Final[dict[str, tuple[PodRole, str | None]]] = {
    "pod-seat": ("seat", None),
    "pod-seat-makerpi": ("seat", "makerpi"),
    "pod-nest": ("nest", None),
}
"""By name of the file: the role, and the ready-made board."""

FLASH: Final = 0x10000000
FILE_SYSTEM: Final = FLASH + 0xA0000
"""Where MicroPython's file system begins on a Pico of 2 MB (ports/rp2/boards/RPI_PICO: 1408 kB at the end)."""
BLOCK: Final = 4096
"""Bytes: a sector of the flash memory, the smallest that can be erased."""
BLOCKS: Final = 352
_WRITTEN_BLOCKS: Final = 48
_PAGE: Final = 256
_VERSION: Final = 0x00020000
"""littlefs 2.0, which every MicroPython mounts."""

_UF2_BLOCK: Final = 512
_UF2_MAGIC: Final = (0x0A324655, 0x9E5D5157, 0x0AB16F30)
_UF2_HAS_FAMILY: Final = 0x2000
RP2040: Final = 0xE48BFF56
"""The family of the chip; a Pico 2 ignores such a file."""


def file_system(files: Mapping[str, Path]) -> bytes:
    """The first blocks of a littlefs with those files: path there → file here."""
    from littlefs import LittleFS

    made = LittleFS(block_size=BLOCK, block_count=_WRITTEN_BLOCKS, prog_size=_PAGE, disk_version=_VERSION)
    for there, here in files.items():
        folder = there.rpartition("/")[0]
        if folder:
            made.makedirs(folder, exist_ok=True)
        with made.open(there, "wb") as file:
            file.write(here.read_bytes())
    made.fs_grow(BLOCKS)
    made.unmount()
    return bytes(made.context.buffer)


def uf2(data: bytes, address: int) -> bytes:
    """A UF2 file that writes `data`, whole sectors, to `address` of an RP2040."""
    count = len(data) // _PAGE
    first, second, last = _UF2_MAGIC
    blocks = []
    for number in range(count):
        head = struct.pack(
            "<8I", first, second, _UF2_HAS_FAMILY, address + number * _PAGE, _PAGE, number, count, RP2040
        )
        page = data[number * _PAGE : (number + 1) * _PAGE]
        blocks.append((head + page).ljust(_UF2_BLOCK - 4, b"\0") + struct.pack("<I", last))
    return b"".join(blocks)


def pod_image(role: PodRole, board: str | None) -> bytes:
    """The UF2 file of that kind of pod."""
    config = None if board is None else board_config(board)
    return uf2(file_system(firmware_files(role, config)), FILE_SYSTEM)


def main() -> None:
    """Write all of them."""
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "dist")
    folder.mkdir(parents=True, exist_ok=True)
    for name, (role, board) in IMAGES.items():
        path = folder / f"{name}.uf2"
        path.write_bytes(pod_image(role, board))
        print(path)


if __name__ == "__main__":
    main()
