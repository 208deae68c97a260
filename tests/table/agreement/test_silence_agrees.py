"""A player who was asked and presses no key for a minute counts as agreeing. Nothing but a proposal is agreed on by silence."""

import random
from collections.abc import Sequence
from typing import Any

import pytest

from companion.core.keys import REPEATS, Gesture
from companion.core.prompt import sample
from companion.core.seat import CHANCE, Place
from companion.games.catalog import CATALOG
from companion.games.digitcode import DIGITCODE
from companion.games.mastermind import MASTERMIND
from companion.table.agreement import SILENCE, STEP, started_timeout
from companion.table.effects import Abandoned, Answered, Append, Effect, Publish, Show, TakenBack, Ticked
from companion.table.table import Table, entries
from tests.games.mastermind.play import COLOURS
from tests.laws.play import NAMES
from tests.table.agreement.test_consent import ABANDON, NO, TAKE_BACK, YES, coded, line, menu
from tests.table.clock.timed import press_at as press
from tests.table.clock.timed import wait
from tests.table.room import Room, code

JUST = 0.01
ASKED = 1000.0
"""When somebody proposes something."""


def asked(what: Sequence[Gesture], room: Room | None = None, by: int = 0) -> Room:
    """A game in which a seat has proposed something, at ASKED."""
    room = room or coded()
    menu(room, by)
    for gesture in what:
        press(room, by, gesture, ASKED)
    assert room.table.state.proposal is not None
    return room


def tick(room: Room, at: float) -> list[Effect]:
    return room.carry_out(room.table.handle(Ticked(at)))


@pytest.mark.parametrize(("what", "entry"), [(ABANDON, Abandoned(2)), (TAKE_BACK, TakenBack(2))])
def test_who_left_holds_no_table(what: Sequence[Gesture], entry: Any) -> None:
    room = asked(what)
    wait(room, ASKED + SILENCE - JUST)
    assert room.table.state.proposal is not None
    effects = wait(room, ASKED + SILENCE)
    assert entries(effects)[0] == entry
    assert room.table.deadline is None
    assert all("Bob gave no answer" in line(room, seat) for seat in (0, 1))
    assert (room.table.game.name == "lobby") == (what is ABANDON)


def test_the_screens_say_what_will_happen_and_when() -> None:
    room = asked(ABANDON)
    for left in (60, 50, 40, 30, 20, 10):
        assert wait(room, ASKED + SILENCE - left) or left == SILENCE
        for seat in (0, 1):
            assert f"No answer in {left} s: yes." in room.words(seat)
        assert "Waiting for Bob." in room.words(0)
        assert "Ann wants to end this game." in line(room, 1)


@pytest.mark.parametrize("gesture", ["left", "right", "back", "lift", "lower"])
def test_a_key_that_is_touched_ends_the_silence(gesture: Gesture) -> None:
    room = asked(ABANDON)
    wait(room, ASKED + 55)
    assert "No answer in 10 s: yes." in room.words(0)
    press(room, 1, gesture, ASKED + 55)
    assert "No answer in 60 s: yes." in room.words(0)
    wait(room, ASKED + 55 + SILENCE - JUST)
    assert room.table.state.proposal is not None
    wait(room, ASKED + 55 + SILENCE)
    if gesture == "back":
        assert "Do you agree?" in room.words(1), (
            "the menu covered the question, so its minute begins when it is in sight"
        )
        assert "No answer in 60 s: yes." in room.words(0)
        wait(room, ASKED + 55 + 2 * SILENCE)
    assert room.table.game.name == "lobby", "who has touched one and left holds no table either"


@pytest.mark.parametrize("again", REPEATS)
def test_a_key_that_is_stuck_is_not_touched(again: Gesture) -> None:
    room = asked(ABANDON)
    for second in range(1, SILENCE):
        press(room, 1, again, ASKED + second)
        wait(room, ASKED + second)
    wait(room, ASKED + SILENCE)
    assert room.table.game.name == "lobby"


def test_a_no_counts_until_the_last_moment_and_a_yes_is_heard_at_once() -> None:
    for answer, ends_in in ((NO, "mastermind"), (YES, "lobby")):
        room = asked(ABANDON)
        wait(room, ASKED + SILENCE - JUST)
        for gesture in answer:
            press(room, 1, gesture, ASKED + SILENCE - JUST)
        assert room.table.game.name == ends_in
        assert room.table.deadline is None
        before = room.table.state
        assert tick(room, ASKED + 10 * SILENCE) == []
        assert room.table.state == before


def three() -> Room:
    """Ann, Bob and Cleo, of whom Ann has proposed the end of a game."""
    room = Room((DIGITCODE,), names=("Ann", "Bob", "Cleo"))
    for seat in range(3):
        room.answer(seat, {"move": "join"})
    return asked(ABANDON, room.start(master="table"))


