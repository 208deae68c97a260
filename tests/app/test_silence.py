"""Abandoning a game at a whole table: a player who left agrees by silence, with an advanced clock. A fault is no silence."""

import random
from pathlib import Path

from msgspec import structs

from companion.app.session import DeadlineTimer
from companion.core.errors import JournalError
from companion.core.game import Result
from companion.core.keys import Gesture
from companion.core.screen import TextMark, every_mark
from companion.devices.dice.page import PageDie
from companion.journal.rows import RollToLog
from companion.journal.worker import JournalWorker
from companion.seats.device_faults import FaultReport
from companion.table.agreement import SILENCE, STEP
from companion.table.effects import Abandoned, Answered, JournalEntry, Ticked
from tests.advanced_loop import clock, run
from tests.devices.clock import HandLoop
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import Room, configured, room
from tests.series import CODE_A, START, code

PROPOSE: tuple[Gesture, ...] = ("back", "left", "left", "left", "middle", "right")
"""Seat 0, who is asked for a code: the menu, three entries up to "End this game", yes."""
SAID = "Player 1 has ended the game. Player 2 gave no answer for 60 s."


async def proposed(pilot: Pilot) -> None:
    await pilot.play(*START)
    for gesture in PROPOSE:
        await pilot.do(0, gesture)


async def passes(line: Room, pilot: Pilot, seconds: float) -> None:
    """Time passes at the table, and at the mirror, whose clock began when the proposal was made."""
    await clock().advance(seconds)
    pilot.mirror.passed(seconds)
    await pilot.agree()


def test_a_restart_in_the_middle_asks_nobody_and_agrees_on_nothing(tmp_path: Path) -> None:
    async def play() -> None:
        mirror = Mirror()
        async with room(configured(tmp_path)) as line:
            pilot = Pilot(line, mirror)
            await proposed(pilot)
            for _ in range(SILENCE // STEP - 1):
                await passes(line, pilot, STEP)
        mirror.restart()
        async with room(configured(tmp_path)) as line:
            pilot = Pilot(line, mirror)
            await pilot.agree()
            await clock().advance(SILENCE + STEP)  # and no longer, since a picture is moved after two minutes
            await pilot.agree()
            assert line.view["phase"] == "code"
            await pilot.play(*code(0, *CODE_A))

    run(play())


def test_while_the_game_waits_for_a_device_no_silence_counts(tmp_path: Path) -> None:
    async def play() -> None:
        async with room(configured(tmp_path)) as line:
            pilot, watch = Pilot(line, Mirror()), line.watch
            await proposed(pilot)
            line.put(FaultReport(1, "screen", "seat 2: screen not answering (a test)."))
            while watch.pause is None:
                await clock().advance(0.1)
            await clock().advance(2 * SILENCE)
            line.put(FaultReport(1, "screen", None))
            while watch.pause is not None:
                await clock().advance(0.1)
            table = line.table
            assert table.state.proposal is not None
            assert table.state.proposal.timeout.seconds_left(1) == SILENCE, "the whole minute begins anew"
            await clock().advance(SILENCE - STEP)
            assert table.game.name == "mastermind"
            await clock().advance(2 * STEP)
            while line.event != SAID:
                await line.news()

    run(play())


class Full(JournalWorker):
    """A disk that is full, where the test says so."""

    is_full = False
    tries = 0

    async def append(
        self, entry: JournalEntry, rolled: RollToLog | None = None, *, result: Result | None = None
    ) -> None:
        if self.is_full and isinstance(entry, Abandoned):
            self.tries += 1
            raise JournalError("The journal cannot be written: the disk is full.")
        await super().append(entry, rolled, result=result)


def test_a_journal_that_refuses_is_asked_again_after_a_minute_and_not_at_once(tmp_path: Path) -> None:
    async def play() -> None:
        configuration = configured(tmp_path)
        worker = Full(configuration.journal)
        async with room(configuration, journal=worker) as line:
            await proposed(Pilot(line, Mirror()))
            worker.is_full = True
            await clock().advance(SILENCE + 1)
            while "disk is full" not in line.event:
                await line.news()
            assert worker.tries == 1
            await clock().advance(SILENCE - 2 * STEP)
            assert worker.tries == 1
            worker.is_full = False
            await clock().advance(3 * STEP)
            while line.event != SAID:
                await line.news()

    run(play())


def words(line: Room, seat: int) -> str:
    """The newest picture for the screen of a seat, drawn or not."""
    screen = line.table.screen(seat)
    return " ".join(mark.text for mark in every_mark(screen) if isinstance(mark, TextMark))


def test_who_is_to_throw_the_die_is_asked_too(tmp_path: Path) -> None:
    """The question comes before the die, so a player who is there reads it, and one who has left blocks nothing."""

    async def play() -> None:
        plain = configured(tmp_path)
        async with room(structs.replace(plain, die=PageDie()), randbelow=random.Random(3).randrange) as line:
            # In the lobby, and the first move of the game.
            for number, move in (
                (1, {"move": "choose", "game": "passcode"}),
                (2, {"move": "start"}),
                (1, {"move": "roll"}),
            ):
                line.put(Answered(0, number, move))
            while not line.roller.seats:
                await line.news()
            (thrower,) = line.roller.seats
            other = 1 - thrower
            assert words(line, thrower).startswith("Throw the die")
            for key in ("middle", *PROPOSE[1:]):
                for down in (True, False):
                    await line.press(other, key, down)
                    await clock().advance(
                        1.0 if key == "middle" and down and not line.table.state.places[other].dialog.menu else 0.1
                    )
            assert "Do you agree?" in words(line, thrower)
            for down in (True, False):  # ◀ is no, and throws or sets no die
                await line.press(thrower, "left", down)
                await clock().advance(0.1)
            assert "No, play on" in words(line, thrower)
            await clock().advance(SILENCE + STEP)
            while "gave no answer for 60 s." not in line.event:
                await line.news()
            assert line.table.game.name == "lobby"

    run(play())


def test_the_alarm_rings_once_when_it_is_wanted() -> None:
    loop, rung = HandLoop(), list[Ticked]()
    alarm = DeadlineTimer(loop, rung.append)
    began = loop.now
    alarm.set(began + 5)
    alarm.set(began + 5)
    assert len([timer for timer in loop.timers if not timer.cancelled]) == 1
    alarm.set(began + 10)
    loop.advance(9.9)
    assert rung == []
    loop.advance(100)
    assert rung == [Ticked(began + 10)]
    alarm.set(loop.now + 1)
    alarm.set(None)
    loop.advance(100)
    alarm.set(loop.now + 1)
    alarm.close()
    loop.advance(100)
    assert rung == [Ticked(began + 10)]
