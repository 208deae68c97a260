"""Switching the machine off from the lobby: when it is offered, who must agree, and what ends the proposal."""

import pytest

from companion.core.keys import Gesture
from companion.core.screen import crowded, misfits
from companion.games.catalog import CATALOG
from companion.games.mastermind.game import MASTERMIND
from companion.table.agreement.consent_timeout import SILENCE
from companion.table.effects import Append, Show, SwitchOff
from companion.table.inputs import Gestured, Ticked
from companion.table.table import Table
from tests.table.agreement.test_consent import NO, YES
from tests.table.agreement.test_consent_timeout import JUST, line, tick, wait
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
    assert (room.table.state.proposal, set(room.table.state.overlays)) == (None, {None})


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
    assert not room.table.state.desks[3].notice, "who was not asked reads nothing of it"


def test_who_asked_can_take_it_back() -> None:
    room = asked(lobby(0, 1), 0)
    room.press(0, "middle")
    assert (room.off, room.table.state.proposal) == ([], None)
    assert "Ann has taken the question back." in line(room, 1)


def test_back_to_the_lobby_leads_back() -> None:
    room = lobby(0, 1)
    before = room.words(0)
    room.press(0, *OPEN, "left")
    assert (room.off, room.words(0)) == ([], before)


def test_one_press_neither_agrees_nor_refuses() -> None:
    for key in ("left", "right"):
        room = asked(lobby(0, 1), 0)
        room.press(1, key)
        assert room.table.state.proposal is not None
        assert room.table.state.proposal.agreed == ()


def test_a_minute_of_silence_agrees() -> None:
    """Nothing is lost by it, and else whoever has gone home would hold the machine on, until somebody pulls the plug."""
    room = asked(lobby(0, 1), 0)
    wait(room, SILENCE - JUST)
    assert room.off == []
    assert "No key for 10 s: yes." in room.words(1)
    wait(room, SILENCE)
    assert room.off == ["Bob touched no key for 60 s."]
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
    ("seat", "move", "sentence"),
    [
        (2, {"move": "join"}, "Cleo has sat down: the Pi stays on."),
        (1, {"move": "leave"}, "Bob has left: the Pi stays on."),
    ],
)
def test_who_sits_down_or_leaves_ends_the_question(seat: int, move: dict[str, object], sentence: str) -> None:
    room = asked(lobby(0, 1), 0)
    room.answer(seat, move)
    assert room.table.state.proposal is None
    assert sentence in line(room, 0)
    assert sentence in line(room, 1)
    wait(room, 2 * SILENCE)
    assert room.off == []


def test_a_game_that_begins_ends_the_question() -> None:
    room = asked(lobby(0, 1), 0)
    room.answer(1, {"move": "start"})
    assert room.table.game.name != "lobby"
    assert room.table.state.proposal is None
    assert set(room.table.state.overlays) == {None}
    wait(room, 2 * SILENCE)
    assert room.off == []


def test_two_cannot_ask_at_once() -> None:
    room = lobby(0, 1)
    room.press(2, *OPEN)
    asked(room, 0)
    tick(room, 30)
    assert "Yes" in room.words(2), "a question that was open stays open"
    room.press(2, *OFF)
    assert "Ann has asked that, and not all have answered." in line(room, 2)
    proposal = room.table.state.proposal
    assert proposal is not None
    assert proposal.proposer == 0


def test_who_does_not_sit_can_still_sit_down_by_keys() -> None:
    room = asked(lobby(0, 1), 0)
    room.press(3, "middle")
    assert room.table.state.game_state.joined == (0, 1, 3)
    assert room.table.state.proposal is None


def test_where_the_machine_cannot_be_switched_off_nothing_offers_it() -> None:
    room = Room(CATALOG, names=PLACES)
    room.press(0, "back")
    seen = []
    for _ in range(20):
        seen.append(room.words(0))
        room.press(0, "left")
    assert any("How to play" in words for words in seen)
    assert not any("Pi off" in words for words in seen)


def test_during_a_game_the_table_offers_what_it_did() -> None:
    room = Room(switchable=True).start()
    room.enter(0, code("RYGB"))
    room.press(0, "back")
    seen = []
    for _ in range(8):
        seen.append(room.words(0))
        room.press(0, "left")
    assert any("End this game" in words for words in seen)
    assert not any("Pi off" in words for words in seen)


def test_a_power_cut_ends_the_question() -> None:
    room = asked(lobby(0, 1), 0)
    again = Table(CATALOG, PLACES, switchable=True)
    effects = again.resume(room.opened, room.table.state.steps, room.table.state.number)
    assert not any(isinstance(effect, SwitchOff) for effect in effects)
    assert (again.state.proposal, again.deadline) == (None, None)
    assert again.handle(Ticked(2 * SILENCE)) == []


def test_a_key_that_is_held_agrees_on_nothing() -> None:
    room = asked(lobby(0, 1), 0)
    room.press(1, "left")
    for _ in range(50):
        for again in ("left_again", "right_again"):
            room.carry_out(room.table.handle(Gestured(1, again)))
    assert room.table.state.proposal is not None
    assert room.table.state.proposal.agreed == ()


@pytest.mark.parametrize("names", [("Ammmmmmm", "Bmmmmmmm"), tuple(f"{letter}mmmmmmm" for letter in "ABCDEF")])
def test_every_screen_of_it_fits(names: tuple[str, ...]) -> None:
    """Every picture that is shown on the way, the pages of the help among them."""
    room = Room(CATALOG, names=names, switchable=True)
    for seat in range(len(names)):
        if seat not in room.table.state.game_state.joined:
            room.answer(seat, {"move": "join"})
    leafing: tuple[Gesture, ...] = ("back", *(("left",) * 8), "middle")
    for seat, keys in ((0, (*OPEN, *OFF, *leafing)), (1, (*leafing, *YES))):
        for key in keys:
            for effect in room.press(seat, key):
                if isinstance(effect, Show):
                    assert not misfits(effect.screen)
                    assert not crowded(effect.screen)


def test_one_game_alone_is_no_hindrance() -> None:
    room = Room((MASTERMIND,), switchable=True)
    asked(room, 1)
    room.press(0, *YES)
    assert room.off == [""]