def test_each_who_is_asked_has_a_minute_of_the_own() -> None:
    room = three()
    wait(room, ASKED + 30)
    press(room, 2, "right", ASKED + 30)  # Cleo has begun to say yes
    wait(room, ASKED + SILENCE)
    proposal = room.table.state.proposal
    assert proposal is not None
    assert (proposal.agreed, proposal.silent, proposal.waiting) == ((1,), (1,), (2,))
    assert "You agreed" in room.words(1)
    assert "Waiting for Cleo." in line(room, 0)
    assert "No answer in 30 s: yes." in room.words(0)
    press(room, 2, "middle", ASKED + SILENCE + 1)  # and what had been entered stayed
    assert room.table.game.name == "lobby"


def test_who_comes_back_in_time_can_still_say_no_and_several_who_left_are_all_named() -> None:
    room = three()
    press(room, 2, "back", ASKED + 50)
    wait(room, ASKED + SILENCE)
    for gesture in ("middle", "middle"):
        press(room, 1, gesture, ASKED + SILENCE + 5)
    assert room.table.state.proposal is None
    assert "Bob does not agree" in line(room, 0)
    room = three()
    wait(room, ASKED + SILENCE)
    assert line(room, 0).startswith("Ann has ended the game. Bob and Cleo gave no answer")


def test_time_in_which_nobody_could_answer_does_not_count() -> None:
    room = asked(ABANDON)
    room.table.restart_countdown(ASKED + 500)
    assert room.table.deadline == ASKED + 500 + STEP
    wait(room, ASKED + 500 + SILENCE - JUST)
    assert room.table.state.proposal is not None
    Room().table.restart_countdown(0)  # where nothing is asked, nothing is waited for


def test_a_key_from_before_all_were_asked_anew_adds_no_time() -> None:
    asked = started_timeout(3, 100.0).with_key(1, 99.5)
    assert [asked.seconds_left(seat) for seat in range(3)] == [SILENCE] * 3
    assert asked.deadline((0, 2)) == 100.0 + STEP


def test_a_power_cut_agrees_on_nothing_and_asks_nobody() -> None:
    room = asked(ABANDON)
    wait(room, ASKED + SILENCE - JUST)
    again = Table((MASTERMIND,), ("Ann", "Bob"))
    effects = again.resume(room.opened, room.table.state.steps, room.table.state.number)
    assert not any(isinstance(effect, Append) for effect in effects)
    assert (again.deadline, again.state.proposal) == (None, None)
    assert again.handle(Ticked(ASKED + SILENCE)) == [], "and the clock of the new start is another"
    assert again.game.name == "mastermind"


def test_nothing_else_is_agreed_on_by_silence() -> None:
    """Wherever no proposal stands no time is waited for, and no time that passes does anything."""
    pick = random.Random(11).randrange
    for game in CATALOG:
        table = Table((game,), NAMES[: game.seats[1]] if game.seats[1] <= 4 else NAMES[:4])
        table.begin()
        for seat in range(len(NAMES[:4])):
            if seat < len(table.state.places) and seat not in table.state.game_state.joined:
                answer(table, seat, {"move": "join"})
        answer(table, 0, {"move": "start"})
        for _ in range(60):
            for later in range(4):  # pictures of a cheer
                table.handle(Ticked(1e6 + later))
            before = table.state
            assert table.deadline is None
            assert table.handle(Ticked(1e9)) == []
            assert table.state == before
            acting = table.game.to_act(table.state.game_state)
            if not acting:
                break
            actor = acting[pick(len(acting))]
            prompt = table.game.chance(table.state.game_state) if actor == CHANCE else table.prompt(Place(actor))
            assert prompt is not None
            answer(table, actor, sample(prompt, pick))


def answer(table: Table, actor: Any, move: dict[str, Any]) -> None:
    table.handle(Answered(actor, table.state.number + 1, move))


def test_no_screen_and_no_sentence_of_it_depends_on_a_secret() -> None:
    """Two worlds that the others cannot tell apart: another code, and the same keys at the same times."""
    seen = []
    for letters in ("RYGB", "WOYG"):
        room = Room().start()
        room.enter(0, code(letters))
        asked(ABANDON, room)
        press(room, 1, "back", ASKED + 12)
        told: list[Any] = []
        for effect in wait(room, ASKED + 12 + 2 * SILENCE):
            match effect:
                case Show(place) if place != 0:
                    told.append((place, room.table.screen(place)))
                case Publish():
                    told.append(effect)
                case _:
                    pass
        assert len(told) > SILENCE / STEP
        seen.append(told)
    assert seen[0] == seen[1]
    assert COLOURS["R"] != COLOURS["W"]
