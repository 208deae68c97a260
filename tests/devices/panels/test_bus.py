"""A bus and its worker: drawing order, reports, and a panel that is gone."""

import errno
import threading
from collections.abc import Callable, Iterator
from math import ceil

import pytest

from companion.core.errors import DeviceError
from companion.core.picture import BLANK, WIDTH, Picture, PixelRun, applied
from companion.devices.panels.bus import FIRST_RETRY_WAIT, WORKER_ENDED, PanelBus, PanelBusDisplay
from companion.devices.panels.dimming import shift_picture
from companion.devices.panels.luma_wires import LumaI2C
from companion.devices.panels.oled_panel import STEP_BYTES, OledPanel
from companion.devices.protocols import Display
from companion.devices.simulated.i2c import SimulatedI2C
from companion.devices.simulated.sh1106 import SH1106
from companion.devices.simulated.ssd1306 import SSD1306
from tests.devices.clock import HandLoop
from tests.devices.pictures import lit
from tests.devices.rigs import i2c_panel
from tests.patience import PATIENCE

BUSY = bytes(range(256)) * 4
OTHER = BUSY[::-1]


class Two:
    """Two panels on one bus; without its worker unless that is started."""

    def __init__(self) -> None:
        self.loop = HandLoop()
        self.chips = (SSD1306(), SH1106())
        self.wires = SimulatedI2C({0x3C: self.chips[0], 0x3D: self.chips[1]})
        self.mirrors: dict[int, Picture] = {0: OTHER, 1: OTHER}
        self.reports: list[tuple[int, tuple[PixelRun, ...]]] = []
        self.faults: list[tuple[int, str | None]] = []
        self.bus = PanelBus(
            "i2c-1",
            (i2c_panel("ssd1306", self.wires, 0, 0x3C), i2c_panel("sh1106", self.wires, 1, 0x3D)),
            self.loop,
            self.on_runs,
            self.on_fault,
            clock=self.loop.time,
        )

    def on_runs(self, seat: int, runs: tuple[PixelRun, ...]) -> None:
        self.reports.append((seat, runs))
        self.mirrors[seat] = applied(self.mirrors[seat], runs)

    def on_fault(self, seat: int, error: DeviceError | None) -> None:
        self.faults.append((seat, None if error is None else str(error)))

    def work(self) -> None:
        """Be the worker until nothing is due, and hand over what it told."""
        while self.bus.step():
            pass
        self.loop.run()

    def seen(self) -> tuple[Picture, Picture]:
        return self.chips[0].pixels(), self.chips[1].pixels()


@pytest.fixture
def two() -> Iterator[Two]:
    made = Two()
    yield made
    made.bus.close()


def test_opening_blanks_every_panel_and_lights_it(two: Two) -> None:
    two.bus.open()
    two.loop.run()
    assert two.mirrors == {0: BLANK, 1: BLANK}
    assert two.seen() == (BLANK, BLANK)
    two.chips[0].command(b"\xa7")
    assert two.chips[0].pixels() == bytes([0xFF]) * len(BLANK)


def test_a_panel_that_cannot_be_darkened_is_tried_again_by_the_worker_and_not_when_the_bus_is_opened() -> None:
    loop, chip, tries = HandLoop(), SSD1306(), list[str]()
    wires = SimulatedI2C({0x3C: chip})
    faults: list[str | None] = []

    def darken() -> None:
        tries.append("darken")
        raise OSError(errno.ETIMEDOUT, "Connection timed out")

    def open_wire() -> LumaI2C:
        tries.append("open")
        return LumaI2C(wires, 0x3C)

    panel = OledPanel(0, "I2C bus 1", "ssd1306", open_wire, darken=darken)
    bus = PanelBus(
        "i2c-1",
        [panel],
        loop,
        lambda *_: None,
        lambda _, error: faults.append(None if error is None else str(error)),
        clock=loop.time,
    )
    bus.darken(loop.time())
    bus.open(loop.time())
    loop.run()
    assert tries == ["darken"]
    assert [fault and "the bus timed out" in fault for fault in faults] == [True]
    loop.advance(FIRST_RETRY_WAIT)
    while bus.step():
        pass
    loop.run()
    assert tries == ["darken", "open"]
    assert faults[1:] == [None]
    bus.close()


