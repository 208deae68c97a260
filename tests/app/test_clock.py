"""Think time at a whole table, with an advanced clock: the panels count down, a pause stops it, and a restart keeps what is left.

The loop's time is the system's and what a test adds, so a slow machine takes time too: only bounds are asserted.
"""

from pathlib import Path
from typing import Any

from companion.core.prompt import Move
from companion.core.screen import TextMark, every_mark
from companion.seats.device_faults import FaultReport
from companion.table.clock import ThinkTime
from companion.table.effects import Answered
from companion.ui.raster import draw
from tests.advanced_loop import clock, run
from tests.room import Room, configured, room
from tests.table.room import code, guess
from tests.until import next_turn, until

START: Move = {"move": "start"}
TIMED = "player 300"


async def make(line: Room, seat: int, move: Move) -> None:
    """A move, as a page makes it; the input does not say when."""
    number = line.table.state.number + 1
    line.put(Answered(seat, number, move))
    after = ("mastermind", 0 if move == START else number)
    while (line.view.get("game"), line.number) != after:
        await line.news()  # not before the journal has it
    await clock().advance(0.2)


async def news(line: Room) -> None:
    """Hear all that the pages were told."""
    while len(line._news):
        await line.news()


def think_time(line: Room) -> ThinkTime:
    found = line.table.state.clock
    assert found is not None
    return found


def texts(line: Room, seat: int) -> list[str]:
    screen = line.table.screen(seat)
    return [mark.text for mark in every_mark(screen) if isinstance(mark, TextMark)]


def test_the_panel_counts_down_and_the_time_s_end_moves_nobody(tmp_path: Path) -> None:
    async def play() -> None:
        async with room(configured(tmp_path, think_time="turn 30")) as line:
            await make(line, 0, START)
            await clock().advance(22)
            table = line.table
            assert any(text.startswith("0:0") for text in texts(line, 0)), texts(line, 0)
            await until(lambda: line.pictures[0] == draw(table.screen(0)), next_turn)
            await clock().advance(30)
            assert think_time(line).left(0) < -15
            assert any(text.startswith("+0:") or text == "+1m" for text in texts(line, 0)), texts(line, 0)
            await until(lambda: line.pictures[0] == draw(table.screen(0)), next_turn)
            assert table.state.number == 0
            await make(line, 0, code("RYGB"))
            assert table.state.number == 1
            assert think_time(line).running == (1,)

    run(play())


def test_a_pause_stops_it(tmp_path: Path) -> None:
    async def play() -> None:
        async with room(configured(tmp_path, think_time=TIMED)) as line:
            await make(line, 0, START)
            watch = line.watch
            line.put(FaultReport(1, "screen", "seat 2: screen not answering (a test)."))
            while watch.pause is None:
                await clock().advance(0.1)
            await clock().advance(0.2)
            left = think_time(line).left(0)
            await news(line)
            assert line.clock is not None
            assert line.clock["running"] == []
            await clock().advance(100)
            assert think_time(line).left(0) == left
            line.put(FaultReport(1, "screen", None))
            while watch.pause is not None:
                await clock().advance(0.1)
            await clock().advance(0.2)
            assert think_time(line).since is not None
            await news(line)
            assert line.clock["running"] == [0]
            assert left - 90 < line.clock["left"][0] <= left + 0.01

    run(play())


def test_after_a_restart_each_player_has_what_was_left_after_the_own_last_move(tmp_path: Path) -> None:
    left: dict[str, Any] = {}

    async def play() -> None:
        async with room(configured(tmp_path, think_time=TIMED)) as line:
            await make(line, 0, START)
            await clock().advance(40)
            await make(line, 0, code("RYGB"))
            left["Ann"] = think_time(line).left(0)
            await clock().advance(20)
            await make(line, 1, guess("YRBG"))
            left["Bob"] = think_time(line)
            await clock().advance(50)  # and these are lost: nothing was written since

    run(play())
    assert 200 < left["Ann"] <= 260

    async def again() -> None:
        async with room(configured(tmp_path)) as line:
            await clock().advance(0.1)
            time = think_time(line)
            assert abs(time.left(0) - left["Ann"]) < 0.01
            assert time.running == (1,)
            since = left["Bob"].setting.seconds - left["Bob"].spent[1]
            assert time.since is not None
            assert time.setting.seconds - time.spent[1] <= since
            assert line.table.deadline is not None, "it passes again"
            assert 180 < time.left(1) <= 281

    run(again())


def test_without_a_clock_no_timer_waits(tmp_path: Path) -> None:
    async def play() -> None:
        async with room(configured(tmp_path)) as line:
            await make(line, 0, START)
            assert line.table.deadline is None
            await news(line)
            assert line.clock is None

    run(play())
