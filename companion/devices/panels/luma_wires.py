"""luma's serial interfaces on our buses and pins: I2C on a bus that was opened and checked here, SPI with gpiozero's pins.

They are `PanelWire`s: each adds the status byte, and raises OSError, where luma has errors of its own.
SPI cannot read from a panel, so a missing panel is not noticed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Final

from luma.core.error import DeviceNotFoundError
from luma.core.interface.serial import i2c, spi

from companion.core.errors import DeviceError
from companion.devices.panels.luma_devices import NO_OPERATION
from companion.devices.panels.wires import COMMANDS_FOLLOW, DATA_FOLLOWS, I2CAdapter
from companion.devices.pins import install, pin_error_types
from companion.devices.wiring import SPIPanel

_SMBUS_BLOCK: Final = 32
"""Bytes; luma accepts no longer commands on I2C."""
SPI_HERTZ: Final = {"ssd1306": 8_000_000, "ssd1309": 8_000_000}
"""Within the data sheets' shortest clock cycle, 100 ns."""
SLOW_SPI_HERTZ: Final = 4_000_000
"""Of all others; an SH1106, an SSD1305 and an SSD1325 need 250 ns."""
SPI_RESET_SECONDS: Final = 0.001
"""How long the reset line is held low; the data sheets require microseconds."""


class LumaI2C(i2c):  # type: ignore[misc]
    """luma's interface to the panel at `address`. It owns `adapter` and closes it. Each call is one transaction, however long:
    luma cuts what goes over a bus that it did not open into blocks of 32 bytes."""

    def __init__(self, adapter: I2CAdapter, address: int) -> None:
        self._adapter = adapter
        self._address = address
        super().__init__(bus=_SMBus(adapter), address=address)

    def command(self, *cmd: int) -> None:
        if len(cmd) > _SMBUS_BLOCK:
            self._adapter.write(self._address, COMMANDS_FOLLOW + bytes(cmd))
            return
        try:
            super().command(*cmd)
        except DeviceNotFoundError as error:
            # luma has put its own error in place of the bus's, whose number says what is wrong.
            raise error.__context__ or OSError(str(error)) from None

    def data(self, data: Sequence[int]) -> None:
        self._adapter.write(self._address, DATA_FOLLOWS + bytes(data))

    def status(self) -> int:
        # After data a chip would return its memory, so send a command first.
        return self._adapter.read(self._address, 1, after=COMMANDS_FOLLOW + bytes([NO_OPERATION]))[0]

    def cleanup(self) -> None:
        self._adapter.close()


class _SMBus:
    """The part of smbus2's bus that luma calls."""

    def __init__(self, adapter: I2CAdapter) -> None:
        self._adapter = adapter

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        self._adapter.write(address, bytes([register, *data]))


class LumaSPI(spi):  # type: ignore[misc]
    """luma's interface to `panel`; opening it resets the panel.

    `factory`: a gpiozero pin factory. `port`: an object like a spidev; None opens a real one. Raises OSError if it cannot
    be opened, DeviceError if it does not exist or a pin cannot be used.
    """

    def __init__(
        self, panel: SPIPanel, factory: Any, port: Any = None, *, reset_seconds: float = SPI_RESET_SECONDS
    ) -> None:
        self._pins = _Pins(factory)
        opened = port if port is not None else _spidev()
        try:
            super().__init__(
                spi=opened,
                gpio=self._pins,
                port=panel.port,
                device=panel.device,
                bus_speed_hz=SPI_HERTZ.get(panel.chip, SLOW_SPI_HERTZ),
                gpio_DC=panel.dc,
                gpio_RST=panel.reset,
                reset_hold_time=reset_seconds,
                reset_release_time=reset_seconds,
            )
        except DeviceNotFoundError as error:
            opened.close()
            self._pins.close()
            raise DeviceError(
                f"there is no /dev/spidev{panel.port}.{panel.device}; set dtparam=spi=on in config.txt"
            ) from error
        except OSError:
            opened.close()
            self._pins.close()
            raise

    def data(self, data: Sequence[int]) -> None:
        """With D/C high."""
        super().data(list(data))

    def status(self) -> None:
        """None: SPI cannot read."""

    def cleanup(self) -> None:
        super().cleanup()
        # luma releases only pins that it opened itself.
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