def test_what_is_told_is_what_is_seen_and_an_unchanged_picture_is_neither_sent_nor_told(two: Two) -> None:
    two.bus.open()
    for picture in (BUSY, lit((3, 4), on=BUSY), OTHER):
        for _ in range(2):
            before = (two.wires.transactions, two.wires.bytes, len(two.reports))
            two.bus.show(0, picture)
            two.bus.show(1, picture)
            two.work()
            assert two.seen() == (picture, picture)
            assert two.mirrors == {0: picture, 1: picture}
        assert (two.wires.transactions, two.wires.bytes, len(two.reports)) == before


def test_the_acting_seat_waits_for_one_step_at_most(two: Two) -> None:
    two.bus.open()
    two.bus.show(0, BUSY)
    two.bus.step()
    two.bus.show(1, lit((5, 5)), urgent=True)
    two.bus.step()
    assert two.chips[1].pixels() == lit((5, 5))
    assert two.chips[0].pixels() != BUSY
    two.work()
    assert two.chips[0].pixels() == BUSY


def test_a_new_contrast_goes_before_every_picture_the_acting_seats_first(two: Two) -> None:
    two.bus.open()
    two.bus.show(0, BUSY)
    two.bus.step()
    two.bus.dim(0, 8)
    two.bus.dim(1, 8, urgent=True)
    before = two.wires.bytes
    two.bus.step()
    assert [chip.contrast for chip in two.chips] == [127, 8]
    two.bus.step()
    assert [chip.contrast for chip in two.chips] == [8, 8]
    # An address, a control byte, the command and its argument for each; nothing is drawn for it.
    assert two.wires.bytes - before == 2 * 4
    two.work()
    assert two.seen() == (BUSY, BLANK)


def test_what_is_told_of_a_moved_picture_is_what_is_seen_and_a_key_brings_it_back(two: Two) -> None:
    two.bus.open()
    two.bus.show(0, BUSY)
    two.work()
    for shift in ((0, 0), (1, 0), (1, 1), (0, 1)):
        two.bus.dim(0, 8, shift)
        two.work()
        assert two.chips[0].pixels() == shift_picture(BUSY, shift) == two.mirrors[0]
    # What comes meanwhile is moved too.
    two.bus.show(0, OTHER)
    two.work()
    assert two.chips[0].pixels() == shift_picture(OTHER, (0, 1)) == two.mirrors[0]
    two.bus.dim(0, None, urgent=True)
    two.work()
    assert two.chips[0].pixels() == OTHER == two.mirrors[0]
    assert two.chips[0].contrast == 127


def test_a_replugged_panel_comes_back_dimmed_and_moved(two: Two) -> None:
    two.bus.open()
    two.bus.show(0, BUSY)
    two.bus.dim(0, 8, (1, 1))
    two.work()
    two.wires.unplug(0x3C)
    two.wires.plug(0x3C)
    two.bus.check(0)
    two.work()
    assert two.chips[0].pixels() == shift_picture(BUSY, (1, 1)) == two.mirrors[0]
    assert two.chips[0].contrast == 8


def test_shut_blanks_one_panel_and_leaves_the_other(two: Two) -> None:
    two.bus.open()
    two.bus.show(0, BUSY)
    two.bus.show(1, BUSY)
    two.work()
    display: Display = PanelBusDisplay(0, two.bus)
    assert display.seat == 0
    display.close()
    display.show(OTHER)
    two.bus.show(1, OTHER)
    two.work()
    assert two.seen() == (BLANK, OTHER)
    two.chips[0].command(b"\xaf")
    assert two.chips[0].pixels() == BLANK


def test_closing_a_panel_that_is_gone_tells_its_fault(two: Two) -> None:
    two.bus.open()
    two.work()
    two.wires.unplug(0x3C)
    two.bus.close()
    two.loop.run()
    assert [seat for seat, _ in two.faults] == [0]


