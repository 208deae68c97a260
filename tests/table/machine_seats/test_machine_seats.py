"""The machine at the table: asked, told what it sees, agreeing to everything, and needing neither keys nor a panel."""

from typing import Any

import pytest
from msgspec import json

from companion.core.prompt import Move, every
from companion.core.screen import TextMark
from companion.table.effects import Abandoned, Append, AskMachine, Gestured, HandedOver, Show, TakenBack
from companion.table.layers import touch_menu
from companion.table.pages import rendering
from companion.table.table import Table, entries
from tests.table.machine_seats.seated import SEEDS, Seated
from tests.table.room import menu_of

CODE: Move = {"move": "set_code", "pegs": ["silver", "pink", "orange", "white"]}


def against(
    level: str = "best", places: int = 2, *, thinks: bool = False, game: str = "mastermind", people: int = 1
) -> Seated:
    """Machines at all places but the first ones."""
    seated = Seated(places, thinks=thinks)
    for place in range(people):
        if place not in seated.table.state.game_state.joined:
            seated.move(place, {"move": "join"})
    for place in range(people, places):
        seated.move(0, {"move": "add_machine", "seat": place, "level": "random"})
    if game != "mastermind":
        seated.move(0, {"move": "choose", "game": game})
    for place in range(people, places):
        if level != "random":
            seated.move(0, {"move": "add_machine", "seat": place, "level": level})
    seated.move(0, {"move": "start"})
    return seated


def seen_by_machine(table: Table) -> list[dict[str, Any]]:
    """The views for the machine at seat 1."""
    return [json.decode(one.view) for one in table.seated(1).seen]


def test_a_move_is_in_the_journal_and_shown_before_the_machine_is_asked_by_what_its_seat_sees() -> None:
    seated = against()
    own = seated.table.seated(1)
    assert (own.game, own.seats, own.seat, own.level, len(own.seen)) == ("mastermind", 2, 1, "best", 1)
    seated.move(0, CODE)
    kinds = [type(effect) for effect in seated.effects]
    assert kinds.index(Append) < kinds.index(Show) < kinds.index(AskMachine)
    assert [(view["seat"], view["code"]) for view in seen_by_machine(seated.table)] == [(1, None)] * 2
    (asked,) = [effect for effect in seated.effects if isinstance(effect, AskMachine)]
    assert asked == AskMachine(2, 1, f"{SEEDS[0]} 0")


def test_its_level_stands_on_a_page_of_its_own_screen_and_of_every_other() -> None:
    seated = against("casual")
    seated.move(0, CODE)
    for place in (0, 1):
        menu = menu_of(seated.table, place)
        (look,) = (one for one in menu if one.text == "Look: Machine: casual")
        page = rendering(seated.table.at(place)).pages[look.page]
        texts = " ".join(mark.text for mark in page.marks if isinstance(mark, TextMark))
        assert texts == seated.table.game.level_words()["casual"]


def test_its_place_shows_what_spectators_see_and_its_keys_make_no_move() -> None:
    seated = against()
    table = seated.table
    assert table.prompt(1) is None
    assert table.state.seat_at(1) is None
    seated.move(0, CODE)
    before = table.state
    assert table.prompt(1) is None, "the machine is asked, the place is not"
    for gesture in ("middle", "left", "right", "back"):
        assert entries(table.handle(Gestured(1, gesture))) == []
    assert (table.state.steps, table.state.game_state) == (before.steps, before.game_state)


def test_no_notice_waits_there_for_a_key() -> None:
    seated = against()
    seated.table.notify("The die has fallen off the table.")
    assert seated.table.state.places[0].notices
    assert not seated.table.state.places[1].notices


def test_it_agrees_to_abandoning_at_once() -> None:
    seated = against()
    abandon(seated)
    assert isinstance(seated.kept[-2], Abandoned)
    assert seated.table.state.opened.game == "lobby"
    assert seated.table.state.machine_seats == ()


def test_it_agrees_to_taking_back_and_forgets_the_move() -> None:
    seated = against()
    seated.move(0, CODE)
    seated.choose(0, "take_back")
    assert isinstance(seated.kept[-1], TakenBack)
    assert len(seen_by_machine(seated.table)) == 1, "it has seen only the beginning"


def test_what_the_machine_has_done_since_is_taken_back_with_the_own_move() -> None:
    seated = against("random", game="digitcode")
    before = seated.table.state
    seated.move(0, {"move": "set_code", "digits": [4, 0, 7, 1, 9, 3]})
    seated.move(1, {"move": "set_code", "digits": [1, 2, 3, 4, 5, 6]})
    seated.press(0, "back", "left", "middle")  # the last entry of a long menu
    assert (seated.table.state.steps, seated.table.state.game_state) == ((), before.game_state)
    assert seated.kept[-2:] == [TakenBack(before.number + 3), TakenBack(before.number + 4)]
    assert len(seen_by_machine(seated.table)) == 1


