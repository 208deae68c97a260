"""The six-seat board on one 400 kHz bus: how much of the bus ten updates a second on every seat take, and how long after the
edge of a key the acting seat's picture stands while the five others are redrawn whole.

Everything is counted in clocks of the simulated bus, so the numbers are the same on every machine. The six panels have one
address, behind a TCA9548A that either the kernel's driver switches or the daemon itself. The virtual clock stands still but
for the bus: the processor's own time is left out, and no gap is reckoned between two transactions.
"""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any, Final, Literal, NamedTuple
from unittest.mock import patch

from bench.devices.oled import by_lines
from bench.session import agree, new_table, pictures, series
from companion.core.keys import Gesture, Key
from companion.core.picture import BLANK, HEIGHT, WIDTH, Picture
from companion.core.seat import Place, all_places, each_place
from companion.devices.keys.gpio_keys import GpioKeys
from companion.devices.panels.bus import PanelBus
from companion.devices.panels.luma_wires import LumaI2C
from companion.devices.panels.multiplexer import KernelChannel, MuxSwitches, OpenChannel
from companion.devices.panels.oled_panel import OledPanel
from companion.devices.panels.wires import I2CAdapter
from companion.devices.pins import pin_factory
from companion.devices.simulated.chip import DisplayChip
from companion.devices.simulated.i2c import TCA9548A, SimulatedI2C
from companion.devices.simulated.pins import SimulatedKeys
from companion.devices.simulated.sh1106 import SH1106
from companion.devices.simulated.ssd1306 import SSD1306, SSD1309
from companion.devices.wiring import ChipName as ChipName
from companion.devices.wiring import I2CPanel, KeyPins, Mux, SeatWiring, Wiring
from companion.seats.gestures import GestureTimers, KeyStuck
from companion.table.effects import Effect, Gestured, Show
from companion.ui.raster import draw
from tests.devices.kernel_mux import KernelMux

Switching = Literal["kernel", "daemon"]
"""Who sets the multiplexer."""

CHIPS: Final[dict[ChipName, Callable[[], DisplayChip]]] = {"ssd1306": SSD1306, "sh1106": SH1106, "ssd1309": SSD1309}
SEATS: Final = 6
HERTZ: Final = 400_000
RATE: Final = 10
"""Updates a second on every seat."""
HOLD: Final = 0.5
_ADDRESS: Final = 0x3C
_MUX: Final = 0x70
_PINS: Final = tuple((pin, pin + 1, pin + 2) for pin in range(4, 4 + 3 * SEATS, 3))
_FLIPPED: Final = bytes(255 - byte for byte in range(256))


class Board:
    """Six panels of one address behind a multiplexer on one bus, without its worker."""

    def __init__(self, chip: ChipName, switching: Switching) -> None:
        self.chips = [CHIPS[chip]() for _ in range(SEATS)]
        channels = {seat: {_ADDRESS: made} for seat, made in enumerate(self.chips)}
        self.wires = SimulatedI2C({}, {_MUX: TCA9548A(channels)})
        self.loop = Virtual(self.wires)
        self._switches = MuxSwitches([_MUX], lambda: self.wires)
        self.kernel = KernelMux(self.wires, _MUX)
        self._standing = OpenChannel()
        self._switching = switching
        self.bus = PanelBus(
            "bench",
            [OledPanel(seat, "bench", chip, self._opener(seat)) for seat in all_places(SEATS)],
            self.loop,
            lambda *_: None,
            lambda *_: None,
            clock=self.loop.time,
        )
        self.bus.open()

    def adapter(self, seat: Place) -> I2CAdapter:
        """The way to the panel of `seat`."""
        if self._switching == "kernel":
            return KernelChannel(self.kernel.channel(seat), Mux(_MUX, seat), 0xFF, self._standing, lambda: None)
        return self._switches.channel(Mux(_MUX, seat))

    def work(self) -> None:
        """Do the work of the worker until nothing is due."""
        while self.bus.step():
            pass

    def _opener(self, seat: Place) -> Callable[[], LumaI2C]:
        return lambda: LumaI2C(self.adapter(seat), _ADDRESS)


