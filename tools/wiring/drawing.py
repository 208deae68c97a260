"""A board's picture: the header in the middle, as it lies before the builder, and coloured wires out to what they go to.

Law: a wire runs out along its own row, down its own lane and in to its own row, so no two lie on one another; and the same map
gives the same bytes.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import schemdraw
import schemdraw.elements as elm
from msgspec import Struct

from tools.wiring.wires import Board, Wire

PINS: Final = 40
ROW: Final = 0.8
"""Between two rows of the header, and between two lines of a block, in schemdraw's units."""
_EDGE: Final = 2.0
"""From the middle of the header to its edge."""
_LANE: Final = 0.28
_NEAR: Final = 0.9
"""From the header's edge to the first lane."""
_WIDE: Final = 5.6
"""A block's width."""
_GAP: Final = 0.9
"""Between two blocks."""
_TITLE: Final = 0.9
_INK: Final = {
    "red": "#c62828",
    "black": "#212121",
    "blue": "#1565c0",
    "yellow": "#f9a825",
    "green": "#2e7d32",
    "white": "#9e9e9e",
    "orange": "#ef6c00",
    "brown": "#6d4c41",
    "violet": "#6a1b9a",
    "grey": "#607d8b",
}
"""How an insulation's colour is drawn; white, which paper swallows, as a light grey."""


