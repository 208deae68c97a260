"""A table with a clock: what screens and pages are told of it, and what the end of it does not do."""

import pytest

from companion.core.errors import RuleError
from companion.core.screen import Screen
from companion.core.seat import Seat
from companion.games.catalog import CATALOG
from companion.table.clock import OFF
from companion.table.effects import Answered, ClockShown, Moved, Show, Ticked, TimeUp
from companion.table.seat_clocks import clock_pages
from companion.table.table import Table
from tests.games.fits import NAMES, fits
from tests.table.agreement.test_consent import menu
from tests.table.clock.timed import BEGIN, entry, move_at, opened, playing, press_at, title, told, wait
from tests.table.room import code, guess, words


def test_without_a_clock_there_is_no_timer_and_no_news() -> None:
    room = playing(OFF)
    effects = move_at(room, 0, code("RYGB"), BEGIN + 500)
    effects += room.table.run_clock(BEGIN + 501, runs=False)
    assert room.table.state.clock is None
    assert room.table.deadline is None
    assert not [effect for effect in effects if isinstance(effect, ClockShown | TimeUp)]
    assert entry(effects) == Moved(1, 0, code("RYGB"))


def test_the_asked_seat_sees_its_time_and_the_other_does_not() -> None:
    room = playing("turn 60")
    assert "1:00" in title(room, 0)
    assert "1:00" not in room.words(1)
    move_at(room, 0, code("RYGB"), BEGIN + 20)
    assert ":" not in title(room, 0)
    assert "1:00" in title(room, 1), "the time of a turn begins when its seat is asked"


def test_a_tick_draws_the_screen_that_shows_another_time_and_tells_the_pages_nothing() -> None:
    room = playing("turn 60")
    effects = wait(room, BEGIN + 25)
    assert [effect.place for effect in effects if isinstance(effect, Show)] == [0] * 5
    assert len(effects) == 5
    assert "0:35" in title(room, 0)


def test_a_key_of_another_seat_between_two_ticks_leaves_no_old_time_on_a_screen() -> None:
    room = playing("turn 60")
    press_at(room, 1, "left", BEGIN + 5.2)
    assert "0:55" in room.words(0)


def test_the_time_stands_in_the_menu_and_beside_help() -> None:
    room = playing("turn 60")
    menu(room, 0)
    assert "1:00" in title(room, 0)
    room.press(0, "middle")
    assert "1:00" in title(room, 0)


@pytest.mark.parametrize(("seats", "game"), [(2, "mastermind"), (4, "davinci"), (6, "passcode")])
def test_a_time_of_the_game_has_a_page_that_fits(seats: int, game: str) -> None:
    table = Table(CATALOG, NAMES[:seats])
    table.resume(opened("player 3600", game, names=NAMES[:seats]), ())
    table.run_clock(BEGIN, runs=True)
    for now in (BEGIN, BEGIN + 1000, BEGIN + 3595, BEGIN + 3650, BEGIN + 9000):
        table.handle(Ticked(now))
        for place in range(seats):
            (page,) = clock_pages(table.at(place))
            fits(Screen(page.marks))
            lines = words(Screen(page.marks)).split("\n")
            assert sum(":" in line or line.endswith("m") for line in lines) >= seats
            assert "You" in lines


def test_who_looks_at_that_page_sees_the_time_of_others_pass() -> None:
    room = playing("player 300", ((0, code("RYGB")),))
    press_at(room, 0, "left", BEGIN + 1)
    assert words(room.shown[0]).split("\n")[:6] == ["Clock", "hold: back", "You", "5:00", "Bob", "5:00"]
    effects = wait(room, BEGIN + 10)
    assert {effect.place for effect in effects if isinstance(effect, Show)} == {0, 1}
    assert "4:50" in room.words(0)
    press_at(room, 0, "middle", BEGIN + 11)
    effects = wait(room, BEGIN + 20)
    assert {effect.place for effect in effects if isinstance(effect, Show)} == {1}


def test_why_a_key_did_nothing_is_said_for_a_moment_at_each_place() -> None:
    room = playing(OFF, ((0, code("RYGB")),))
    before = dict(room.shown)
    press_at(room, 0, "middle", BEGIN)
    press_at(room, 1, "left", BEGIN + 1)
    assert room.shown[0] != before[0], "what another one presses leaves it there"
    wait(room, BEGIN + 2)
    assert room.shown[0] == before[0]
    assert room.table.deadline is None


