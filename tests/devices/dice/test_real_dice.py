"""Every real kind of die on mock pins, thrown by the simulated table, with a manual clock."""

from collections.abc import Callable, Iterator

import pytest

from companion.core.die import ORIENTATIONS, Orientation
from companion.core.errors import DeviceError
from companion.devices.dice.button import ButtonDie
from companion.devices.dice.coded import FRONT_BY_TURN
from companion.devices.dice.die import DieParts, DieWiring
from companion.devices.dice.nest import NestDie, NestSensors
from companion.devices.dice.page import TUMBLE_SECONDS
from companion.devices.pins import pin_factory
from companion.devices.protocols import DieSight
from tests.devices.clock import HandLoop
from tests.devices.dice.die_bench import CODED, LOW_WHERE_DARK, NAMES, NEST, READ, Bench, quiet


@pytest.fixture
def made() -> Iterator[Callable[[DieWiring], Bench]]:
    benches: list[Bench] = []

    def make(wiring: DieWiring) -> Bench:
        benches.append(Bench(wiring))
        return benches[-1].start()

    yield make
    for bench in benches:
        bench.close()


Made = Callable[[DieWiring], Bench]


# The module with a code


def test_zero_is_no_die_and_seven_cannot_be_read(made: Made) -> None:
    bench = made(CODED)
    bench.say(7)
    bench.loop.advance(0.4)
    bench.say(0)
    bench.loop.advance(0.4)
    assert bench.sights == ["tumbling", "unreadable", "tumbling", "absent"]
    assert bench.readings == []


def test_a_bouncing_strobe_is_one_reading_when_it_has_stood(made: Made) -> None:
    bench = made(CODED)
    bench.set(p8=True, p26=True)
    for _ in range(40):
        bench.drive(19, True)
        bench.loop.advance(0.007)
        bench.drive(19, False)
        bench.loop.advance(0.003)
    bench.drive(19, True)
    bench.loop.advance(0.299)
    assert bench.readings == []
    bench.loop.advance(0.002)
    assert bench.readings == [(5, None)]


def test_a_bit_that_changes_under_the_strobe_counts_from_then(made: Made) -> None:
    bench = made(CODED)
    bench.say(1)
    bench.loop.advance(0.2)
    bench.drive(7, True)
    bench.loop.advance(0.299)
    assert bench.readings == []
    bench.loop.advance(0.002)
    assert bench.readings == [(3, None)]


def test_bits_without_a_strobe_are_nothing(made: Made) -> None:
    bench = made(CODED)
    bench.set(p8=True)
    bench.loop.advance(1)
    assert (bench.readings, bench.sights) == ([], ["tumbling", "silent"])


@pytest.mark.parametrize("stuck", [None, 8, 7, 26])
def test_each_face_is_read_and_a_stuck_bit_reads_another_or_none_but_never_a_front(
    made: Made, stuck: int | None
) -> None:
    """Three bits have no parity, so that a stuck one can be noticed only by looking; hardware/ says so."""
    bench = made(CODED)
    for level in (False, True):
        bench.told.clear()
        for face in range(1, 7):
            for said in (0, face):
                bench.say(said)
                if stuck is not None:
                    bench.drive(stuck, level)
                bench.loop.advance(0.4)
        assert all(top in range(1, 7) and front is None for top, front in bench.readings)
        if stuck is None:
            assert [top for top, _ in bench.readings] == list(range(1, 7))


def test_the_turn_lines_give_all_24_orientations() -> None:
    assert sorted((top, front) for top, fronts in FRONT_BY_TURN.items() for front in fronts) == list(ORIENTATIONS)
    for top, (first, second, third, fourth) in FRONT_BY_TURN.items():
        assert first == min(FRONT_BY_TURN[top])
        assert Orientation(top, first).right == second
        assert (third, fourth) == (7 - first, 7 - second)


# The nest


@pytest.mark.parametrize("stuck", [None, 8, 7, 26, 19, 12, 14])
def test_every_orientation_is_read_from_below_and_one_stuck_sensor_is_noticed(made: Made, stuck: int | None) -> None:
    """Each orientation is read as it is or told to be askew; both happen, so every sensor that sticks is seen soon."""
    for level in (False, True):
        bench = made(NEST)
        right_ones = 0
        for lies in ORIENTATIONS:
            bench.lift()
            if stuck is not None:
                bench.drive(stuck, level)
            bench.loop.advance(0.4)
            bench.told.clear()
            bench.lay(lies)
            if stuck is not None:
                bench.drive(stuck, level)
            bench.loop.advance(0.4)
            assert bench.readings in ([], [lies])
            if bench.readings:
                right_ones += 1
            else:
                assert bench.sights[-1] == "unreadable"
        assert right_ones == 24 if stuck is None else 0 < right_ones < 24


