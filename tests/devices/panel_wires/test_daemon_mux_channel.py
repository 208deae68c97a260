"""Multiplexers that the daemon switches itself: no byte ever reaches a panel of another seat."""

import errno

import pytest
from smbus2 import i2c_msg

from companion.core.errors import DeviceError
from companion.core.picture import BLANK
from companion.devices.panel_wires.daemon_mux_channel import MuxSwitches
from companion.devices.panel_wires.i2c_wire import I2CWire
from companion.devices.panels.chip_commands import NO_OPERATION
from companion.devices.simulated.simulated_i2c import SimulatedI2C
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.simulated.tca9548a import TCA9548A
from companion.devices.wiring_records import ChipName as ChipName
from companion.devices.wiring_records import Mux
from tests.devices.panel_wires.mux_board import ADDRESS, PLACES, Board, secret


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
    I2CWire(switches.channel(Mux(0x70, 3)), 0x3D).command(0xAF)
    assert mux.open == 8
    I2CWire(switches.channel(None), 0x3C).command(0xAF)
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