class Virtual:
    """The `Loop` protocol on a clock that goes on with the bus, and by `sleep`."""

    def __init__(self, wires: SimulatedI2C) -> None:
        self._wires = wires
        self._slept = 0.0
        self._soon: deque[Callable[[], object]] = deque()
        self._timers: list[Call] = []

    def time(self) -> float:
        """Seconds."""
        return self._slept + self._wires.clocks / HERTZ

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> None:
        """Make the call at the next `run`."""
        self._soon.append(lambda: callback(*args))

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> "Call":
        """Make the call when it is time."""
        self._timers.append(Call(when, lambda: callback(*args)))
        return self._timers[-1]

    def run(self) -> None:
        """Make every call that is due."""
        while self._soon or any(call.when <= self.time() for call in self._timers):
            while self._soon:
                self._soon.popleft()()
            due = [call for call in self._timers if call.when <= self.time()]
            self._timers = [call for call in self._timers if call not in due]
            for call in due:
                call.run()

    def sleep(self, seconds: float) -> None:
        """Advance the clock; only timers run."""
        end = self.time() + seconds
        while waiting := [call.when for call in self._timers if call.when <= end]:
            self._slept += max(0.0, min(waiting) - self.time())
            self.run()
        self._slept += end - self.time()


class Call:
    """A scheduled call."""

    def __init__(self, when: float, run: Callable[[], object]) -> None:
        self.when = when
        self.run = run

    def cancel(self) -> None:
        """Cancel the call."""
        self.run = lambda: None


def load(chip: ChipName, switching: Switching) -> float:
    """Which part of a 400 kHz bus the series takes, played on all six panels at ten updates a second on each."""
    board = Board(chip, switching)
    before = board.wires.clocks
    count = 0
    for shown in _updates():
        for seat, picture in each_place(shown):
            board.bus.show(seat, picture)
        board.work()
        assert [made.pixels() for made in board.chips] == shown
        count += 1
    return (board.wires.clocks - before) / (HERTZ * count / RATE)


def stock_load(chip: ChipName) -> float:
    """The same by stock luma.oled, over the kernel's buses."""
    import luma.oled.device
    from luma.core.interface.serial import i2c
    from PIL import Image

    board = Board(chip, "kernel")
    devices = []
    for seat in range(SEATS):
        # luma opens the bus itself, which is its faster way.
        with patch("smbus2.SMBus", lambda seat: board.kernel.channel(seat)):
            devices.append(getattr(luma.oled.device, chip)(i2c(port=seat, address=_ADDRESS)))
        devices[-1].persist = True
    before = board.wires.clocks
    count = 0
    for shown in _updates():
        for device, picture in zip(devices, shown, strict=True):
            device.display(Image.frombytes("1", (WIDTH, HEIGHT), by_lines(picture)))
        count += 1
    assert [made.pixels() for made in board.chips] == shown
    return (board.wires.clocks - before) / (HERTZ * count / RATE)


class Update(NamedTuple):
    """One gesture of the series: what changed on the acting seat's screen, and when it stood, in seconds after the edge.
    `alone`: how long its bytes take by themselves."""

    changed: int
    alone: float
    stood: float


