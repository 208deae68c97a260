"""A table with a clock: whose time passes, what screens and pages are told of it, and what the end of it does not do."""

from typing import Any

import pytest

from companion.core.errors import RuleError
from companion.core.prompt import Move, every
from companion.core.screen import Screen, crowded, misfits
from companion.core.seat import Actor
from companion.games.catalog import CATALOG, find_game
from companion.games.mastermind.game import MASTERMIND
from companion.table.clock.clock_page import clock_pages
from companion.table.clock.clock_setting import CLOCKS, OFF
from companion.table.effects import Append, ClockShown, Effect, MachineSeat, Moved, Opened, Show, TimeUp
from companion.table.inputs import Answered, Gestured, SeatAnswered, Ticked
from companion.table.table import Table
from tests.table.agreement.test_consent import NO, TAKE_BACK, YES, menu
from tests.table.room import Room, code, guess, words
from tests.table.screens.test_recap import DEAL, first_round, take

BEGIN = 1000.0


def opened(clock: str, game: str = "mastermind", **more: Any) -> Opened:
    given: dict[str, Any] = {"options": {}, "names": ("Ann", "Bob")} | more
    return Opened(game, find_game(game).rules, clock=clock, **given)


def playing(clock: str, steps: Any = (), at: float = BEGIN, game: str = "mastermind", **more: Any) -> Room:
    """A game of two with a clock that runs from `at` on."""
    room = Room(CATALOG)
    room.carry_out(room.table.resume(opened(clock, game, **more), steps))
    room.carry_out(room.table.run_clock(at, runs=True))
    return room


def move_at(room: Room, actor: Actor, move: Move, at: float) -> list[Effect]:
    return room.carry_out(room.table.handle(Answered(actor, room.table.state.number + 1, move, at)))


def press_at(room: Room, seat: int, gesture: Any, at: float) -> list[Effect]:
    return room.carry_out(room.table.handle(Gestured(seat, gesture, at)))


def wait(room: Room, until: float) -> list[Effect]:
    """Time passes, and the table is told so when it wants to be."""
    effects: list[Effect] = []
    while (due := room.table.deadline) is not None and due <= until:
        effects += room.carry_out(room.table.handle(Ticked(due)))
    return effects


def title(room: Room, seat: int) -> str:
    """The words of a title bar that stand in one line with the time."""
    return " ".join(words(room.table.screen(seat)).split("\n")[:3])


def told(effects: list[Effect]) -> list[ClockShown]:
    return [effect for effect in effects if isinstance(effect, ClockShown)]


# No clock


def test_without_a_clock_there_is_no_timer_and_no_news() -> None:
    room = playing(OFF)
    effects = move_at(room, 0, code("RYGB"), BEGIN + 500)
    effects += room.table.run_clock(BEGIN + 501, runs=False)
    assert room.table.state.clock is None
    assert room.table.deadline is None
    assert not [effect for effect in effects if isinstance(effect, ClockShown | TimeUp)]
    assert entry(effects) == Moved(1, 0, code("RYGB"))


def entry(effects: list[Effect]) -> Moved:
    found = next(effect.entry for effect in effects if isinstance(effect, Append))
    assert isinstance(found, Moved)
    return found


# The lobby


def test_the_lobby_offers_it_and_all_read_it_before_they_start() -> None:
    room = Room()
    room.answer(0, {"move": "clock", "time": "turn 60"})
    assert "The clock: 1 min a turn." in room.events[-1]
    assert room.table.state.game_state.clock == "turn 60"
    question = room.table.confirm_question(0, {"move": "start"})
    assert question == "Start Mastermind, 1 min a turn, with Ann and Bob?"
    room.answer(0, {"move": "start"})
    assert room.opened.clock == "turn 60"
    assert room.table.state.clock is not None


def test_the_question_names_the_clock_even_where_names_have_no_room() -> None:
    names = ("Bartholomew", "Waltraudgyjq", "Christopher", "Maximiliana")
    room = Room(CATALOG, names=names)
    for seat in range(4):
        room.answer(seat, {"move": "join"})
    room.answer(0, {"move": "choose", "game": "davinci"})
    room.answer(0, {"move": "clock", "time": "player 600"})
    assert room.table.confirm_question(0, {"move": "start"}) == "Start Da Vinci Code, 10 min a player, with 4 players?"
    for seat in range(4):
        room.answer(seat, {"move": "hints", "on": True})
    told = "Start Da Vinci Code, 10 min a player, with 4 players? 4 may ask for hints."
    assert room.table.confirm_question(0, {"move": "start"}) == told
    room.press(0, "middle")
    assert " ".join(room.words(0).split("\n")[:-2]) == told, "all of it stands on the screen"


