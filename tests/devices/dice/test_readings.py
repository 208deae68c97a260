"""Which values are readings of a die, and the two sources of rolls."""

import re
from collections import Counter
from typing import Literal

import pytest

from companion.core.die import ORIENTATIONS
from companion.core.errors import DeviceError
from companion.devices.dice.die import DieParts, die_wiring
from companion.devices.dice.machine import RandomNumbers
from companion.devices.dice.page import TUMBLE_SECONDS, ThrownInPage
from companion.devices.dice.readings import check_reading, check_top_only
from companion.devices.protocols import DieReading, DieSight
from tests.devices.clock import HandLoop
from tests.devices.dice.die_bench import quiet

SOURCES: tuple[Literal["machine", "page"], ...] = ("machine", "page")


@pytest.mark.rule("P1")
def test_the_24_orientations_are_the_only_readings() -> None:
    faces = range(-1, 9)
    good = [(top, front) for top in faces for front in faces if is_read(top, front)]
    assert good == list(ORIENTATIONS)


def is_read(top: object, front: object) -> bool:
    try:
        return check_reading(DieReading("hand", top, front)) == (top, front)
    except DeviceError:
        return False


@pytest.mark.rule("P1")
def test_a_bad_reading_is_refused_and_its_face_is_named() -> None:
    long = [1] * 99
    for top, front, said in (
        (3, 3, "3 on top and 3 in front"),
        (3, 4, "3 on top and 4 in front"),
        (0, 2, "0 on top"),
        (2, 7, "7 in front"),
        (True, 2, "True on top"),
        (1.0, 2, "1.0 on top"),
        ("1", 2, '"1" on top'),
        (None, 2, "nothing on top"),
        (long, 2, "… on top"),
    ):
        with pytest.raises(DeviceError, match=re.escape(said)) as refused:
            check_reading(DieReading("hand", top, front))
        assert len(str(refused.value)) < 160


def test_a_reader_that_cannot_tell_the_front_is_no_other_sources_excuse() -> None:
    assert check_top_only(DieReading("coded", 3, None)) == 3
    assert check_top_only(DieReading("pod", 3, None)) == 3
    assert check_top_only(DieReading("pod", 3, 2)) is None
    assert check_top_only(DieReading("hand", 3, None)) is None
    with pytest.raises(DeviceError, match="No die has 9 on top"):
        check_top_only(DieReading("pod", 9, None))
    with pytest.raises(DeviceError, match="No die has nothing in front"):
        check_reading(DieReading("hand", 3, None))


@pytest.mark.parametrize("source", SOURCES)
def test_every_pick_is_an_orientation_of_its_own(source: Literal["machine", "page"]) -> None:
    told: list[DieReading | DieSight] = []
    clock = HandLoop()
    picks = iter(range(24))
    parts = DieParts(dict, clock, lambda limit: next(picks) % limit, quiet, simulated=True)
    die = die_wiring(source)().build(parts)
    die.start(told.append)
    for _ in range(24):
        die.die.ask()
        die.throw()
        clock.advance(TUMBLE_SECONDS)
    readings = [one for one in told if isinstance(one, DieReading)]
    assert Counter((one.source, one.top, one.front) for one in readings) == Counter(
        (source, *one) for one in ORIENTATIONS
    )
    assert len(told) == (24 if source == "machine" else 48)


def test_the_machine_answers_at_once_and_only_when_asked() -> None:
    told: list[DieReading | DieSight] = []
    die = RandomNumbers(lambda _limit: 0)
    die.start(told.append)
    die.throw()
    assert told == []
    die.ask()
    assert told == [DieReading("machine", 1, 2)]


def test_a_thrown_die_tumbles_and_counts_once() -> None:
    clock = HandLoop()
    told: list[DieReading | DieSight] = []
    die = ThrownInPage(clock, lambda _limit: 0, tumble=1.0)
    die.start(told.append)
    die.throw()
    assert told == []  # nobody wants it
    die.ask()
    die.throw()
    die.throw()
    clock.advance(0.9)
    assert told == [DieSight("tumbling", ORIENTATIONS[0])]
    clock.advance(0.2)
    die.throw()
    assert told[1:] == [DieReading("page", 1, 2)]


def test_a_die_in_the_air_does_not_count_after_the_end() -> None:
    clock = HandLoop()
    told: list[DieReading | DieSight] = []
    die = ThrownInPage(clock, lambda _limit: 0, tumble=1.0)
    die.start(told.append)
    die.ask()
    die.throw()
    die.close()
    clock.advance(2)
    assert told == [DieSight("tumbling", ORIENTATIONS[0])]
