"""The pictures of the die rollers: each wire from its pin to its end, with every resistor.

Law: the pins are those of the boards' own wires; where a board has another pin than the rest, its name stands beside it.
"""

from typing import Any, Final

from tools.wiring.picture.sheet import COUNTED, INK, box, dot, line, part, picture, sheet, words
from tools.wiring.sensor import QRE1113, TCRT5000
from tools.wiring.wires import BOARDS, DICE, Wire, board

_PIN: Final = -3.4
_RAIL: Final = 10.0
PIPS: Final = {"a": ((0, 0),), "b": ((-1, 1), (1, -1)), "c": ((1, 1), (-1, -1)), "d": ((-1, 0), (1, 0))}
"""By line of LEDs, where its own stand on the die: rightwards and upwards from the centre."""
_PIP_INKS: Final = ("red", "blue", "green", "violet")
_WHITE: Final = "#ffffff"


def pictures() -> dict[str, bytes]:
    """By kind of die roller, its picture as SVG."""
    drawn = {"button": _button, "coded": _coded, "nest": _nest}
    return {kind: drawn[kind]() for kind in DICE}


def _places(kind: str) -> list[tuple[Wire, str]]:
    """The wires of a die roller, each with the words for its pin."""
    boards = {name: board(name).dice.get(kind, ()) for name in BOARDS}
    usual = boards["two-seats"]
    found = []
    for number, wire in enumerate(usual):
        text = f"pin {wire.pin}"
        for name, wires in boards.items():
            if wires and wires[number].pin != wire.pin:
                text += f" ({name}: pin {wires[number].pin})"
        found.append((wire, text))
    return found


def _pin(drawn: Any, wire: Wire, text: str, y: float, to: float) -> None:
    """A wire from its pin on the left, and what it is."""
    ink = INK[wire.colour]
    line(drawn, [(0, y), (to, y)], ink)
    words(drawn, (_PIN, y + 0.08), wire.signal, size=11, ink=ink)
    words(drawn, (_PIN, y - 0.42), text, size=10, ink="#616161")


def _ground(drawn: Any, top: float, bottom: float, text: str) -> None:
    line(drawn, [(_RAIL, top), (_RAIL, bottom)], INK["black"], width=4)
    words(drawn, (_RAIL, bottom - 0.5), f"ground, {text}", size=10)


def _button() -> bytes:
    places = _places("button")
    (key, key_pin), (_, ground_pin), *leds = places
    with sheet() as drawn:
        box(drawn, -7.4, 2.4, 17, -15.2, fill=_WHITE, edge=_WHITE)
        words(drawn, (4, 1.6), 'die.source = "button": a roll key, and if wanted seven LEDs', size=14)
        _pin(drawn, key, key_pin, 0, 3.5)
        part(drawn, "key", (3.5, 0), (6.5, 0))
        line(drawn, [(6.5, 0), (_RAIL, 0)], INK["black"])
        dot(drawn, (_RAIL, 0), INK["black"])
        words(drawn, (5, 0.75), "roll key", size=10)
        y = -2.0
        for (wire, text), (name, spots), ink in zip(leds, PIPS.items(), _PIP_INKS, strict=True):
            _pin(drawn, wire, f"line {name}: {text}", y, 1.6)
            rows = [y - 1.5 * number for number in range(len(spots))]
            line(drawn, [(1.6, rows[0]), (1.6, rows[-1])], INK[wire.colour])
            for row in rows:
                line(drawn, [(1.6, row), (2.4, row)], INK[wire.colour])
                part(drawn, "resistor", (2.4, row), (4.6, row))
                words(drawn, (3.5, row + 0.3), "1 kΩ", size=9)
                part(drawn, "LED", (5.6, row), (7.6, row), ink=INK[ink])
                line(drawn, [(4.6, row), (5.6, row)], INK["black"])
                line(drawn, [(7.6, row), (_RAIL, row)], INK["black"])
                dot(drawn, (_RAIL, row), INK["black"])
                words(drawn, (8.6, row + 0.15), f"LED {name}", size=9, ink=INK[ink])
            y = rows[-1] - 1.8
        _ground(drawn, 0, y + 1.2, ground_pin)
        words(
            drawn,
            (6.6, -14.0),
            "An LED's long leg is the one towards its resistor; the flat side of its rim is ground.",
            size=10,
        )
        words(drawn, (5.4, -14.7), COUNTED, size=10)
        _face(drawn)
    return picture(drawn)


