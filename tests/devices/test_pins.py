"""A pin factory that cannot be had is refused in one sentence with a remedy."""

import sys
from types import ModuleType
from typing import Any

import pytest

from companion.core.errors import DeviceError
from companion.devices.pins import pin_factory

PI_4 = 0xC03111
PI_5 = 0xC04170


def without(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    for name in names:
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.parametrize(
    ("name", "remedy"),
    [("lgpio", r"\[pi\]"), ("rpigpio", r"\[rpigpio\]"), ("pigpio", "pip install pigpio")],
)
def test_a_missing_library_is_named_with_its_remedy(monkeypatch: pytest.MonkeyPatch, name: Any, remedy: str) -> None:
    without(monkeypatch, "lgpio", "RPi", "pigpio", f"gpiozero.pins.{name}")
    with pytest.raises(DeviceError, match=remedy):
        pin_factory(name, PI_4, kernel="6.1.21-v8+")


@pytest.mark.parametrize("kernel", ["6.6.31+rpt-rpi-v8", "6.12.1", "7.0"])
def test_rpigpio_is_refused_on_new_kernels(kernel: str) -> None:
    with pytest.raises(DeviceError, match=r'Linux 6\.6 or newer; set pin_factory = "lgpio"'):
        pin_factory("rpigpio", PI_4, kernel=kernel)


@pytest.mark.parametrize("name", ["rpigpio", "pigpio"])
def test_old_libraries_are_refused_on_a_pi_5(name: Any) -> None:
    with pytest.raises(DeviceError, match="cannot drive a Raspberry Pi 5"):
        pin_factory(name, PI_5, kernel="6.1.21")


class TroubleError(Exception):
    """What the stand-in for lgpio raises."""


def stand_in(monkeypatch: pytest.MonkeyPatch, fault: Exception | None) -> None:
    """A gpiozero factory for lgpio whose opening asks for the revision, as the real one does, and then fails."""
    from gpiozero.pins.local import LocalPiFactory

    class LGPIOFactory(LocalPiFactory):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.asked = self._get_revision()
            if fault is not None:
                raise fault

    library, pins = ModuleType("lgpio"), ModuleType("gpiozero.pins.lgpio")
    vars(library)["error"] = TroubleError
    vars(pins)["LGPIOFactory"] = LGPIOFactory
    monkeypatch.setitem(sys.modules, "lgpio", library)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", pins)


def test_the_given_revision_is_the_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    stand_in(monkeypatch, None)
    factory = pin_factory("lgpio", PI_5)
    assert factory.asked == PI_5
    assert factory.board_info.model == "5B"


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (TroubleError("can not open gpiochip"), "the pins cannot be opened .can not open gpiochip.*group gpio"),
        (FileNotFoundError(2, "No such file", ".lgd-nfy-3"), "set LG_WD"),
        (PermissionError(13, "Permission denied", "/proc/device-tree/system/linux,revision"), "set `revision`"),
        (PermissionError(13, "Permission denied", "/dev/gpiochip0"), "group gpio"),
    ],
    ids=["chip", "pipe", "proc", "device"],
)
def test_a_factory_that_does_not_open_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, sentence: str
) -> None:
    stand_in(monkeypatch, fault)
    with pytest.raises(DeviceError, match=sentence):
        pin_factory("lgpio", PI_4)


def test_an_unknown_board_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero.exc import PinUnknownPi

    stand_in(monkeypatch, PinUnknownPi("unable to locate Pi revision"))
    with pytest.raises(DeviceError, match=r"unable to locate Pi revision.*`revision`"):
        pin_factory("lgpio", PI_4)
