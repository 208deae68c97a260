"""The real keys on mock pins, with a manual clock."""

import math
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from companion.core.errors import DeviceError
from companion.core.keys import KEYS, Contact, InitiallyDown, KeyEdge, KeyEvent, KnobTurn
from companion.devices.keys.gpio_keys import GpioKeys
from companion.devices.pins import pin_factory
from companion.devices.protocols import KeySource
from companion.devices.simulated.pins import SimulatedKeys
from companion.devices.wiring import Encoder, I2CPanel, KeyPins, PodSeat, SeatWiring, Wiring
from tests.devices.bounces import TRAINS
from tests.devices.clock import HandLoop
from tests.laws.play import one_round

LOCKOUT, SETTLE = 0.008, 0.002
EXACTLY = 1e-9
"""What seconds on a clock lose when they are added up."""
PANEL = I2CPanel("ssd1306", 11, 0x3C)
SEATS = (
    SeatWiring(KeyPins(5, 6, 12), PANEL),
    SeatWiring(KeyPins(13, 16, 19), PANEL),
    PodSeat("E66118604B"),
    SeatWiring(KeyPins(20, 21, 22, back=23), PANEL),
    SeatWiring(Encoder(24, 25, 26), PANEL),
    SeatWiring(Encoder(7, 8, 9, back=10), PANEL),
)


class Table:
    """Some seats' keys, the fingers on them, and what the keys have told."""

    def __init__(self, seats: tuple[SeatWiring | PodSeat, ...] = SEATS) -> None:
        self.loop = HandLoop()
        self.factory = pin_factory("mock")
        # Mock pins take their ticks from the wall clock; with this one every edge seems to come from another clock, so
        # it is dated by the loop's.
        self.factory.ticks = lambda: math.inf
        self.fingers = SimulatedKeys(self.factory, Wiring(simulated=True, pin_factory="mock", seats=seats))
        self.told: list[KeyEvent] = []
        self.keys: KeySource = GpioKeys(seats, self.factory, self.loop, lockout=LOCKOUT, settle=SETTLE)

    @property
    def edges(self) -> list[tuple[int, Contact, bool]]:
        """Who pressed and let go of what."""
        return [(event.seat, event.key, event.down) for event in self.told if isinstance(event, KeyEdge)]

    def tap(self, seat: int, key: Contact) -> None:
        """Press and let go."""
        self.fingers.press(seat, key)
        self.loop.advance(0.1)
        self.fingers.release(seat, key)
        self.loop.advance(0.1)

    def pin(self, number: int) -> Any:
        return self.factory.pin(number)

    def drive(self, number: int, closed: bool) -> None:
        """Put the contact on a pin into a position."""
        if closed:
            self.pin(number).drive_low()
        else:
            self.pin(number).drive_high()


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.keys.close()
    made.factory.close()


def test_every_key_tells_its_seat_and_itself_and_none_starts_a_thread() -> None:
    """The pod at seat 2 has no pins, and those behind it keep their numbers."""
    before = set(threading.enumerate())
    table = Table()
    table.keys.start(table.told.append)
    pressed: list[tuple[int, Contact]] = [(seat, key) for seat in (0, 1, 3) for key in KEYS]
    pressed += [(3, "back"), (4, "middle"), (5, "middle"), (5, "back")]
    for seat, key in pressed:
        table.tap(seat, key)
    table.tap(2, "left")
    assert table.edges == [(seat, key, down) for seat, key in pressed for down in (True, False)]
    assert table.loop.timers == []
    assert set(threading.enumerate()) == before
    table.keys.close()
    table.factory.close()


def test_a_knob_tells_its_notches(table: Table) -> None:
    table.keys.start(table.told.append)
    for key in ("left", "right", "right", "left"):
        table.tap(4, key)
        table.tap(5, key)
    ways = [(event.seat, event.way) for event in table.told if isinstance(event, KnobTurn)]
    assert ways == [(seat, way) for way in ("left", "right", "right", "left") for seat in (4, 5)]
    assert len(ways) == len(table.told), "and nothing else"


