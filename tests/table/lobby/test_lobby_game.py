"""The lobby: players choose a game and its options with keys, and begin it when it fits."""

from dataclasses import replace
from itertools import islice
from typing import Any

import msgspec
import pytest
from msgspec import structs

from companion.core.errors import RuleError
from companion.core.game import AnyGame
from companion.core.options import Setting, Value
from companion.core.prompt import every
from companion.core.screen import Screen
from companion.games.catalog import CATALOG
from companion.games.helps import HELPS
from companion.games.mastermind import MASTERMIND
from companion.table import lobby
from companion.table.effects import Append, Moved, Opened
from companion.table.lobby_rules import offered_values
from companion.table.table import Table
from companion.table.transaction import LONGEST_LOBBY
from tests.laws.play import NAMES
from tests.table.room import Room, words

ODD: AnyGame = replace(
    MASTERMIND,
    name="odd",
    title="Odd games",
    settings=(Setting("games", 2, "Games", "", (Value(2, "2"), Value(3, "three"))),),
)
"""Mastermind whose lobby offers what the game refuses."""


def choices(room: Room) -> dict[str, Any]:
    return {choice.name: choice.value for choice in room.table.state.game_state.choices}


def test_every_option_in_every_value_is_set_through_keys() -> None:
    for setting in MASTERMIND.settings:
        for value in offered_values(setting, ("Ann", "Bob")):
            room = Room()
            room.enter(1, {"move": "set", "option": setting.name, "value": value.value})
            assert choices(room) == {setting.name: value.value}
            room.enter(0, {"move": "start"})
            assert room.table.game is MASTERMIND
            agreed = getattr(room.table.state.options, setting.name)
            assert agreed in (value.value, "auto") or (setting.name, value.value, agreed) == ("games", None, 2)


def test_every_game_takes_every_value_that_the_lobby_offers_for_it() -> None:
    for game in CATALOG:
        seats = game.seats[1]
        for setting in game.settings:
            for value in offered_values(setting, NAMES[:seats]):
                options = game.read_options({setting.name: value.value}, seats)
                assert hasattr(options, setting.name), f"{setting.name} of {game.name}"


def test_what_the_lobby_offers_is_all_that_there_is_to_choose() -> None:
    prompt = Room().table.prompt(0)
    assert prompt is not None
    moves = list(islice(every(prompt), 100))
    assert {"move": "leave"} in moves
    offered = {
        (setting.name, value.value)
        for setting in MASTERMIND.settings
        for value in offered_values(setting, ("Ann", "Bob"))
    }
    assert {(move["option"], move["value"]) for move in moves if move["move"] == "set"} == offered
    assert ("first_codemaker", 1) in offered


def test_the_game_is_chosen_where_there_are_several() -> None:
    room = Room((MASTERMIND, ODD))
    assert "Mastermind" in room.words(0)
    room.enter(1, {"move": "choose", "game": "odd"})
    assert "Odd games" in room.words(0)
    assert "Odd games" in room.words(1)


def test_choosing_another_game_forgets_the_options_of_the_one_before() -> None:
    room = Room((MASTERMIND, ODD))
    room.answer(0, {"move": "set", "option": "colours", "value": 6})
    room.answer(0, {"move": "choose", "game": "odd"})
    assert choices(room) == {}
    room.answer(0, {"move": "choose", "game": "mastermind"})
    assert choices(room) == {}


def test_what_was_chosen_stands_on_every_screen() -> None:
    room = Room()
    room.enter(0, {"move": "set", "option": "indication", "value": "manual"})
    for seat in (0, 1):
        pages = room.table.game.render(None, room.table.game.view(room.table.state.game_state, seat), (), None).pages
        assert "by hand" in words(Screen(tuple(mark for page in pages for mark in page.marks)))


def test_start_is_refused_with_the_sentence_of_the_game() -> None:
    room = Room((ODD,))
    room.enter(1, {"move": "set", "option": "games", "value": 3})
    kept = list(room.kept)
    effects = room.enter(1, {"move": "start"})
    assert room.words(1).startswith("Option games")
    assert not any(isinstance(effect, Append) for effect in effects)
    assert room.kept == kept
    assert room.table.game.name == "lobby"
    assert "Option games" not in room.words(0), "only who pressed is told"
    assert room.refusal(0, {"move": "start"}).startswith("Option games")
    while room.table.state.places[1].unread:
        room.press(1, "middle")
    room.enter(1, {"move": "set", "option": "games", "value": 2})
    room.enter(1, {"move": "start"})
    assert room.table.game is ODD


