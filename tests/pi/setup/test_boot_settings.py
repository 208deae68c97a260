"""What a board needs in config.txt, and which lines conflict with it."""

import os
from pathlib import Path

import pytest

from companion.config.configuration import Configuration, load
from companion.pi.boot_settings import boot_settings, conflicts, foreign_buses, settings_outside
from companion.pi.resources_used import pins_used

I2C, MUX, END = "dtparam=i2c_arm=on,i2c_arm_baudrate=100000", "dtoverlay=i2c-mux,pca9548,addr=0x70", "dtoverlay="


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
        ('board = "two-seats"\ni2c.speed_khz = 400\n', ("dtparam=i2c_arm=on,i2c_arm_baudrate=400000",)),
        (
            'board = "four-seats"\n[[seats]]\n[[seats]]\npanel = {mux = 0x71, address = 0x3D}\n',
            (I2C, MUX, MUX.replace("70", "71"), END),
        ),
        ('board = "four-seats"\n[[seats]]\npanel.bus = 1\n', (I2C,)),
        ('board = "four-seats"\n[[seats]]\npanel.bus = 22\n', (I2C, MUX, END)),
        ('board = "four-seats"\n[[seats]]\npanel.mux_bus = 3\n', (I2C,)),
    ],
)
def test_what_a_board_needs(tmp_path: Path, text: str, needs: tuple[str, ...]) -> None:
    assert boot_settings(table(tmp_path, text).wiring) == needs


CANNOT_LIVE_WITH = (
    ("dtparam=i2c_arm=off", "switches off the I2C bus"),
    ("dtparam=i2c=off", "switches off the I2C bus"),
    ("dtparam=i2c_arm_baudrate=400000", "sets another speed"),
    ("dtoverlay=i2c-mux,pca9545", "is a second multiplexer"),
    ("dtparam=spi=on", "takes the pin of seat 5's"),
    ("dtoverlay=gpio-shutdown", "takes the pin of SCL of I2C bus 1 (BCM 3)"),
    ("dtoverlay=gpio-shutdown,gpio_pin=17", "takes the pin of seat 1's ◀ (BCM 17)"),
    ("enable_uart=1", "takes the pin of seat 6's ● (BCM 15)"),
    ("dtoverlay=w1-gpio", "takes the pin of seat 6's ◀ (BCM 4)"),
    ("dtoverlay=hifiberry-dac", "takes the pin of"),
    ("device_tree=", "switches the device tree off"),
    ("gpio=17=op,dh", "takes the pin of seat 1's ◀ (BCM 17)"),
    ("gpio=2-5,17=a0", "takes the pin of SDA of I2C bus 1 (BCM 2)"),
    ("dtoverlay=pwm-2chan", "takes the pin of seat 6's ▶ (BCM 18)"),
    ("dtoverlay=pwm-2chan,pin=12,pin2=13", "(BCM 12)"),
    ("dtoverlay=uart3", "(BCM 4)"),
    ("dtoverlay=uart4", "(BCM 9)"),
    ("dtoverlay=uart5", "(BCM 12)"),
    ("dtoverlay=uart2,ctsrts", "takes the pin of SDA of I2C bus 1 (BCM 2)"),
    ("dtoverlay=i2c3,pins_2_3", "takes the pin of SDA of I2C bus 1 (BCM 2)"),
    ("dtoverlay=i2c4", "(BCM 9)"),
    ("dtoverlay=i2c5,pins_10_11", "(BCM 10)"),
    ("dtoverlay=i2c6", "(BCM 22)"),
    ("dtoverlay=i2c1,pins_44_45", "moves the I2C bus that the table needs to other pins"),
    ("dtoverlay=dpi24", "takes the pin of SDA of I2C bus 1 (BCM 2)"),
    ("dtoverlay=vc4-kms-dpi-generic", "(BCM 2)"),
    ("enable_dpi_lcd=1", "(BCM 2)"),
    ("dtoverlay=pps-gpio", "(BCM 18)"),
    ("dtoverlay=rotary-encoder", "(BCM 4)"),
    ("dtoverlay=rotary-encoder,pin_a=26,pin_b=17", "(BCM 17)"),
    ("dtoverlay=i2c-gpio,bus=5", "(BCM 23)"),
    ("dtoverlay=sdio", "(BCM 22)"),
    ("dtoverlay=audremap", "(BCM 12)"),
    ("dtoverlay=mcp2515-can0,oscillator=16000000,interrupt=26", "(BCM 9)"),
    ("dtoverlay=spi5-1cs", "(BCM 12)"),
    ("dtoverlay=smi", "(BCM 2)"),
)
"""Lines of config.txt, and what is said of them at a table of six seats."""
NO_MATTER = (
    "dtparam=i2c_arm=on",
    "dtparam=audio=on",
    "dtoverlay=gpio-shutdown,gpio_pin=26",
    "x",
    "gpio=17=ip,pu",
    "gpio=26=op,dh",
    "dtoverlay=i2c1",
    "dtoverlay=i2c1,pins_2_3",
    "dtoverlay=uart2",
    "dtoverlay=i2c6,pins_0_1",
    "dtoverlay=i2s-gpio28-31",
    "dtoverlay=gpio-shutdown\ndtparam=gpio_pin=26\ndtparam=audio=on",
    "dtoverlay=vc4-kms-v3d\ndtparam=gpio_pin=17",
)