def test_where_the_machine_has_learned_something_since_the_own_move_stays() -> None:
    seated = against("random", thinks=True)
    seated.move(0, CODE)
    assert seated.table.state.steps[-1][0] == 1
    seated.press(0, "middle")  # reads how the game ended
    seated.choose(0, "take_back")
    assert "has moved since" in seated.words(0).replace("\n", " ")
    assert seated.table.state.proposal is None
    assert len(seated.table.state.steps) > 1


def test_who_plays_alone_against_it_reads_of_no_others_who_are_asked() -> None:
    asked = []
    for people in (1, 2):
        seated = against("random", 3, game="passcode", people=people)
        menu = touch_menu(seated.table.at(0))
        assert menu is not None
        seated.choose(0, "abandon")
        asked.append(("must agree" in menu.help, "others" in seated.words(0)))
    assert asked == [(False, False), (True, True)]


def test_people_are_still_asked() -> None:
    seated = against("random", 4, game="passcode", people=2)
    abandon(seated)
    proposal = seated.table.state.proposal
    assert proposal is not None
    assert proposal.waiting == (1,)
    assert seated.table.state.places[2].agreement is None


def abandon(seated: Seated) -> None:
    """At the first place: end this game, and Yes."""
    seated.choose(0, "abandon")
    assert "End this game for everybody?" in seated.words(0).replace("\n", " ")
    seated.press(0, "right")


def test_anybody_throws_the_die_for_it() -> None:
    """Passcode asks each player in turn to roll for a code: people are asked by name, for the machine anybody throws."""
    seated = against("random", 2, game="passcode", thinks=True)
    throws = {}
    for _ in range(12):
        state = seated.table.state
        (actor,) = seated.table.game.to_act(state.game_state)
        if actor != 0:
            break
        prompt = seated.table.prompt(0)
        assert prompt is not None
        seated.asked.clear()
        seated.move(0, next(every(prompt)))
        for number, throw in seated.asked.items():
            throws[seated.table.state.steps[number - 2][0]] = throw.by
    assert throws == {0: 0, 1: None}


def test_a_game_that_is_taken_up_again_is_as_it_was() -> None:
    seated = against(thinks=True)
    seated.move(0, CODE)
    state = seated.table.state
    again = Table(tuple(seated.table.setup.games[name] for name in ("mastermind", "davinci")), ("Seat 1", "Seat 2"))
    again.resume(state.opened, state.steps)
    assert again.state.machines == state.machines
    assert again.state.game_state == state.game_state
    assert len(seen_by_machine(again)) == len(state.steps) + 1


# A seat that is handed over


def handed() -> Seated:
    """Two people and a machine; the second one's seat is handed over."""
    seated = against("random", 3, game="passcode", people=2)
    hand_over(seated, 1)
    return seated


def hand_over(seated: Seated, place: int) -> None:
    """Let the machine play the seat of a place, at the level in sight."""
    seated.choose(place, "hand_over")
    assert "Level random" in seated.words(place), "the list of levels is in sight"
    seated.press(place, "middle")


def test_a_player_lets_the_machine_play_and_everybody_is_told() -> None:
    seated = handed()
    state = seated.table.state
    assert state.machine_seats == (1, 2)
    assert isinstance(seated.kept[-1], HandedOver)
    assert seated.published[-1].event.endswith("now and plays any legal move, by luck."), "how well, in words"
    assert "Seat 2" in seated.published[-1].event
    assert seated.published[-1].machines == (1, 2)
    assert state.places[0].notices[-1] == seated.published[-1].event
    assert seated.table.prompt(1) is None


def test_the_player_takes_the_seat_back() -> None:
    seated = handed()
    seated.choose(1, "play_again")
    assert "Play this seat yourself again?" in seated.words(1).replace("\n", " ")
    seated.press(1, "left")
    assert seated.table.state.machine_seats == (2,)
    assert "Seat 2" in seated.published[-1].event
    assert seated.table.state.seat_at(1) == 1


def test_a_seat_that_was_the_machines_from_the_start_is_nobodys_to_take() -> None:
    """Else its place would show its secrets to whoever presses a key there."""
    seated = handed()
    for action in ("play_again", "hand_over"):
        with pytest.raises(AssertionError, match=f"there is no entry {action}"):
            seated.choose(2, action)
        seated.press(2, "back")
    seated.choose(1, "play_again")


def test_the_last_person_stays() -> None:
    seated = against("random", 3, game="passcode")
    with pytest.raises(AssertionError, match="there is no entry hand_over"):
        seated.choose(0, "hand_over")


def test_a_seat_that_is_handed_over_stays_so_after_a_restart() -> None:
    seated = handed()
    state = seated.table.state
    again = Table(tuple(seated.table.setup.games[name] for name in ("passcode",)), ("Seat 1", "Seat 2", "Seat 3"))
    again.resume(state.opened, state.steps, state.number, machines=state.machines)
    assert again.state.machines == state.machines
    assert again.state.number == state.number
