"""The central board, hole by hole: strips for power, and a block of eight strips for each seat, between the Pi and its cable.

It is a stripboard of 100 × 80 mm whose strips run along the longer side. Two blocks stand side by side, and every strip of theirs
is cut between them. Nothing is numbered from 0 for people: the first hole and the first strip are 1 in the picture.

What goes into which hole is data (`Block`, `strips`), so that a test can follow the copper from each cable wire to its pin.
"""

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct

from tools.wiring.leads import (
    CORES,
    KEY_CAPACITOR,
    KEY_PULL_UP,
    KEY_SERIES,
    PULL_UP,
    RESET_PULL_UP,
    STRIP_CAPACITOR,
    leads,
)
from tools.wiring.picture.sheet import INK, box, dot, line, picture, sheet, words
from tools.wiring.wires import KEY_ROWS, STRIP_GROUNDS, Board, called

HOLES: Final = 39
STRIPS: Final = 31
"""Of the stripboard: holes of a strip, and strips."""
SCREWS: Final = ((1, 2), (37, 2), (1, 28), (37, 28))
"""(hole, strip) that are widened to 2.7 mm, counted from 0."""
LEFT: Final = 3
RIGHT: Final = 18
"""The first hole of the blocks on either side."""
CUT: Final = 13
"""Of a block on the left: behind it every strip is cut."""
_FIRST: Final = 5
_NEXT: Final = 9
"""The strip of the first blocks, and from there to the next."""
_PIN: Final = 12
_FEED: Final = 9
"""The first pin of the power strips."""

Hole = tuple[int, int]
"""(hole, strip), counted from 0."""


class Item(Struct, frozen=True):
    """A part with two legs. `kind`: resistor, capacitor, link. `upright`: it stands on one end."""

    kind: str
    value: str
    one: Hole
    other: Hole
    upright: bool = False


class Plan(Struct, frozen=True):
    """`items` are soldered; `cuts`: where a strip is cut; `cables`: by hole, seat and row of its wire; `pins`: by hole, to what
    its jumper wire goes."""

    items: tuple[Item, ...]
    cuts: frozenset[Hole]
    cables: dict[Hole, tuple[int, int]]
    pins: dict[Hole, str]


def plan(board: Board) -> Plan:
    """The central board of a table whose seats are on wires."""
    items, pins = [*_strip_items(board)], dict(_strip_pins(board))
    cuts: set[Hole] = set()
    cables: dict[Hole, tuple[int, int]] = {}
    for seat in range(board.seats):
        hole, strip = corner(seat)
        items += _block_items(hole, strip, muxed=bool(board.channels))
        cuts |= {(hole + 3, strip + row - 1) for row in KEY_ROWS}
        if hole == LEFT:
            cuts |= {(hole + CUT, strip + row) for row in range(8)}
        cables |= {(hole, strip + core.row - 1): (seat, core.row) for core in CORES}
        goes = {int(lead.end.split()[-1]): lead.start for lead in leads(board) if lead.end.startswith(called(seat))}
        goes |= {int(wire.to.split()[1]): f"pin {wire.pin}" for wire in board.wires if wire.part == called(seat)}
        pins |= {(hole + _PIN, strip + row - 1): to for row, to in goes.items()}
    return Plan(tuple(items), frozenset(cuts), cables, pins)