def test_a_time_of_a_turn_has_no_page() -> None:
    room = playing("turn 60")
    assert clock_pages(room.table.at(0)) == ()


def test_at_the_end_there_is_a_sound_and_a_sentence_and_nothing_is_moved() -> None:
    room = playing("turn 30")
    room.press(0, "left", "left")
    half = room.table.state.places[0].dialog.draft
    effects = wait(room, BEGIN + 30)
    assert [effect for effect in effects if isinstance(effect, TimeUp)] == [TimeUp(0)]
    assert room.words(0).startswith("Time is up\n0:00")
    assert room.table.state.places[0].dialog.draft == half
    assert room.table.state.number == 0
    wait(room, BEGIN + 52)
    assert title(room, 0).startswith("Set the code"), "after a moment the title is the question again"
    assert "+0:20" in title(room, 0)
    effects = move_at(room, 0, code("RYGB"), BEGIN + 300)
    assert entry(effects) == Moved(1, 0, code("RYGB"))
    assert "0:30" in title(room, 1)


def test_the_end_is_told_once_whichever_input_comes_first() -> None:
    room = playing("turn 30")
    effects = press_at(room, 1, "left", BEGIN + 31)
    effects += wait(room, BEGIN + 100)
    assert [effect for effect in effects if isinstance(effect, TimeUp)] == [TimeUp(0)]


def test_a_move_at_the_last_moment_leaves_no_sentence_on_the_next_question() -> None:
    room = playing("turn 30", ((0, code("RYGB")),))
    effects = move_at(room, 1, guess("YRBG"), BEGIN + 30.5)
    assert TimeUp(1) in effects, "it was over, and all may hear it"
    assert title(room, 1).startswith("Your guess 2/9")
    assert "0:30" in title(room, 1)


def test_a_refused_answer_does_not_swallow_the_end() -> None:
    room = playing("turn 30")
    with pytest.raises(RuleError):
        room.table.handle(Answered(1, 1, guess("RYGB"), BEGIN + 31))
    assert TimeUp(0) in wait(room, BEGIN + 40)


def test_overtime_ends_in_silence() -> None:
    room = playing("turn 30")
    wait(room, BEGIN + 1e6)
    assert room.table.deadline is None
    assert "+99m" in title(room, 0)


def test_the_pages_are_told_of_each_change_once() -> None:
    room = playing("turn 60")
    effects = move_at(room, 0, code("RYGB"), BEGIN + 20)
    assert told(effects) == [ClockShown("turn", 60, (60.0, 60.0), (1,), (1,), BEGIN + 20)]
    assert told(move_at(room, 1, guess("YRBG"), BEGIN + 30)) == [
        ClockShown("turn", 60, (60.0, 70.0), (1,), (1,), BEGIN + 20)
    ], "70 s left at the time of 10 s before are 60 s now"
    assert told(press_at(room, 0, "left", BEGIN + 31)) == []


def test_after_a_restart_the_pages_are_told_again() -> None:
    table = Table(CATALOG, ("Ann", "Bob"))
    effects = table.resume(opened("player 300"), ((0, code("RYGB")),), spent_ms={Seat(0): 12_500})
    assert told(effects) == [ClockShown("player", 300, (287.5, 300.0), (1,), (1,), None)]
    assert table.deadline is None, "nothing passes until the devices are ready"
    assert told(table.run_clock(50.0, runs=True)) == [ClockShown("player", 300, (287.5, 300.0), (1,), (1,), 50.0)]
    assert table.run_clock(51.0, runs=True) == []
    assert table.refresh()[-1] == ClockShown("player", 300, (287.5, 300.0), (1,), (1,), 50.0)


def test_when_the_game_is_over_there_is_no_clock() -> None:
    room = playing("player 300")
    room.play((0, code("RYGB")), (1, guess("RYGB")), (1, code("RYGB")))
    effects = move_at(room, 0, guess("RYGB"), BEGIN + 20)
    assert told(effects) == [ClockShown()]
    room.go_on()
    assert room.table.deadline is None
