"""Which library has the pins, and what is said of a pin that cannot be had: one sentence with a remedy."""

import os
import sys
from importlib import invalidate_caches
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from gpiozero.exc import PinUnknownPi
from gpiozero.pins.mock import MockFactory

from companion.core.errors import DeviceError
from companion.devices.buzzer import GpioBuzzer
from companion.devices.dice.sensors import DieLine
from companion.devices.keys.gpio_keys import GpioKeys
from companion.devices.pins import install, installed_rpi_gpio, pin_errors_named, pin_factory
from companion.devices.wiring import KeyPins, SeatWiring
from tests.devices.clock import HandLoop

PI_4 = 0xC03111
PI_5 = 0xC04170
FIVES = (PI_5, 0xB04180, 0xD04190)
"""A Raspberry Pi 5, a Compute Module 5 and a Raspberry Pi 500."""
OTHERS = (PI_4, 0xA02082, 0x902120, 0x0010)
"""A Raspberry Pi 4, a 3B, a Zero 2 W and, by an old-style code, a B+."""


def without(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    for name in names:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize(
    ("name", "remedy"),
    [("lgpio", r"\[pi\]"), ("rpigpio", r"\[rpi-lgpio\]"), ("pigpio", "pip install pigpio")],
)
def test_a_missing_library_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch, name: Any, remedy: str) -> None:
    without(monkeypatch, "lgpio", "RPi", "pigpio", f"gpiozero.pins.{name}")
    with pytest.raises(DeviceError, match=remedy):
        pin_factory(name, PI_4, kernel="6.1.21-v8+")


