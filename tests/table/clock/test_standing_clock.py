"""When think time stands still, what a move that is taken back gives back, and what the journal is told of it."""

from companion.games.catalog import CATALOG
from companion.table.effects import Answered, ClockShown, MachineSeat, Moved, SeatAnswered, Ticked
from tests.table.agreement.test_consent import NO, TAKE_BACK, YES
from tests.table.clock.timed import (
    BEGIN,
    entry,
    first_move,
    move_at,
    opened,
    playing,
    press_at,
    time_of,
    title,
    told,
    wait,
)
from tests.table.room import Room, code, guess
from tests.table.screens.test_recap import DEAL, first_round, take


def test_it_stands_still_while_a_device_is_waited_for() -> None:
    room = playing("turn 60")
    effects = room.table.run_clock(BEGIN + 12, runs=False)
    assert told(effects) == [ClockShown("turn", 60, (48.0, 60.0), (0,), (0,), None)]
    assert room.table.deadline is None
    room.table.run_clock(BEGIN + 512, runs=True)
    assert time_of(room).left(0) == 48


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
        time = time_of(room)
        assert (time.left(0), time.left(1)) == left
        assert time.running == (0,)


def test_it_stands_still_for_who_reads_the_recap_of_a_round() -> None:
    *before, (seat, move) = first_round()
    room = Room(CATALOG)
    tournament = opened("player 300", "davinci", options={"rounds": 3})
    room.carry_out(room.table.resume(tournament, before))
    room.carry_out(room.table.run_clock(BEGIN, runs=True))
    move_at(room, seat, move, BEGIN + 10)
    time = time_of(room)
    assert time.asked
    assert time.running == ()
    for tenths in (11, 14, 17, 20):  # what the screens do while they cheer
        room.table.handle(Ticked(BEGIN + tenths))
    assert room.table.deadline is None
    reader = room.opened.places[time.asked[0]]
    press_at(room, reader, "middle", BEGIN + 100)
    time = time_of(room)
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
    assert time_of(room).asked == (0,)
    room.table.handle(Answered("chance", number + 2, steps[1][1], BEGIN + 90))
    assert time_of(room).left(0) == 60


def test_the_machine_has_no_clock() -> None:
    room = playing("player 300", machines=(MachineSeat(0, "simple"),))
    assert time_of(room).running == ()
    effects = move_at(room, 0, code("RYGB"), BEGIN + 100)
    assert told(effects) == [ClockShown("player", 300, (None, 300.0), (1,), (1,), BEGIN + 100)]
    assert entry(effects).spent_ms == 0


def test_seats_that_are_asked_together_have_a_time_each() -> None:
    room = playing("turn 60", game="digitcode")
    assert time_of(room).running == (0, 1), "both set their codes at once"
    move_at(room, 0, first_move(room, 0), BEGIN + 20)
    assert time_of(room).running == (1,)
    wait(room, BEGIN + 21)
    assert "0:40" in title(room, 1), "another player's move changes nothing of it"


def test_a_move_tells_the_journal_what_its_player_has_used_of_the_game() -> None:
    room = playing("player 300")
    assert entry(move_at(room, 0, code("RYGB"), BEGIN + 12.3456)) == Moved(1, 0, code("RYGB"), 12_346)
    assert entry(move_at(room, 1, guess("YRBG"), BEGIN + 20)) == Moved(2, 1, guess("YRBG"), 7654)
    assert entry(move_at(playing("turn 60"), 0, code("RYGB"), BEGIN + 12)).spent_ms == 0


def test_an_answer_by_touch_takes_time_too() -> None:
    room = playing("player 300")
    effects = room.carry_out(room.table.handle(SeatAnswered(0, "game", 1, code("RYGB"), BEGIN + 15)))
    assert entry(effects).spent_ms == 15_000
