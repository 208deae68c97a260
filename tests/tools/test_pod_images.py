"""The files that make a Pico a pod without a Pi; that MicroPython mounts them is shown by `make pod-test`."""

import runpy
import struct
from pathlib import Path

import pytest
from littlefs import LittleFS

from companion.devices.pods.firmware import BOARDS, board_config, firmware_files
from tools.pod_images import BLOCK, BLOCKS, FILE_SYSTEM, FLASH, IMAGES, RP2040, file_system, pod_image, uf2

FLASH_END = FLASH + 2 * 1024 * 1024


def written(image: bytes) -> dict[int, bytes]:
    """What a UF2 file writes: address → page, as a Pico's drive takes it."""
    assert len(image) % 512 == 0
    pages: dict[int, bytes] = {}
    for number in range(len(image) // 512):
        block = image[512 * number : 512 * (number + 1)]
        first, second, flags, address, size, which, count, family = struct.unpack_from("<8I", block)
        assert (first, second, block[-4:]) == (0x0A324655, 0x9E5D5157, struct.pack("<I", 0x0AB16F30))
        assert (flags, size, which, count, family) == (0x2000, 256, number, len(image) // 512, RP2040)
        pages[address] = block[32 : 32 + size]
    return pages


def mounted(data: bytes) -> LittleFS:
    """The file system of which those are the first bytes, in a flash memory that was used before."""
    from littlefs import UserContext

    context = UserContext(buffsize=BLOCK * BLOCKS)
    context.buffer = bytearray(data + b"\x5a" * (BLOCK * BLOCKS - len(data)))
    made = LittleFS(context=context, block_size=BLOCK, block_count=BLOCKS, prog_size=256, mount=False)
    made.mount()
    return made


@pytest.mark.parametrize("name", IMAGES)
def test_a_file_writes_whole_sectors_of_the_file_system_and_nothing_else(name: str) -> None:
    """A Pico erases a sector before it writes the first page of it, and the rest of the sector is lost."""
    pages = written(pod_image(*IMAGES[name]))
    assert sorted(pages) == list(range(FILE_SYSTEM, FILE_SYSTEM + 256 * len(pages), 256))
    assert len(pages) % (BLOCK // 256) == 0
    assert FILE_SYSTEM + 256 * len(pages) < FLASH_END == FILE_SYSTEM + BLOCK * BLOCKS


@pytest.mark.parametrize("name", IMAGES)
def test_it_holds_what_is_flashed(name: str) -> None:
    role, board = IMAGES[name]
    pages = written(pod_image(role, board))
    there = mounted(b"".join(pages[address] for address in sorted(pages)))
    wanted = firmware_files(role, None if board is None else board_config(board))
    found = {f"{folder.strip('/')}/{file}".strip("/") for folder, _, files in there.walk("/") for file in files}
    assert found == set(wanted)
    for path, here in wanted.items():
        with there.open(path, "rb") as file:
            assert file.read() == here.read_bytes()


def test_a_pod_goes_on_writing_to_it(tmp_path: Path) -> None:
    """It writes `stay` when it is flashed again; the blocks that the file does not write are free."""
    (tmp_path / "main.py").write_text("pass\n")
    there = mounted(file_system({"main.py": tmp_path / "main.py"}))
    for number in range(200):
        with there.open(f"{number}.txt", "wb") as file:
            file.write(bytes(4000))
    there.unmount()
    there.mount()
    assert len(there.listdir("/")) == 201


def test_a_file_is_made_the_same_each_time() -> None:
    assert pod_image("nest", None) == pod_image("nest", None)
    assert uf2(bytes(BLOCK), FLASH)[:4] == b"UF2\n"


@pytest.mark.parametrize("path", [board_config(board) for board in BOARDS], ids=BOARDS)
def test_a_ready_made_boards_pins_can_do_what_they_are_for(path: Path) -> None:
    """RP2040 data sheet, section 2.19.2: SDA of bus 0 is on every fourth GPIO from 0 on, of bus 1 from 2 on, SCL beside it."""
    config = runpy.run_path(str(path))
    assert config["SDA"] % 4 == 2 * config["I2C"]
    assert config["SCL"] == config["SDA"] + 1
    used = [pin for pin in (*config["KEYS"], config["SDA"], config["SCL"], config["BUZZER"]) if pin is not None]
    assert len(set(used)) == len(used)
    assert set(used) <= {*range(23), 26, 27, 28}
    usual = runpy.run_path(str(firmware_files("seat")["config.py"]))
    assert {name for name in config if name.isupper()} == {name for name in usual if name.isupper()}