@pytest.fixture
def original(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The original RPi.GPIO is installed, as far as can be told without importing it."""
    package = tmp_path / "RPi"
    (package / "GPIO").mkdir(parents=True)
    for file in ("__init__.py", "GPIO/__init__.py", "_GPIO.py"):
        (package / file).touch()
    for name in [name for name in sys.modules if name == "RPi" or name.startswith("RPi.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.syspath_prepend(tmp_path)


def test_the_two_libraries_are_told_apart(original: None, tmp_path: Path) -> None:
    assert installed_rpi_gpio() == "original"
    (tmp_path / "RPi" / "_GPIO.py").unlink()
    invalidate_caches()
    assert installed_rpi_gpio() == "rpi-lgpio"


def test_the_original_is_refused_on_new_kernels(original: None) -> None:
    for kernel in ("6.6.31+rpt-rpi-v8", "6.12.1", "7.0"):
        with pytest.raises(DeviceError, match=r"original RPi\.GPIO"):
            pin_factory("rpigpio", PI_4, kernel=kernel)


def test_the_original_is_allowed_on_older_kernels(original: None, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = replace(monkeypatch, "rpigpio", "RPiGPIOFactory", None)
    for kernel in ("6.5.0", "6.1.21-v8+", "5.15.84", "6"):
        assert isinstance(pin_factory("rpigpio", PI_4, kernel=kernel), kind), kernel


@pytest.mark.parametrize("name", ["rpigpio", "pigpio"])
def test_old_libraries_are_refused_on_a_pi_5(original: None, name: Any) -> None:
    for revision in FIVES:
        with pytest.raises(DeviceError, match="cannot drive a Raspberry Pi 5"):
            pin_factory(name, revision, kernel="6.1.21")


@pytest.mark.parametrize(
    ("name", "named"), [("rpigpio", "RPiGPIOFactory"), ("pigpio", "PiGPIOFactory"), ("lgpio", "LGPIOFactory")]
)
def test_every_factory_is_allowed_on_the_others_and_lgpio_on_a_pi_5(
    monkeypatch: pytest.MonkeyPatch, name: Any, named: str
) -> None:
    kind = replace(monkeypatch, name, named, None)
    for revision in OTHERS:
        assert isinstance(pin_factory(name, revision, kernel="6.1.21"), kind)
    for revision in FIVES if name == "lgpio" else ():
        assert isinstance(pin_factory(name, revision, kernel="6.12.25+rpt-rpi-2712"), kind)


NUMBERINGS = {
    "a Pi 5 of July 2026": ("raspberrypi,rp1-gpio", "pinctrl-rp1", 11, (12, 13, 14, 15)),
    "a Pi 5 of 2025": ("raspberrypi,rp1-gpio", "pinctrl-rp1", 0, (10, 11, 12, 13)),
    "a Pi 5 of 2023": ("raspberrypi,rp1-gpio", "pinctrl-rp1", 4, (0, 1, 2, 3)),
    "a Pi 4": ("brcm,bcm2711-gpio", "pinctrl-bcm2711", 0, (1,)),
    "a Zero 2 W": ("brcm,bcm2835-gpio", "pinctrl-bcm2835", 1, (0,)),
}
"""By board: what the device tree and the driver call the chip behind the 40 pins, its number, and those of the other chips."""


def sysfs(root: Path, name: str, label: str, number: int, others: tuple[int, ...]) -> None:
    """/sys of such a board. Without a `name` the device tree says nothing of its chips, without a `label` the class does not."""
    for chip in (number, *others):
        place = root / f"sys/devices/platform/{chip}.gpio/gpiochip{chip}"
        (place / "of_node").mkdir(parents=True)
        (root / "sys/bus/gpio/devices").mkdir(parents=True, exist_ok=True)
        (root / f"sys/bus/gpio/devices/gpiochip{chip}").symlink_to(place)
        if name:
            (place / "of_node/compatible").write_text(f"{name if chip == number else 'brcm,brcmstb-gpio'}\0")
        if label:
            of_class = root / f"sys/class/gpio/gpiochip{512 + 32 * chip}"
            of_class.mkdir(parents=True)
            (of_class / "label").write_text(f"{label if chip == number else 'gpio-brcmstb@107d508500'}\n")
            (of_class / "device").symlink_to(place.parent)


@pytest.mark.parametrize("board", NUMBERINGS)
@pytest.mark.parametrize("told_by", ["the device tree", "the class"])
def test_the_chip_behind_the_pins_is_found_whatever_its_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, board: str, told_by: str
) -> None:
    name, label, number, others = NUMBERINGS[board]
    sysfs(
        tmp_path, name if told_by == "the device tree" else "", label if told_by == "the class" else "", number, others
    )
    replace(monkeypatch, "lgpio", "LGPIOFactory", None)
    assert pin_factory("lgpio", PI_5, root=tmp_path).opened == number


def test_where_no_chip_is_named_the_library_chooses_and_a_refusal_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sysfs(tmp_path, "", "an expander", 3, ())
    replace(monkeypatch, "lgpio", "LGPIOFactory", None)
    assert pin_factory("lgpio", PI_5, root=tmp_path).opened is None
    replace(monkeypatch, "lgpio", "LGPIOFactory", TroubleError("can not open gpiochip"))
    with pytest.raises(DeviceError, match="another computer"):
        pin_factory("lgpio", PI_5, root=tmp_path)


def test_rpi_lgpio_is_told_the_chip(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sysfs(tmp_path, *NUMBERINGS["a Pi 5 of July 2026"])
    monkeypatch.delenv("RPI_LGPIO_CHIP", raising=False)
    monkeypatch.setenv("RPI_LGPIO_REVISION", "c04170")
    replace(monkeypatch, "rpigpio", "RPiGPIOFactory", None)
    pin_factory("rpigpio", PI_5, root=tmp_path)
    assert os.environ.pop("RPI_LGPIO_CHIP") == "11"


def test_a_mock_pin_reads_keys_and_sounds() -> None:
    factory = pin_factory("mock")
    key, buzzer = factory.pin(5), factory.pin(6)
    key.input_with_pull("up")
    key.drive_low()
    assert not key.state
    buzzer.function = "output"
    buzzer.frequency, buzzer.state = 440, 0.5
    assert buzzer.tone == 440
    factory.close()


class TroubleError(Exception):
    """What the stand-in for lgpio raises."""


def replace(monkeypatch: pytest.MonkeyPatch, name: str, named: str, fault: Exception | None) -> type:
    """A gpiozero factory in place of a library's: its opening asks for the revision, as the real one does, and fails."""
    from gpiozero.pins.local import LocalPiFactory

    def begin(self: Any, chip: int | None = None) -> None:
        LocalPiFactory.__init__(self)
        self.opened = chip
        self.asked = self._get_revision()
        if fault is not None:
            raise fault

    kind = type(named, (LocalPiFactory,), {"__init__": begin})
    library, pins = ModuleType("lgpio"), ModuleType(f"gpiozero.pins.{name}")
    vars(library)["error"] = TroubleError
    vars(pins)[named] = kind
    monkeypatch.setitem(sys.modules, "lgpio", library)
    monkeypatch.setitem(sys.modules, f"gpiozero.pins.{name}", pins)
    return kind


def test_the_given_revision_is_the_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    replace(monkeypatch, "lgpio", "LGPIOFactory", None)
    factory = pin_factory("lgpio", PI_5)
    assert factory.asked == PI_5
    assert factory.board_info.model == "5B"


@pytest.mark.parametrize(
    ("name", "named", "fault", "remedy"),
    [
        ("lgpio", "LGPIOFactory", TroubleError("can not open gpiochip"), "can not open gpiochip.*group gpio"),
        ("lgpio", "LGPIOFactory", FileNotFoundError(2, "No such file", ".lgd-nfy-3"), "LG_WD"),
        ("lgpio", "LGPIOFactory", PermissionError(13, "denied", "/proc/device-tree/linux,revision"), "`revision`"),
        ("lgpio", "LGPIOFactory", PermissionError(13, "denied", "/dev/gpiochip0"), "group gpio"),
        ("lgpio", "LGPIOFactory", PinUnknownPi("unable to locate Pi revision"), "`revision`"),
        ("pigpio", "PiGPIOFactory", OSError("failed to connect to localhost:8888"), "systemctl start pigpiod"),
        (
            "rpigpio",
            "RPiGPIOFactory",
            RuntimeError("This module can only be run on a Raspberry Pi!"),
            "cannot be opened",
        ),
        ("rpigpio", "RPiGPIOFactory", PermissionError(13, "denied", "/dev/gpiomem"), "group gpio"),
    ],
    ids=["chip", "pipe", "proc", "device", "unknown board", "pigpio", "rpigpio", "gpiomem"],
)
def test_a_factory_that_does_not_open_tells_what_to_do(
    monkeypatch: pytest.MonkeyPatch, name: Any, named: str, fault: Exception, remedy: str
) -> None:
    replace(monkeypatch, name, named, fault)
    with pytest.raises(DeviceError, match=f'pin_factory "{name}": .*{remedy}'):
        pin_factory(name, PI_4, kernel="6.1.21")


@pytest.mark.parametrize(
    ("prefix", "apt", "remedy"),
    [
        ("/home/ada/.venv", "python3-lgpio", "pip install lgpio"),
        ("/opt/companion-a", "python3-lgpio", "sudo apt install python3-lgpio"),
        ("/opt/companion-b", None, "sudo apt install --reinstall codebreakers-companion"),
    ],
)
def test_the_package_is_completed_with_apt(prefix: str, apt: str | None, remedy: str) -> None:
    assert install(apt=apt, pip="lgpio", prefix=prefix) == remedy


class BusyError(Exception):
    """As lgpio's error: of no kind that gpiozero knows."""


class HeldFactory(MockFactory):  # type: ignore[misc]
    """Pins that another program holds."""

    def pin(self, name: Any) -> Any:
        raise BusyError("'GPIO busy'")


@pytest.fixture(params=["lgpio", "pigpio"])
def held(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> HeldFactory:
    library = ModuleType(request.param)
    library.error = BusyError  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, request.param, library)
    return HeldFactory()


def test_a_key_a_die_and_a_buzzer_say_which_pin(held: HeldFactory) -> None:
    loop = HandLoop()
    seat = SeatWiring(KeyPins(5, 6, 13), None)
    with pytest.raises(DeviceError) as key:
        GpioKeys((seat,), held, loop, lockout=0.008, settle=0.002)
    assert "seat 1: the left key cannot use GPIO5 ('GPIO busy')" in str(key.value)
    with pytest.raises(DeviceError, match="the die: its strobe cannot use GPIO19 "):
        DieLine("strobe", 19, held, loop, pull_up=True)
    with pytest.raises(DeviceError, match="the buzzer cannot use GPIO12 "):
        GpioBuzzer(12, held, loop)


def test_a_fault_of_the_program_is_not_taken_for_a_pins() -> None:
    with pytest.raises(ZeroDivisionError), pin_errors_named("the buzzer", 12):
        _ = 1 / 0
