"""The circuit of a board's panels: strips, multiplexer, pull-up resistors, cables and capacitors, with every wire.

Law: each wire of `leads` is drawn once, on a row of its own.
"""

from typing import Any, Final

from tools.wiring.leads import CAPACITOR, CORES, PULL_UP, RESET_PULL_UP, STRIP_CAPACITOR, leads
from tools.wiring.picture.sheet import COUNTED, INK, box, dot, line, part, picture, sheet, words
from tools.wiring.wires import STRIP_GROUNDS, Board, called

_ROW: Final = 1.3
"""Between two wires of a panel."""
_SEAT: Final = 5 * _ROW + 0.5
"""From one panel to the next."""
_PANEL: Final = {core.row: core.at_seat.removeprefix("panel, ") for core in CORES if core.at_seat.startswith("panel")}
"""By row of a seat's block, the panel's pin."""
_INKS: Final = {"VCC": INK["red"], "SDA": INK["blue"], "SCL": INK["yellow"], "GND": INK["black"]}
_RED: Final = 5.0
_BLACK: Final = 6.0
"""Where the strips of 3.3 V and of ground stand."""
_BLUE: Final = 7.0
_YELLOW: Final = 8.0
"""Where those of SDA and SCL stand, without a multiplexer."""
_STRIPS: Final = {"3.3 V strip": _RED, "ground strip": _BLACK, "SDA strip": _BLUE, "SCL strip": _YELLOW}
_PULLS: Final = (7.4, 9.4)
"""Where the two resistors of a channel stand."""
_STRIPBOARD: Final = 11.4
_PLUG: Final = 12.6
_CAPACITOR: Final = 16.0
_BLOCK: Final = 17.6


def panels(board: Board) -> bytes:
    """The picture as SVG."""
    with sheet() as drawn:
        bottom = -_SEAT * board.seats + 1.2
        # Wide enough for all words, whose width schemdraw only guesses.
        box(drawn, -6.6, 6.0, _BLOCK + 4.8, bottom - 2.7, fill="#ffffff", edge="#ffffff")
        box(drawn, -0.8, 4.6, _STRIPBOARD, bottom - 1.0, fill="#fffde7")
        words(drawn, (_STRIPBOARD - 2.2, 3.9), "on the central board", ink="#616161")
        muxed = bool(board.channels)
        (_multiplexer if muxed else _strips)(drawn, bottom)
        for seat in range(board.seats):
            _seat(drawn, board, seat, -_SEAT * seat)
        _rails(drawn, bottom)
        for number, text in enumerate(("Wires that cross without a dot do not touch.", COUNTED)):
            words(drawn, (_STRIPBOARD / 2, bottom - 1.7 - 0.6 * number), text, size=10)
        words(drawn, (_STRIPBOARD / 2, 5.1), f"{board.name}: every wire of the panels", size=15)
    return picture(drawn)


def _rails(drawn: Any, bottom: float) -> None:
    for x, name, ink in ((_RED, "3.3 V", INK["red"]), (_BLACK, "ground", INK["black"])):
        line(drawn, [(x, 2.9), (x, bottom)], ink, width=5)
        words(drawn, (x, bottom - 0.5), name, size=10, ink=ink)
    part(drawn, "capacitor", (_RED, 2.3), (_BLACK, 2.3))
    words(drawn, (_RED - 0.9, 2.2), f"{STRIP_CAPACITOR} µF", size=10)


def _multiplexer(drawn: Any, bottom: float) -> None:
    """Its supply, its lines from the Pi, its address, its RST; the channels are the seats'."""
    box(drawn, 0.6, 3.0, 3.6, bottom, fill="#ffffff")
    words(drawn, (2.1, 2.4), "TCA9548A", size=13)
    for name, x, y, ink in (("VIN", _RED, 1.7, INK["red"]), ("GND", _BLACK, 0.7, INK["black"])):
        line(drawn, [(3.6, y), (x, y)], ink)
        words(drawn, (3.0, y - 0.12), name, size=10, ink=ink)
        dot(drawn, (x, y), ink, radius=0.12)
    rows = (
        ("SDA", INK["blue"], "Pi, pin 3"),
        ("SCL", INK["yellow"], "Pi, pin 5"),
        ("RST", INK["violet"], ""),
        ("A0 A1 A2", INK["black"], "to the ground strip"),
    )
    for number, (name, ink, text) in enumerate(rows):
        y = 0.8 - 1.1 * number
        line(drawn, [(-1.6, y), (0.6, y)], ink)
        words(drawn, (1.5, y - 0.12), name, size=10, ink=ink)
        if text:
            words(drawn, (-3.2, y - 0.12), text, size=10, ink=ink)
    reset = 0.8 - 1.1 * 2
    part(drawn, "resistor", (-3.4, reset), (-1.4, reset), ink=INK["violet"])
    words(drawn, (-2.4, reset + 0.3), f"{RESET_PULL_UP // 1000} kΩ", size=10)
    line(drawn, [(-3.4, reset), (-4.0, reset)], INK["red"])
    words(drawn, (-5.1, reset - 0.12), "3.3 V strip", size=10, ink=INK["red"])
    dot(drawn, (-1.2, reset), INK["violet"])
    line(drawn, [(-1.2, reset), (-1.2, reset - 2.1), (-1.6, reset - 2.1)], INK["violet"], width=1.6, dashed=True)
    words(drawn, (-4.0, reset - 2.05), "if you like: a free GPIO,", size=10, ink=INK["violet"])
    words(drawn, (-4.0, reset - 2.5), "which frees a hung bus", size=10, ink=INK["violet"])
    _fed(drawn, 4.1)


