"""What a table needs in config.txt, and which lines of the owner's stand against it."""

from collections.abc import Iterable, Iterator
from typing import Final

from companion.daemon.header import SPI_LINES
from companion.devices.settings import DieWiring, Wiring
from companion.pi.bootconfig import Line
from companion.pi.taken import i2c_panels, pins_taken, spi_panels

LAST_OWN_BUS: Final = 10
"""The Pi's own I2C buses have numbers up to here, and a multiplexer's channels those above."""
MUX_ADDRESS: Final = 0x70
I2C_LINES: Final = {2: "SDA of I2C bus 1", 3: "SCL of I2C bus 1"}

# Overlays that take one pin: the parameter that names it, and the pin where nothing does (boot/overlays/README).
_ONE_PIN: Final = {
    "gpio-shutdown": ("gpio_pin", 3),
    "gpio-poweroff": ("gpiopin", 26),
    "gpio-fan": ("gpiopin", 12),
    "gpio-ir": ("gpio_pin", 18),
    "gpio-ir-tx": ("gpio_pin", 18),
    "gpio-led": ("gpio", 19),
    "gpio-key": ("gpio", 3),
    "pwm": ("pin", 18),
    "pwm-gpio": ("gpio", 4),
    "dht11": ("gpiopin", 4),
    "w1-gpio": ("gpiopin", 4),
    "w1-gpio-pullup": ("gpiopin", 4),
}
_I2S: Final = (18, 19, 20, 21)
_UART: Final = (14, 15)


def boot_settings(wiring: Wiring) -> tuple[str, ...]:
    """The settings that the table's own buses need; none for one that is simulated or has pods alone."""
    if wiring.simulated:
        return ()
    lines: list[str] = []
    panels = [panel for _, panel in i2c_panels(wiring)]
    if panels:
        lines.append("dtparam=i2c_arm=on,i2c_arm_baudrate=400000")
    ports = {panel.port for _, panel in spi_panels(wiring)}
    if 0 in ports:
        lines.append("dtparam=spi=on")
    if 1 in ports:
        lines += ["dtoverlay=spi1-3cs", "dtoverlay="]
    if has_kernel_mux(wiring):
        # The empty overlay ends the list of parameters: a later dtparam is the board's again.
        lines += [f"dtoverlay=i2c-mux,pca9548,addr=0x{MUX_ADDRESS:X}", "dtoverlay="]
    return tuple(lines)


def has_kernel_mux(wiring: Wiring) -> bool:
    """Whether panels hang on the channels of a multiplexer that the kernel switches."""
    return any(panel.bus > LAST_OWN_BUS and panel.mux is None for _, panel in i2c_panels(wiring))


def foreign_buses(wiring: Wiring) -> tuple[int, ...]:
    """The buses that the table uses and that no setting of ours switches on."""
    return tuple(sorted({panel.bus for _, panel in i2c_panels(wiring) if panel.bus <= LAST_OWN_BUS} - {1}))


def conflicts(lines: Iterable[Line], wiring: Wiring, die: DieWiring) -> Iterator[str]:
    """A sentence for each of the owner's settings that the table cannot live with."""
    if wiring.simulated:
        return
    taken = pins_taken(wiring, die)
    if any(i2c_panels(wiring)):
        taken |= I2C_LINES
    needs = boot_settings(wiring)
    for line in lines:
        where = f" (under {line.section})" if line.section else ""
        for reason in (*_against(line, needs, wiring), *_pins(line, taken)):
            yield f"config.txt:{line.number}: {line.text}{where} {reason}"


def _against(line: Line, needs: tuple[str, ...], wiring: Wiring) -> Iterator[str]:
    i2c = any("i2c_arm=on" in need for need in needs)
    pairs = dict(_pairs(line.values))
    if line.key in ("dtparam", "device_tree_param") and i2c:
        if any(pairs.get(name) in ("off", "no", "false", "0") for name in ("i2c_arm", "i2c", "i2c1")):
            yield "switches off the I2C bus that the table needs; take it out."
        for name in ("i2c_arm_baudrate", "i2c_baudrate", "i2c1_baudrate"):
            if name in pairs and pairs[name] != "400000":
                yield "sets another speed than 400000, and later lines win; take it out."
    if line.key in ("dtparam", "device_tree_param") and pairs.get("spi") == "off" and "dtparam=spi=on" in needs:
        yield "switches off the SPI port that the table needs; take it out."
    if line.key in ("dtoverlay", "device_tree_overlay") and line.values[0] == "i2c-mux":
        if has_kernel_mux(wiring):
            yield "is a second multiplexer beside the block's, so that the channels are numbered otherwise; take it out."
        elif any(panel.mux is not None for _, panel in i2c_panels(wiring)):
            yield "gives the multiplexer to the kernel, and this table switches it itself; take it out."
    if line.key == "device_tree" and line.values == ("",):
        yield "switches the device tree off, and every bus with it; take it out."


def _pins(line: Line, taken: dict[int, str]) -> Iterator[str]:
    what = "takes the pin of {}; take it out, or give it another pin."
    for pin in _claimed(line):
        if pin in taken:
            yield what.format(f"{taken[pin]} (BCM {pin})")
            # One pin in the sentence is enough to find the line by.
            return


def _claimed(line: Line) -> Iterator[int]:
    """The pins that a setting takes."""
    name, pairs = line.values[0], dict(_pairs(line.values))
    if line.key == "dtparam":
        if pairs.get("spi") == "on":
            yield from SPI_LINES[0]
        if pairs.get("i2s") == "on":
            yield from _I2S
        if pairs.get("uart0") == "on":
            yield from _UART
    elif line.key == "enable_uart" and line.values[0] == "1":
        yield from _UART
    elif line.key == "dtoverlay":
        if name in _ONE_PIN:
            parameter, default = _ONE_PIN[name]
            said = pairs.get(parameter, str(default))
            yield from (int(said),) if said.isdecimal() else ()
        elif name.startswith(("hifiberry-", "iqaudio-", "i2s-")):
            yield from _I2S
        elif name.startswith("spi1-"):
            yield from SPI_LINES[1]
        elif name.startswith("spi0-"):
            yield from SPI_LINES[0]
        elif name == "uart0":
            yield from _UART


def _pairs(values: Iterable[str]) -> Iterator[tuple[str, str]]:
    """`i2c_arm` by itself is `i2c_arm=on`."""
    for value in values:
        name, equals, said = value.partition("=")
        yield name.strip().lower(), said.strip().lower() if equals else "on"
