"""Switching the machine off from the lobby: when it is offered, who must agree, and what ends the proposal."""

import pytest

from companion.core.keys import Gesture
from companion.games.catalog import CATALOG
from companion.table.agreement import SILENCE
from companion.table.effects import Append, SwitchOff
from tests.table.agreement.test_consent import NO, YES, line
from tests.table.agreement.test_silence_agrees import JUST, tick
from tests.table.clock.timed import wait
from tests.table.room import Room, code

OPEN: tuple[Gesture, ...] = ("back", "left", "middle")
"""Hold ●, the last entry of the menu."""
OFF: tuple[Gesture, ...] = ("right",)
"""Yes to the question."""
PLACES = ("Ann", "Bob", "Cleo", "Dan")


def lobby(*joined: int, names: tuple[str, ...] = PLACES) -> Room:
    room = Room(CATALOG, names=names, switchable=True)
    for seat in joined:
        room.answer(seat, {"move": "join"})
    assert room.table.state.game_state.joined == joined
    return room


def asked(room: Room, by: int) -> Room:
    room.press(by, *OPEN)
    assert "Switch the Pi off?" in room.words(by)
    room.press(by, *OFF)
    return room


@pytest.mark.parametrize("joined", [(), (2,)])
def test_where_nobody_else_sits_one_confirms_it_alone(joined: tuple[int, ...]) -> None:
    room = lobby(*joined)
    room.press(2, *OPEN)
    assert room.off == [], "the choice alone switches nothing off"
    effects = room.press(2, *OFF)
    assert room.off == [""]
    assert isinstance(effects[-1], SwitchOff)
    assert not any(isinstance(effect, Append) for effect in effects)


def test_all_who_sit_must_agree_and_nobody_else_is_asked() -> None:
    room = lobby(0, 1, 2)
    before = room.words(3)
    asked(room, 0)
    assert "Waiting for Bob, Cleo." in line(room, 0)
    for seat in (1, 2):
        assert "Ann wants to switch the Pi off." in line(room, seat)
        assert "Do you agree?" in room.words(seat)
    assert room.words(3) == before
    room.press(1, *YES)
    assert room.off == []
    room.press(2, *YES)
    assert room.off == [""]
    assert room.table.state.proposal is None
    assert not any(own.agreement for own in room.table.state.places)


def test_who_does_not_sit_may_ask_those_who_do() -> None:
    room = asked(lobby(0), 3)
    assert room.off == []
    room.press(0, *YES)
    assert room.off == [""]


def test_one_no_leaves_it_on() -> None:
    room = asked(lobby(0, 1), 0)
    room.press(1, *NO)
    assert (room.off, room.table.state.proposal) == ([], None)
    assert "Bob does not agree: the Pi stays on." in line(room, 0)
    assert not room.table.state.places[3].notices, "who was not asked reads nothing of it"


def test_a_minute_of_silence_agrees() -> None:
    """Nothing is lost by it, and else whoever has gone home would hold the machine on, until somebody pulls the plug."""
    room = asked(lobby(0, 1), 0)
    wait(room, SILENCE - JUST)
    assert room.off == []
    assert "No answer in 10 s: yes." in room.words(1)
    wait(room, SILENCE)
    assert room.off == ["Bob gave no answer for 60 s."]
    assert room.table.deadline is None
    assert tick(room, 10 * SILENCE) == []


def test_the_names_are_those_of_the_lobby() -> None:
    room = lobby(0, 1)
    room.answer(0, {"move": "new_name", "name": "Eve"})
    asked(room, 0)
    assert "Eve wants to switch the Pi off." in line(room, 1)
    room.answer(1, {"move": "new_name", "name": "Fay"})
    assert "Waiting for Fay." in line(room, 0)


@pytest.mark.parametrize(
    ("seat", "move", "said"), [(2, "join", "Cleo has sat down"), (1, "leave", "Bob has left"), (1, "start", "")]
)
def test_who_sits_down_or_leaves_or_begins_a_game_ends_the_question(seat: int, move: str, said: str) -> None:
    room = asked(lobby(0, 1), 0)
    room.answer(seat, {"move": move})
    assert room.table.state.proposal is None
    assert not any(own.agreement for own in room.table.state.places)
    assert all(said in line(room, place) for place in (0, 1))
    wait(room, 2 * SILENCE)
    assert room.off == []


def test_two_cannot_ask_at_once() -> None:
    room = lobby(0, 1)
    room.press(2, *OPEN)
    asked(room, 0)
    tick(room, 30)
    assert "Yes" in room.words(2), "a question that was open stays open"
    room.press(2, *OFF)
    assert line(room, 2).startswith("Ann's question is still open")
    proposal = room.table.state.proposal
    assert proposal is not None
    assert proposal.proposer == 0


def test_nothing_offers_it_during_a_game_and_where_the_machine_cannot_be_switched_off() -> None:
    playing = Room(switchable=True).start()
    playing.enter(0, code("RYGB"))
    for room, offered in ((playing, "End this game"), (Room(CATALOG, names=PLACES), "How to play")):
        room.press(0, "back")
        seen = ""
        for _ in range(20):
            seen += room.words(0)
            room.press(0, "left")
        assert offered in seen
        assert "Pi off" not in seen
