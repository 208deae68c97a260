"""Two who sit swap seats in the lobby: who is asked, what goes along, and what is never done without a yes."""

import pytest

from companion.core.seat import Place
from companion.games.catalog import CATALOG
from companion.table.agreement import SILENCE
from companion.table.effects import Append, Effect, Moved, SeatAnswered, SeatsSwapped
from companion.table.lobby import lobby_after
from companion.table.table import Table
from tests.table.agreement.test_silence_agrees import tick
from tests.table.room import Room

SWAP = {"move": "swap", "seat": 2}


def lobby(*joined: int, known: tuple[str, ...] = ("Zoë", "Bob")) -> Room:
    """Four places. Zoë sits at the first, Bob at the third; who else joins has no name of their own."""
    room = Room(CATALOG, names=("Ann", "Ben", "Cleo", "Dan"), players=known)
    for seat in (0, 2, *joined):
        room.answer(seat, {"move": "join"})
    for seat, name in zip((0, 2), known, strict=False):
        room.answer(seat, {"move": "name", "name": name})
    return room


def propose(room: Room) -> list[Effect]:
    return room.enter(0, SWAP)


def agree(room: Room) -> list[Effect]:
    return room.press(2, "right")


def names(room: Room) -> tuple[str, ...]:
    return room.table.state.player_names


def test_one_proposes_and_the_other_alone_is_asked() -> None:
    room = lobby(1)
    assert not any(isinstance(effect, Append) for effect in propose(room))
    assert "Zoë wants to swap seats with you." in room.words(2).replace("\n", " ")
    assert "Waiting for Bob." in room.words(0)
    assert "swap" not in room.words(1)
    assert room.table.seat_moment(Place(1)).event == room.events[-1], "by touch everybody reads of it"
    assert room.events[-1] == "Zoë wants to swap seats with Bob. Waiting for Bob.", "all may know of it"
    effects = agree(room)
    assert Append(Moved(room.table.state.number, 0, SWAP)) in effects
    assert effects.count(SeatsSwapped(Place(0), Place(2))) == 1
    assert names(room) == ("Bob", "Ben", "Zoë", "Dan")
    assert room.events[-1] == "Zoë and Bob have swapped seats."
    assert all("have swapped" in room.words(seat).replace("\n", " ") for seat in (0, 2))
    assert "have swapped" not in room.words(1).replace("\n", " ")


@pytest.mark.parametrize(("by", "keys"), [(2, ("left",)), (0, ("middle",))])
def test_a_no_or_a_withdrawal_leaves_everybody_where_they_are(by: int, keys: tuple[str, ...]) -> None:
    room = lobby()
    before = room.table.state.game_state
    propose(room)
    effects = room.press(by, *keys)
    assert room.table.state.proposal is None
    assert room.table.state.game_state == before
    assert not any(isinstance(effect, SeatsSwapped | Append) for effect in effects)


def test_by_touch_it_is_a_tap_of_each() -> None:
    room = lobby()
    number = room.table.state.number + 1
    room.carry_out(room.table.handle(SeatAnswered(Place(0), "game", number, SWAP)))
    asked = room.table.seat_moment(Place(2)).asked
    assert asked.lines[0] == "Zoë wants to swap seats with you."
    room.carry_out(room.table.handle(SeatAnswered(Place(2), asked.to, number, {"move": "yes"})))
    assert names(room)[0] == "Bob"


def test_it_is_offered_for_people_who_are_there_and_for_nobody_else() -> None:
    def offered(room: Room, seat: int) -> str:
        return repr(room.table.prompt(Place(seat)))

    assert "'swap'" in offered(lobby(), 0)
    assert "'seat': 1}" in offered(lobby(1), 0)
    alone = Room(CATALOG, names=("Ann", "Ben", "Cleo", "Dan"))
    alone.answer(0, {"move": "join"})
    assert "'swap'" not in offered(alone, 0)
    alone.answer(0, {"move": "add_machine", "seat": 1, "level": "best"})
    assert "'swap'" not in offered(alone, 0), "the machine can be taken away instead"
    playing = lobby()
    playing.enter(0, {"move": "start"})
    assert not playing.table.state.position.in_lobby
    assert "'swap'" not in offered(playing, 0) + offered(playing, 2)


def test_nobody_makes_it_alone() -> None:
    room = lobby()
    assert "agrees" in room.refusal(0, SWAP)


def test_silence_agrees_as_to_everything() -> None:
    room = lobby()
    propose(room)
    effects = tick(room, float(SILENCE))
    assert SeatsSwapped(Place(0), Place(2)) in effects
    assert room.events[-1] == f"Bob gave no answer for {SILENCE} s. Zoë and Bob have swapped seats."


def test_names_helps_and_who_is_meant_by_an_option_go_along() -> None:
    room = lobby()
    room.answer(0, {"move": "choose", "game": "davinci"})
    room.answer(0, {"move": "help", "help": "hint", "on": True})
    room.answer(0, {"move": "set", "option": "first_seat", "value": 0})
    propose(room)
    agree(room)
    room.press(0, "middle")
    room.press(2, "middle")
    room.enter(2, {"move": "start"})
    assert (room.opened.names, room.opened.places) == (("Bob", "Zoë"), (0, 2))
    assert room.opened.helps == ((), ("hint",))
    assert room.table.state.options.first_seat == 1, "Zoë still begins"


def test_who_has_the_name_of_the_place_takes_it_along_and_back() -> None:
    room = lobby(known=())
    before = room.table.state.game_state
    propose(room)
    agree(room)
    assert names(room) == ("Cleo", "Ben", "Ann", "Dan")
    room.press(0, "middle")
    room.press(2, "middle")
    propose(room)
    agree(room)
    assert room.table.state.game_state == before


def test_the_lobby_after_a_game_offers_it_and_a_restart_keeps_it() -> None:
    room = lobby()
    propose(room)
    agree(room)
    again = Table(CATALOG, room.table.setup.names, players=("Zoë", "Bob"))
    again.resume(room.opened, room.table.state.steps)
    assert again.state.player_names == names(room)
    room.press(0, "middle")
    room.press(2, "middle")
    room.enter(0, {"move": "start"})
    after = lobby_after(room.opened, room.table.setup.names, ())
    again.resume(after, ())
    assert again.state.player_names == ("Bob", "Ben", "Zoë", "Dan")
    assert "'swap'" in repr(again.prompt(Place(0)))


def test_nothing_that_a_player_was_entering_or_reading_is_shown_to_the_other() -> None:
    """Two tables differ in what Zoë was doing at her seat. After the swap both places are alike."""
    shown = []
    for keys in ((), ("right",), ("left", "middle", "middle")):
        room = lobby()
        room.press(0, *keys)
        number = room.table.state.number + 1
        room.carry_out(room.table.handle(SeatAnswered(Place(0), "game", number, SWAP)))
        agree(room)
        shown.append([room.table.state.places[place] for place in (0, 2)])
    assert shown[0] == shown[1] == shown[2]
