"""How much current a table draws from 3.3 V, as a table of the guide: whether the Pi's own pins can feed it.

Amounts are upper bounds, in milliamperes, with every pixel lit at full contrast; a game lights a fifth of them.
"""

from typing import Final

from tools.wiring.leads import KEY_PULL_UP, KEY_SERIES, PULL_UP, resistors
from tools.wiring.sensor import QRE1113, TCRT5000, VOLTS, Sensor
from tools.wiring.wires import Board

PANELS: Final = {"0.96 in": 40, "1.3 in": 50, "2.42 in": 300}
"""By diagonal. The last has a step-up converter to 12 V and more on its board."""
PI: Final = 500
"""What pins 1 and 17 together are taken to give; the regulator behind them feeds the Pi as well."""
PICO: Final = 300
"""What the Pico's data sheet allows from pin 36."""


def nest(sensor: Sensor) -> int:
    """Of six such sensors."""
    return round(6 * (sensor.current + VOLTS / sensor.load * 1000))


NEST: Final = max(nest(sensor) for sensor in (TCRT5000, QRE1113))
LEDS: Final = round(7 * (VOLTS - 1.8))
"""Seven LEDs through 1 kΩ each; they are fed by GPIOs, and so by the same regulator."""


def drawn(board: Board, panel: str) -> int:
    """At most by `board` with such panels, a nest and the LEDs."""
    lines = sum(one.ohms == PULL_UP for one in resistors(board))
    keys = 3 * board.seats * VOLTS / (KEY_PULL_UP + KEY_SERIES) * 1000
    return round(board.seats * PANELS[panel] + lines * VOLTS / PULL_UP * 1000 + keys + NEST + LEDS)


def budget(board: Board) -> str:
    """As Markdown, for a board whose panels the Pi feeds."""
    names = f"| {board.seats} panels of | each, all lit | with resistors, keys, nest, LEDs | the Pi gives | |"
    head = f"{names}\n|---|---:|---:|---:|---|"
    rows = []
    for panel, each in PANELS.items():
        total = drawn(board, panel)
        verdict = "fits" if total <= PI else "a 3.3 V regulator of its own, fed from pin 2 (5 V), for the panels' VCC"
        rows.append(f"| {panel} | {each} mA | {total} mA | {PI} mA | {verdict} |")
    return "\n".join((head, *rows))