def test_what_six_seats_cannot_live_with_and_what_is_no_matter(tmp_path: Path) -> None:
    six = table(tmp_path, 'board = "six-seats"\n')
    bench = table(tmp_path, 'board = "bench"\n')
    for line, reason in CANNOT_LIVE_WITH:
        (conflict,) = conflicts(settings_outside(f"[pi4]\n{line}\n"), six.wiring, six.die)
        told = conflict.sentence()
        assert told.startswith(f"config.txt:2: {line} (under [pi4]) ")
        assert reason in told, line
        assert conflict.sentence(quoted=False) == told.replace(f"{line} (under [pi4])", line.partition("=")[0])
        assert [*conflicts(settings_outside(line), bench.wiring, bench.die)] == []
    for line in NO_MATTER:
        assert [*conflicts(settings_outside(line), six.wiring, six.die)] == [], line


def test_a_parameter_further_down_belongs_to_the_overlay_that_is_open(tmp_path: Path) -> None:
    six = table(tmp_path, 'board = "six-seats"\n')
    text = "dtoverlay=gpio-shutdown\ndtparam=audio=on\ndtparam=gpio_pin=17\ndtoverlay=\ndtparam=gpio_pin=27\n"
    (told,) = conflicts(settings_outside(text), six.wiring, six.die)
    assert "dtoverlay=gpio-shutdown with dtparam=gpio_pin=17" in told.sentence()
    assert "seat 1's ◀ (BCM 17)" in told.sentence()


def test_an_overlay_of_the_same_name_takes_other_pins_on_a_raspberry_pi_5(tmp_path: Path) -> None:
    pins = {"uart3": "(BCM 8)", "i2c3": "(BCM 6)", "uart2": "(BCM 4)", "i2c1,pins_10_11": "moves the I2C bus"}
    nest = 'board = "four-seats"\nrevision = {}\n[die]\nsource = "coded"\nbits = [4, 7, 9]\nstrobe = 8\n'
    five, four = (table(tmp_path, nest.format(code)) for code in ("0xC04170", "0xC03114"))
    for overlay, reason in pins.items():
        (told,) = conflicts(settings_outside(f"dtoverlay={overlay}"), five.wiring, five.die)
        assert reason in told.sentence()
    assert [*conflicts(settings_outside("dtoverlay=uart2"), four.wiring, four.die)] == []
    (told,) = conflicts(settings_outside("dtoverlay=uart2-pi5"), four.wiring, four.die)
    assert "(BCM 4)" in told.sentence()


def test_the_speed_that_stands_against_a_table_is_any_but_its_own(tmp_path: Path) -> None:
    slow = table(tmp_path, 'board = "two-seats"\n')
    (told,) = conflicts(settings_outside("dtparam=i2c_arm_baudrate=400000"), slow.wiring, slow.die)
    assert told.reason == "sets another speed than 100000, and later lines win; take it out."
    assert [*conflicts(settings_outside("dtparam=i2c_arm_baudrate=100000"), slow.wiring, slow.die)] == []


@pytest.mark.parametrize(("pin", "whose"), [(25, "seat 1's reset"), (14, "the multiplexers' reset")])
def test_reset_lines_are_pins_that_the_table_takes(tmp_path: Path, pin: int, whose: str) -> None:
    text = 'board = "four-seats"\ni2c.mux_reset = 14\n[[seats]]\nkeys.left = 4\npanel.reset = 25\n'
    four = table(tmp_path, text)
    assert pins_used(four.wiring, four.die)[pin] == whose
    (told,) = conflicts(settings_outside(f"gpio={pin}=op,dh"), four.wiring, four.die)
    assert f"takes the pin of {whose} (BCM {pin})" in told.reason


def test_a_multiplexer_on_a_bus_that_setup_does_not_know(tmp_path: Path) -> None:
    assert foreign_buses(table(tmp_path, 'board = "four-seats"\n[[seats]]\npanel.mux_bus = 3\n').wiring) == (3,)
