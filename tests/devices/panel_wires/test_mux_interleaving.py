"""Arbitrary orders of writes, faults and power losses: no byte reaches a panel of another seat."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from companion.core.picture import BLANK
from companion.core.seat import Seat
from companion.devices.panel_wires.daemon_mux_channel import MuxSwitches
from companion.devices.panel_wires.i2c_wire import I2CWire
from companion.devices.panels.chip_commands import NO_OPERATION
from companion.devices.simulated.simulated_i2c import SimulatedI2C
from companion.devices.wiring_records import ChipName as ChipName
from tests.devices.panel_wires.mux_board import ADDRESS, PLACES, Board, secret


class Interleaving(RuleBasedStateMachine):
    """Any pictures, in any order, with any faults between them."""

    def __init__(self) -> None:
        super().__init__()
        self.board = Board()
        self.board.bus.open()
        self.pulled: set[int] = set()

    @rule(seat=st.integers(0, 3), size=st.integers(1, len(BLANK)), urgent=st.booleans())
    def show(self, seat: Seat, size: int, urgent: bool) -> None:
        self.board.bus.show(seat, secret(seat)[:size] + BLANK[size:], urgent=urgent)

    @rule(seat=st.integers(0, 3), contrast=st.sampled_from([None, 8]))
    def dim(self, seat: Seat, contrast: int | None) -> None:
        self.board.bus.dim(seat, contrast)

    @rule(seat=st.integers(0, 3))
    def check(self, seat: Seat) -> None:
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
        I2CWire(switches.channel(PLACES[seat]), ADDRESS).command(NO_OPERATION)
    assert max(opened) == 1


@given(st.lists(st.integers(0, 3), min_size=1, max_size=20))
def test_switches_alone_reach_the_chip_that_was_meant(seats: list[Seat]) -> None:
    board = Board()
    for seat in seats:
        board.wire(seat).command(NO_OPERATION)
    assert board.commanded() == [seats.count(seat) for seat in range(4)]