def test_what_was_chosen_stays_for_the_table() -> None:
    room = Room()
    room.answer(0, {"move": "clock", "time": "player 300"})
    room.start(games=2).series()
    room.answer(0, {"move": "again"})
    assert room.opened.clock == "player 300"
    assert room.table.state.clock is not None
    assert room.table.state.clock.left(0) == 300, "a new game has the whole time"
    room.series()
    effects = room.answer(0, {"move": "lobby"})
    assert room.table.state.game_state.clock == "player 300"
    assert told(effects) == [], "the pages were told already when the game was over"
    assert room.table.state.clock is None


def test_the_table_s_own_clock_counts_until_another_is_chosen() -> None:
    table = Table((MASTERMIND,), ("Ann", "Bob"), clock="turn 120")
    table.begin()
    assert table.state.game_state.clock == "turn 120"
    table.handle(Answered(0, 1, {"move": "clock", "time": OFF}))
    table.handle(Answered(0, 2, {"move": "start"}))
    assert table.state.opened.clock == OFF
    again = Table((MASTERMIND,), ("Ann", "Bob"), clock="turn 120")
    again.resume(table.state.opened, (), abandoned=True)
    assert again.state.game_state.clock == OFF


@pytest.mark.parametrize("time", ["turn 61", "", "player", 60, None])
def test_no_other_clock_can_be_chosen(time: Any) -> None:
    room = Room()
    assert room.refusal(0, {"move": "clock", "time": time})


def test_every_clock_of_the_list_can_be_chosen_with_keys() -> None:
    room = Room()
    for time in CLOCKS[1:]:
        room.enter(0, {"move": "clock", "time": time})
        assert room.table.state.game_state.clock == time


# Screens


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


NAMES = ("Waltraudgyjq", "Ałžbětágjpqy", "Bo", "WWWWWWWWWWWW", "Player 5", "Anna")


@pytest.mark.parametrize(
    ("seats", "game"), [(2, "mastermind"), (3, "davinci"), (4, "davinci"), (5, "passcode"), (6, "passcode")]
)
def test_a_time_of_the_game_has_a_page_that_fits(seats: int, game: str) -> None:
    table = Table(CATALOG, NAMES[:seats])
    table.resume(opened("player 3600", game, names=NAMES[:seats]), ())
    table.run_clock(BEGIN, runs=True)
    for now in (BEGIN, BEGIN + 1000, BEGIN + 3595, BEGIN + 3650, BEGIN + 9000):
        table.handle(Ticked(now))
        for place in range(seats):
            (page,) = clock_pages(table.setup, table.state, place)
            assert misfits(Screen(page.marks)) == ()
            assert crowded(Screen(page.marks)) == ()
            assert sum(":" in line or line.endswith("m") for line in words(Screen(page.marks)).split("\n")) >= seats
            assert "You" in words(Screen(page.marks))


def test_who_looks_at_that_page_sees_the_time_of_others_pass() -> None:
    room = playing("player 300", ((0, code("RYGB")),))
    press_at(room, 0, "left", BEGIN + 1)
    assert words(room.shown[0]).split("\n")[:6] == ["Clock", "back", "You", "5:00", "Bob", "5:00"]
    effects = wait(room, BEGIN + 10)
    assert {effect.place for effect in effects if isinstance(effect, Show)} == {0, 1}
    assert "4:50" in room.words(0)
    press_at(room, 0, "middle", BEGIN + 11)
    effects = wait(room, BEGIN + 20)
    assert {effect.place for effect in effects if isinstance(effect, Show)} == {1}


def test_a_time_of_a_turn_has_no_page() -> None:
    room = playing("turn 60")
    assert clock_pages(room.table.setup, room.table.state, 0) == ()


# The end


def test_at_the_end_there_is_a_sound_and_a_sentence_and_nothing_is_moved() -> None:
    room = playing("turn 30")
    room.press(0, "left", "left")
    half = room.table.state.desks[0].draft
    effects = wait(room, BEGIN + 30)
    assert [effect for effect in effects if isinstance(effect, TimeUp)] == [TimeUp(0)]
    assert room.words(0).startswith("Time is up\n0:00")
    assert room.table.state.desks[0].draft == half
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


# What the pages are told


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
    effects = table.resume(opened("player 300"), ((0, code("RYGB")),), spent_ms={0: 12_500})
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
    assert room.table.deadline is None


# When time stands still


def test_it_stands_still_while_a_device_is_waited_for() -> None:
    room = playing("turn 60")
    effects = room.table.run_clock(BEGIN + 12, runs=False)
    assert told(effects) == [ClockShown("turn", 60, (48.0, 60.0), (0,), (0,), None)]
    assert room.table.deadline is None
    room.table.run_clock(BEGIN + 512, runs=True)
    assert room.table.state.clock is not None
    assert room.table.state.clock.left(0) == 48


