"""What our pictures cost on an I2C bus compared with stock luma.oled, and how long the acting seat waits during full redraws.

Everything is counted on the simulated bus, so the numbers are the same on every machine. The milliseconds are bus time:
nine clocks for each byte and two for each transaction, without gaps.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple
from unittest.mock import patch

from bench.session import pictures
from companion.core.picture import BLANK, HEIGHT, WIDTH, Picture
from companion.core.seat import Place, all_places
from companion.devices.panels.bus import PanelBus
from companion.devices.panels.luma_wires import LumaI2C
from companion.devices.panels.oled_panel import STEP_BYTES, OledPanel
from companion.devices.simulated.chip import DisplayChip
from companion.devices.simulated.i2c import SimulatedI2C
from companion.devices.simulated.sh1106 import SH1106
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring import ChipName as ChipName

_CHIPS: Final[dict[ChipName, Callable[[], DisplayChip]]] = {"ssd1306": SSD1306, "sh1106": SH1106}
_ADDRESS: Final = 0x3C
_HERTZ: Final = 400_000
_FLIPPED: Final = bytes(255 - byte for byte in range(256))


class Cost(NamedTuple):
    """What went over the bus."""

    bytes: int
    transactions: int
    clocks: int


class Row(NamedTuple):
    """One chip's cost of a list of pictures: ours, and stock luma.oled's."""

    chip: ChipName
    ours: Cost
    stock: Cost

    @property
    def ratio(self) -> float:
        """How many times as many bytes stock luma.oled sends."""
        return self.stock.bytes / self.ours.bytes if self.ours.bytes else float("inf")


class Wait(NamedTuple):
    """When the acting seat's small change stood, in milliseconds of bus time after it was asked for; and when all did."""

    order: str
    acting: float
    everyone: float


def compare(pictures: Sequence[Picture], stands: Picture = BLANK) -> list[Row]:
    """Play the pictures on one panel of each kind that shows `stands`, both ways. What starts it is left out of the count.

    Raises AssertionError when a panel does not show the picture that it was sent.
    """
    return [Row(chip, _ours(chip, pictures, stands), _stock(chip, pictures)) for chip in _CHIPS]


def waits() -> list[Wait]:
    """Five of six panels on one bus have begun to be redrawn whole when the acting seat changes one cell on the sixth:
    by our order, and by first come, first served."""
    return [_wait("acting seat first", urgent=True), _wait("first come, first served", urgent=False)]


def main() -> None:
    """Print both tables."""
    before, series = pictures()
    _print(f"a series of {sum(map(len, series))} pictures on two screens", series, before)
    _print(f"switching on and the lobby, {sum(map(len, before))} pictures", before, ([BLANK], [BLANK]))
    print()
    print(
        "Six panels on one 400 kHz bus: five are redrawn whole while the acting seat's changes one cell; ms of bus time"
    )
    print(f"{'order':26} {'acting seat':>12} {'everyone':>10}")
    for wait in waits():
        print(f"{wait.order:26} {wait.acting:12.2f} {wait.everyone:10.2f}")


def _print(session: str, screens: Sequence[Sequence[Picture]], before: Sequence[Sequence[Picture]]) -> None:
    """A table for the pictures of some screens, each of which showed the last one of `before`."""
    count = sum(map(len, screens))
    print(f"I2C bytes for {session}")
    print(f"{'chip':8} {'':14} {'bytes':>9} {'each':>8} {'transact.':>9} {'ms at 400 kHz':>13} {'stock/ours':>10}")
    each = [compare(shown, stood[-1]) for shown, stood in zip(screens, before, strict=True)]
    for first, second in zip(*each, strict=True):
        row = Row(first.chip, _sum(first.ours, second.ours), _sum(first.stock, second.stock))
        for name, cost, ratio in (("ours", row.ours, f"{row.ratio:.1f}"), ("stock luma", row.stock, "")):
            print(
                f"{row.chip:8} {name:14} {cost.bytes:9} {cost.bytes / count:8.1f} {cost.transactions:9} "
                f"{_milliseconds(cost.clocks):13.1f} {ratio:>10}"
            )


