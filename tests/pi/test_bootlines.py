"""What a board needs in config.txt, and which lines stand against it."""

import os
from pathlib import Path

import pytest

from companion.daemon.config import Configuration, load
from companion.pi.bootconfig import outside
from companion.pi.bootlines import boot_settings, conflicts

I2C, MUX, END = "dtparam=i2c_arm=on,i2c_arm_baudrate=400000", "dtoverlay=i2c-mux,pca9548,addr=0x70", "dtoverlay="


def table(folder: Path, text: str) -> Configuration:
    path = folder / "table.toml"
    path.write_text(text)
    return load(path, os.environ)


@pytest.mark.parametrize(
    ("text", "needs"),
    [
        ('board = "bench"\n', ()),
        ('board = "two-seats"\n', (I2C,)),
        ('board = "four-seats"\n', (I2C, MUX, END)),
        ('board = "six-seats"\n', (I2C, MUX, END)),
        ('board = "six-pods"\n[[seats]]\npod = "A"\n', ()),
        (
            'board = "two-seats"\n[[seats]]\n[[seats]]\n'
            'panel = {kind = "spi", port = 0, device = 0, dc = 5, reset = 6}\n',
            (I2C, "dtparam=spi=on"),
        ),
    ],
)
def test_what_a_board_needs(tmp_path: Path, text: str, needs: tuple[str, ...]) -> None:
    assert boot_settings(table(tmp_path, text).wiring) == needs


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("dtparam=i2c_arm=off", "switches off the I2C bus"),
        ("dtparam=i2c=off", "switches off the I2C bus"),
        ("dtparam=i2c_arm_baudrate=100000", "sets another speed"),
        ("dtoverlay=i2c-mux,pca9545", "is a second multiplexer"),
        ("dtparam=spi=on", "takes the pin of seat 4's"),
        ("dtoverlay=gpio-shutdown", "takes the pin of SCL of I2C bus 1 (BCM 3)"),
        ("dtoverlay=gpio-shutdown,gpio_pin=17", "takes the pin of seat 0's ◀ (BCM 17)"),
        ("enable_uart=1", "takes the pin of seat 5's ● (BCM 15)"),
        ("dtoverlay=w1-gpio", "takes the pin of seat 5's ◀ (BCM 4)"),
        ("dtoverlay=hifiberry-dac", "takes the pin of"),
        ("device_tree=", "switches the device tree off"),
    ],
)
def test_a_line_that_six_seats_cannot_live_with(tmp_path: Path, line: str, reason: str) -> None:
    six = table(tmp_path, 'board = "six-seats"\n')
    (told,) = conflicts(outside(f"[pi4]\n{line}\n"), six.wiring, six.die)
    assert told.startswith(f"config.txt:2: {line} (under [pi4]) ")
    assert reason in told
    bench = table(tmp_path, 'board = "bench"\n')
    assert [*conflicts(outside(line), bench.wiring, bench.die)] == []


@pytest.mark.parametrize("line", ["dtparam=i2c_arm=on", "dtparam=audio=on", "dtoverlay=gpio-shutdown,gpio_pin=26", "x"])
def test_a_line_that_is_no_matter(tmp_path: Path, line: str) -> None:
    six = table(tmp_path, 'board = "six-seats"\n')
    assert [*conflicts(outside(line), six.wiring, six.die)] == []