def _strips(drawn: Any, bottom: float) -> None:
    """Without a multiplexer both panels hang on the lines of the Pi."""
    for x, pin, name, ink in ((_BLUE, 3, "SDA", INK["blue"]), (_YELLOW, 5, "SCL", INK["yellow"])):
        line(drawn, [(x, 2.9), (x, bottom)], ink, width=5)
        words(drawn, (x, bottom - 0.5), name, size=10, ink=ink)
        y = -1.4 if pin == 3 else -2.4
        line(drawn, [(-1.6, y), (x, y)], ink)
        words(drawn, (-3.0, y - 0.12), f"Pi, pin {pin}", size=10, ink=ink)
        dot(drawn, (x, y), ink)
    words(drawn, (-3.2, -4.6), "the Pi has 1.8 kΩ on SDA", size=10, ink="#616161")
    words(drawn, (-3.2, -5.1), "and SCL: no resistor is needed", size=10, ink="#616161")
    _fed(drawn, 0.4)


def _fed(drawn: Any, y: float) -> None:
    """What feeds the two strips."""
    grounds = f"Pi, pins {STRIP_GROUNDS[0]} and {STRIP_GROUNDS[1]}"
    for x, said, ink, at in ((_RED, "Pi, pin 1", INK["red"], y), (_BLACK, grounds, INK["black"], y - 0.7)):
        line(drawn, [(-1.6, at), (x, at), (x, 2.9)], ink)
        words(drawn, (-3.2, at - 0.12), said, size=10, ink=ink)
        dot(drawn, (x, min(at, 2.9)), ink)


def _seat(drawn: Any, board: Board, seat: int, top: float) -> None:
    """The four wires of a panel, through a plug, and what is soldered to them."""
    channel = board.channels.get(seat)
    rows = {name: top - _ROW * (number + 0.6) for number, name in enumerate(_PANEL.values())}
    if channel is not None:
        for x, name in zip(_PULLS, ("SDA", "SCL"), strict=True):
            part(drawn, "resistor", (x, rows["VCC"]), (x, rows[name]))
            dot(drawn, (x, rows["VCC"]), INK["red"])
            dot(drawn, (x, rows[name]), _INKS[name])
            words(drawn, (x + 0.85, rows["VCC"] - 0.75), f"{PULL_UP / 1000:g} kΩ", size=9)
    for lead in leads(board):
        place, _, row = lead.end.partition(", row ")
        if place != f"{called(seat)}'s block":
            continue
        y, ink = rows[_PANEL[int(row)]], INK[lead.colour]
        words(drawn, (_STRIPBOARD - 0.5, y + 0.08), f"row {row}", size=9, ink="#616161")
        if lead.start in _STRIPS:
            line(drawn, [(_STRIPS[lead.start], y), (_BLOCK, y)], ink)
            dot(drawn, (_STRIPS[lead.start], y), ink, radius=0.12)
        else:
            line(drawn, [(3.6, y), (_BLOCK, y)], ink)
            words(drawn, (3.05, y - 0.12), lead.start, size=10, ink=ink)
    high, low = rows["VCC"] + 0.4, rows["GND"] - 0.4
    box(drawn, _PLUG, high, _PLUG + 0.9, low, fill="#cfd8dc")
    words(drawn, (_PLUG + 0.45, low - 0.45), "cable with its plug", size=9, ink="#616161")
    part(drawn, "capacitor", (_CAPACITOR, rows["VCC"]), (_CAPACITOR, rows["GND"]))
    words(drawn, (_CAPACITOR - 1.0, rows["SDA"] - 0.8), f"{CAPACITOR} µF", size=9)
    for name in ("VCC", "GND"):
        dot(drawn, (_CAPACITOR, rows[name]), _INKS[name])
    box(drawn, _BLOCK, high, _BLOCK + 4.4, low, fill="#ffffff")
    words(drawn, (_BLOCK + 2.9, rows["SDA"] - 0.3), f"{called(seat)}'s", size=12)
    address = 0x3C if channel is not None else 0x3C + seat
    words(drawn, (_BLOCK + 2.9, rows["SCL"] + 0.1), f"panel, 0x{address:X}", size=12)
    for name, y in rows.items():
        words(drawn, (_BLOCK + 0.7, y - 0.12), name, ink=_INKS[name])
