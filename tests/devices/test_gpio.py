"""The real keys on mock pins, on a clock that stands still unless the test turns it."""

import math
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.errors import DeviceError
from companion.core.keys import KEYS, KeyEdge
from companion.devices.gpio import GpioKeys
from companion.devices.pins import pin_factory
from companion.devices.ports import Keys
from companion.devices.settings import I2CPanel, KeyPins, SeatWiring, Wiring
from companion.devices.simulated.fingers import Fingers
from tests.devices.bounces import TRAINS
from tests.devices.clock import HandLoop

LOCKOUT = 0.008
SEATS = (
    SeatWiring(KeyPins(5, 6, 12), I2CPanel("ssd1306", 11, 0x3C)),
    SeatWiring(KeyPins(13, 16, 19), I2CPanel("sh1106", 12, 0x3C)),
)


class Table:
    """Two seats' keys, the fingers on them, and what the keys have told."""

    def __init__(self) -> None:
        self.loop = HandLoop()
        self.factory = pin_factory("mock")
        # Mock pins take their ticks from the wall clock; with this one every edge seems to come from another clock, so
        # it is dated by the loop's.
        self.factory.ticks = lambda: math.inf
        self.fingers = Fingers(self.factory, Wiring(simulated=True, pin_factory="mock", seats=SEATS))
        self.told: list[KeyEdge] = []
        self.keys: Keys = GpioKeys(SEATS, self.factory, self.loop, lockout=LOCKOUT)

    def pin(self, number: int) -> Any:
        return self.factory.pin(number)


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.keys.close()
    made.factory.close()


def test_every_key_tells_its_seat_and_itself(table: Table) -> None:
    table.keys.start(table.told.append)
    for seat in (0, 1):
        for key in KEYS:
            table.fingers.press(seat, key)
            table.loop.advance(0.1)
            table.fingers.release(seat, key)
            table.loop.advance(0.1)
    assert [(edge.seat, edge.key, edge.down) for edge in table.told] == [
        (seat, key, down) for seat in (0, 1) for key in KEYS for down in (True, False)
    ]


def test_an_edge_goes_through_the_loop_even_on_its_own_thread(table: Table) -> None:
    table.keys.start(table.told.append)
    table.fingers.press(0, "left")
    assert table.told == []
    table.loop.run()
    assert table.told == [KeyEdge(0, "left", True, table.loop.now)]


def test_an_edge_on_a_foreign_thread_is_told_on_the_loop(table: Table) -> None:
    told_on = []
    table.keys.start(lambda edge: told_on.append(threading.current_thread()))
    finger = threading.Thread(target=table.fingers.press, args=(0, "left"))
    finger.start()
    finger.join()
    table.loop.run()
    assert told_on == [threading.current_thread()]


@pytest.mark.parametrize("name", TRAINS)
def test_a_bouncing_key_is_one_press_and_one_release(table: Table, name: str) -> None:
    table.keys.start(table.told.append)
    start = table.loop.now
    for milliseconds, closed in TRAINS[name]:
        table.loop.advance(start + milliseconds / 1000 - table.loop.now)
        if closed:
            table.pin(5).drive_low()
        else:
            table.pin(5).drive_high()
    table.loop.advance(1)
    assert [(edge.key, edge.down) for edge in table.told] == [("left", True), ("left", False)]
    assert table.told[0].at == start


def test_the_time_of_an_edge_is_when_it_was_not_when_it_was_handled(table: Table) -> None:
    table.factory.ticks = lambda: 7.0
    table.keys.start(table.told.append)
    # A pin calls its hook with the ticks of the edge; this one happened 3 ms ago.
    table.pin(5).when_changed(7.0 - 0.003, 0)
    table.loop.run()
    assert table.told[0].at == pytest.approx(table.loop.now - 0.003, abs=1e-9)


def test_idle_keys_wait_for_nothing(table: Table) -> None:
    table.keys.start(table.told.append)
    assert table.loop.timers == []
    table.fingers.press(0, "left")
    table.loop.run()
    assert len(table.loop.timers) == 1
    table.loop.advance(1)
    assert table.loop.timers == []


def test_keys_start_no_thread() -> None:
    before = threading.active_count()
    table = Table()
    table.keys.start(table.told.append)
    assert threading.active_count() == before
    table.keys.close()
    table.factory.close()


def test_a_key_that_is_down_at_the_start_is_told_when_it_is_pressed_again(table: Table) -> None:
    table.fingers.press(1, "middle")
    table.keys.start(table.told.append)
    table.fingers.release(1, "middle")
    table.loop.advance(0.1)
    assert table.told == []
    table.fingers.press(1, "middle")
    table.loop.advance(0.1)
    assert [(edge.seat, edge.key, edge.down) for edge in table.told] == [(1, "middle", True)]


def test_nothing_is_told_after_close(table: Table) -> None:
    table.keys.start(table.told.append)
    table.fingers.press(0, "left")
    table.loop.run()
    table.fingers.release(0, "left")
    table.keys.close()
    table.loop.advance(1)
    assert [edge.down for edge in table.told] == [True]
    assert table.loop.timers == []


def test_a_pin_that_is_taken_is_named(table: Table) -> None:
    with pytest.raises(DeviceError, match=r"seat 0: the left key cannot have GPIO5 \("):
        GpioKeys(SEATS[:1], table.factory, table.loop, lockout=LOCKOUT)


def test_a_pin_that_does_not_exist_is_named_and_the_others_are_let_go(table: Table) -> None:
    wrong = SeatWiring(KeyPins(20, 21, 99), SEATS[0].panel)
    with pytest.raises(DeviceError, match="the right key cannot have GPIO99"):
        GpioKeys((wrong,), table.factory, table.loop, lockout=LOCKOUT)
    again = SeatWiring(KeyPins(20, 21, 22), SEATS[0].panel)
    GpioKeys((again,), table.factory, table.loop, lockout=LOCKOUT).close()
