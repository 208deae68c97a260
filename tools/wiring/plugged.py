"""Two more ways to wire panels, as pages of the guide: plugs without soldering (STEMMA QT), and SPI.

Law: the pins and lines of table.toml on these pages are a configuration that the daemon itself has read.
"""

import tempfile
from pathlib import Path
from typing import Final

from companion.config.configuration import Configuration, load
from companion.config.pi_header import header_of
from companion.devices.wiring import I2CPanel, SeatWiring, SPIPanel
from tools.wiring.leads import MODULE_PULL_UP, PI_PULL_UP, greatest_pull_up, least_total, parallel
from tools.wiring.parts import listing, price, qt_parts
from tools.wiring.wires import BUZZER_GROUND, DIE_GROUND, GROUNDS, STRIP_GROUNDS, board

_MADE: Final = "<!-- Made by `make wiring` from tools/wiring/plugged.py; a test fails when it is stale. -->"
QT_TABLE: Final = """board = "four-seats"

[[seats]]
panel.address = 0x3D

[[seats]]
panel.address = 0x3D

[[seats]]
panel.address = 0x3D

[[seats]]
panel.address = 0x3D
"""
SPI_TABLE: Final = """board = "two-seats"

[[seats]]
panel = { kind = "spi", port = 0, device = 0, dc = 5, reset = 6 }

[[seats]]
panel = { kind = "spi", port = 0, device = 1, dc = 13, reset = 16 }
"""
SPI_LINES: Final = {"SCLK": 11, "MOSI": 10}
SPI_CHIP_SELECT: Final = (8, 7)
"""BCM numbers of SPI port 0; the chip selects by device."""


def configured(text: str) -> Configuration:
    """The configuration of a table.toml."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "table.toml")
        file.write_text(text, encoding="utf-8")
        return load(file, {"HOME": "/"})


def qt_page() -> str:
    """The page of panels with STEMMA QT sockets."""
    configuration = configured(QT_TABLE)
    one = board("four-seats")
    # The multiplexer has 10 kΩ before and behind its level shifter, and none on its channels (Adafruit's circuit of the 5626).
    total = parallel(PI_PULL_UP, *3 * (MODULE_PULL_UP,))
    farads = greatest_pull_up(100, 1e-12) / MODULE_PULL_UP  # in pF: the product of both is what 1000 ns allow
    free = [ground for ground in GROUNDS if ground not in (STRIP_GROUNDS[0], BUZZER_GROUND, DIE_GROUND)]
    (buzzer,) = (wire.pin for wire in one.wires if wire.signal == "buzzer")
    keys = "\n".join(
        f"| {wire.part[-1]} | {wire.signal.removeprefix('key ')} | {wire.pin} | {wire.bcm} | {free[int(wire.part[-1]) - 1]} |"
        for wire in one.wires
        if wire.part.startswith("seat ")
    )
    channels = "\n".join(
        f"| {seat + 1} | {wired.panel.mux.channel} |"
        for seat, wired in enumerate(configuration.wiring.seats)
        if isinstance(wired, SeatWiring) and isinstance(wired.panel, I2CPanel) and wired.panel.mux is not None
    )
    return f"""{_MADE}

# Panels that plug in, without soldering

