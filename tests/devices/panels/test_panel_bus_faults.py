"""Panels of one bus that fail, lose their power or are missing: retries, checks and reports."""

import errno
from collections.abc import Iterator
from math import ceil

import pytest

from companion.core.picture import BLANK, WIDTH
from companion.devices.panels.oled_panel import STEP_BYTES
from tests.devices.panels.two_panels import BUSY, OTHER, Two


@pytest.fixture
def two() -> Iterator[Two]:
    made = Two()
    yield made
    made.bus.close()


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


def test_a_replugged_panel_is_started_again_and_shows_the_newest(two: Two) -> None:
    two.bus.open()
    two.work()
    two.wires.unplug(0x3C)
    two.bus.show(0, BUSY)
    two.bus.show(1, BUSY)
    two.work()
    assert two.seen() == (BLANK, BUSY)
    assert [seat for seat, _ in two.faults] == [0]
    two.bus.show(0, OTHER)
    two.wires.plug(0x3C)
    two.loop.advance(0.1)
    two.work()
    assert two.seen() == (OTHER, BUSY)
    assert two.faults[-1] == (0, None)
    assert two.mirrors[0] == OTHER


def test_a_panel_missing_at_the_start_costs_only_its_seat(two: Two) -> None:
    two.wires.unplug(0x3D)
    two.bus.open()
    two.bus.show(0, BUSY)
    two.bus.show(1, BUSY)
    two.work()
    assert two.seen() == (BUSY, BLANK)
    assert [(seat, told is not None) for seat, told in two.faults] == [(1, True)]


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


def test_a_check_finds_a_panel_that_is_gone_and_it_is_tried_again(two: Two) -> None:
    two.bus.open()
    two.bus.show(0, BUSY)
    two.work()
    two.wires.unplug(0x3C)
    two.bus.check(0)
    two.work()
    assert [(seat, told is None) for seat, told in two.faults] == [(0, False)]
    two.wires.plug(0x3C)
    two.loop.advance(0.1)
    two.work()
    assert two.chips[0].pixels() == BUSY
    assert two.faults[1:] == [(0, None)]


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


def test_a_dimmed_panel_that_is_gone_is_a_fault(two: Two) -> None:
    two.bus.open()
    two.work()
    two.wires.unplug(0x3C)
    two.bus.dim(0, 8)
    two.work()
    assert [seat for seat, _ in two.faults] == [0]
    two.wires.plug(0x3C)
    two.loop.advance(0.1)
    two.work()
    assert two.chips[0].contrast == 8