def test_start_is_kept_before_the_game_is_opened_and_both_before_it_is_shown() -> None:
    effects = Room().enter(0, {"move": "start"})
    assert [type(effect).__name__ for effect in effects] == ["Append", "Append", "Show", "Show", "Publish"]
    assert [effect.entry for effect in effects if isinstance(effect, Append)] == [
        Moved(1, 0, {"move": "start"}),
        Opened("mastermind", MASTERMIND.rules, {}, ("Ann", "Bob")),
    ]


def test_a_power_cut_between_start_and_the_game_opens_it() -> None:
    room = Room()
    room.answer(0, {"move": "set", "option": "colours", "value": 6})
    room.answer(0, {"move": "start"})
    cut = room.kept.pop()
    assert isinstance(cut, Opened)
    table = Table((MASTERMIND,), ("Ann", "Bob"))
    opened = room.kept[0]
    assert isinstance(opened, Opened)
    steps = [(entry.actor, entry.move) for entry in room.kept[1:] if isinstance(entry, Moved)]
    effects = table.resume(opened, steps)
    assert effects[0] == Append(cut)
    assert (table.game, table.state.number) == (MASTERMIND, 0)


def test_a_name_that_the_journal_refused_is_remembered_when_it_is_entered_again() -> None:
    room, name = Room(), {"move": "new_name", "name": "Eve"}
    before = room.table.state
    for _ in range(2):
        room.table.state = before  # as the daemon does when the journal refuses the entry
        room.remembered.clear()
        room.answer(0, name)
        assert room.remembered == ["Eve"]


def test_a_lobby_begins_as_one_ended_and_needs_a_game_for_its_seats() -> None:
    game = lobby.make_lobby((MASTERMIND,), ("Ann", "Bob"))
    with pytest.raises(RuleError, match="`x`"):
        game.read_options({"x": 1}, 2)
    with pytest.raises(RuleError, match="2 seats"):
        game.read_options({"joined": [2]}, 2)
    with pytest.raises(RuleError, match="1 seat"):
        Table((replace(MASTERMIND, seats=(2, 2)),), ("Ann",))


def test_a_long_lobby_goes_on_as_a_new_one_that_begins_as_it_stands() -> None:
    room = Room(names=("Ann", "Bob", "Cleo"))
    for seat in (0, 2):
        room.answer(seat, {"move": "join"})
    room.answer(2, {"move": "new_name", "name": "ZOE"})
    room.answer(0, {"move": "add_machine", "seat": 1, "level": "best"})
    room.answer(0, {"move": "set", "option": "games", "value": 4})
    room.answer(0, {"move": "clock", "time": "turn 60"})
    room.answer(0, {"move": "pace", "pace": "slow"})
    while len(room.kept) < LONGEST_LOBBY:
        room.answer(2, {"move": "leave"} if 2 in room.table.state.game_state.joined else {"move": "join"})
    before = room.table.state
    room.answer(0, {"move": "help", "help": HELPS[0], "on": True})
    moved, opened = room.kept[-2:]
    assert isinstance(moved, Moved)
    assert isinstance(opened, Opened)
    after = room.table.state
    assert (after.number, after.steps, after.opened) == (0, (), opened)
    assert after.game_state == structs.replace(before.game_state, helps=(HELPS[:1], (), ()))
    assert after.places[2] == before.places[2], "what they were about to do"
    stored = msgspec.json.decode(msgspec.json.encode(opened), type=Opened)
    resumed = Room(names=("Ann", "Bob", "Cleo"))
    resumed.carry_out(resumed.table.resume(stored, (), spent_ms={}))
    assert resumed.table.state.game_state == after.game_state
    if 2 in after.game_state.joined:
        room.answer(2, {"move": "leave"})
    room.answer(0, {"move": "start"})
    assert room.table.game is MASTERMIND


def test_a_lobby_cannot_go_on_as_one_of_another_table() -> None:
    table = Room(names=("Ann", "Bob", "Cleo")).table
    opened = lobby.lobby_from(table.state.game_state, ("Ann", "Bob", "Cleo"))
    with pytest.raises(RuleError, match=r"other games or seats\.$"):
        Room().table.game.read_options(opened.options, 2)