def corner(seat: int) -> Hole:
    """The first hole of a seat's block."""
    return (RIGHT if seat % 2 else LEFT), _FIRST + _NEXT * (seat // 2)


def strips(board: Board) -> tuple[str, ...]:
    """What the uppermost strips are."""
    return ("3.3 V", "ground", "RST") if board.channels else ("3.3 V", "ground", "SDA", "SCL")


def _kilo(ohms: int) -> str:
    return f"{ohms / 1000:g} kΩ"


def _strip_items(board: Board) -> Iterator[Item]:
    yield Item("capacitor", f"{STRIP_CAPACITOR} µF", (5, 0), (5, 1))
    if board.channels:
        yield Item("resistor", _kilo(RESET_PULL_UP), (7, 2), (7, 0), upright=True)


def _strip_pins(board: Board) -> Iterator[tuple[Hole, str]]:
    """Each strip feeds what hangs on it: first the Pi, then the multiplexer, then the seats."""
    grounds = [f"pin {pin}" for pin in STRIP_GROUNDS]
    feeds: dict[str, list[str]] = {"3.3 V": ["pin 1"], "ground": grounds, "SDA": ["pin 3"], "SCL": ["pin 5"], "RST": []}
    for number, name in enumerate(strips(board)):
        goes = [*feeds[name], *(lead.end for lead in leads(board) if lead.start == f"{name} strip")]
        yield from (((_FEED + at, number), to) for at, to in enumerate(goes))


def _block_items(hole: int, strip: int, *, muxed: bool) -> Iterator[Item]:
    def at(across: int, row: int) -> Hole:
        return hole + across, strip + row - 1

    if muxed:
        yield Item("resistor", _kilo(PULL_UP), at(2, 2), at(2, 1), upright=True)
        yield Item("resistor", _kilo(PULL_UP), at(4, 3), at(4, 1), upright=True)
    grounds = (6, 6, 8)
    for row, ground, across, beside in zip(KEY_ROWS, grounds, (6, 8, 10), (7, 9, 9), strict=True):
        yield Item("resistor", _kilo(KEY_SERIES), at(1, row), at(5, row))
        yield Item("resistor", _kilo(KEY_PULL_UP), at(across, row), at(across, 1))
        yield Item("capacitor", f"{KEY_CAPACITOR} nF", at(beside, row), at(beside, ground))
    yield Item("link", "wire", at(11, 6), at(11, 8))


# The picture.

_HOLE: Final = 0.62
_COPPER: Final = "#ffe0b2"
_BODY: Final = {"resistor": "#d7ccc8", "capacitor": "#bbdefb"}
_SIGNALS: Final = {
    "3.3 V": "red", "SDA": "blue", "SCL": "yellow", "◀": "green", "●": "white", "ground": "black", "▶": "orange",
}  # fmt: skip


def centre(board: Board) -> bytes:
    """The plan as SVG."""
    made = plan(board)
    hidden = set(_hidden(board, made))
    with sheet() as drawn:
        low = -_HOLE * STRIPS
        box(drawn, -5.2, 4.4, HOLES * _HOLE + 5.4, low - 7.6, fill="#ffffff", edge="#ffffff")
        words(drawn, (HOLES * _HOLE / 2, 3.6), f"{board.name}: the central board from above, hole by hole", size=15)
        words(
            drawn,
            (HOLES * _HOLE / 2, 2.9),
            "The copper is on the other side. A strip runs from left to right.",
            size=11,
        )
        box(drawn, -0.4, 0.5, HOLES * _HOLE, low + 0.1, fill="#fff8e1")
        for strip in range(STRIPS):
            y = -_HOLE * strip
            box(drawn, -0.3, y + 0.2, HOLES * _HOLE - 0.1, y - 0.2, fill=_COPPER, edge=_COPPER)
            for hole in range(HOLES):
                if (hole, strip) not in hidden:
                    dot(drawn, _at((hole, strip)), "#ffffff", radius=0.07)
        for hole in (0, *range(4, HOLES, 5)):
            words(drawn, (_HOLE * hole, 0.7), str(hole + 1), size=9, ink="#616161")
        _beside(drawn, board)
        for place in made.cuts:
            x, y = _at(place)
            box(drawn, x - 0.17, y + 0.27, x + 0.17, y - 0.27, fill="#ffffff", edge=INK["red"])
        for item in made.items:
            _item(drawn, item)
        for place, (_, row) in made.cables.items():
            _cable(drawn, place, row)
        for place in made.pins:
            x, y = _at(place)
            box(drawn, x - 0.17, y + 0.17, x + 0.17, y - 0.17, fill="#212121", edge="#212121")
        for place in SCREWS:
            dot(drawn, _at(place), "#90a4ae", radius=0.3)
        if board.channels:
            _multiplexer(drawn)
        _legend(drawn, board, low - 1.0)
    return picture(drawn)


def _hidden(board: Board, made: Plan) -> Iterator[Hole]:
    """Holes that are not drawn, since something lies over them."""
    yield from (*made.cuts, *made.pins)
    for item in made.items:
        (hole, strip), (to_hole, to_strip) = sorted((item.one, item.other))
        yield from ((across, along) for across in range(hole, to_hole + 1) for along in range(strip, to_strip + 1))
        yield from ((hole, along) for along in range(min(strip, to_strip), max(strip, to_strip) + 1))
        if item.upright:
            yield from ((hole - 1, along) for along in range(to_strip, strip + 1))
    for seat in range(board.seats):
        hole, strip = corner(seat)
        yield from ((hole - 1, strip + row) for row in range(8))


def _at(place: Hole) -> tuple[float, float]:
    return _HOLE * place[0], -_HOLE * place[1]


def _beside(drawn: Any, board: Board) -> None:
    """The names of strips and of blocks, and the numbers of a block's rows."""
    for number, name in enumerate(strips(board)):
        words(drawn, (-1.2, -_HOLE * number - 0.14), name, size=10, ink=INK[_SIGNALS.get(name, "violet")])
    for seat in range(board.seats):
        hole, strip = corner(seat)
        x, y = _at((hole, strip))
        words(drawn, (x + 3.7, y + 0.32), f"block of {called(seat)}", size=10)
        for row in range(8):
            words(drawn, (x - 0.55, y - _HOLE * row - 0.14), str(row + 1), size=9, ink="#616161")
    for strip in range(STRIPS):
        words(drawn, (HOLES * _HOLE + 0.4, -_HOLE * strip - 0.14), str(strip + 1), size=9, ink="#616161")


def _item(drawn: Any, item: Item) -> None:
    (x, y), (to_x, to_y) = _at(item.one), _at(item.other)
    ink = "#607d8b" if item.kind == "link" else "#212121"
    for end in (item.one, item.other):
        dot(drawn, _at(end), ink, radius=0.1)
    if item.kind == "link":
        line(drawn, [(x, y), (to_x, to_y)], ink, width=2.4)
        return
    number = item.value.split()[0]
    middle_x, middle_y = (x + to_x) / 2, (y + to_y) / 2
    if item.upright:
        line(drawn, [(x, y), (to_x, to_y)], ink, width=1.4)
        dot(drawn, (x, y), "#8d6e63", radius=0.2)
        words(drawn, (x - 0.4, middle_y - 0.12), number, size=9)
        return
    wide, high = (0.75, 0.17) if y == to_y else (0.26, 0.6) if item.kind == "resistor" else (0.27, 0.17)
    box(drawn, middle_x - wide, middle_y + high, middle_x + wide, middle_y - high, fill=_BODY[item.kind])
    edges = [(middle_x - wide, y), (middle_x + wide, y)] if y == to_y else [(x, middle_y - high), (x, middle_y + high)]
    for leg, edge in zip(sorted([(x, y), (to_x, to_y)]), edges, strict=True):
        line(drawn, [leg, edge], ink, width=1.4)
    words(drawn, (middle_x, middle_y - 0.12), number, size=8)
    if "µ" in item.value:
        words(drawn, (x - 0.4, y - 0.05), "+", size=12)


def _cable(drawn: Any, place: Hole, row: int) -> None:
    """The wire in its own colour; one that is half white has a white middle."""
    core = CORES[row - 1]
    dot(drawn, _at(place), INK[core.colour], radius=0.24)
    if core.striped:
        dot(drawn, _at(place), "#ffffff", radius=0.12)


def _multiplexer(drawn: Any) -> None:
    x, y = _at((32, 6))
    to_x, to_y = _at((38, 20))
    box(drawn, x, y, to_x, min(to_y, y - 12 * _HOLE), fill="#ffffff")
    for number, text in enumerate(("TCA9548A", "on tape,", "its pins up")):
        words(drawn, ((x + to_x) / 2, y - 1.6 - 0.6 * number), text, size=10)


def _legend(drawn: Any, board: Board, top: float) -> None:
    """Which wire of the cable and which jumper belong to a row of a block, and what each sign is."""
    words(drawn, (4.2, top), "The rows of every block", size=12)
    heads = ((0.2, "row"), (3.6, "wire of the cable (first hole)"), (9.6, "jumper from the pin (last hole) to"))
    for x, text in heads:
        words(drawn, (x, top - 0.8), text, size=10, ink="#616161")
    muxed = bool(board.channels)
    goes = {
        1: "3.3 V strip", 2: "SD of its channel" if muxed else "SDA strip", 3: "SC of its channel" if muxed else "SCL strip",
        4: "the Pi's pin of its ◀", 5: "the Pi's pin of its ●", 6: "ground strip", 7: "the Pi's pin of its ▶", 8: "",
    }  # fmt: skip
    for core in CORES:
        y = top - 0.8 - 0.62 * core.row
        ink = INK[_SIGNALS[core.signal]]
        words(drawn, (0.2, y), str(core.row), size=10)
        words(drawn, (3.6, y), f"{core.core}: {core.signal}", size=10, ink=INK[core.colour])
        words(drawn, (9.6, y), goes[core.row], size=10, ink=ink)
    x, y = 16.0, top - 0.8
    signs = (
        "red frame: cut the strip at this hole, also below a resistor;",
        "a needle through the hole shows the place on the other side",
        "disc: a wire of the cable, in its colour; ring: white and that",
        "black square: a pin, for a jumper wire",
        "brown body: a resistor that lies down, with its kΩ: 1 or 4.7",
        "brown disc: a resistor that stands on this hole, with its kΩ",
        "blue body: a capacitor, 100 nF; 220 µF with its + at 3.3 V",
        "grey line: a bare wire, from row 6 to row 8",
        "grey disc: widen to 2.7 mm for a screw",
    )
    for number, text in enumerate(signs):
        words(drawn, (x + 4.5, y - 0.62 * number), text, size=10)
