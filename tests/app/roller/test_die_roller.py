"""The die roller: whom it tells to throw, which rolls count, and which it refuses."""

import pytest

from companion.app.roller import DieDial, own_throw
from companion.core.die import ORIENTATIONS
from companion.core.seat import CHANCE
from companion.devices.dice.button import ButtonDie
from companion.devices.dice.machine import MachineDie
from companion.devices.dice.page import PageDie
from companion.devices.dice.serial import SerialDie
from companion.devices.protocols import DieReading, DieSight
from companion.table.data import dial_values, screen_lines, screen_text
from companion.table.effects import Throw
from tests.app.roller.roller_setup import RollerSetup


def test_the_roller_alone_reads_that_the_die_is_to_be_thrown() -> None:
    setup = RollerSetup()
    assert setup.words(1).startswith("Throw the die Throw it here")
    assert setup.words(1).endswith("Game Throw")
    assert (setup.words(0), setup.words(2)) == ("", "")
    assert (setup.dice[-1]["state"], setup.dice[-1]["roller"], setup.dice[-1]["throws"]) == ("awaited", 1, True)


def test_the_own_key_throws_and_the_others_look() -> None:
    setup = RollerSetup()
    looks = [setup.roller.take_gesture(1, gesture) for gesture in ("left", "back", "right")]
    assert looks == ["page", "menu", None]
    assert setup.words(1).startswith("Throw the die Throw it here")
    setup.press("middle")
    assert setup.words(1) == "Throw the die The die tumbles ... Game"
    assert setup.dice[-1] | {"shown": {"top": 1, "front": 2}, "state": "tumbling", "rolls": 1} == setup.dice[-1]
    setup.loop.advance(5)
    (roll,) = setup.answers
    assert (roll.answer.actor, roll.answer.number) == (CHANCE, 7)
    assert roll.answer.move == {"move": "roll", "top": 1, "front": 2}
    assert setup.words(1) == ""
    assert (setup.dice[-1]["state"], setup.dice[-1]["said"]) == ("still", "1 on top; in front 2, left 4, right 3.")


@pytest.mark.rule("P1")
def test_a_bad_reading_is_refused_on_the_rollers_screen_and_asked_for_again() -> None:
    setup = RollerSetup()
    setup.roller.set(3, 4)
    assert setup.answers == [None]
    assert "opposite faces" in setup.words(1)
    assert setup.events == ["3 on top and 4 in front are opposite faces; throw or set it again."]
    assert (setup.dice[-1]["state"], setup.dice[-1]["said"]) == ("awaited", setup.events[0])
    setup.roller.take_gesture(1, "middle")
    setup.roller.set(3, 1)  # a tumbling die has no reading
    setup.loop.advance(5)
    assert setup.answers[1].lies == (1, 2)


def test_what_comes_unasked_is_shown_and_not_counted() -> None:
    setup = RollerSetup()
    setup.roller.set(1, 2)
    setup.roller.set(6, 2)
    assert [answer is None for answer in setup.answers] == [False, True]
    assert setup.events == ["6 on top; in front 2, left 3, right 4. Nobody was to roll, so it does not count."]
    assert (
        setup.dice[-1] | {"state": "still", "shown": {"top": 6, "front": 2}, "said": setup.events[0]} == setup.dice[-1]
    )
    assert setup.dice[-1]["rolls"] == 2


def test_what_is_not_asked_any_more_is_put_away() -> None:
    setup = RollerSetup()
    setup.roller.forget()
    assert setup.dice[-1]["state"] == "away"
    assert setup.words(1) == ""
    setup.die.throw()
    setup.loop.advance(5)
    assert setup.answers == [None]


def test_a_roll_key_that_is_pressed_for_fun_tumbles_in_the_page() -> None:
    setup = RollerSetup("button")
    setup.roller.forget()
    setup.take(DieSight("tumbling", ORIENTATIONS[0]))
    assert setup.dice[-1]["state"] == "tumbling"
    setup.take(DieReading("button", *ORIENTATIONS[0]))
    assert (setup.dice[-1]["state"], setup.dice[-1]["rolls"]) == ("still", 1)
    assert setup.answers == [None]


def test_where_the_game_does_not_say_whose_turn_it_is_anybody_throws() -> None:
    setup = RollerSetup("nest", Throw())
    assert all(setup.words(seat).startswith("Throw the die") for seat in range(3))


def test_for_each_die_that_a_tap_throws_there_is_another_way_and_for_no_other() -> None:
    ways = {"page": own_throw(PageDie()), "machine": own_throw(MachineDie()), "button": own_throw(ButtonDie(5))}
    assert ways == {"page": "Roll my own die", "machine": "", "button": "Press the roll key myself"}
    assert own_throw(SerialDie("AB12")) == ""


def test_who_throws_a_die_of_the_own_is_asked_at_once_how_it_lies() -> None:
    setup = RollerSetup(throw=Throw(1, 0, "Ada", own=True))
    assert setup.words(1).startswith("What is on top? back Throw your own die.")
    assert setup.dice[-1]["own"]
    setup.loop.advance(5)
    assert setup.answers == [], "the die of the table is not thrown"
    setup.press("right", "right", "middle", "middle")
    (roll,) = setup.answers
    assert (roll.reading.source, roll.lies) == ("hand", (3, 1))


def test_who_has_no_die_of_the_own_after_all_throws_the_one_of_the_page() -> None:
    back, thrown = (RollerSetup(throw=Throw(1, 0, "Ada", own=True)) for _ in range(2))
    back.press("back")
    assert back.words(1).endswith("Game Throw")
    thrown.die.throw()
    assert thrown.words(1) == "Throw the die The die tumbles ... Game"
    thrown.loop.advance(5)
    assert len(thrown.answers) == 1


def test_who_presses_the_roll_key_is_asked_for_no_number() -> None:
    setup = RollerSetup("button", Throw(1, 0, "Ada", own=True))
    assert setup.words(1).startswith("Throw the die")
    assert not setup.dice[-1]["own"]


def test_by_touch_the_title_and_what_follows_are_sentences_of_their_own() -> None:
    screen = RollerSetup().roller.screen_of(1)
    assert " ".join(screen_lines(screen)).startswith("Throw the die. Throw it here or in the page,")


def test_by_touch_and_for_screen_readers_the_chosen_number_is_marked() -> None:
    for dial, values, at in ((DieDial("hand", at=4), "123456", 4), (DieDial("hand", 2, at=1), "1346", 1)):
        screen = dial.screen("Bob")
        assert dial_values(screen) == (list(values), at)
        assert not any(values[0] in line and values[-1] in line for line in screen_lines(screen))
        spoken = screen_text(screen).decode()
        assert [value for value in values if f"{value} (marked)" in spoken] == [values[at]]