def _sum(one: Cost, other: Cost) -> Cost:
    return Cost(*(first + second for first, second in zip(one, other, strict=True)))


def _ours(name: ChipName, pictures: Sequence[Picture], stands: Picture) -> Cost:
    chip = _CHIPS[name]()
    bus = SimulatedI2C({_ADDRESS: chip})
    panel = OledPanel(Place(0), "bench", name, lambda: LumaI2C(bus, _ADDRESS))
    _show(panel, stands)
    before = _count(bus)
    for picture in pictures:
        _show(panel, picture)
        assert chip.pixels() == picture
    cost = _since(before, bus)
    panel.close()
    return cost


def _stock(name: ChipName, pictures: Sequence[Picture]) -> Cost:
    from luma.core.interface.serial import i2c
    from luma.oled.device import sh1106, ssd1306
    from PIL import Image

    chip = _CHIPS[name]()
    bus = SimulatedI2C({_ADDRESS: chip})
    # luma opens the bus itself, which is its faster way: over a bus that is handed in, it sends blocks of 32 bytes.
    with patch("smbus2.SMBus", lambda port: bus):
        device = {"ssd1306": ssd1306, "sh1106": sh1106}[name](i2c(port=1, address=_ADDRESS))
    device.persist = True
    before = _count(bus)
    for picture in pictures:
        image = Image.frombytes("1", (WIDTH, HEIGHT), by_lines(picture))
        device.display(image)
        assert chip.pixels() == picture
    return _since(before, bus)


def _wait(order: str, *, urgent: bool) -> Wait:
    seats = all_places(6)
    chips = {_ADDRESS + seat: SSD1306() for seat in seats}
    wires = SimulatedI2C(chips)
    panels = [_panel(seat, wires) for seat in seats]
    bus = PanelBus("bench", panels, _Deaf(), lambda *_: None, lambda *_: None, clock=lambda: 0.0)
    bus.open()
    acting = seats[5]
    for seat in seats:
        if seat != acting:
            bus.show(seat, BLANK.translate(_FLIPPED))
    bus.step()
    begun = wires.clocks
    cell = bytes([0x7E] * 8) + BLANK[8:]
    bus.show(acting, cell, urgent=urgent)
    stood = 0
    while bus.step():
        if not stood and chips[_ADDRESS + acting].pixels() == cell:
            stood = wires.clocks
    everyone = wires.clocks
    bus.close()
    # The worst case: the change came just after that first step had begun.
    step = 9 * (7 + STEP_BYTES) + 2 * 2
    return Wait(order, _milliseconds(stood - begun + step), _milliseconds(everyone - begun + step))


def _panel(seat: Place, wires: SimulatedI2C) -> OledPanel:
    return OledPanel(seat, "bench", "ssd1306", lambda: LumaI2C(wires, _ADDRESS + seat))


class _Deaf:
    """A loop that ignores all calls."""

    def time(self) -> float:
        return 0.0

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: object) -> object:
        return (callback, args)

    def call_at(self, when: float, callback: Callable[..., object], *args: object) -> "_Deaf":
        raise NotImplementedError((when, callback, args))

    def cancel(self) -> None:
        """Nothing was scheduled."""


def _show(panel: OledPanel, picture: Picture) -> None:
    while not panel.step(picture):
        pass


def _count(bus: SimulatedI2C) -> Cost:
    return Cost(bus.bytes, bus.transactions, bus.clocks)


def _since(before: Cost, bus: SimulatedI2C) -> Cost:
    return Cost(*(now - then for now, then in zip(_count(bus), before, strict=True)))


def _milliseconds(clocks: int) -> float:
    return clocks / _HERTZ * 1000


def by_lines(picture: Picture) -> bytes:
    """The picture as Pillow packs it: lines from the top, the leftmost pixel in bit 7."""
    lines = bytearray(len(picture))
    for page in range(HEIGHT // 8):
        for x in range(WIDTH):
            byte = picture[page * WIDTH + x]
            for bit in range(8):
                if byte >> bit & 1:
                    lines[(page * 8 + bit) * (WIDTH // 8) + x // 8] |= 0x80 >> x % 8
    return bytes(lines)


if __name__ == "__main__":
    main()
