"""A seat that goes to a phone and home again: what is told meanwhile, and whose keys count."""

import itertools
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import DeviceError
from companion.core.seat import Place
from companion.seats.device_faults import FaultReport
from companion.web.hub import Subscription
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import Room, configured, room
from tests.seats.test_faults_at_the_table import AT_ONCE, paused, press
from tests.seats.watched_seats import ReportingPhone, WatchedSeats
from tests.series import START
from tests.until import next_turn, until

DARK = DeviceError("seat 3: screen not answering (I2C bus 13, address 0x3C): check its cable.")
STUCK = "seat 3: the key ● is stuck down (GPIO6, pin 31)."


class Three(WatchedSeats):
    """Three seats that play, seat 2 to move; no seat is a phone's of its own."""

    def __init__(self) -> None:
        super().__init__(itertools.count())

    def lend(self) -> Subscription[bytes]:
        """Seat 2 is dark, and goes to a phone."""
        self.watch.panel_fault(2, DARK)
        self.run(5)
        assert self.watch.pause is not None
        self.watch.take_gesture(0, "right")
        self.judge()
        view: Any = self.watch.pause.views[0]
        self.watch.admit(view.link.code)
        page = self.hub.phone_seats.page(2, ReportingPhone(self.watch))
        self.run(5)
        assert self.watch.on_phone == {2}
        assert self.watch.pause is None
        return page


@pytest.fixture
def three() -> Three:
    return Three()


def test_what_is_pressed_before_anybody_can_have_read_is_no_answer(three: Three) -> None:
    three.watch.panel_fault(2, DARK)
    three.run(0.3)
    assert three.watch.pause is not None
    before = three.watch.pause
    for key in ("middle", "right"):
        three.watch.take_gesture(0, key)
    assert three.watch.pause == before
    three.run(1)
    three.watch.take_gesture(0, "middle")
    assert three.watch.pause != before


def test_one_more_fault_gives_time_to_read_again(three: Three) -> None:
    three.watch.panel_fault(2, DARK)
    three.run(5)
    three.watch.panel_fault(1, DARK)
    three.run(0.5)
    assert three.watch.pause is not None
    before = three.watch.pause
    three.watch.take_gesture(0, "middle")
    assert three.watch.pause == before


def test_a_phone_that_is_gone_is_no_fault_once_its_seat_is_home(three: Three) -> None:
    page = three.lend()
    page.close()
    three.run(6)
    assert "the phone it is played from is gone" in three.watch.sentences
    three.watch.panel_fault(2, None)
    three.run(20)
    assert (three.watch.on_phone, three.watch.pause, three.watch.sentences) == (frozenset(), None, "")


def test_a_phone_may_leave_in_the_moment_in_which_its_seat_goes_home(three: Three) -> None:
    page = three.lend()
    three.watch.panel_fault(2, None)
    three.run()
    three.loop.now += 20
    page.close()
    three.judge()
    three.run(600)
    assert (three.watch.on_phone, three.watch.pause, three.watch.sentences) == (frozenset(), None, "")


def test_a_key_that_sticks_while_its_seat_is_on_a_phone_keeps_it_there(three: Three) -> None:
    three.lend()
    three.waiting.append(FaultReport(2, "keys", STUCK))
    three.run(5)
    three.watch.panel_fault(2, None)
    three.run(60)
    assert three.watch.on_phone == {2}
    assert STUCK in three.watch.sentences
    three.waiting.append(FaultReport(2, "keys", None))
    three.run(60)
    assert (three.watch.on_phone, three.watch.sentences) == (frozenset(), "")


@pytest.mark.anyio
async def test_a_seat_on_a_phone_is_played_there_and_nowhere_else(tmp_path: Path) -> None:
    """And what a finger does at the phone says nothing of a key that is stuck at the table."""
    async with room(configured(tmp_path), timings=AT_ONCE) as line:
        line.hub.phone_seats.set_address("table.local:8080", "")
        pilot = Pilot(line, Mirror())
        await pilot.play(*START)
        watch = line.watch
        line.put(FaultReport(1, "keys", STUCK.replace("2", "1")))
        await until(lambda: watch.pause is not None, line.news)
        await press(line, 0, "right")
        view: Any = paused(line).views[0]
        await line.pages.join_phone(view.link.code, None, None)
        line.hub.phone_seats.page(1, line.pages)
        keys = line.hub.phone_seats.keys(1, line.pages)
        await until(lambda: watch.pause is None and watch.on_phone == {1}, line.news)
        pilot.mirror.table.notify("Seat 2 is played from a phone from now on.", [0])

        async def agree() -> None:
            # A phone's frames are no news of the bench, so this looks at every turn of the loop.
            await until(
                lambda: (
                    (line.pictures[0], line.hub.phone_seats._pictures.get(Place(1))) == tuple(pilot.mirror.pictures)
                ),
                next_turn,
            )

        await agree()
        for key in ("left", "right"):
            await line.press(1, key, True)
            await line.press(1, key, False)
        await tap(pilot, line, 0)
        await agree()
        for key in ("right", "middle", "right"):
            keys.move(1, key, True)
            keys.move(1, key, False)
            pilot.mirror.do(1, key)
            await tap(pilot, line, 0)
            await agree()
        keys.move(1, "right", True)
        pilot.mirror.do(1, "right")
        keys.move(1, "right", False)
        keys.move(1, "middle", True)
        keys.close()
        await tap(pilot, line, 0)
        await agree()
        assert watch.on_phone == {1}
        assert "is stuck down" in watch.sentences


async def tap(pilot: Pilot, line: Room, seat: int) -> None:
    """◀, by which what came before is surely done."""
    pilot.mirror.do(seat, "left")
    await line.press(seat, "left", True)
    await line.press(seat, "left", False)