def test_the_worker_draws_and_ends_with_the_last_panel(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    stands = threading.Event()
    before = threading.active_count()
    two.bus.open()
    two.loop.run()
    soon = two.loop.call_soon_threadsafe

    def told(callback: Callable[..., object], *args: object) -> object:
        stands.set()
        return soon(callback, *args)

    monkeypatch.setattr(two.loop, "call_soon_threadsafe", told)
    two.bus.start()
    two.bus.show(0, BUSY, urgent=True)
    assert stands.wait(PATIENCE)
    assert two.chips[0].pixels() == BUSY
    two.bus.close()
    two.loop.run()
    assert threading.active_count() == before
    assert two.seen() == (BLANK, BLANK)
    assert two.faults == []


def test_a_worker_that_dies_is_told_for_every_screen(two: Two, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[type[BaseException]] = []
    # What the system would log with its traceback.
    monkeypatch.setattr(threading, "excepthook", lambda died: seen.append(died.exc_type))
    two.bus.open()
    two.loop.run()
    before = threading.active_count()
    monkeypatch.setattr(two.wires, "write", lambda *_: 1 / 0)
    two.bus.show(1, BUSY)
    two.bus.start()
    two.bus._thread.join(30)
    two.loop.run()
    assert seen == [ZeroDivisionError]
    assert [seat for seat, _ in two.faults] == [0, 1]
    for (_, sentence), place in zip(two.faults, ("seat 1", "seat 2"), strict=True):
        assert sentence is not None
        assert place in sentence
        assert WORKER_ENDED in sentence
    assert threading.active_count() == before
    monkeypatch.undo()
    two.bus.close()
    assert two.seen() == (BLANK, BLANK)


@pytest.mark.parametrize("number", [errno.EIO, errno.EAGAIN, errno.ETIMEDOUT])
def test_a_fault_is_told_once_and_everything_is_drawn_anew(two: Two, number: int) -> None:
    two.bus.open()
    two.bus.show(0, BUSY)
    two.work()
    two.wires.fail(number, number)
    two.bus.show(0, OTHER)
    two.work()
    two.loop.advance(0.1)
    two.work()
    assert len(two.faults) == 1
    seat, sentence = two.faults[0]
    assert seat == 0
    assert sentence is not None
    assert sentence.startswith("seat 1: screen not answering (I2C bus 1, address 0x3C): ")
    assert two.chips[0].pixels() == BUSY
    two.loop.advance(0.2)
    two.reports.clear()
    two.work()
    assert two.faults[1:] == [(0, None)]
    assert two.chips[0].pixels() == OTHER
    assert sum(len(run.data) for _, runs in two.reports for run in runs) == len(BLANK)


def test_a_write_that_breaks_off_in_the_middle_is_made_good(two: Two) -> None:
    two.bus.open()
    two.bus.show(0, BUSY)
    for _ in range(ceil(WIDTH / STEP_BYTES)):
        two.bus.step()
    # The command for the second page gets through, twenty bytes of its data too.
    two.wires.fail(errno.EIO, skip=1, after=21)
    two.bus.step()
    two.loop.advance(0.1)
    two.reports.clear()
    two.work()
    assert two.chips[0].pixels() == BUSY
    assert two.mirrors[0] == BUSY
    assert sum(len(run.data) for _, runs in two.reports for run in runs) == len(BLANK)


def test_a_check_finds_a_panel_that_lost_its_power_between_two_pictures(two: Two) -> None:
    two.bus.open()
    two.bus.show(0, BUSY)
    two.work()
    two.chips[0].power_cycle()
    two.bus.check(0)
    two.bus.check(1)
    two.work()
    assert two.seen() == (BUSY, BLANK)
    assert two.faults == []


def test_a_check_waits_for_every_picture(two: Two) -> None:
    two.bus.open()
    two.work()
    two.bus.check(1)
    two.bus.show(0, BUSY)
    before = two.wires.transactions
    while two.chips[0].pixels() != BUSY:
        two.bus.step()
    drawn = two.wires.transactions
    two.work()
    assert two.wires.transactions - drawn == 1
    assert drawn - before > 16


@pytest.mark.parametrize("found_by", ["the start", "a picture", "a look", "a level"])
def test_a_panel_that_is_gone_is_a_fault_of_its_seat_alone_and_comes_back_with_the_newest(
    two: Two, found_by: str
) -> None:
    if found_by != "the start":
        two.bus.open()
        two.work()
    two.wires.unplug(0x3C)
    match found_by:
        case "the start":
            two.bus.open()
        case "a picture":
            two.bus.show(0, OTHER)
        case "a look":
            two.bus.check(0)
        case "a level":
            two.bus.dim(0, 8)
    two.bus.show(1, BUSY)
    two.work()
    assert [(seat, told is None) for seat, told in two.faults] == [(0, False)]
    assert two.seen() == (BLANK, BUSY)
    two.bus.show(0, BUSY)
    two.wires.plug(0x3C)
    two.loop.advance(0.1)
    two.work()
    assert two.faults[1:] == [(0, None)]
    assert two.chips[0].pixels() == BUSY == two.mirrors[0]
    assert two.chips[0].contrast == (8 if found_by == "a level" else 127)
