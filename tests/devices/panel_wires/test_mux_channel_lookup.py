"""Which bus a channel is, on every model of the Raspberry Pi: by sysfs alone, and never by a number."""

import itertools
from pathlib import Path

import pytest

from companion.core.errors import DeviceError
from companion.devices.panel_wires.mux_channel_lookup import (
    LocatedChannel,
    channel_of_bus,
    locate_channel,
    mux_channels,
)
from companion.devices.wiring import I2CPanel, Mux
from tests.sysfs import Model, Sysfs, raspberry_pi

EVERY = list(itertools.product((True, False), repeat=4))
"""Whether the camera's bus, HDMI's buses and a multiplexer for cameras are there, and the table's own comes late."""
MODELS: tuple[Model, ...] = ("3", "4", "5", "zero2")


def behind(channel: int, *, bus: int | None = None, address: int = 0x70, mux_bus: int = 1) -> I2CPanel:
    return I2CPanel("ssd1306", bus, 0x3C, mux=Mux(address, channel, mux_bus))


def refusal(panel: I2CPanel, sysfs: Sysfs) -> str:
    with pytest.raises(DeviceError) as caught:
        locate_channel(panel, sysfs.devices)
    return str(caught.value)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("sets", [EVERY[:1], pytest.param(EVERY[1:], marks=pytest.mark.slow)], ids=["one", "every"])
def test_every_channel_is_found_whatever_its_number(model: Model, sets: list[tuple[bool, ...]], tmp_path: Path) -> None:
    for number, (i2c_vc, hdmi, camera, late) in enumerate(sets):
        pi = raspberry_pi(tmp_path / str(number), model, i2c_vc=i2c_vc, hdmi=hdmi, camera=camera, late=late)
        found = [locate_channel(behind(channel), pi.sysfs.devices).number for channel in range(8)]
        assert found == pi.channels, (i2c_vc, hdmi, camera, late)
        assert mux_channels(Mux(0x70, 0), pi.sysfs.devices) == dict(enumerate(pi.channels))
        assert [channel_of_bus(bus, pi.sysfs.devices) for bus in found] == [Mux(0x70, channel) for channel in range(8)]


def test_a_multiplexer_of_cameras_is_not_the_tables(tmp_path: Path) -> None:
    """It has the same address and the same driver, on another bus."""
    sysfs = Sysfs(tmp_path)
    sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
    sysfs.camera_switch()
    sysfs.multiplexer(10, count=4, name="pca9544")
    assert mux_channels(Mux(0x70, 0), sysfs.devices) == {}
    assert "no multiplexer at 0x70 on I2C bus 1" in refusal(behind(0), sysfs)
    assert locate_channel(behind(0, mux_bus=10), sysfs.devices).number == 12


@pytest.mark.parametrize(
    ("name", "driver", "reason"),
    [
        ("pca9548", None, "has not found the multiplexer at 0x70 on I2C bus 1"),
        ("ltc4306", "ltc4306", "what the kernel drives at 0x70 on I2C bus 1 is no TCA9548A"),
    ],
)
def test_only_a_pca954x_counts(tmp_path: Path, name: str, driver: str | None, reason: str) -> None:
    sysfs = Sysfs(tmp_path)
    sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
    if driver is None:
        sysfs.told(1, 0x70, name)
    else:
        sysfs.multiplexer(1, name=name, driver=driver)
    assert reason in refusal(behind(0), sysfs)
    assert mux_channels(Mux(0x70, 0), sysfs.devices) == {}


def test_only_the_address_that_is_configured_counts(tmp_path: Path) -> None:
    pi = raspberry_pi(tmp_path, "4")
    assert "no multiplexer at 0x71 on I2C bus 1 yet" in refusal(behind(0, address=0x71), pi.sysfs)
    other = pi.sysfs.multiplexer(1, 0x71)
    assert locate_channel(behind(3, address=0x71), pi.sysfs.devices).number == other[3]
    assert locate_channel(behind(3), pi.sysfs.devices).number == pi.channels[3]


def test_a_channel_that_the_chip_does_not_have(tmp_path: Path) -> None:
    sysfs = Sysfs(tmp_path)
    sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
    sysfs.multiplexer(1, count=4, name="pca9546")
    assert "has no channel 5 here, so nothing is shown there" in refusal(behind(5), sysfs)


def test_a_number_that_is_written_is_checked_against_its_channel(tmp_path: Path) -> None:
    pi = raspberry_pi(tmp_path, "4", i2c_vc=True, late=True)
    assert pi.channels[0] == 23
    assert locate_channel(behind(0, bus=23), pi.sysfs.devices).number == 23
    for wrong in (11, 22, 24):
        assert f"I2C bus {wrong} is not channel 0 of the multiplexer" in refusal(behind(0, bus=wrong), pi.sysfs)


@pytest.mark.parametrize("is_bound", [True, False])
def test_a_bus_of_which_it_is_not_said_which_channel_it_should_be_is_none(tmp_path: Path, is_bound: bool) -> None:
    """Not while the driver lets it go, either."""
    pi = raspberry_pi(tmp_path, "3")
    if not is_bound:
        (pi.sysfs.devices / "1-0070" / "driver").unlink()
    assert "I2C bus 12 is a channel of a multiplexer" in refusal(I2CPanel("ssd1306", 12, 0x3C), pi.sysfs)


def test_a_bus_of_the_pis_own_is_itself(tmp_path: Path) -> None:
    pi = raspberry_pi(tmp_path, "4", i2c_vc=True)
    assert [locate_channel(I2CPanel("ssd1306", bus, 0x3C), pi.sysfs.devices).number for bus in (1, 10)] == [1, 10]
    assert "no such bus" in refusal(I2CPanel("ssd1306", 3, 0x3C), pi.sysfs)


def test_a_multiplexer_has_one_master(tmp_path: Path) -> None:
    sysfs = Sysfs(tmp_path)
    sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
    own = behind(2, bus=1)
    assert locate_channel(own, sysfs.devices).number == 1
    sysfs.multiplexer(1)
    assert "the kernel switches the multiplexer at 0x70 too" in refusal(own, sysfs)


def test_a_bus_that_is_made_anew_is_another_one(tmp_path: Path) -> None:
    pi = raspberry_pi(tmp_path, "3")
    before = locate_channel(behind(2), pi.sysfs.devices)
    pi.sysfs.unbind(1)
    assert "has not found the multiplexer" in refusal(behind(2), pi.sysfs)
    assert pi.sysfs.multiplexer(1) == pi.channels
    after = locate_channel(behind(2), pi.sysfs.devices)
    assert (before.number, after.number) == (13, 13)
    assert before != after
    assert isinstance(after, LocatedChannel)


def test_a_multiplexer_behind_another_has_no_number_to_be_known_by(tmp_path: Path) -> None:
    pi = raspberry_pi(tmp_path, "3")
    pi.sysfs.multiplexer(12, 0x71)
    assert "I2C bus 12 is itself a channel" in refusal(behind(0, address=0x71, mux_bus=12), pi.sysfs)
