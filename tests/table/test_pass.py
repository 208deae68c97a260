"""Pass the laptop: two people at one page, of whom one at a time sees secrets."""

from random import Random
from typing import Any

import pytest
from msgspec import structs

from companion.core.game import AnyGame
from companion.core.prompt import is_secret, sample
from companion.core.screen import Mark, Screen, Veil
from companion.core.seat import CHANCE, Place, Seat
from companion.games.catalog import CATALOG
from companion.games.davinci import DAVINCI
from companion.games.digitcode import DIGITCODE
from companion.games.mastermind import MASTERMIND
from companion.table.data import seat_data
from companion.table.effects import Effect, MachineSeat, Opened, PageGiven, PassShown, SeatAnswered
from companion.table.state import passes_to
from companion.ui.screens import COVERED
from tests.table.room import Room, code, guess

ANN, BOB = Place(0), Place(1)


def give(room: Room, place: Place | None) -> list[Effect]:
    return room.carry_out(room.table.handle(PageGiven(place)))


def asks(effects: list[Effect]) -> list[PassShown]:
    return [effect for effect in effects if isinstance(effect, PassShown)]


def covered(room: Room) -> list[Place]:
    """The places whose secrets are covered, by the screen and by touch alike."""
    table = room.table
    found = [place for place in table.setup.places if table.at(place).cover == COVERED]
    assert found == [place for place in table.setup.places if table.seat_moment(place).covered]
    return found


def test_each_is_given_the_page_for_the_own_move() -> None:
    room = Room((DIGITCODE,), "pass").start()
    assert passes_to(room.table.setup, room.table.state) == ANN
    assert covered(room) == [ANN, BOB]
    assert asks(give(room, ANN)) == [PassShown()]
    assert covered(room) == [BOB]
    after = room.answer(0, {"move": "set_code", "digits": [4, 0, 7, 1, 9, 3]})
    assert asks(after) == [PassShown(BOB, "Bob")], "nothing of Ann's is in sight when Bob gets it"
    assert covered(room) == [ANN, BOB]
    give(room, BOB)
    assert covered(room) == [ANN]
    assert asks(room.answer(1, {"move": "set_code", "digits": [4, 0, 7, 1, 9, 3]})) == [PassShown(ANN, "Ann")]
    give(room, ANN)
    assert asks(room.answer(0, {"move": "ask_line", "line": "A"})) == [], "Ann is asked again"


def test_who_has_no_secret_is_given_no_page_and_sees_none() -> None:
    room = Room((MASTERMIND,), "pass").start(indication="manual")
    give(room, ANN)
    assert asks(room.answer(0, code("RYGB"))) == [], "Bob guesses, and needs nobody's leave"
    assert covered(room) == [ANN], "Ann's code is covered meanwhile"
    assert asks(room.answer(1, guess("RYGW"))) == [PassShown(ANN, "Ann")], "she may have left it to Bob"
    assert covered(room) == [ANN, BOB]


@pytest.mark.parametrize("game", CATALOG, ids=lambda game: game.name)
def test_what_is_not_covered_is_the_holders_or_known_to_all(game: AnyGame) -> None:
    """Whatever is played, by two who pass the page whenever they are asked to."""
    room, pick = Room(CATALOG, "pass"), Random(3).randrange
    room.luck = lambda number, prompt: None  # type: ignore[method-assign]
    room.carry_out(room.table.resume(Opened(game.name, game.rules, {}, ("Ann", "Bob")), ()))
    holder: Place | None = None
    for _ in range(300):
        position = room.table.state.position
        if not position.acting:
            break
        if (to := passes_to(room.table.setup, room.table.state)) is not None:
            assert covered(room) == [ANN, BOB]
            give(room, to)
            holder = to
        for place in (ANN, BOB):
            if place not in covered(room) and place != holder:
                seat = Seat(place)
                asked = position.question(seat)
                assert asked is None or not is_secret(asked)
                assert structs.replace(position.view(seat), seat=None) == position.view(None)
        actor = position.acting[pick(len(position.acting))]
        prompt = position.chance if actor == CHANCE else position.question(actor)
        assert prompt is not None
        room.answer(actor, sample(prompt, pick))
        room.go_on()
    assert room.table.state.number > 10


def test_only_the_one_who_is_asked_takes_it() -> None:
    room = Room((MASTERMIND,), "pass").start()
    assert asks(give(room, BOB)) == []
    assert covered(room) == [ANN, BOB]
    give(room, ANN)
    assert asks(give(room, BOB)) == []
    assert covered(room) == [BOB]


def test_a_round_is_read_by_both_before_it_goes_on() -> None:
    room = Room((MASTERMIND,), "pass").start(games=2)
    give(room, ANN)
    room.answer(0, code("RYGB"))
    assert asks(room.answer(1, guess("RYGB"))) == []
    room.press(1, "middle")
    assert covered(room) == [ANN, BOB], "Ann still looks at how it ended"
    assert room.words(1).startswith("Waiting for Ann\n")
    assert seat_data(room.table.seat_moment(BOB))["turn"] == "Waiting for Ann"
    assert asks(room.press(0, "middle")) == [PassShown(BOB, "Bob")], "Bob makes the next code, and nobody else looks"
    assert "Waiting" not in room.words(1)
    give(room, BOB)
    assert asks(room.answer(1, code("RYGB"))) == [], "Ann has no secret while she looks for the code"
    assert covered(room) == [BOB]


