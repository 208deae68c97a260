"""The settings that a table needs in a Raspberry Pi's config.txt, and the owner's lines that conflict with them.

They stand in a block that is marked. It is at the start of the file, where no filter such as [pi4] is active and no overlay is
open. It ends without an active filter or open overlay, so the lines after it keep their meaning. Invariant: every byte outside
the block is kept, and removing the block restores the original file.

Which header pins an owner's line uses follows from its parameters, and from an overlay's defaults. Only the overlays and
parameters in this file are known; all others yield no pins. Source: the README of the
overlays in Raspberry Pi's kernel. On a Raspberry Pi 5 the firmware reads `uart3` as `uart3-pi5`.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from companion.config.pi_header import SPI_LINES
from companion.core.errors import ConfigError
from companion.devices.dice.die import DieWiring
from companion.devices.wiring import Mux, Wiring
from companion.pi.resources_used import i2c_panels, pins_used, spi_panels

BLOCK_BEGIN: Final = "# >>> companion setup: written and taken out by the command of that name"
BLOCK_END: Final = "# <<< companion setup"
ENCODING: Final = "latin-1"
"""Decodes every byte, so a file in any encoding is written back unchanged."""

_REMEDY: Final = "take the lines of `companion setup` out by hand, and run it again"


class ConfigLine(Struct, frozen=True):
    """One setting outside the block. `number`: its line, from 1; `section`: the filters above it, empty if it always
    applies."""

    number: int
    text: str
    section: str

    @property
    def key(self) -> str:
        """The setting's name: dtparam, dtoverlay, enable_uart."""
        return self.text.partition("=")[0].strip().lower()

    @property
    def values(self) -> tuple[str, ...]:
        """The text after the first equals sign, split at its commas."""
        return tuple(part.strip() for part in self.text.partition("=")[2].split(","))


def with_block(text: str, settings: Sequence[str]) -> str:
    """The file with its block replaced by one of these settings; without settings, with its block removed.

    Raises ConfigError if a block begins without an end, or ends without a beginning.
    """
    rest = without_block(text)
    if not settings:
        return rest
    newline = "\r\n" if "\r\n" in rest else "\n"
    return "".join(line + newline for line in (BLOCK_BEGIN, "[all]", *settings, BLOCK_END)) + rest


def without_block(text: str) -> str:
    """The file without a block. Raises ConfigError as `with_block`."""
    return "".join(line for line, inside in _lines(text) if not inside)


def block_settings(text: str) -> tuple[str, ...]:
    """The settings in the block; empty if there is none. Raises ConfigError as `with_block`."""
    held = (line.strip() for line, inside in _lines(text) if inside)
    return tuple(line for line in held if line not in (BLOCK_BEGIN, "[all]", BLOCK_END))


def settings_outside(text: str) -> Iterator[ConfigLine]:
    """The settings outside the block that can be active. Raises ConfigError as `with_block`."""
    filters: list[str] = []
    for number, (line, inside) in enumerate(_lines(text), 1):
        stripped = line.strip()
        if inside or not stripped or stripped.startswith("#"):
            continue
        if found := re.fullmatch(r"\[(.*)\]", stripped):
            # [all] removes all filters; other filters are combined.
            filters = [] if found[1].lower() == "all" else [*filters, stripped]
        elif "[none]" not in filters:
            yield ConfigLine(number, stripped, " ".join(filters))


def _lines(text: str) -> Iterator[tuple[str, bool]]:
    """Every line with its line end, and whether it belongs to the block."""
    inside = False
    began = 0
    for number, line in enumerate(_split(text), 1):
        match line.rstrip("\r\n"):
            case stripped if stripped == BLOCK_BEGIN and inside:
                raise ConfigError((f"config.txt:{number}: the block begins twice; {_REMEDY}.",))
            case stripped if stripped == BLOCK_BEGIN:
                inside, began = True, number
                yield line, True
            case stripped if stripped == BLOCK_END and not inside:
                raise ConfigError((f"config.txt:{number}: the block ends and never began; {_REMEDY}.",))
            case stripped if stripped == BLOCK_END:
                inside = False
                yield line, True
            case _:
                yield line, inside
    if inside:
        raise ConfigError((f"config.txt:{began}: the block begins and never ends; {_REMEDY}.",))


def _split(text: str) -> list[str]:
    """The lines with their line ends. Unlike str.splitlines it splits only at line feeds, as the firmware does."""
    return re.findall(r"[^\n]*\n|[^\n]+", text)


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


HEADER_BUS: Final = 1
"""The I2C bus on the header's pins 3 and 5, which this command can switch on."""
I2C_LINES: Final = {2: "SDA of I2C bus 1", 3: "SCL of I2C bus 1"}
_PARAMETER: Final = ("dtparam", "device_tree_param")
_OVERLAY: Final = ("dtoverlay", "device_tree_overlay")

_BCM2712: Final = 4
"""The processor of the Raspberry Pi 5 family in a new-style revision code."""


class Conflict(Struct, frozen=True):
    """One of the owner's settings that conflicts with the table. `number`: its line; `text`: the owner's text; `reason`: the
    conflict and the remedy."""

    number: int
    key: str
    text: str
    reason: str

    def sentence(self, *, quoted: bool = True) -> str:
        """The conflict in a sentence. `quoted`: quote the owner's text; else only the line's number and the setting's name."""
        return f"config.txt:{self.number}: {self.text if quoted else self.key} {self.reason}"


