"""A board's picture: the board as it lies before the builder, its header, and coloured wires out to what they go to.

Law: a wire runs out along its own row, down its own lane and in to its own row, so no two lie on one another; and the same map
gives the same bytes.
"""

from collections.abc import Sequence
from typing import Any, Final

import schemdraw.elements as elm
from msgspec import Struct

from tools.wiring.picture.outline import PICO, PITCH, outline, pin_one, reach
from tools.wiring.picture.sheet import INK, box, dot, line, picture, sheet, words
from tools.wiring.wires import FIVE_VOLTS, Board, Wire

PINS: Final = 40
ROW: Final = PITCH
"""Between two rows of the header, and between two lines of a block, in schemdraw's units."""
_LANE: Final = 0.28
_NEAR: Final = 0.9
"""From the header's edge to the first lane."""
_WIDE: Final = 5.6
"""A block's width."""
_GAP: Final = 0.9
"""Between two blocks."""
_TITLE: Final = 0.9
_TITLES: Final = {"multiplexer": "central board", "panels": "central board", "seat": "keys"}


class Header(Struct, frozen=True):
    """A double row of pins. `round`: numbered down the left row and up the right one, as on a Pico, and not across."""

    round: bool

    def side(self, pin: int) -> int:
        """-1: the left row; 1: the right one."""
        return -1 if (pin <= PINS // 2 if self.round else pin % 2) else 1

    def row(self, pin: int) -> int:
        """A pin's row, from the top."""
        return min(pin - 1, PINS - pin) if self.round else (pin - 1) // 2

    def y(self, pin: int) -> float:
        """Where a pin's row is."""
        return -ROW * self.row(pin)

    def x(self, pin: int) -> float:
        """Where a pin is across: the two rows of a Pi stand side by side, those of a Pico at its edges."""
        return self.side(pin) * (PICO.rows / 2 if self.round else 0.4)

    @property
    def edge(self) -> float:
        """From the middle to where the wires come out."""
        return PICO.width / 2 if self.round else 2.6


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
    with sheet() as drawn:
        wires = board.wires
        outline(drawn, round_header=header.round)
        _header(drawn, {wire.pin: wire for wire in wires}, header)
        for left in (True, False):
            _side(drawn, _blocks(wires, header, left=left), board, header)
        top = reach(header.round).top
        words(drawn, (0, top + 2.8), f"{board.name}, seen from above", size=15)
        name = "GP10: its name; config.py says 10" if header.round else "GPIO17: its name; table.toml says 17"
        legend = ("Grey, 1 to 40: a pin's number, as you count it.", f"{name}.", "White wires are drawn grey.")
        for number, text in enumerate(legend):
            words(drawn, (0, top + 2.2 - 0.5 * number), text, size=10, ink="#616161")
    return picture(drawn)


def _header(drawn: Any, used: dict[int, Wire], header: Header) -> None:
    if not header.round:
        box(drawn, -header.edge, ROW, header.edge, -ROW * PINS / 2, fill="#f5f5f5")
    for pin in range(1, PINS + 1):
        side, x, y = header.side(pin), header.x(pin), header.y(pin)
        wire = used.get(pin)
        ink = INK[wire.colour] if wire else "#bdbdbd"
        if pin == 1:
            pin_one(drawn, (x, y), side)
        dot(drawn, (x, y), ink, radius=0.15)
        # A Pico's numbers and names stand on its board, inside its rows of pins.
        inwards = -1 if header.round else 1
        words(drawn, (x + inwards * side * 0.45, y - 0.12), str(pin), size=9, ink="#616161")
        if wire:
            prefix = "GP" if header.round else "GPIO"
            name = f"{prefix}{wire.bcm}" if wire.bcm is not None else {"3.3 V": "3V3", "ground": "GND"}[wire.signal]
            words(drawn, (x + inwards * side * (1.15 if header.round else 1.5), y - 0.12), name, size=10, ink=ink)
        elif pin in FIVE_VOLTS and not header.round:
            words(drawn, (x + side * 1.5, y - 0.12), "5 V!", size=10, ink=INK["red"])


def _blocks(wires: Sequence[Wire], header: Header, *, left: bool) -> list[Block]:
    """The parts of one side in the order of their pins, none upon another."""
    parts: dict[str, list[Wire]] = {}
    for wire in wires:
        parts.setdefault(wire.part, []).append(wire)
    mine = [
        # A sum of whole rows, which is the same under every Python.
        (-ROW * sum(header.row(wire.pin) for wire in group) / len(group), part, group)
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


def _side(drawn: Any, blocks: list[Block], board: Board, header: Header) -> None:
    ends = [(wire, _row(block, index)) for block in blocks for index, wire in enumerate(block.wires)]
    lanes = {wire: lane for lane, (wire, _) in enumerate(sorted(ends, key=lambda end: _order(end[0], end[1], header)))}
    for block in blocks:
        sign = -1 if block.left else 1
        beside = reach(header.round).left if block.left else reach(header.round).right
        edge = sign * max(header.edge + _NEAR + _LANE * len(ends) + 0.5, beside + 0.6)
        box(drawn, edge, block.top, edge + sign * _WIDE, block.top - block.height, fill="#ffffff")
        title = f"block of {block.part}" if block.part.startswith("seat ") else _TITLES.get(block.part, block.part)
        words(drawn, (edge + sign * _WIDE / 2, block.top - 0.6), title, size=13)
        for index, wire in enumerate(block.wires):
            end = (edge, _row(block, index))
            _wire(drawn, wire, end, lanes[wire], sign, header)
            _inside(drawn, block, wire, end, sign)
        if block.part.startswith("seat "):
            _panel(drawn, block, board, edge, sign)


def _order(wire: Wire, end: float, header: Header) -> tuple[bool, float]:
    """From the header outwards: wires that rise, the highest first; then those that fall, the lowest first. So wires of one
    way never cross."""
    start = header.y(wire.pin)
    return (end < start, -start if end >= start else start)


def _row(block: Block, index: int) -> float:
    return block.top - _TITLE - ROW * (index + 0.5) + 0.1


def _wire(drawn: Any, wire: Wire, end: tuple[float, float], lane: int, sign: int, header: Header) -> None:
    """Out along the pin's row, down its lane, in to its end; from the header's other side first over the pins."""
    own = header.side(wire.pin)
    x, y = header.x(wire.pin), header.y(wire.pin)
    lane_x = sign * (header.edge + _NEAR + _LANE * lane)
    way = [(own * header.edge if own == sign and not header.round else x, y)]
    if own != sign:
        # Between two rows, so that it crosses no pin.
        between = y - ROW / 2
        way += [(x, between), (lane_x, between)]
    else:
        way.append((lane_x, y))
    line(drawn, [*way, (lane_x, end[1]), end], INK[wire.colour])


def _inside(drawn: Any, block: Block, wire: Wire, end: tuple[float, float], sign: int) -> None:
    """What the wire ends at: a key that closes to the ground rail, or a name."""
    x, y = end
    ink = INK[wire.colour]
    if block.part.startswith("seat "):
        sign_at, row_at = x + sign * 0.6, x + sign * 1.9
        words(drawn, (sign_at, y - 0.12), wire.signal.removeprefix("key "), size=13, ink=ink)
        words(drawn, (row_at, y - 0.12), wire.to.removesuffix(" of its block"), ink=ink)
        return
    if block.part == "seat":
        rail = x + sign * 3.4
        name = wire.signal.removeprefix("key ")
        if wire.bcm is None:
            line(drawn, [end, (rail, y)], ink, width=1.6)
            words(drawn, (x + sign * 1.7, y + 0.12), "ground", size=10, ink=ink)
            rows = [_row(block, index) for index in range(len(block.wires))]
            line(drawn, [(rail, max(rows)), (rail, min(rows))], ink, width=1.6)
            return
        words(drawn, (x + sign * 0.45, y + 0.1), name, size=13, ink=ink)
        # From left to right on either side, so that the plunger is on top.
        key = sorted((x + sign * 0.9, x + sign * 2.7))
        drawn.add(elm.Button().at((key[0], y)).to((key[1], y)).color("#212121"))
        line(drawn, [(x, y), (x + sign * 0.9, y)], ink, width=1.6)
        line(drawn, [(x + sign * 2.7, y), (rail, y)], "#212121", width=1.6)
        return
    words(drawn, (x + sign * _WIDE / 2, y - 0.12), wire.to, ink=ink)


def _panel(drawn: Any, block: Block, board: Board, edge: float, sign: int) -> None:
    """Where the seat's panel hangs, which is not at the header."""
    seat = int(block.part.split()[1]) - 1
    channel = board.channels.get(seat)
    lines = ["panel at", f"SD{channel}, SC{channel}"] if channel is not None else ["panel at", f"0x{0x3C + seat:X}"]
    for number, text in enumerate(lines):
        y = block.top - _TITLE - 0.9 - 0.5 * number
        words(drawn, (edge + sign * 4.5, y), text, ink=INK["blue"])