def test_a_knob_is_turned_while_it_is_pushed(table: Table) -> None:
    table.keys.start(table.told.append)
    table.fingers.press(4, "middle")
    table.loop.advance(0.1)
    table.tap(4, "right")
    table.fingers.release(4, "middle")
    table.loop.advance(0.1)
    told = [getattr(event, "way", None) or getattr(event, "key", None) for event in table.told]
    assert told == ["middle", "right", "middle"]


def test_an_edge_on_any_thread_is_told_on_the_loop(table: Table) -> None:
    told_on = []
    table.keys.start(lambda edge: told_on.append(threading.current_thread()))
    table.fingers.press(0, "left")
    finger = threading.Thread(target=table.fingers.press, args=(0, "right"))
    finger.start()
    finger.join()
    assert told_on == []
    table.loop.advance(SETTLE)
    assert told_on == [threading.current_thread()] * 2


@pytest.mark.parametrize("name", ["clean", "worn out", "tap within the lock-out", "two edges at one time"])
@pytest.mark.parametrize("late", one_round([0.005, 0.0, 0.03]))
def test_a_bouncing_key_that_is_heard_late_is_one_press_and_one_release(table: Table, name: str, late: float) -> None:
    """The contact has its level in time, and every edge comes some time after, with its date. Another key bounces meanwhile."""
    table.factory.ticks = lambda: table.loop.now
    table.keys.start(table.told.append)
    pin = table.pin(5)
    heard, pin.when_changed = pin.when_changed, None
    start, train = table.loop.now, TRAINS[name]
    happens = [(edge.at / 1000, 0, number) for number, edge in enumerate(train.edges)]
    arrives = [(edge.at / 1000 + late, 1, number) for number, edge in enumerate(train.edges)]
    for when, kind, number in sorted(happens + arrives):
        table.loop.advance(start + when - table.loop.now)
        at, closed = train.edges[number]
        if kind == 0:
            table.drive(5, closed)
            table.drive(13, closed)
        else:
            heard(start + at / 1000, not closed)
    table.loop.advance(1)
    for seat in (0, 1):
        edges = [event for event in table.told if isinstance(event, KeyEdge) and event.seat == seat]
        assert [(edge.key, edge.down) for edge in edges] == [("left", True), ("left", False)]
        assert edges[0].at == pytest.approx(start, abs=1e-9)
        let_go, still = train.let_go / 1000, max(train.edges[-1].at / 1000, LOCKOUT)
        assert let_go - EXACTLY <= edges[1].at - start <= still + EXACTLY


@pytest.mark.parametrize(
    ("times", "ticks", "at"),
    [
        ([1000.0, 1000.2, 1000.2, 1000.20001], [7.003, 7.203], 1000.0 - 0.003),
        # What runs in between makes an edge seem later, never earlier; after three looks the earliest counts.
        ([1000.0, 1000.2, 1000.2, 1000.21, 1000.21, 1000.5], [7.003, 7.203, 7.213], 1000.21 - 0.203),
    ],
)
def test_the_clock_of_the_loop_is_read_close_to_that_of_the_pins(
    table: Table, times: list[float], ticks: list[float], at: float
) -> None:
    """Another thread may come between two looks at two clocks; then both are read again."""
    table.keys.start(table.told.append)
    pin = table.pin(5)
    heard, pin.when_changed = pin.when_changed, None
    table.drive(5, closed=True)
    table.factory.ticks = iter(ticks).__next__
    waiting = iter(times)
    table.loop.time = lambda: next(waiting, times[-1])  # type: ignore[method-assign]
    heard(7.0, 0)
    table.loop.run()
    del table.loop.time
    table.loop.advance(1)
    assert table.told[0].at == pytest.approx(at, abs=1e-4)


def test_a_press_that_is_handled_seconds_late_is_not_taken_for_a_bounce(table: Table) -> None:
    """On a busy machine all edges come at once, and only their times tell two presses apart."""
    table.keys.start(table.told.append)
    table.factory.ticks = lambda: 10.0
    for happened, state in ((7.0, 0), (7.1, 1), (7.2, 0), (7.3, 1)):
        table.pin(5).when_changed(happened, state)
    table.loop.run()
    table.loop.advance(1)
    key = table.edges[0][:2]
    assert table.edges == [(*key, down) for down in (True, False, True, False)]