@pytest.mark.parametrize("wiring", [NEST, LOW_WHERE_DARK], ids=["high", "low"])
def test_a_nest_without_sensors_is_dark(wiring: NestDie) -> None:
    """Nothing drives the lines: the Pi pulls each to the level of a dark field, so no die lies there."""
    factory = pin_factory("mock")
    sensors = NestSensors(wiring, factory, HandLoop())
    assert sensors.read() == "absent"
    sensors.close()
    factory.close()


def test_a_lamp_over_the_nest_is_no_die(made: Made) -> None:
    bench = made(NEST)
    for number in (8, 7, 26, 19, 12, 14):
        bench.drive(number, False)
    bench.loop.advance(0.4)
    assert (bench.readings, bench.sights) == ([], ["tumbling", "unreadable"])


# Both


@pytest.mark.parametrize("wiring", [*READ, LOW_WHERE_DARK], ids=[*NAMES, "nest, low where dark"])
def test_a_hand_throws_all_24(wiring: DieWiring) -> None:
    picks = iter(range(24))
    bench = Bench(wiring, lambda limit: next(picks) % limit).start()
    for _ in ORIENTATIONS:
        bench.die.throw()
        bench.die.throw()  # it is tumbling
        bench.loop.advance(TUMBLE_SECONDS + 0.4)
    assert [one.lies for one in bench.told if isinstance(one, DieSight) and one.lies] == list(ORIENTATIONS)
    assert bench.readings == [(top, None if wiring is CODED else front) for top, front in ORIENTATIONS]
    bench.close()


@pytest.mark.parametrize("wiring", READ, ids=NAMES)
def test_what_hinders_a_roll_is_told_again_when_one_is_asked_for(made: Made, wiring: DieWiring) -> None:
    bench = made(wiring)
    bench.set(p8=False, p7=False, p26=False, p19=True) if wiring is NEST else bench.say(7)
    bench.loop.advance(0.4)
    bench.told.clear()
    bench.die.die.ask()
    bench.die.die.throw()
    assert bench.told == [DieSight("unreadable")]


@pytest.mark.parametrize("wiring", READ, ids=NAMES)
def test_a_die_that_rests_waits_for_nothing(made: Made, wiring: DieWiring) -> None:
    bench = made(wiring)
    assert bench.loop.timers == []
    bench.drive(19, wiring is not NEST)
    bench.loop.run()
    assert len(bench.loop.timers) == 1
    for _ in range(500):
        bench.drive(19, False)
        bench.drive(19, True)
    assert len(bench.loop._soon) == 1, "a storm of edges is one call on the loop"
    bench.loop.run()
    assert len(bench.loop.timers) == 1, "and arms no more"
    bench.loop.advance(1)
    assert bench.loop.timers == []


@pytest.mark.parametrize("wiring", READ, ids=NAMES)
def test_nothing_is_told_after_the_end(wiring: DieWiring) -> None:
    bench = Bench(wiring).start()
    bench.die.throw()
    bench.loop.advance(TUMBLE_SECONDS)
    bench.told.clear()
    bench.close()
    bench.loop.advance(5)
    assert bench.told == []
    assert bench.loop.timers == []


@pytest.mark.parametrize(
    ("wiring", "named"),
    [
        (CODED, "the die: its strobe cannot use GPIO19"),
        (NEST, "the die: its right sensor cannot use GPIO19"),
        (ButtonDie(19), "the die: its roll key cannot use GPIO19"),
        (ButtonDie(8, (7, 26, 19, 12)), "the die: its second pair of lights cannot use GPIO19"),
    ],
)
def test_a_pin_that_is_taken_is_named_and_the_others_are_let_go(wiring: DieWiring, named: str) -> None:
    from gpiozero import DigitalInputDevice

    factory = pin_factory("mock")
    other = DigitalInputDevice(19, pin_factory=factory)
    parts = DieParts(lambda: factory, HandLoop(), lambda _limit: 0, quiet, simulated=True)
    with pytest.raises(DeviceError, match=named):
        wiring.build(parts)
    other.close()
    wiring.build(parts).close()
    factory.close()
