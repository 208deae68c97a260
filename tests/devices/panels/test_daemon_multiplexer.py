"""Multiplexers that the daemon switches itself: no byte ever reaches a panel of another seat."""

import errno

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule
from smbus2 import i2c_msg

from companion.core.errors import DeviceError
from companion.core.picture import BLANK, Picture
from companion.core.seat import Place
from companion.devices.panels.bus import PanelBus
from companion.devices.panels.luma_devices import NO_OPERATION
from companion.devices.panels.luma_wires import LumaI2C
from companion.devices.panels.multiplexer import MuxSwitches
from companion.devices.panels.oled_panel import OledPanel
from companion.devices.simulated.chip import DisplayChip
from companion.devices.simulated.i2c import TCA9548A, SimulatedI2C
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring import ChipName as ChipName
from companion.devices.wiring import Mux
from tests.devices.clock import HandLoop

ADDRESS = 0x3C
PLACES = (Mux(0x70, 0), Mux(0x70, 5), Mux(0x71, 0), Mux(0x71, 7))
"""Four seats, all with the same address, behind two multiplexers."""


class Ear(SSD1306):
    """A chip that writes down what it hears."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[bytes] = []
        self.commanded = 0

    def command(self, stream: bytes) -> None:
        self.commanded += 1
        super().command(stream)

    def data(self, stream: bytes) -> None:
        self.heard.append(stream)
        super().data(stream)


class Board:
    """Four panels behind two multiplexers on one bus, without its worker."""

    def __init__(self) -> None:
        self.loop = HandLoop()
        self.chips = [Ear() for _ in PLACES]
        channels: dict[int, dict[int, dict[int, DisplayChip]]] = {0x70: {}, 0x71: {}}
        for place, chip in zip(PLACES, self.chips, strict=True):
            channels[place.address][place.channel] = {ADDRESS: chip}
        self.muxes = {address: TCA9548A(found) for address, found in channels.items()}
        self.wires = SimulatedI2C({}, self.muxes)
        self.switches = MuxSwitches(self.muxes, lambda: self.wires)
        self.faults: list[tuple[Place, str | None]] = []
        self.bus = PanelBus(
            "i2c-1",
            [self.panel(seat) for seat in range(len(PLACES))],
            self.loop,
            lambda *_: None,
            lambda seat, error: self.faults.append((seat, None if error is None else str(error))),
            clock=self.loop.time,
        )

    def panel(self, seat: Place) -> OledPanel:
        return OledPanel(seat, f"multiplexer {seat}", "ssd1306", lambda: self.wire(seat))

    def work(self) -> None:
        while self.bus.step():
            pass
        self.loop.run()

    def seen(self) -> list[Picture]:
        return [chip.pixels() for chip in self.chips]

    def wire(self, seat: Place) -> LumaI2C:
        return LumaI2C(self.switches.channel(PLACES[seat]), ADDRESS)

    def commanded(self) -> list[int]:
        """How many transactions of commands each chip has heard."""
        return [chip.commanded for chip in self.chips]


def secret(seat: Place) -> Picture:
    """A picture of which every byte tells whose it is."""
    return bytes([0x11 << seat]) * len(BLANK)


def test_a_channel_is_set_once_for_many_writes() -> None:
    board = Board()
    costs = []
    for seat in (0, 0, 1, 1, 2, 2):
        before = board.wires.bytes, board.wires.transactions
        board.wire(seat).command(NO_OPERATION)
        costs.append((board.wires.bytes - before[0], board.wires.transactions - before[1]))
    # Two bytes set a register, and two read it back. At first both are set; then one for another channel of its own; and
    # then one is closed and the other opened.
    assert costs == [(3 + 8, 1 + 4), (3, 1), (3 + 4, 1 + 2), (3, 1), (3 + 8, 1 + 4), (3, 1)]
    assert board.commanded() == [2, 2, 2, 0]
    assert [mux.open for mux in board.muxes.values()] == [0, 1]


def test_a_channel_opens_at_the_stop_and_not_before() -> None:
    # Why setting and writing are not one transaction with a repeated start.
    board = Board()
    board.wires.write(0x70, b"\x01")
    board.wires.i2c_rdwr(i2c_msg.write(0x70, b"\x20"), i2c_msg.write(ADDRESS, b"\x00\xe3"))
    assert board.commanded() == [1, 0, 0, 0]
    board.wires.write(ADDRESS, b"\x00\xe3")
    assert board.commanded() == [1, 1, 0, 0]


@pytest.mark.parametrize("skip", range(4))
def test_nothing_is_written_where_the_channel_could_not_be_set(skip: int) -> None:
    board = Board()
    wire = board.wire(0)
    board.wires.fail(errno.EIO, skip=skip)
    with pytest.raises(DeviceError, match="the multiplexer at 0x7"):
        wire.command(NO_OPERATION)
    assert board.commanded() == [0, 0, 0, 0]
    wire.command(NO_OPERATION)
    assert board.commanded() == [1, 0, 0, 0]


@pytest.mark.parametrize("number", [121, errno.EIO])
def test_after_a_fault_of_a_write_both_are_set_anew(number: int) -> None:
    board = Board()
    wire = board.wire(0)
    wire.command(NO_OPERATION)
    board.wires.fail(number)
    with pytest.raises(OSError, match="simulated"):
        wire.command(NO_OPERATION)
    before = board.wires.transactions
    wire.command(NO_OPERATION)
    assert board.wires.transactions - before == 1 + 4


@pytest.mark.parametrize("skip", [0, 2])
def test_a_register_that_reads_back_otherwise_is_not_believed(skip: int) -> None:
    board = Board()
    board.wires.flip(0x01, skip=skip)
    with pytest.raises(DeviceError, match=r"the multiplexer at 0x7\d did not keep its setting"):
        board.wire(1).command(NO_OPERATION)
    assert board.commanded() == [0, 0, 0, 0]


def test_a_dead_multiplexer_is_named_and_keeps_the_other_from_opening() -> None:
    # Its last channel may still be open, and what is written to another seat would be seen there.
    board = Board()
    board.bus.open()
    board.bus.show(2, secret(2))
    board.work()
    board.wires.unplug(0x71)
    board.bus.show(0, secret(0))
    board.work()
    assert board.chips[0].pixels() == BLANK
    ((seat, sentence),) = board.faults
    assert (seat, "the multiplexer at 0x71 cannot be set" in (sentence or "")) == (0, True)
    board.wires.plug(0x71)
    board.bus.show(2, secret(2))
    board.loop.advance(1)
    board.work()
    board.loop.advance(1)
    board.work()
    assert [board.seen()[seat] for seat in (0, 2)] == [secret(0), secret(2)]


def test_what_hangs_before_the_multiplexers_is_written_with_all_of_them_closed() -> None:
    first, behind = SSD1306(), SSD1306()
    mux = TCA9548A({3: {0x3D: behind}})
    wires = SimulatedI2C({0x3C: first}, {0x70: mux})
    switches = MuxSwitches([0x70], lambda: wires)
    LumaI2C(switches.channel(Mux(0x70, 3)), 0x3D).command(0xAF)
    assert mux.open == 8
    LumaI2C(switches.channel(None), 0x3C).command(0xAF)
    assert mux.open == 0
    assert [chip.status() for chip in (first, behind)] == [0x06, 0x06]


def test_the_bus_is_let_go_with_the_last_channel_and_opened_anew_after_a_fault() -> None:
    log: list[str] = []

    class Port(SimulatedI2C):
        def close(self) -> None:
            log.append("close")

    wires = Port({}, Board().muxes)

    def open_port() -> SimulatedI2C:
        log.append("open")
        return wires

    switches = MuxSwitches([0x70, 0x71], open_port)
    one, other = switches.channel(PLACES[0]), switches.channel(PLACES[1])
    one.write(ADDRESS, b"\x00\xe3")
    wires.fail(errno.EIO)
    with pytest.raises(OSError):
        other.write(ADDRESS, b"\x00\xe3")
    other.write(ADDRESS, b"\x00\xe3")
    one.close()
    assert log == ["open", "close", "open"]
    other.close()
    assert log == ["open", "close", "open", "close"]


class Interleaving(RuleBasedStateMachine):
    """Any pictures, in any order, with any faults between them."""

    def __init__(self) -> None:
        super().__init__()
        self.board = Board()
        self.board.bus.open()
        self.pulled: set[int] = set()

    @rule(seat=st.integers(0, 3), size=st.integers(1, len(BLANK)), urgent=st.booleans())
    def show(self, seat: Place, size: int, urgent: bool) -> None:
        self.board.bus.show(seat, secret(seat)[:size] + BLANK[size:], urgent=urgent)

    @rule(seat=st.integers(0, 3), contrast=st.sampled_from([None, 8]))
    def dim(self, seat: Place, contrast: int | None) -> None:
        self.board.bus.dim(seat, contrast)

    @rule(seat=st.integers(0, 3))
    def check(self, seat: Place) -> None:
        self.board.bus.check(seat)

    @rule(steps=st.integers(1, 12))
    def work(self, steps: int) -> None:
        for _ in range(steps):
            self.board.bus.step()

    @rule(number=st.sampled_from([5, 11, 110, 121]), skip=st.integers(0, 6), after=st.integers(0, 3))
    def fail(self, number: int, skip: int, after: int) -> None:
        self.board.wires.fail(number, skip=skip, after=after if number != 121 else 0)

    @rule(address=st.sampled_from([0x70, 0x71]))
    def blink(self, address: int) -> None:
        """A multiplexer loses its power for a moment."""
        self.board.muxes[address].power_cycle()

    @rule(address=st.sampled_from([0x70, 0x71]))
    def pull(self, address: int) -> None:
        if address in self.pulled:
            self.board.wires.plug(address)
        else:
            self.board.wires.unplug(address)
        self.pulled ^= {address}

    @rule(seconds=st.sampled_from([0.05, 0.3, 6.0]))
    def wait(self, seconds: float) -> None:
        self.board.loop.advance(seconds)

    @invariant()
    def nobody_heard_of_another(self) -> None:
        for seat, ear in enumerate(self.board.chips):
            own = {0, 0x11 << seat}
            for data in ear.heard:
                assert own.issuperset(data), f"seat {seat + 1} heard {data.hex()}"

    def teardown(self) -> None:
        """When all is well again, everybody sees the own picture."""
        self.board.wires.heal()
        for address in self.pulled:
            self.board.wires.plug(address)
        for seat in range(4):
            self.board.bus.show(seat, secret(seat))
        for _ in range(8):
            self.board.work()
            self.board.loop.advance(6)
        assert self.board.seen() == [secret(seat) for seat in range(4)]
        self.nobody_heard_of_another()
        self.board.bus.close()


TestInterleaving = Interleaving.TestCase
TestInterleaving.settings = settings(max_examples=settings().max_examples // 5, stateful_step_count=30)


@pytest.mark.slow
class TestManyInterleavings(Interleaving.TestCase):  # type: ignore[misc,valid-type]
    settings = settings(stateful_step_count=30)


def test_no_two_channels_are_ever_open_at_a_time() -> None:
    board = Board()
    opened: list[int] = []

    class Watched(SimulatedI2C):
        def write(self, address: int, payload: bytes) -> None:
            super().write(address, payload)
            opened.append(sum(mux.open.bit_count() for mux in board.muxes.values()))

    switches = MuxSwitches(board.muxes, lambda: Watched({}, board.muxes))
    for seat in (0, 1, 2, 0, 3, 2):
        LumaI2C(switches.channel(PLACES[seat]), ADDRESS).command(NO_OPERATION)
    assert max(opened) == 1


@given(st.lists(st.integers(0, 3), min_size=1, max_size=20))
def test_switches_alone_reach_the_chip_that_was_meant(seats: list[Place]) -> None:
    board = Board()
    for seat in seats:
        board.wire(seat).command(NO_OPERATION)
    assert board.commanded() == [seats.count(seat) for seat in range(4)]