def test_twenty_spikes_a_second_are_no_press_and_leave_no_timer(table: Table) -> None:
    """As a wire beside the bus's clock catches them: the key's contact is never closed for long."""
    table.keys.start(table.told.append)
    for _ in range(20):
        table.drive(5, closed=True)
        table.drive(5, closed=False)
        table.loop.advance(0.02)
        assert table.loop.timers == []
    table.drive(5, closed=True)
    table.loop.run()
    table.drive(5, closed=False)
    table.loop.advance(0.02)
    assert table.told == []


def test_idle_keys_wait_for_nothing(table: Table) -> None:
    table.keys.start(table.told.append)
    assert table.loop.timers == []
    table.fingers.press(0, "left")
    table.loop.run()
    assert len(table.loop.timers) == 1
    table.loop.advance(1)
    assert table.loop.timers == [], "nor those that are held"
    table.fingers.press(4, "right")
    table.loop.run()
    assert table.loop.timers == [], "nor a knob that is turned"


def test_a_key_that_is_down_at_the_start_is_no_press_until_it_is_pressed_again(table: Table) -> None:
    table.fingers.press(1, "middle")
    table.keys.start(table.told.append)
    assert table.told == [InitiallyDown(1, "middle", table.loop.now)]
    table.fingers.release(1, "middle")
    table.loop.advance(0.1)
    assert table.edges == [(1, "middle", False)]
    table.fingers.press(1, "middle")
    table.loop.advance(0.1)
    assert table.edges == [(1, "middle", False), (1, "middle", True)]


def test_a_key_that_goes_down_while_keys_are_started_is_told_once(table: Table) -> None:
    """Its edge was heard before its level was looked at, and comes after."""
    pin = table.pin(16)
    hooked = type(pin)._set_when_changed

    class Quick(type(pin)):  # type: ignore[misc]
        def _set_when_changed(self, value: Any) -> None:
            hooked(self, value)
            if value is not None:
                self.drive_low()

    pin.__class__ = Quick
    table.keys.start(table.told.append)
    table.loop.advance(0.1)
    assert [(event.seat, type(event)) for event in table.told] == [(1, InitiallyDown)]


def test_nothing_is_told_after_close(table: Table) -> None:
    table.keys.start(table.told.append)
    table.fingers.press(0, "left")
    table.loop.advance(SETTLE)
    table.fingers.release(0, "left")
    table.keys.close()
    table.loop.advance(1)
    assert table.edges == [(0, "left", True)]
    assert table.loop.timers == []


def test_a_pin_that_cannot_be_had_is_named_and_the_others_are_let_go(table: Table) -> None:
    for keys, named in (
        (KeyPins(5, 11, 17), "the left key cannot use GPIO5"),
        (KeyPins(4, 11, 99), "the right key cannot use GPIO99"),
        (KeyPins(4, 11, 17, back=99), "the back key cannot use GPIO99"),
        (Encoder(99, 4, 11), "the encoder's line A cannot use GPIO99"),
        (Encoder(4, 99, 11), "the encoder's line B cannot use GPIO99"),
    ):
        with pytest.raises(DeviceError, match=f"seat 1: {named} "):
            GpioKeys((SeatWiring(keys, PANEL),), table.factory, table.loop, lockout=LOCKOUT, settle=SETTLE)
        again = SeatWiring(KeyPins(4, 11, 17), PANEL)
        GpioKeys((again,), table.factory, table.loop, lockout=LOCKOUT, settle=SETTLE).close()


@pytest.mark.parametrize(("seat", "later"), [(0, "left"), (4, "right")], ids=["a key", "a knob"])
def test_what_one_did_is_told_before_what_another_did_later_though_the_loop_was_busy(
    table: Table, seat: int, later: Contact
) -> None:
    table.keys.start(table.told.append)
    table.fingers.press(seat, "middle")
    table.loop.advance(0.1)
    table.fingers.release(seat, "middle")
    table.loop.now += 0.012
    table.fingers.press(seat, later)
    table.loop.run()
    assert table.edges[:2] == [(seat, "middle", True), (seat, "middle", False)]
    table.loop.advance(0.1)
    assert len(table.told) == 3, "the timer that came late tells nothing anew"
