"""What is in front of a seat: keys and touch see the same, sentences are read, and silence agrees to what is in sight."""

from typing import Any

import pytest

from companion.core.keys import Gesture
from companion.core.prompt import Move
from companion.games.catalog import CATALOG
from companion.games.mastermind import MASTERMIND
from companion.table.agreement import SILENCE
from companion.table.effects import Gestured, Opened, SeatAnswered, Show, Ticked
from companion.table.transaction import DEAD_KEY_SECONDS
from tests.table.room import Room, code, guess, menu_of, words

THREE = ("Ann", "Bob", "Cleo")
ASKED = 1000.0
ABANDON: Move = {"move": "abandon"}


def tap(room: Room, place: int, to: str, move: Move, at: float = ASKED) -> None:
    number = room.table.state.number + 1
    room.carry_out(room.table.handle(SeatAnswered(place, to, number, move, at)))


def to(room: Room, place: int) -> str:
    """What touch is asked at a place."""
    return room.table.seat_moment(place).asked.to


def passcode() -> Room:
    """Three people at Passcode."""
    room = Room(CATALOG, names=THREE)
    game = next(one for one in CATALOG if one.name == "passcode")
    room.carry_out(room.table.resume(Opened("passcode", game.rules, {}, THREE), ()))
    return room


def test_sentences_are_all_read_one_after_the_other() -> None:
    room = Room().start()
    for text in ("One thing.", "Another thing.", "One thing."):
        room.carry_out(room.table.notify(text))
    room.answer(0, code("RYGB"))
    assert room.words(1).startswith("One thing."), "another's move takes no sentence away"
    room.press(1, "middle")
    assert room.words(1).startswith("Another thing.")
    room.press(1, "middle")
    assert "Bob" not in room.words(1)
    assert room.table.state.places[1].notices == ()


def test_who_was_away_reads_the_newest_sentences() -> None:
    room = Room().start()
    for number in range(9):
        room.carry_out(room.table.notify(f"Thing {number}."))
    assert room.table.state.places[0].notices == tuple(f"Thing {number}." for number in range(5, 9))


@pytest.mark.parametrize(("to_what", "move"), [("notice", {"move": "read"}), ("game", code("RYGB"))])
def test_by_touch_all_sentences_stand_beside_the_board_and_a_tap_has_read_them(to_what: str, move: Move) -> None:
    room = Room().start()
    for text in ("One thing.", "Another thing."):
        room.carry_out(room.table.notify(text))
    assert (room.table.seat_moment(0).notice, to(room, 0)) == ("One thing.\nAnother thing.", "game")
    tap(room, 0, to_what, move)
    assert room.table.seat_moment(0).notice == ""


def test_a_tap_that_came_before_the_last_sentence_has_not_read_it() -> None:
    room = Room().start()
    room.carry_out(room.table.notify("One thing."))
    number = room.table.state.number + 1
    room.answer(0, code("RYGB"))
    room.carry_out(room.table.notify("Another thing."))
    room.carry_out(room.table.handle(SeatAnswered(0, "notice", number, {"move": "read"})))
    assert room.table.seat_moment(0).notice == "Another thing."


def test_no_sentence_stands_in_front_of_what_silence_agrees_to() -> None:
    room = Room().start()
    tap(room, 0, "menu", ABANDON)
    for seat in (0, 1):
        before = room.words(seat)
        room.carry_out(room.table.notify("The buzzer of seat 2 does not answer."))
        assert room.words(seat) == before
    assert (to(room, 1), room.table.seat_moment(1).notice) == ("abandon 0", "The buzzer of seat 2 does not answer.")
    room.carry_out(room.table.handle(Gestured(1, "left", ASKED + 1)))
    room.carry_out(room.table.handle(Gestured(1, "middle", ASKED + 1)))
    assert room.table.state.proposal is None
    assert room.words(1).startswith("The buzzer"), "and then it is read"


def test_a_page_that_covers_the_question_agrees_to_nothing() -> None:
    room = Room().start()
    tap(room, 0, "menu", ABANDON)
    for key in ("back", "middle"):
        room.carry_out(room.table.handle(Gestured(1, key, ASKED + 1)))
    assert "Help" in room.words(1), "what am I asked?"
    room.carry_out(room.table.handle(Ticked(ASKED + 1 + SILENCE)))
    assert room.table.state.proposal is not None
    assert "Do you agree?" in room.words(1), "the question is in sight now"
    room.carry_out(room.table.handle(Ticked(ASKED + 2 * SILENCE)))
    assert room.table.state.proposal is not None
    room.carry_out(room.table.handle(Ticked(ASKED + 1 + 2 * SILENCE)))
    assert room.table.game.name == "lobby"


