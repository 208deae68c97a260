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
from tools.wiring.parts import Part, computer_parts, listing
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
    with_panel = parallel(MODULE_PULL_UP, MODULE_PULL_UP)
    total = parallel(PI_PULL_UP, MODULE_PULL_UP, with_panel)
    farads = greatest_pull_up(100, 1e-12) / with_panel  # in pF: the product of both is what 1000 ns allow
    free = [ground for ground in GROUNDS if ground not in (STRIP_GROUNDS[0], BUZZER_GROUND, DIE_GROUND)]
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
    some = (
        *computer_parts(),
        Part(1, "I2C multiplexer with nine STEMMA QT sockets", "Adafruit 5626", "any PCA9548A or TCA9548A with such sockets", 8),
        Part(
            4, "OLED panel 128 × 64 with STEMMA QT sockets", "Adafruit 326 (0.96 in) or 938 (1.3 in)",
            "SparkFun's Qwiic is the same plug", 17,
        ),
        Part(4, "Cable STEMMA QT or Qwiic, 20 to 50 cm, at both ends a plug", "", "", 1.5),
        Part(1, "Cable STEMMA QT to four female sockets", "Adafruit 4397", "", 1),
        Part(12, "Push button with screws or wires, momentary", "", "any with a force of 130 gf or less", 1.5),
        Part(4, "Lever connector for five wires", "Wago 221-415", "", 0.6),
        Part(16, "Jumper wire, female to a free end, 30 cm", "", "female to female, one end cut off", 0.1),
        Part(12, "Wire, stranded, 20 cm, from a button to its lever connector", "", "none for buttons with wires", 0.1),
        Part(
            12, "Lever connector for two wires, for buttons with wires", "Wago 221-412",
            "none for buttons with screws", 0.4,
        ),
    )  # fmt: skip
    return f"""{_MADE}

# Panels that plug in, without soldering

Multiplexer and panels have STEMMA QT (Qwiic) sockets, so that four seats are wired with ready-made cables, and
nothing is soldered. Do steps [1](../../docs/build.md#1-the-pi) and [2](../../docs/build.md#2-the-buses) of the guide for the
board `four-seats` (a table for two takes the parts of two seats, and `sudo companion setup --board four-seats --seats 2`), switch
the Pi off, wire as below, enter the addresses, test, and go on with [step 9](../../docs/build.md#9-the-tables-configuration).
There is no printed enclosure for these boards: a [folded card](../makerpi.md#hide-the-screen) hides each screen. A buzzer is
wired as on [four-seats](four-seats.md), its resistor in a lever connector; without one write `buzzer.enabled = false` above the
first line of table.toml with `[ ]`.

{listing(some)}

With the power off, put the plug of the cable with the four sockets into the multiplexer's input and its sockets onto
the Pi's header:

| colour | physical pin | signal |
|---|---:|---|
| red | 1 | 3.3 V, to V+; never to pin 2 or 4 |
| black | {STRIP_GROUNDS[0]} | ground |
| blue | 3 | SDA |
| yellow | 5 | SCL |

The multiplexer's switch stands at V+. Each panel has a socket of the multiplexer of its own:

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

Adafruit's panels have the address 0x3D: open `sudo nano /etc/companion/table.toml`, which `setup` wrote, and add the second line
of each block here below its `[[seats]]`. What else is there stays.

```toml
{QT_TABLE}```

> Test: `sudo companion doctor` finds the multiplexer, and each panel "answers at 0x3D". `sudo companion test-hardware` shows each
> seat its number, and asks for each key.

**No resistor is needed.** The multiplexer's board and the panel's have 10 kΩ each on every channel: {with_panel / 1000:g} kΩ
together, which raise {farads:.0f} pF within the 1000 ns that 100 kHz allow. A panel has about 50 pF and a metre of cable 60.
With the Pi's own resistors an open channel has {total:.0f} Ω, more than the {least_total():.0f} Ω that a panel must be able to
pull low.

**Plug only while the power is off.** These boards have ceramic capacitors of their own, and nothing holds up the Pi's 3.3 V
meanwhile.
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
