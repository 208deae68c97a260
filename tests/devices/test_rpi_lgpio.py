"""pin_factory "rpigpio" where rpi-lgpio is what is installed as RPi.GPIO: the real library, over a chip in memory."""

import sys
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.keys import KeyEdge, KeyEvent
from companion.devices.buzzer import GpioBuzzer
from companion.devices.keys.gpio_keys import GpioKeys
from companion.devices.pins import installed_rpi_gpio, pin_factory
from companion.devices.wiring import I2CPanel, KeyPins, SeatWiring
from tests.devices.clock import HandLoop
from tests.devices.lgpio_chip import Chip

pytestmark = pytest.mark.skipif(
    installed_rpi_gpio() != "rpi-lgpio",
    reason="rpi-lgpio is not installed: there is no lgpio for Python 3.13 on PyPI.",
)

PI_5 = 0xD04170
SEAT = SeatWiring(KeyPins(5, 6, 13), I2CPanel("ssd1306", 1, 0x3C))


@pytest.fixture
def chip(monkeypatch: pytest.MonkeyPatch) -> Iterator[Chip]:
    """rpi-lgpio and gpiozero's factory for it are imported anew, over this chip, and forgotten afterwards."""
    import gpiozero.pins

    made = Chip()
    loaded = [name for name in sys.modules if name == "RPi" or name.startswith("RPi.")] + ["gpiozero.pins.rpigpio"]
    for name in loaded:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", made.module())
    monkeypatch.setenv("RPI_LGPIO_CHIP", "0")
    monkeypatch.delenv("RPI_LGPIO_REVISION", raising=False)
    yield made
    for name in ("RPi", "RPi.GPIO", "gpiozero.pins.rpigpio"):
        sys.modules.pop(name, None)
    if hasattr(gpiozero.pins, "rpigpio"):
        del gpiozero.pins.rpigpio


@pytest.fixture
def factory(chip: Chip) -> Iterator[Any]:
    made = pin_factory("rpigpio", PI_5, kernel="6.12.25+rpt-rpi-2712")
    yield made
    made.close()


def test_keys_on_a_pi_5_with_a_new_kernel(chip: Chip, factory: Any) -> None:
    loop, heard = HandLoop(), list[KeyEvent]()
    keys = GpioKeys((SEAT,), factory, loop, lockout=0.008, settle=0.002)
    keys.start(heard.append)
    for level in (0, 1):
        chip.drive(6, level)
        loop.advance(0.1)
    assert [(edge.seat, edge.key, edge.down) for edge in heard if isinstance(edge, KeyEdge)] == [
        (0, "middle", True),
        (0, "middle", False),
    ]
    keys.close()
    chip.drive(6, 0)
    loop.advance(0.1)
    assert len(heard) == 2


def test_a_buzzer_sounds(chip: Chip, factory: Any) -> None:
    loop = HandLoop()
    buzzer = GpioBuzzer(12, factory, loop)
    buzzer.play("turn")
    loop.advance(1)
    buzzer.close()
    assert any(pin == 12 and frequency > 0 and duty > 0 for pin, frequency, duty in chip.tones)


def test_the_revision_is_told_to_it_where_proc_is_hidden(chip: Chip, factory: Any) -> None:
    import os

    assert os.environ["RPI_LGPIO_REVISION"] == "d04170"
    assert factory.board_info.model == "5B"
