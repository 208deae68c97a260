"""The rules for device files: which devices they mean, and what these get. Udev itself reads them in `make deb-test`."""

from pathlib import Path

import pytest

from tests.systemd.udev import Device, outcome, read

FILE = Path(__file__).parents[2] / "systemd" / "companion.rules"
RULES = tuple(read(FILE.read_text()))
SERIAL = "E6614C311B4A6F2D"


def pod(serial: str | None = SERIAL, vendor: str = "2e8a", kernel: str = "ttyACM0", action: str = "add") -> Device:
    """A terminal as the kernel hangs it into the tree: below an interface, which is below the thing on the cable."""
    usb = {"idVendor": vendor, "idProduct": "0005", **({} if serial is None else {"serial": serial})}
    hub = {"idVendor": "1d6b", "serial": "0000:01:00.0"}
    return Device(kernel, "tty", ({}, {"bInterfaceClass": "02"}, usb, hub), action)


@pytest.mark.parametrize("kernel", ["ttyACM0", "ttyACM7", "ttyACM12"])
@pytest.mark.parametrize("action", ["add", "change", "bind"])
def test_a_pod_keeps_its_name_under_any_number(kernel: str, action: str) -> None:
    assert outcome(RULES, pod(kernel=kernel, action=action)) == {
        "ENV{ID_MM_DEVICE_IGNORE}": ("1",),
        "GROUP": ("dialout",),
        "MODE": ("0660",),
        "SYMLINK": (f"companion/pod-{SERIAL}",),
    }


@pytest.mark.parametrize("serial", [None, "", "../../mem", "a/b", "-rf"])
def test_a_serial_number_that_is_none_gives_no_name(serial: str | None) -> None:
    assert outcome(RULES, pod(serial)) == {
        "ENV{ID_MM_DEVICE_IGNORE}": ("1",),
        "GROUP": ("dialout",),
        "MODE": ("0660",),
    }


@pytest.mark.parametrize(
    "device",
    [
        pod(vendor="12d1"),
        pod(kernel="ttyUSB0"),
        pod(kernel="ttyACM"),
        pod(action="remove"),
        Device("ttyAMA0", "tty"),
        Device("hidraw0", "hidraw", pod().attributes),
        Device("mem", "mem"),
        Device("gpiomem", "bcm2835-gpiomem"),
    ],
)
def test_other_devices_are_let_alone(device: Device) -> None:
    """A modem stays ModemManager's."""
    assert outcome(RULES, device) == {}


@pytest.mark.parametrize(
    ("device", "group"),
    [
        (Device("gpiochip0", "gpio"), "gpio"),
        (Device("i2c-1", "i2c-dev"), "i2c"),
        (Device("i2c-22", "i2c-dev"), "i2c"),
        (Device("spidev0.1", "spidev"), "spi"),
    ],
)
def test_pins_and_buses_belong_to_the_groups_that_the_service_is_in(device: Device, group: str) -> None:
    assert outcome(RULES, device) == {"GROUP": (group,), "MODE": ("0660",)}
    unit = FILE.with_name("companion.service").read_text()
    (groups,) = [line for line in unit.splitlines() if line.startswith("SupplementaryGroups=")]
    assert group in groups.partition("=")[2].split()


@pytest.mark.parametrize(
    "line",
    [
        'SUBSYSTEM=="tty", MODE="0660" # comment',
        'SUBSYSTEM="tty", MODE="0660"',
        'SUBSYSTEM=="tty"',
        'SUBSYSTEM=="tty" MODE="0660"',
        'ATTRS=="2e8a", MODE="0660"',
        'SUBSYSTEMS=="tty", MODE="0660"',
        "SUBSYSTEM=='tty', MODE=\"0660\"",
        'SUBSYSTEM=="tty", RUN+="/bin/true"',
    ],
)
def test_what_udev_would_take_otherwise_is_not_read_at_all(line: str) -> None:
    with pytest.raises(ValueError, match="line 1"):
        tuple(read(line))