Multiplexer and panels have STEMMA QT (Qwiic) sockets, so that four seats are wired with ready-made cables, and
nothing is soldered. Do steps [1](../../docs/build.md#1-the-pi) and [2](../../docs/build.md#2-the-buses) of the guide with
`sudo companion setup --board four-seats` (for two seats add `--seats 2`), once an
[older table is moved away](../../docs/build.md#move-an-older-table-away). Switch the Pi off, wire as below, enter the addresses,
test, and go on with [step 9](../../docs/build.md#9-the-tables-configuration). There is no printed enclosure for these boards: a
[folded card](../makerpi.md#hide-the-screen) hides each screen. For four seats:

{listing(qt_parts(4))}

For two seats, with half of what stands at a seat, about {price(qt_parts(2))} €.

With the power off, put the plug of the cable with the four sockets into the multiplexer's input, the single socket at the
end of its board (the eight others stand in two rows of four), and the cable's sockets onto the Pi's header:

| colour | physical pin | signal |
|---|---:|---|
| red | 1 | 3.3 V, to V+; never to pin 2 or 4 |
| black | {STRIP_GROUNDS[0]} | ground |
| blue | 3 | SDA |
| yellow | 5 | SCL |

The multiplexer's switch stands at V+, not at 3V. Each panel has a socket of the multiplexer of its own:

| seat | socket |
|---:|---:|
{channels}

The keys are those of [four-seats](four-seats.md), without a central board. A button has two contacts, and it does not matter
which is which. A jumper wire leads from one to the key's pin: its bare end goes under the button's screw, or into a lever
connector with the button's wire. The other contacts of a seat's three buttons go into one lever connector, with the jumper wire
to the seat's ground.

| seat | key | physical pin | GPIO | ground of the seat |
|---:|---|---:|---:|---:|
{keys}

Keep their wires below 50 cm and away from the panels' cables: without the central board's resistors and capacitors a long one
catches spikes.

The buzzer: the jumper wire from physical pin {buzzer} and one leg of the resistor go into a lever connector, the resistor's other
leg and a wire of the piezo into the next, the piezo's other wire and the jumper wire from pin {BUZZER_GROUND} into the third.
Without a buzzer write `buzzer.enabled = false` above the first line of table.toml with `[ ]`.

Adafruit's panels have the address 0x3D: open `sudo nano /etc/companion/table.toml`, which `setup` wrote, and add the second line
of each block here below its `[[seats]]`. What else is there stays.

```toml
{QT_TABLE}```

> Test: `sudo companion doctor` finds the multiplexer, and each panel "answers at 0x3D". `sudo companion test-hardware` shows each
> seat its number, and asks for each key.

**No resistor is needed.** A panel's board has {MODULE_PULL_UP // 1000} kΩ, as most have (the multiplexer has none on its
channels), which raise {farads:.0f} pF within the 1000 ns that 100 kHz allow. A panel has about 50 pF, and half a metre of cable
30: take no longer one. With the Pi's own resistors an open channel has {total:.0f} Ω, more than the {least_total():.0f} Ω that a
panel must be able to pull low.

**Plug only while the power is off.** These boards have ceramic capacitors of their own, and nothing holds up the Pi's 3.3 V
meanwhile. So leave out the test of [step 10](../../docs/build.md#10-phones).
"""


def spi_page() -> str:
    """The page of panels on SPI."""
    configuration = configured(SPI_TABLE)
    header = header_of(None)
    assert header is not None
    rows = []
    for seat, wired in enumerate(configuration.wiring.seats):
        assert isinstance(wired, SeatWiring)
        panel = wired.panel
        assert isinstance(panel, SPIPanel)
        lines = {
            "CLK (SCK, D0)": SPI_LINES["SCLK"], "MOSI (SDA, D1)": SPI_LINES["MOSI"], "CS": SPI_CHIP_SELECT[panel.device],
            "DC": panel.dc, "RES (RST)": panel.reset,
        }  # fmt: skip
        rows.append(f"| {seat + 1} | VCC | 1, by the 3.3 V strip |  |")
        rows.append(f"| {seat + 1} | GND | {STRIP_GROUNDS[0]}, by the ground strip |  |")
        rows += [f"| {seat + 1} | {name} | {header.physical[bcm]} | {bcm} |" for name, bcm in lines.items()]
    table = "\n".join(rows)
    return f"""{_MADE}

# Two panels on SPI

For panels that do not answer on I2C, and for those of 2.42 inches that come set to SPI: what the back of the board says about its
resistors decides which of the two it speaks. The keys stay as on [two-seats](two-seats.md).

| seat | pin of the panel | physical pin | GPIO |
|---:|---|---:|---:|
{table}

CLK and MOSI go to both panels: take a strip of the central board for each, those that are called SDA and SCL on its plan. A
panel on SPI has seven wires, and with the keys more than a seat's cable has: keep it within 30 cm of the Pi, or give it a
second cable.

In table.toml:

```toml
{SPI_TABLE}```

Then `sudo companion setup` (which adds `dtparam=spi=on` to config.txt), a reboot, and `sudo companion test-hardware`. `six-seats`
has no room for this: its fifth seat has the pins of SPI. A die's LEDs, module or nest on the Pi's pins take CS.
"""
