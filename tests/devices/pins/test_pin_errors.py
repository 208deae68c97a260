"""A library's error for a pin that is in use becomes one sentence, also lgpio's own error."""

import sys
from types import ModuleType
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from companion.core.errors import DeviceError
from companion.devices.dice.die_lines import DieLine
from companion.devices.keys.gpio_keys import GpioKeys
from companion.devices.pins.pin_errors import pin_errors_named
from companion.devices.sound.gpio_buzzer import GpioBuzzer
from companion.devices.wiring_records import KeyPins, SeatWiring
from tests.devices.clock import HandLoop


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
    seat = SeatWiring(KeyPins(5, 6, 13), None)  # type: ignore[arg-type]
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