def _face(drawn: Any) -> None:
    """Where the seven LEDs stand."""
    x, y, step = 13.6, -5.5, 1.3
    box(drawn, x - 2.2, y + 2.2, x + 2.2, y - 2.2, fill="#fffde7")
    words(drawn, (x, y + 2.5), "seen from above", size=10, ink="#616161")
    for (name, spots), ink in zip(PIPS.items(), _PIP_INKS, strict=True):
        for right, up in spots:
            dot(drawn, (x + right * step, y + up * step), INK[ink], radius=0.3)
            words(drawn, (x + right * step + 0.5, y + up * step - 0.45), name, size=11, ink=INK[ink])


def _coded() -> bytes:
    places = _places("coded")
    with sheet() as drawn:
        box(drawn, -7.4, 2.4, 12, -1.3 * len(places) - 1.2, fill=_WHITE, edge=_WHITE)
        words(drawn, (3, 1.6), 'die.source = "coded": a module that reads a die', size=14)
        box(drawn, 5, 0.8, 10.5, -1.3 * len(places) + 0.4, fill="#fffde7")
        for number, (wire, text) in enumerate(places):
            y = -1.3 * number
            _pin(drawn, wire, text, y, 5)
            words(drawn, (7.7, y - 0.12), wire.to.removesuffix(" of the module"), size=11, ink=INK[wire.colour])
        words(drawn, (3.2, -1.3 * len(places) - 0.7), COUNTED, size=9)
    return picture(drawn)


def _nest() -> bytes:
    *places, (_, ground_pin), (_, power_pin) = _places("nest")
    step, red, black = 3.9, 3.0, 15.0
    bottom = -step * len(places) + 1.2
    with sheet() as drawn:
        box(drawn, -7.4, 3.6, 18, bottom - 3.1, fill=_WHITE, edge=_WHITE)
        words(drawn, (5, 2.9), 'die.source = "nest": six bare sensors, each with two resistors', size=14)
        line(drawn, [(red, 1.8), (red, bottom)], INK["red"], width=4)
        line(drawn, [(black, 1.8), (black, bottom)], INK["black"], width=4)
        words(drawn, (red, 2.0), f"3.3 V, {power_pin}", size=10, ink=INK["red"])
        words(drawn, (black, 2.0), f"ground, {ground_pin}", size=10)
        for number, (wire, text) in enumerate(places):
            _sensor(drawn, wire, text, -step * number, red, black)
        words(
            drawn,
            (4.6, bottom - 0.8),
            "Wires that cross without a dot do not touch. On a pod the pins are those of pod-nest.",
            size=10,
        )
        one, other = TCRT5000, QRE1113
        words(
            drawn, (4.6, bottom - 1.5),
            f"{one.name}: {one.led} Ω and {one.load // 1000} kΩ. {other.name}: {other.led} Ω and {other.load // 1000} kΩ.",
            size=10,
        )  # fmt: skip
        words(drawn, (4.6, bottom - 2.2), COUNTED, size=10)
    return picture(drawn)


def _sensor(drawn: Any, wire: Wire, text: str, top: float, red: float, black: float) -> None:
    """One sensor: its LED above, its phototransistor below, and the line between resistor and collector."""
    led, eye, out = top + 0.9, top - 0.7, top - 1.9
    ink = INK[wire.colour]
    box(drawn, 8.6, led + 0.6, 13.6, eye - 0.6, fill="#eceff1")
    place = wire.to.removeprefix("C of the ")
    for y, ohms, legs in ((led, TCRT5000.led, ("A", "K")), (eye, TCRT5000.load, ("C", "E"))):
        dot(drawn, (red, y), INK["red"], radius=0.12)
        line(drawn, [(red, y), (4.0, y)], INK["red"])
        part(drawn, "resistor", (4.0, y), (6.4, y))
        words(drawn, (5.2, y + 0.32), f"{ohms} Ω" if ohms < 1000 else f"{ohms // 1000} kΩ", size=10)
        line(drawn, [(6.4, y), (8.6, y)], INK["red"] if y == led else ink)
        line(drawn, [(13.6, y), (black, y)], INK["black"])
        dot(drawn, (black, y), INK["black"], radius=0.12)
        words(drawn, (8.95, y - 0.12), legs[0], size=11)
        words(drawn, (13.25, y - 0.12), legs[1], size=11)
    part(drawn, "LED", (9.4, led), (12.8, led))
    words(drawn, (11.1, eye - 0.12), "phototransistor", size=10)
    words(drawn, (11.1, top - 0.05), place, size=10, ink=ink)
    dot(drawn, (7.5, eye), ink, radius=0.12)
    line(drawn, [(0, out), (7.5, out), (7.5, eye)], ink)
    words(drawn, (_PIN, out + 0.08), wire.signal, size=11, ink=ink)
    words(drawn, (_PIN, out - 0.42), text, size=10, ink="#616161")