class Header(Struct, frozen=True):
    """A double row of pins. `round`: numbered down the left row and up the right one, as on a Pico, and not across."""

    round: bool

    def side(self, pin: int) -> int:
        """-1: the left row; 1: the right one."""
        return -1 if (pin <= PINS // 2 if self.round else pin % 2) else 1

    def y(self, pin: int) -> float:
        """Where a pin's row is."""
        row = min(pin - 1, PINS - pin) if self.round else (pin - 1) // 2
        return -ROW * row


class Block(Struct, frozen=True):
    """A part and its wires, from top to bottom; `left`: on which side of the header; `top`: where it begins."""

    part: str
    wires: tuple[Wire, ...]
    left: bool
    top: float

    @property
    def height(self) -> float:
        return _TITLE + ROW * len(self.wires) + 0.2


def drawing(board: Board, header: Header) -> bytes:
    """The picture as SVG. The Pi's USB sockets are below, and a Pico's plug above."""
    schemdraw.use("svg")
    schemdraw.svgconfig.text = "text"  # paths would need the machine's fonts
    with schemdraw.Drawing(show=False, fontsize=11, font="sans-serif", lw=1.6) as sheet:
        wires = board.wires
        _header(sheet, {wire.pin: wire for wire in wires}, header)
        for left in (True, False):
            _side(sheet, _blocks(wires, header, left=left), board, header)
        sheet.add(_label().at((0, 1.6)).label(board.name, fontsize=15))
    svg: bytes = sheet.get_imagedata("svg")
    return svg.rstrip() + b"\n"


def _label() -> Any:
    # Without an angle of its own it would turn with whatever was drawn before it.
    return elm.Label().theta(0)


def _header(sheet: Any, used: dict[int, Wire], header: Header) -> None:
    top, bottom = ROW, -ROW * PINS / 2
    _box(sheet, -_EDGE, top, _EDGE, bottom, fill="#f5f5f5")
    for pin in range(1, PINS + 1):
        side = header.side(pin)
        wire = used.get(pin)
        ink = _INK[wire.colour] if wire else "#bdbdbd"
        sheet.add(elm.Dot(radius=0.15).at((side * 0.4, header.y(pin))).color(ink))
        sheet.add(_label().at((side * 0.85, header.y(pin) - 0.12)).label(str(pin), fontsize=9, color="#616161"))
        if wire:
            name = f"{wire.bcm}" if wire.bcm is not None else {"3.3 V": "3V3", "ground": "GND"}[wire.signal]
            sheet.add(_label().at((side * 1.5, header.y(pin) - 0.12)).label(name, fontsize=10, color=ink))


def _blocks(wires: Sequence[Wire], header: Header, *, left: bool) -> list[Block]:
    """The parts of one side in the order of their pins, none upon another."""
    parts: dict[str, list[Wire]] = {}
    for wire in wires:
        parts.setdefault(wire.part, []).append(wire)
    mine = [
        (sum(header.y(wire.pin) for wire in group) / len(group), part, group)
        for part, group in parts.items()
        if _is_left(group, header) is left
    ]
    found: list[Block] = []
    below = ROW
    for middle, part, group in sorted(mine, key=lambda one: -one[0]):
        block = Block(part, tuple(sorted(group, key=lambda wire: (-header.y(wire.pin), wire.pin))), left, 0)
        top = min(below, middle + block.height / 2)
        found.append(Block(part, block.wires, left, top))
        below = top - block.height - _GAP
    return found


def _is_left(wires: Sequence[Wire], header: Header) -> bool:
    """Whether most lines of a part come from the header's left row."""
    sides = [header.side(wire.pin) for wire in wires if wire.bcm is not None] or [-1]
    return sum(sides) < 0


def _side(sheet: Any, blocks: list[Block], board: Board, header: Header) -> None:
    ends = [(wire, _row(block, index)) for block in blocks for index, wire in enumerate(block.wires)]
    lanes = {wire: lane for lane, (wire, _) in enumerate(sorted(ends, key=lambda end: _order(end[0], end[1], header)))}
    width = _EDGE + _NEAR + _LANE * len(ends) + 0.5
    for block in blocks:
        sign = -1 if block.left else 1
        edge = sign * width
        _box(sheet, edge, block.top, edge + sign * _WIDE, block.top - block.height, fill="#ffffff")
        middle = edge + sign * _WIDE / 2
        sheet.add(_label().at((middle, block.top - 0.6)).label(block.part, fontsize=13))
        for index, wire in enumerate(block.wires):
            end = (edge, _row(block, index))
            _wire(sheet, wire, end, lanes[wire], sign, header)
            _inside(sheet, block, wire, end, sign)
        if block.part.startswith("seat "):
            _panel(sheet, block, board, edge, sign)


def _order(wire: Wire, end: float, header: Header) -> tuple[bool, float]:
    """From the header outwards: wires that rise, the highest first; then those that fall, the lowest first. So wires of one
    way never cross."""
    start = header.y(wire.pin)
    return (end < start, -start if end >= start else start)


def _row(block: Block, index: int) -> float:
    return block.top - _TITLE - ROW * (index + 0.5) + 0.1


def _wire(sheet: Any, wire: Wire, end: tuple[float, float], lane: int, sign: int, header: Header) -> None:
    """Out along the pin's row, down its lane, in to its end; from the header's other side first over the pins."""
    own = header.side(wire.pin)
    start = (own * _EDGE, header.y(wire.pin)) if own == sign else (own * 0.4, header.y(wire.pin))
    lane_x = sign * (_EDGE + _NEAR + _LANE * lane)
    way = [start]
    if own != sign:
        # Between two rows, so that it crosses no pin.
        between = header.y(wire.pin) - ROW / 2
        way += [(start[0], between), (lane_x, between)]
    else:
        way.append((lane_x, start[1]))
    way += [(lane_x, end[1]), end]
    for here, there in pairwise(way):
        if here != there:
            sheet.add(elm.Line().at(here).to(there).color(_INK[wire.colour]).linewidth(2.2))


def _inside(sheet: Any, block: Block, wire: Wire, end: tuple[float, float], sign: int) -> None:
    """What the wire ends at: a key that closes to the ground rail, or a name."""
    x, y = end
    ink = _INK[wire.colour]
    if block.part.startswith("seat"):
        rail = x + sign * 3.4
        name = wire.signal.removeprefix("key ")
        if wire.bcm is None:
            sheet.add(elm.Line().at(end).to((rail, y)).color(ink))
            sheet.add(_label().at((x + sign * 1.7, y + 0.12)).label("ground", fontsize=10, color=ink))
            rows = [_row(block, index) for index in range(len(block.wires))]
            sheet.add(elm.Line().at((rail, max(rows))).to((rail, min(rows))).color(ink))
            return
        sheet.add(_label().at((x + sign * 0.45, y + 0.1)).label(name, fontsize=13, color=ink))
        # From left to right on either side, so that the plunger is on top.
        key = sorted((x + sign * 0.9, x + sign * 2.7))
        sheet.add(elm.Button().at((key[0], y)).to((key[1], y)).color("#212121"))
        sheet.add(elm.Line().at((x, y)).to((x + sign * 0.9, y)).color(ink))
        sheet.add(elm.Line().at((x + sign * 2.7, y)).to((rail, y)).color("#212121"))
        return
    text = wire.to.removesuffix(" of every panel")
    sheet.add(_label().at((x + sign * _WIDE / 2, y - 0.12)).label(text, fontsize=11, color=ink))


def _panel(sheet: Any, block: Block, board: Board, edge: float, sign: int) -> None:
    """Where the seat's panel hangs, which is not at the header."""
    seat = int(block.part.split()[1])
    channel = board.channels.get(seat)
    lines = ["panel at", f"SD{channel}, SC{channel}"] if channel is not None else ["panel at", f"0x{0x3C + seat:X}"]
    for number, line in enumerate(lines):
        y = block.top - _TITLE - 0.9 - 0.5 * number
        sheet.add(_label().at((edge + sign * 4.5, y)).label(line, fontsize=11, color=_INK["blue"]))


def _box(sheet: Any, left: float, top: float, right: float, bottom: float, *, fill: str) -> None:
    # Without an angle of its own it would turn with whatever was drawn before it.
    sheet.add(elm.Rect(corner1=(left, top), corner2=(right, bottom), fill=fill).at((0, 0)).theta(0).color("#616161"))
