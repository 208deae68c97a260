"""The lobby offers a clock; all read it before they start, and it stays for the table."""

from companion.games.catalog import CATALOG
from companion.games.mastermind import MASTERMIND
from companion.table.clock import CLOCKS, OFF
from companion.table.effects import Answered
from companion.table.table import Table
from tests.table.clock.timed import time_of, told
from tests.table.room import Room


def test_the_lobby_offers_it_and_all_read_it_before_they_start() -> None:
    room = Room()
    room.answer(0, {"move": "clock", "time": "turn 60"})
    assert "1 min a turn" in room.events[-1]
    assert room.table.state.game_state.clock == "turn 60"
    assert "1 min a turn" in (room.table.confirm_question(0, {"move": "start"}) or "")
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
    for seat in range(4):
        room.answer(seat, {"move": "help", "help": "hint", "on": True})
    question = room.table.confirm_question(0, {"move": "start"}) or ""
    assert all(fact in question for fact in ("Da Vinci Code", "10 min a player", "4 players", "4 with help"))
    room.press(0, "middle")
    assert " ".join(room.words(0).split("\n")[:-2]) == question, "all of it stands on the screen"


def test_what_was_chosen_stays_for_the_table() -> None:
    room = Room()
    room.answer(0, {"move": "clock", "time": "player 300"})
    room.start(games=2).series()
    room.answer(0, {"move": "again"})
    assert room.opened.clock == "player 300"
    assert time_of(room).left(0) == 300, "a new game has the whole time"
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


def test_every_clock_of_the_list_can_be_chosen_with_keys_and_no_other() -> None:
    room = Room()
    for time in ("turn 61", "", "player", 60, None):
        assert room.refusal(0, {"move": "clock", "time": time})
    for time in CLOCKS[1:]:
        room.enter(0, {"move": "clock", "time": time})
        assert room.table.state.game_state.clock == time