def boot_settings(wiring: Wiring) -> tuple[str, ...]:
    """The settings that the table's buses need; none for a table that is simulated or has only pods."""
    if wiring.simulated:
        return ()
    lines: list[str] = []
    panels = [panel for _, panel in i2c_panels(wiring)]
    if panels:
        lines.append(f"dtparam=i2c_arm=on,i2c_arm_baudrate={_hertz(wiring)}")
    ports = {panel.port for _, panel in spi_panels(wiring)}
    if 0 in ports:
        lines.append("dtparam=spi=on")
    if 1 in ports:
        lines += ["dtoverlay=spi1-3cs", "dtoverlay="]
    if muxes := [mux.address for mux in kernel_muxes(wiring) if mux.bus == HEADER_BUS]:
        # The empty overlay ends the list of parameters: a later dtparam applies to the board again.
        lines += [*(f"dtoverlay=i2c-mux,pca9548,addr=0x{address:X}" for address in muxes), "dtoverlay="]
    return tuple(lines)


def kernel_muxes(wiring: Wiring) -> tuple[Mux, ...]:
    """The multiplexers that the kernel switches, each once, with channel 0."""
    found = {
        (panel.mux.bus, panel.mux.address)
        for _, panel in i2c_panels(wiring)
        if panel.mux is not None and panel.switched_by == "kernel"
    }
    return tuple(Mux(address, 0, bus) for bus, address in sorted(found))


def foreign_buses(wiring: Wiring) -> tuple[int, ...]:
    """The buses that the table uses and that `boot_settings` cannot switch on."""
    return tuple(sorted({panel.wires for _, panel in i2c_panels(wiring)} - {HEADER_BUS}))


def _hertz(wiring: Wiring) -> int:
    return wiring.i2c.speed_khz * 1000


def conflicts(lines: Iterable[ConfigLine], wiring: Wiring, die: DieWiring) -> Iterator[Conflict]:
    """Each of the owner's settings that conflicts with the table."""
    if wiring.simulated:
        return
    used = pins_used(wiring, die)
    if any(i2c_panels(wiring)):
        used |= I2C_LINES
    needs = boot_settings(wiring)
    for line, more in _scoped(lines):
        text = " with ".join(one.text for one in (line, *more))
        where = f" (under {line.section})" if line.section else ""
        values = (*line.values, *(value for one in more for value in one.values))
        pins = _claimed(line.key, values, is_pi_5=_is_pi_5(wiring))
        for reason in (*_against(line, dict(parameters(values)), needs, wiring), *_of_pins(pins, used)):
            yield Conflict(line.number, line.key, f"{text}{where}", reason)


def _scoped(lines: Iterable[ConfigLine]) -> Iterator[tuple[ConfigLine, tuple[ConfigLine, ...]]]:
    """Every line, and for an overlay the later lines with its parameters: an overlay stays open until the next one."""
    every = tuple(lines)
    for number, line in enumerate(every):
        if line.key not in _OVERLAY:
            yield line, ()
            continue
        more: list[ConfigLine] = []
        for later in every[number + 1 :]:
            if later.key in _OVERLAY:
                break
            if later.key in _PARAMETER and any(
                names_pin(line.values[0].lower(), name) for name, _ in parameters(later.values)
            ):
                more.append(later)
        yield line, tuple(more)


def _against(line: ConfigLine, options: Mapping[str, str], needs: tuple[str, ...], wiring: Wiring) -> Iterator[str]:
    i2c = any("i2c_arm=on" in need for need in needs)
    if line.key in _PARAMETER and i2c:
        if any(options.get(name) in ("off", "no", "false", "0") for name in ("i2c_arm", "i2c", "i2c1")):
            yield "switches off the I2C bus that the table needs; take it out."
        for name in ("i2c_arm_baudrate", "i2c_baudrate", "i2c1_baudrate"):
            if name in options and options[name] != str(_hertz(wiring)):
                yield f"sets another speed than {_hertz(wiring)}, and later lines win; take it out."
    if line.key in _PARAMETER and options.get("spi") == "off" and "dtparam=spi=on" in needs:
        yield "switches off the SPI port that the table needs; take it out."
    if line.key in _OVERLAY and line.values[0].removesuffix("-pi5") == "i2c1" and i2c and is_moved(options):
        yield "moves the I2C bus that the table needs to other pins; take it out."
    if line.key in _OVERLAY and line.values[0] == "i2c-mux":
        if kernel_muxes(wiring):
            yield "is a second multiplexer beside the block's, and may receive data for the panels; take it out."
        elif any(panel.mux is not None for _, panel in i2c_panels(wiring)):
            yield "gives the multiplexer to the kernel, and this table switches it itself; take it out."
    if line.key == "device_tree" and line.values == ("",):
        yield "switches the device tree off, and every bus with it; take it out."


def _of_pins(claimed: Iterable[int], used: Mapping[int, str]) -> Iterator[str]:
    for pin in claimed:
        if pin in used:
            yield f"takes the pin of {used[pin]} (BCM {pin}); take it out, or give it another pin."
            # One pin is enough to identify the line.
            return


def _claimed(key: str, values: tuple[str, ...], *, is_pi_5: bool) -> Iterator[int]:
    """The pins that a setting uses."""
    if key in _PARAMETER:
        return parameter_pins(dict(parameters(values)))
    if key in _OVERLAY:
        return overlay_pins(values[0], dict(parameters(values[1:])), is_pi_5=is_pi_5)
    return setting_pins(key, values)


def _is_pi_5(wiring: Wiring) -> bool:
    return wiring.revision is not None and (wiring.revision >> 12 & 0xF) == _BCM2712