def test_what_titles_say_for_a_moment_ends_at_each_place_by_itself() -> None:
    room = Room().start()
    room.answer(0, code("RYGB"))
    tap(room, 0, "menu", ABANDON)
    asked = room.words(1)
    room.carry_out(room.table.handle(Gestured(0, "left", ASKED)))
    room.carry_out(room.table.handle(Gestured(1, "middle", ASKED + 1)))
    assert room.words(1) != asked, "a dead key says why, on a question to all as well"
    room.carry_out(room.table.handle(Ticked(ASKED + DEAD_KEY_SECONDS)))
    assert room.words(1) != asked, "the one before ends first"
    room.carry_out(room.table.handle(Ticked(ASKED + 1 + DEAD_KEY_SECONDS)))
    assert room.words(1) == asked


def test_who_waits_stays_in_the_menu_while_others_move() -> None:
    room = Room().start()
    room.press(1, "back", "right")
    room.answer(0, code("RYGB"))
    assert room.table.state.places[1].dialog.menu is None, "but for who is asked now"
    room.press(0, "back", "right")
    entry = room.table.state.places[0].dialog.menu
    assert entry is not None
    room.answer(1, guess("ROWB"))
    assert room.table.state.places[0].dialog.menu == entry
    assert entry.text in room.words(0)


def test_keys_and_touch_see_the_same_question_over_the_rules() -> None:
    room = Room()
    room.enter(0, {"move": "learn"})
    assert room.table.state.places[0].reading is not None
    tap(room, 0, "game", {"move": "start"})
    assert (to(room, 0), room.table.game.name) == ("doubt", "lobby")
    assert "Start Mastermind" in room.words(0).replace("\n", " ")
    room.press(0, "right")
    assert room.table.game.name == "mastermind"


def test_the_menu_is_offered_by_touch_only_where_the_game_is_in_front() -> None:
    room = Room()
    room.press(0, "right", "right", "back", "back")
    tap(room, 0, "game", {"move": "start"})
    assert to(room, 0) == "doubt"
    assert room.table.seat_moment(0).menu is None


@pytest.mark.parametrize("by_touch", [False, True])
def test_a_refused_hand_over_closes_its_question(by_touch: bool) -> None:
    room = Room(CATALOG, seeds=("0" * 32, "1" * 32)).start()
    open_choice(room, 1, by_touch=by_touch)
    give_away(room, 0)
    assert room.table.state.machine_seats == (0,)
    while not by_touch and room.table.state.places[1].notices:
        room.press(1, "middle")
    assert to(room, 1) == "choice"
    answer_choice(room, 1, by_touch=by_touch)
    assert room.table.state.places[1].choice is None
    assert "one person has to play" in room.words(1).replace("\n", " ")


def give_away(room: Room, place: int) -> None:
    open_choice(room, place, by_touch=True)
    answer_choice(room, place, by_touch=True)


def open_choice(room: Room, place: int, *, by_touch: bool) -> None:
    if by_touch:
        tap(room, place, "menu", {"move": "hand_over"})
        return
    while room.table.state.places[place].notices:
        room.press(place, "middle")
    room.press(place, "back")
    actions = [entry.action for entry in menu_of(room.table, place)]
    scrolling: list[Gesture] = ["right"] * actions.index("hand_over")
    room.press(place, *scrolling, "middle")


def answer_choice(room: Room, place: int, *, by_touch: bool) -> None:
    move = {"move": "hand_over", "level": "random"}
    if by_touch:
        tap(room, place, "choice", move)
    else:
        room.press(place, "middle")


def test_the_way_back_to_the_game_is_the_first_entry_of_the_menu_over_the_list_of_levels() -> None:
    room = passcode()
    open_choice(room, 2, by_touch=False)
    room.press(2, "back")
    assert "Back to the game" in room.words(2)
    room.press(2, "middle")
    assert to(room, 2) == "game"


def test_an_own_question_outlives_the_proposal_of_others() -> None:
    room = passcode()
    open_choice(room, 2, by_touch=True)
    tap(room, 0, "menu", ABANDON)
    assert to(room, 2) == "abandon 0"
    tap(room, 1, "abandon 0", {"move": "no"})
    assert to(room, 2) == "choice"
    tap(room, 2, "choice", {"move": "back"})
    assert to(room, 2) == "game"


def test_lifting_is_the_same_behind_every_question() -> None:
    room = Room((MASTERMIND,), "lift").start()
    tap(room, 0, "menu", ABANDON)
    room.press(0, "lift")
    assert room.table.state.places[0].lifted
    room.press(0, "lower")
    assert not room.table.state.places[0].lifted


def test_a_place_is_shown_only_what_is_another_screen() -> None:
    room = Room().start()
    effects: list[Any] = room.press(0, "right")
    assert [effect.place for effect in effects if isinstance(effect, Show)] == [0]
    assert words(room.table.screen(1)) == room.words(1)