def latencies(chip: ChipName, switching: Switching) -> list[Update]:
    """The series, key by key on mock pins. At every edge the five other screens are being redrawn whole, and a step of that
    has just begun."""
    board = Board(chip, switching)
    wiring = Wiring(
        simulated=True,
        pin_factory="mock",
        seats=tuple(SeatWiring(KeyPins(*pins), I2CPanel(chip, 1, _ADDRESS)) for pins in _PINS),
    )
    factory = pin_factory("mock")
    # The pins date their edges by the virtual clock.
    factory.ticks = board.loop.time
    keys = GpioKeys(
        wiring.seats,
        factory,
        board.loop,
        lockout=wiring.debounce_ms / 1000,
        settle=wiring.settle_ms / 1000,
    )
    fingers = SimulatedKeys(factory, wiring)
    table = new_table()
    stands = [BLANK] * SEATS
    found: list[Update] = []
    edge = [0.0]

    def carry_out(effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Show):
                stands[effect.place] = draw(table.screen(effect.place))
                board.bus.show(effect.place, stands[effect.place], urgent=effect.urgent)

    def take(given: Gestured | KeyStuck) -> None:
        assert isinstance(given, Gestured), "no key is held so long"
        seat = given.place
        before, clocks = stands[seat], board.wires.clocks
        carry_out(table.handle(given))
        changed = sum(old != new for old, new in zip(before, stands[seat], strict=True))
        while board.chips[seat].pixels() != stands[seat]:
            assert board.bus.step(), "its picture is drawn"
        found.append(Update(changed, (board.wires.clocks - clocks) / HERTZ, board.loop.time() - edge[0]))

    touch = GestureTimers(SEATS, board.loop, take, lifting=False, hold=HOLD)
    keys.start(touch.take)

    def quiet(seat: Place, gesture: Gesture) -> None:
        carry_out(table.handle(Gestured(seat, gesture)))

    def press(seat: Place, gesture: Gesture) -> None:
        key: Key = "middle" if gesture not in ("left", "right") else gesture
        # ◀ and ▶ act when they go down, ● when it comes up or has been held for long enough.
        if key == "middle":
            fingers.press(seat, key)
            board.loop.run()
            held = board.loop.time() + HOLD
            board.loop.sleep(HOLD - 0.01 if gesture == "back" else 0.05)
        _redraw(board, stands, seat)
        if gesture == "back":
            board.loop.sleep(held - board.loop.time() - 0.0005)
        edge[0] = board.loop.time()
        board.bus.step()
        if gesture != "back":
            (fingers.release if gesture == "middle" else fingers.press)(seat, key)
        count = len(found)
        board.loop.run()
        while len(found) == count:
            # A key that comes up is believed after a while; the worker does not wait for that.
            assert board.bus.step(), "there is enough to be drawn"
            board.loop.run()
        if gesture != "middle":
            fingers.release(seat, key)
        board.work()
        board.loop.sleep(0.05)

    carry_out(table.begin())
    agree(table, quiet)
    board.work()
    series(table, press)
    keys.close()
    factory.close()
    return found


def main() -> None:
    """Print both figures."""
    print(f"Load of a 400 kHz bus: six seats, {RATE} updates a second on each (a recorded series of games)")
    print(
        f"{'chip':8} {'stock luma':>11} {'ours, kernel switches':>22} {'ours, daemon switches':>22} {'stock/ours':>11}"
    )
    chips: tuple[ChipName, ...] = ("ssd1306", "sh1106", "ssd1309")
    for chip in chips:
        stock, kernel, own = stock_load(chip), load(chip, "kernel"), load(chip, "daemon")
        print(f"{chip:8} {stock:11.1%} {kernel:22.2%} {own:22.2%} {stock / kernel:11.1f}")
    print()
    print("From the edge of a key to the acting seat's whole picture, while five screens are redrawn whole; ms")
    print(
        f"{'chip':8} {'switched by':12} {'presses':>8} {'median':>7} {'worst':>7} {'whole screens':>14} {'worst of all':>13}"
    )
    for chip in chips:
        for switching in ("kernel", "daemon"):
            _print(chip, switching, latencies(chip, switching))


SMALL: Final = 256
"""Bytes that an update may change to count as one of an entry; beyond that the screen became another one."""


def _print(chip: ChipName, switching: Switching, updates: list[Update]) -> None:
    small = [1000 * update.stood for update in updates if update.changed <= SMALL]
    whole = [1000 * update.stood for update in updates if update.changed > SMALL]
    print(
        f"{chip:8} {switching:12} {len(small):8} {median(small):7.2f} {max(small):7.2f} {len(whole):14} "
        f"{max(whole, default=0.0):13.2f}"
    )


def _redraw(board: Board, stands: list[Picture], acting: Place) -> None:
    """All screens but one are to show what differs in every byte; some of that is drawn already."""
    for seat in all_places(SEATS):
        if seat != acting:
            stands[seat] = stands[seat].translate(_FLIPPED)
            board.bus.show(seat, stands[seat])
    for _ in range(3):
        board.bus.step()


def _updates() -> Iterator[list[Picture]]:
    """What the six screens are to show at each tenth of a second: the series' two screens, three times."""
    _, played = pictures()
    for pair in zip(*played, strict=True):
        yield [pair[seat % 2] for seat in range(SEATS)]


if __name__ == "__main__":
    main()
