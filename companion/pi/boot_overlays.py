"""Which pins of the header a setting of config.txt takes: what it names itself, and what an overlay takes by default.

Law: only overlays and parameters that are written down here are known; of all others nothing is said. Source: the README
beside the overlays in Raspberry Pi's kernel. On a Raspberry Pi 5 the firmware means `uart3-pi5` by `uart3`.
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
"""The parameters that name a pin, each with the pin where nothing is said."""
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

# A pair that `pins_4_5` and the like choose, with the usual one; and serial ports whose flow control is on the next two pins.
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


def pairs(values: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Parameters and their values in small letters; `i2c_arm` by itself is `i2c_arm=on`."""
    for value in values:
        name, equals, said = value.partition("=")
        yield name.strip().lower(), said.strip().lower() if equals else "on"


def names_pin(overlay: str, parameter: str) -> bool:
    """Whether a parameter says which pin the overlay takes."""
    return parameter in _NAMED.get(overlay, ()) or parameter == "ctsrts" or parameter.startswith("pins_")


def of_overlay(overlay: str, said: Mapping[str, str], *, is_pi_5: bool) -> Iterator[int]:
    """The pins that an overlay takes, with these parameters."""
    name = overlay.lower()
    is_pi_5 = is_pi_5 or name.endswith("-pi5")
    short = name.removesuffix("-pi5")
    if short in (serial := _SERIAL_5 if is_pi_5 else _SERIAL):
        first = serial[short]
        yield from range(first, first + (4 if said.get("ctsrts") == "on" else 2))
    elif short in _NAMED:
        for parameter, usual in _NAMED[short].items():
            pin = said.get(parameter, str(usual))
            yield from (int(pin),) if pin.isdecimal() else ()
    elif short == "i2c1":
        # On its usual pins it is the table's own bus.
        yield from _chosen(said) if moved(said) else ()
    elif short in (usual_pairs := _PAIRS_5 if is_pi_5 else _PAIRS):
        yield from _chosen(said) or usual_pairs[short]
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


def of_parameters(said: Mapping[str, str]) -> Iterator[int]:
    """The pins that a `dtparam=` of the board itself takes."""
    if said.get("spi") == "on":
        yield from SPI_LINES[0]
    if said.get("i2s") == "on":
        yield from _I2S
    if said.get("uart0") == "on":
        yield from _UART


def of_setting(key: str, values: tuple[str, ...]) -> Iterator[int]:
    """The pins that a setting of the firmware's own takes: `enable_uart=1`, `gpio=17=op,dh`."""
    if key == "enable_uart" and values == ("1",):
        yield from _UART
    elif key == "enable_dpi_lcd" and values == ("1",):
        yield from _ALL
    elif key == "gpio":
        pins, _, does = ",".join(values).partition("=")
        # What is only read harms nobody; an output that a key shorts to ground, and a line that is the chip's, do.
        if any(re.fullmatch(r"op|a[0-5]", word.strip().lower()) for word in does.split(",")):
            for part in pins.split(","):
                if found := re.fullmatch(r"\s*(\d{1,2})\s*(?:-\s*(\d{1,2})\s*)?", part):
                    yield from range(int(found[1]), int(found[2] or found[1]) + 1)


def moved(said: Mapping[str, str]) -> bool:
    """Whether parameters put a bus on other pins than 2 and 3."""
    return _chosen(said) not in ((), (2, 3))


def _chosen(said: Mapping[str, str]) -> tuple[int, ...]:
    found = [re.fullmatch(r"pins_(\d{1,2})_(\d{1,2})", name) for name, value in said.items() if value == "on"]
    return next(((int(one[1]), int(one[2])) for one in found if one), ())
