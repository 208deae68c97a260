"""The settings that a table needs in config.txt, and the owner's lines that conflict with it."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct

from companion.devices.dice.die import DieWiring
from companion.devices.wiring import Mux, Wiring
from companion.pi.boot_overlays import is_moved, names_pin, overlay_pins, parameter_pins, parameters, setting_pins
from companion.pi.resources_used import i2c_panels, pins_used, spi_panels
from companion.pi.setup.config_txt import ConfigLine

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
