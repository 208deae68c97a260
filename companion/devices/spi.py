"""Panels on an SPI bus: luma's SPI interface, with gpiozero's pins where it would take RPi.GPIO's."""

from collections.abc import Sequence
from typing import Any, Final

from companion.core.errors import DeviceError
from companion.devices.settings import Chip, SPIPanel

_HERTZ: Final[dict[Chip, int]] = {"ssd1306": 8_000_000, "sh1106": 4_000_000}
"""Within the data sheets' shortest clock cycles, 100 and 250 ns."""

RESET_SECONDS: Final = 0.001
"""How long the reset line is held; both data sheets ask for microseconds."""


class SPIWire:
    """The `Wire` to a panel on SPI; opening it resets the panel.

    `factory`: a gpiozero pin factory. `port`: something like a spidev, or None for a real one. Raises OSError when it
    cannot be opened, DeviceError when there is none or a pin cannot be had.
    """

    def __init__(
        self, panel: SPIPanel, factory: Any, port: Any = None, *, reset_seconds: float = RESET_SECONDS
    ) -> None:
        from gpiozero.exc import GPIOZeroError
        from luma.core.error import DeviceNotFoundError
        from luma.core.interface.serial import spi

        self._pins = _Pins(factory)
        opened = port if port is not None else _spidev()
        try:
            self._spi = spi(
                spi=opened,
                gpio=self._pins,
                port=panel.port,
                device=panel.device,
                bus_speed_hz=_HERTZ[panel.chip],
                gpio_DC=panel.dc,
                gpio_RST=panel.reset,
                reset_hold_time=reset_seconds,
                reset_release_time=reset_seconds,
            )
        except DeviceNotFoundError as error:
            self._close(opened)
            raise DeviceError(
                f"there is no /dev/spidev{panel.port}.{panel.device}; set dtparam=spi=on in config.txt"
            ) from error
        except GPIOZeroError as error:
            self._close(opened)
            raise DeviceError(str(error)) from error
        except OSError:
            self._close(opened)
            raise

    def command(self, *cmd: int) -> None:
        """Send command bytes with D/C low."""
        self._spi.command(*cmd)

    def data(self, data: Sequence[int]) -> None:
        """Send bytes of the picture memory with D/C high."""
        self._spi.data(list(data))

    def cleanup(self) -> None:
        """Let the bus and the pins go."""
        # luma lets pins go only where it opened them itself.
        self._spi.cleanup()
        self._pins.close()

    def _close(self, opened: Any) -> None:
        opened.close()
        self._pins.close()


class _Pins:
    """The part of RPi.GPIO that luma calls, over gpiozero."""

    LOW = False
    HIGH = True
    OUT = "out"

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._pins: dict[int, Any] = {}

    def setup(self, pin: int, mode: str) -> None:
        from gpiozero import OutputDevice

        if mode == self.OUT:
            self._pins[pin] = OutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, value: bool) -> None:
        if value:
            self._pins[pin].on()
        else:
            self._pins[pin].off()

    def close(self) -> None:
        for pin in self._pins.values():
            pin.close()


def _spidev() -> Any:
    try:
        from spidev import SpiDev
    except ImportError as error:
        raise DeviceError("the library spidev is missing; pip install 'codebreakers-companion[spi]'") from error
    return SpiDev()
