"""Find the header pins that a setting of config.txt uses: by its parameters, and by an overlay's defaults.

Invariant: only the overlays and parameters in this file are known; all others yield no pins. Source: the README of the
overlays in Raspberry Pi's kernel. On a Raspberry Pi 5 the firmware reads `uart3` as `uart3-pi5`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from companion.config.pi_header import SPI_LINES

_NAMED: Final[dict[str, dict[str, int]]] = {
    "gpio-shutdown": {"gpio_pin": 3},
    "gpio-poweroff": {"gpiopin": 26},
    "gpio-fan": {"gpiopin": 12},
    "gpio-ir": {"gpio_pin": 18},
    "gpio-ir-tx": {"gpio_pin": 18},
    "gpio-led": {"gpio": 19},
    "gpio-key": {"gpio": 3},
    "pps-gpio": {"gpiopin": 18},
    "pwm": {"pin": 18},
    "pwm-2chan": {"pin": 18, "pin2": 19},
    "pwm-gpio": {"gpio": 4},
    "pwm-ir-tx": {"gpio_pin": 18},
    "dht11": {"gpiopin": 4},
    "w1-gpio": {"gpiopin": 4},
    "w1-gpio-pullup": {"gpiopin": 4, "extpullup": 5},
    "rotary-encoder": {"pin_a": 4, "pin_b": 17},
    "i2c-gpio": {"i2c_gpio_sda": 23, "i2c_gpio_scl": 24},
    "mcp2515-can0": {"interrupt": 25},
    "mcp2515-can1": {"interrupt": 25},
    "enc28j60": {"int_pin": 25},
    "ilitek251x": {"interrupt": 4},
    "uart0": {"txd0_pin": 14, "rxd0_pin": 15},
    "uart1": {"txd1_pin": 14, "rxd1_pin": 15},
}
"""By overlay, the parameters that choose a pin, each with its default."""
_I2S: Final = (18, 19, 20, 21)
_UART: Final = (14, 15)
_ALL: Final = range(28)
_FIXED: Final[dict[str, Iterable[int]]] = {
    "dpi18": range(22),
    "dpi18cpadhi": (*range(10), *range(12, 18), *range(20, 26)),
    "dpi24": _ALL,
    "sdio": range(22, 28),
    "mmc": range(22, 28),
    "smi": range(2, 26),
}
"""Overlays whose pins cannot be chosen."""
_ON_SPI0: Final = ("spi0-", "mcp2515-can", "enc28j60")

# By overlay, the default pair of pins; a parameter such as `pins_4_5` chooses another. Then serial ports by their first pin,
# whose flow control uses the next two.
_PAIRS: Final = {
    "i2c0": (0, 1),
    "i2c3": (4, 5),
    "i2c4": (8, 9),
    "i2c5": (12, 13),
    "i2c6": (22, 23),
    "audremap": (12, 13),
}
_PAIRS_5: Final = {"i2c0": (0, 1), "i2c2": (4, 5), "i2c3": (6, 7), "audremap": (12, 13)}
_SERIAL: Final = {"uart2": 0, "uart3": 4, "uart4": 8, "uart5": 12}
_SERIAL_5: Final = {"uart1": 0, "uart2": 4, "uart3": 8, "uart4": 12}

# Data, clock and first select line, then the second select line.
_SPI: Final = {
    "spi3": (0, 1, 2, 3, 24),
    "spi4": (4, 5, 6, 7, 25),
    "spi5": (12, 13, 14, 15, 26),
    "spi6": (18, 19, 20, 21, 27),
}
_SPI_5: Final = {"spi2": (0, 1, 2, 3, 24), "spi3": (4, 5, 6, 7, 25), "spi5": (12, 13, 14, 15, 26)}


def parameters(values: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Parameters and their values in lower case; `i2c_arm` without a value means `i2c_arm=on`."""
    for value in values:
        name, equals, options = value.partition("=")
        yield name.strip().lower(), options.strip().lower() if equals else "on"


def names_pin(overlay: str, parameter: str) -> bool:
    """Whether a parameter chooses a pin of the overlay."""
    return parameter in _NAMED.get(overlay, ()) or parameter == "ctsrts" or parameter.startswith("pins_")


def overlay_pins(overlay: str, options: Mapping[str, str], *, is_pi_5: bool) -> Iterator[int]:
    """The pins that an overlay uses with these parameters."""
    name = overlay.lower()
    is_pi_5 = is_pi_5 or name.endswith("-pi5")
    short = name.removesuffix("-pi5")
    if short in (serial := _SERIAL_5 if is_pi_5 else _SERIAL):
        first = serial[short]
        yield from range(first, first + (4 if options.get("ctsrts") == "on" else 2))
    elif short in _NAMED:
        for parameter, usual in _NAMED[short].items():
            pin = options.get(parameter, str(usual))
            yield from (int(pin),) if pin.isdecimal() else ()
    elif short == "i2c1":
        # On its default pins i2c1 is the table's own bus, not a conflict.
        yield from _chosen(options) if is_moved(options) else ()
    elif short in (usual_pairs := _PAIRS_5 if is_pi_5 else _PAIRS):
        yield from _chosen(options) or usual_pairs[short]
    elif short in _FIXED:
        yield from _FIXED[short]
    elif short.startswith("vc4-kms-dpi"):
        yield from _ALL
    elif short.startswith(("hifiberry-", "iqaudio-", "i2s-")) and short != "i2s-gpio28-31":
        yield from _I2S
    elif short.startswith("spi1-"):
        yield from SPI_LINES[1]
    elif (port := short.partition("-")[0]) in (spi := _SPI_5 if is_pi_5 else _SPI):
        yield from spi[port] if "2cs" in short else spi[port][:4]
    if short.startswith(_ON_SPI0):
        yield from SPI_LINES[0]


def parameter_pins(options: Mapping[str, str]) -> Iterator[int]:
    """The pins that a `dtparam=` of the board itself uses."""
    if options.get("spi") == "on":
        yield from SPI_LINES[0]
    if options.get("i2s") == "on":
        yield from _I2S
    if options.get("uart0") == "on":
        yield from _UART


def setting_pins(key: str, values: tuple[str, ...]) -> Iterator[int]:
    """The pins that a firmware setting uses: `enable_uart=1`, `gpio=17=op,dh`."""
    if key == "enable_uart" and values == ("1",):
        yield from _UART
    elif key == "enable_dpi_lcd" and values == ("1",):
        yield from _ALL
    elif key == "gpio":
        pins, _, does = ",".join(values).partition("=")
        # Inputs are harmless. Outputs, which a key shorts to ground, and alternate functions are conflicts.
        if any(re.fullmatch(r"op|a[0-5]", word.strip().lower()) for word in does.split(",")):
            for part in pins.split(","):
                if found := re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", part):
                    yield from range(int(found[1]), int(found[2] or found[1]) + 1)


def is_moved(options: Mapping[str, str]) -> bool:
    """Whether parameters move an I2C bus to other pins than 2 and 3."""
    return _chosen(options) not in ((), (2, 3))


def _chosen(options: Mapping[str, str]) -> tuple[int, ...]:
    found = [re.fullmatch(r"pins_(\d{1,2})_(\d{1,2})", name) for name, value in options.items() if value == "on"]
    return next(((int(one[1]), int(one[2])) for one in found if one), ())