def test_it_stands_still_while_something_is_proposed() -> None:
    room = playing("turn 60", ((0, code("RYGB")),))
    room.press(0, "back")
    for gesture in TAKE_BACK:
        press_at(room, 0, gesture, BEGIN + 20)
    assert room.table.state.proposal is not None
    for gesture in NO:
        effects = press_at(room, 1, gesture, BEGIN + 50)
    assert told(effects) == [ClockShown("turn", 60, (60.0, 40.0), (1,), (1,), BEGIN + 50)]
    assert "0:40" in title(room, 1)


def test_a_move_that_is_taken_back_gives_a_whole_turn_and_no_time_of_the_game() -> None:
    for clock, left in (("turn 60", (60, 60)), ("player 300", (270, 280))):
        room = playing(clock)
        move_at(room, 0, code("RYGB"), BEGIN + 30)
        room.press(0, "back")
        for gesture in TAKE_BACK:
            press_at(room, 0, gesture, BEGIN + 50)
        for gesture in YES:
            press_at(room, 1, gesture, BEGIN + 55)
        assert room.table.state.steps == ()
        time = room.table.state.clock
        assert time is not None
        assert (time.left(0), time.left(1)) == left
        assert time.running == (0,)


def test_it_stands_still_for_who_reads_the_recap_of_a_round() -> None:
    *before, (seat, move) = first_round()
    room = Room(CATALOG)
    tournament = opened("player 300", "davinci", options={"rounds": 3})
    room.carry_out(room.table.resume(tournament, before))
    room.carry_out(room.table.run_clock(BEGIN, runs=True))
    move_at(room, seat, move, BEGIN + 10)
    time = room.table.state.clock
    assert time is not None
    assert time.asked
    assert time.running == ()
    assert room.table.deadline is None
    reader = room.opened.places[time.asked[0]]
    press_at(room, reader, "middle", BEGIN + 100)
    time = room.table.state.clock
    assert time is not None
    assert time.running == time.asked
    assert time.since == BEGIN + 100


def test_it_stands_still_while_luck_decides() -> None:
    room = playing(
        "turn 60", [step for number, tile in enumerate(DEAL) for step in take(number % 2, tile)], game="davinci"
    )
    steps = take(0, "B0")
    number = room.table.state.number
    room.table.handle(Answered(0, number + 1, steps[0][1], BEGIN + 30))
    assert room.table.deadline is None
    assert room.table.state.clock is not None
    assert room.table.state.clock.asked == (0,)
    room.table.handle(Answered("chance", number + 2, steps[1][1], BEGIN + 90))
    assert room.table.state.clock.left(0) == 60


def test_the_machine_has_no_clock() -> None:
    room = playing("player 300", machines=(MachineSeat(0, "simple"),))
    time = room.table.state.clock
    assert time is not None
    assert time.running == ()
    effects = move_at(room, 0, code("RYGB"), BEGIN + 100)
    assert told(effects) == [ClockShown("player", 300, (None, 300.0), (1,), (1,), BEGIN + 100)]
    assert entry(effects).spent_ms == 0


def test_seats_that_are_asked_together_have_a_time_each() -> None:
    room = playing("turn 60", game="digitcode")
    time = room.table.state.clock
    assert time is not None
    assert time.running == (0, 1), "both set their codes at once"
    move_at(room, 0, first_move(room, 0), BEGIN + 20)
    time = room.table.state.clock
    assert time is not None
    assert time.running == (1,)
    wait(room, BEGIN + 21)
    assert "0:40" in title(room, 1), "another player's move changes nothing of it"


def first_move(room: Room, seat: int) -> Move:
    prompt = room.table.prompt(seat)
    assert prompt is not None
    return next(every(prompt))


# The journal


def test_a_move_tells_the_journal_what_its_player_has_used_of_the_game() -> None:
    room = playing("player 300")
    assert entry(move_at(room, 0, code("RYGB"), BEGIN + 12.3456)) == Moved(1, 0, code("RYGB"), 12_346)
    assert entry(move_at(room, 1, guess("YRBG"), BEGIN + 20)) == Moved(2, 1, guess("YRBG"), 7654)
    assert entry(move_at(playing("turn 60"), 0, code("RYGB"), BEGIN + 12)).spent_ms == 0


def test_an_answer_by_touch_takes_time_too() -> None:
    room = playing("player 300")
    effects = room.carry_out(room.table.handle(SeatAnswered(0, "game", 1, code("RYGB"), BEGIN + 15)))
    assert entry(effects).spent_ms == 15_000
