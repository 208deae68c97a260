"""Keys that a page presses faster than a finger reach the pins one after another."""

import math
from collections.abc import Iterable

import pytest

from companion.core.keys import Contact, Key, KeyEdge, KeyEvent, KnobTurn
from companion.devices.keys.gpio_keys import GpioKeys
from companion.devices.pins import pin_factory
from companion.devices.simulated.pins import WAITING, KeyPacer, SimulatedKeys
from companion.devices.wiring import Encoder, I2CPanel, KeyPins, PodSeat, SeatWiring, Wiring
from tests.devices.clock import HandLoop

WIRING = Wiring(
    simulated=True,
    pin_factory="mock",
    seats=(
        SeatWiring(KeyPins(4, 5, 6), I2CPanel("ssd1306", 1, 0x3C)),
        SeatWiring(KeyPins(12, 13, 16, back=17), I2CPanel("ssd1306", 1, 0x3D)),
        SeatWiring(Encoder(20, 21, 22), I2CPanel("ssd1306", 2, 0x3C)),
        PodSeat("E66118604B"),
    ),
)
LOCKOUT, SETTLE = 0.008, 0.002


class Bench:
    """A key pacer between pressed keys and debounced keys, with a manual clock."""

    def __init__(self) -> None:
        factory = pin_factory("mock")
        # Mock pins take their ticks from the wall clock; with this one every edge is dated by the loop's.
        factory.ticks = lambda: math.inf
        self.loop = HandLoop()
        self.edges: list[KeyEvent] = []
        self.keys = GpioKeys(WIRING.seats, factory, self.loop, lockout=LOCKOUT, settle=SETTLE)
        self.keys.start(self.edges.append)
        self.tips = KeyPacer(SimulatedKeys(factory, WIRING), 4, self.loop, pause=1.5 * LOCKOUT, settle=1.5 * SETTLE)

    def click(self, seat: int, key: Contact) -> None:
        self.tips.move(seat, key, True)
        self.tips.move(seat, key, False)

    @property
    def heard(self) -> list[tuple[int, Contact, bool]]:
        return [(edge.seat, edge.key, edge.down) for edge in self.edges if isinstance(edge, KeyEdge)]


def pressed(seat: int, keys: Iterable[Contact]) -> list[tuple[int, Contact, bool]]:
    return [(seat, key, down) for key in keys for down in (True, False)]


def test_every_click_of_a_burst_is_heard_in_its_order() -> None:
    bench = Bench()
    keys: tuple[Contact, ...] = ("middle", "middle", "left", "back", "right", "right", "right", "back")
    for key in keys:
        bench.click(1, key)
    bench.loop.advance(1)
    assert bench.heard == pressed(1, keys)


def test_one_seat_does_not_wait_for_another() -> None:
    bench = Bench()
    for _ in range(20):
        bench.click(0, "left")
    bench.tips.move(1, "right", True)
    bench.loop.advance(SETTLE)
    assert bench.heard[-1] == (1, "right", True)
    bench.loop.advance(1)
    assert bench.heard.count((0, "left", True)) == 20


def test_two_keys_can_be_held_together() -> None:
    bench = Bench()
    bench.tips.move(0, "left", True)
    bench.tips.move(0, "right", True)
    bench.loop.advance(0.01)
    assert bench.heard == [(0, "left", True), (0, "right", True)]


def test_a_burst_on_a_knob_is_as_many_notches_and_pushes() -> None:
    bench = Bench()
    keys: tuple[Key, ...] = ("left", "left", "middle", "right", "middle", "right", "right")
    for key in keys:
        bench.click(2, key)
    bench.loop.advance(1)
    heard = [
        edge.way if isinstance(edge, KnobTurn) else (edge.key, edge.down)
        for edge in bench.edges
        if isinstance(edge, KnobTurn | KeyEdge)
    ]
    down, up = ("middle", True), ("middle", False)
    assert heard == ["left", "left", down, up, "right", down, up, "right", "right"]


@pytest.mark.parametrize(("seat", "key"), [(0, "back"), (2, "back"), (3, "left"), (3, "middle")])
def test_a_key_that_a_seat_does_not_have_is_not_touched(seat: int, key: Contact) -> None:
    bench = Bench()
    bench.click(seat, key)
    bench.loop.advance(1)
    assert bench.edges == []


def test_a_flood_is_cut_off_and_leaves_no_key_down() -> None:
    bench = Bench()
    for _ in range(10 * WAITING):
        bench.click(0, "middle")
    bench.loop.advance(60)
    assert bench.heard == pressed(0, ["middle"] * (len(bench.heard) // 2))
    assert len(bench.heard) <= WAITING + 2
    bench.click(0, "left")
    bench.loop.advance(1)
    assert bench.heard[-2:] == pressed(0, ["left"])


def test_closed_fingertips_leave_no_key_down_and_press_nothing_more() -> None:
    bench = Bench()
    bench.click(0, "middle")
    bench.click(0, "left")
    bench.loop.advance(SETTLE)
    bench.tips.close()
    bench.loop.advance(1)
    assert bench.heard == pressed(0, ["middle"])
