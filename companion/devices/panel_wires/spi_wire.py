"""Panels on an SPI bus: luma's SPI interface, with gpiozero's pins in place of RPi.GPIO's.

SPI cannot read from a panel, so a missing panel is not noticed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from companion.core.errors import DeviceError
from companion.devices.panels.chip_commands import SPI_HERTZ
from companion.devices.pins.gpio_libraries import install
from companion.devices.pins.pin_errors import pin_error_types
from companion.devices.wiring_records import SPIPanel

SPI_RESET_SECONDS: Final = 0.001
"""How long the reset line is held low; both data sheets require microseconds."""


class SPIWire:
    """The `PanelWire` to a panel on SPI; opening it resets the panel.

    `factory`: a gpiozero pin factory. `port`: an object like a spidev; None opens a real one. Raises OSError if it cannot
    be opened, DeviceError if it does not exist or a pin cannot be used.
    """

    def __init__(
        self, panel: SPIPanel, factory: Any, port: Any = None, *, reset_seconds: float = SPI_RESET_SECONDS
    ) -> None:
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
                bus_speed_hz=SPI_HERTZ[panel.chip],
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
        except OSError:
            self._close(opened)
            raise

    def command(self, *cmd: int) -> None:
        """Send command bytes with D/C low."""
        self._spi.command(*cmd)

    def status(self) -> None:
        """None: SPI cannot read."""

    def data(self, data: Sequence[int]) -> None:
        """Send bytes of the picture memory with D/C high."""
        self._spi.data(list(data))

    def cleanup(self) -> None:
        """Close the bus and release the pins."""
        # luma releases only pins that it opened itself.
        self._spi.cleanup()
        self._pins.close()

    def _close(self, opened: Any) -> None:
        opened.close()
        self._pins.close()


class _Pins:
    """The part of RPi.GPIO that luma calls, on gpiozero. Raises DeviceError if a pin cannot be used."""

    LOW = False
    HIGH = True
    OUT = "out"

    def __init__(self, factory: Any) -> None:
        self._factory = factory
        self._pins: dict[int, Any] = {}

    def setup(self, pin: int, mode: str) -> None:
        from gpiozero import OutputDevice

        if mode == self.OUT:
            with _faults(pin):
                self._pins[pin] = OutputDevice(pin, pin_factory=self._factory)

    def output(self, pin: int, value: bool) -> None:
        with _faults(pin):
            if value:
                self._pins[pin].on()
            else:
                self._pins[pin].off()

    def close(self) -> None:
        for number, pin in self._pins.items():
            with _faults(number):
                pin.close()


@contextmanager
def _faults(pin: int) -> Iterator[None]:
    """Turn the errors of a pin factory into faults of the wire."""
    try:
        yield
    except pin_error_types() as error:
        raise DeviceError(f"GPIO{pin} cannot be driven ({error})") from error


def _spidev() -> Any:
    try:
        from spidev import SpiDev
    except ImportError as error:
        remedy = install(apt=None, pip="'codebreakers-companion[spi]'")
        raise DeviceError(f"the library spidev is missing; {remedy}") from error
    return SpiDev()