def test_a_page_that_is_opened_anew_shows_nothing_until_somebody_says_who_they_are() -> None:
    room = Room((MASTERMIND,), "pass").start()
    give(room, ANN)
    assert asks(room.carry_out(room.table.handle(PageGiven(None)))) == [PassShown(ANN, "Ann")]
    assert covered(room) == [ANN, BOB]


def test_a_cover_says_so_and_keeps_the_labels_of_the_keys() -> None:
    room = Room((MASTERMIND,), "pass").start()
    hidden = room.table.screen(ANN)
    give(room, ANN)
    shown = room.table.screen(ANN)
    assert any(isinstance(mark, Veil) for mark in hidden.marks)
    assert labels(hidden) == labels(shown) != []


def labels(screen: Screen) -> list[Mark]:
    """What stands above the keys."""
    return [mark for mark in screen.marks if not isinstance(mark, Veil) and mark.y >= 52]


def test_beside_a_cover_no_key_says_what_has_been_entered() -> None:
    room = Room((DIGITCODE,), "pass").start()
    fresh = [labels(room.table.screen(place)) for place in (ANN, BOB)]
    give(room, ANN)
    room.press(0, "left")
    assert labels(room.table.screen(ANN)) != fresh[ANN], "one of the digits of that key"
    give(room, None)
    assert [labels(room.table.screen(place)) for place in (ANN, BOB)] == fresh
    for key in ("left", "middle", "right"):
        room.press(1, key)
        assert room.words(1).startswith("Wait for your turn\n")
        assert labels(room.table.screen(BOB)) == fresh[BOB]
    give(room, ANN)
    room.answer(0, {"move": "set_code", "digits": [4, 0, 7, 1, 9, 3]})
    give(room, BOB)
    assert labels(room.table.screen(BOB)) == fresh[BOB], "nothing of that was entered"


def test_what_nobody_needs_a_secret_for_is_done_without_passing() -> None:
    room = Room((DAVINCI,), "pass")
    room.carry_out(room.table.resume(Opened("davinci", DAVINCI.rules, {}, ("Ann", "Bob")), ()))
    for number in range(8):  # four tiles each, in turn
        assert (covered(room), passes_to(room.table.setup, room.table.state)) == ([ANN, BOB], None)
        after = room.answer(number % 2, {"move": "take", "colour": "black"})
    assert asks(after) == [] != covered(room)
    assert passes_to(room.table.setup, room.table.state) == ANN


def test_what_others_play_on_phones_of_their_own_is_never_covered() -> None:
    room = Room((MASTERMIND,), "pass", phones=(BOB,)).start()
    assert covered(room) == []
    assert passes_to(room.table.setup, room.table.state) is None


@pytest.mark.parametrize("secrecy", ["open", "lift"])
def test_otherwise_nobody_passes_anything(secrecy: Any) -> None:
    room = Room((MASTERMIND,), secrecy).start()
    assert passes_to(room.table.setup, room.table.state) is None
    assert covered(room) == []


def test_a_person_alone_against_the_machine_sees_everything() -> None:
    room = Room((DAVINCI,), "pass")
    opened = Opened("davinci", DAVINCI.rules, {}, ("Ann", "Machine"), machines=(MachineSeat(1, "best", "0" * 32),))
    room.carry_out(room.table.resume(opened, ()))
    assert passes_to(room.table.setup, room.table.state) is None
    assert covered(room) == []


def test_what_all_agree_on_is_answered_without_passing() -> None:
    room = Room((MASTERMIND,), "pass").start()
    give(room, ANN)
    abandon: dict[str, str] = {"move": "abandon"}
    room.carry_out(room.table.handle(SeatAnswered(ANN, "menu", room.table.state.number + 1, abandon)))
    assert room.table.front(BOB) == "proposal"
    room.carry_out(room.table.handle(SeatAnswered(BOB, "abandon 0", room.table.state.number + 1, {"move": "yes"})))
    assert room.table.state.position.in_lobby


def test_a_game_that_a_club_orders_asks_for_the_page_too() -> None:
    room = Room((MASTERMIND,), "pass")
    ordered = Opened("mastermind", MASTERMIND.rules, {}, ("Cleo", "Dan"), order="an order")
    assert asks(room.carry_out(room.table.open_game(ordered))) == [PassShown(ANN, "Cleo")]


def test_a_restart_asks_again() -> None:
    room = Room((MASTERMIND,), "pass").start()
    give(room, ANN)
    again = Room((MASTERMIND,), "pass")
    assert asks(again.carry_out(again.table.resume(room.table.state.opened, ()))) == [PassShown(ANN, "Ann")]
