"""The die roller: who is told to throw, what counts, and what is refused."""

import pytest

from companion.core.seat import CHANCE
from companion.devices.device_protocols import DieReading, DieSight
from companion.dice.attitude import ATTITUDES
from companion.table.effects import Throw
from tests.daemon.tray import Tray


def test_the_roller_alone_reads_that_the_die_is_to_be_thrown() -> None:
    tray = Tray()
    assert tray.words(1).startswith("Throw the die.")
    assert tray.words(1).endswith("◀ throw ▶")
    assert (tray.words(0), tray.words(2)) == ("", "")
    assert (tray.dice[-1]["state"], tray.dice[-1]["roller"], tray.dice[-1]["throws"]) == ("awaited", 1, True)


def test_the_own_key_throws_and_the_others_look() -> None:
    tray = Tray()
    assert not tray.roller.take_gesture(1, "left")  # the table's: the board is looked at
    assert tray.words(1) == ""
    assert tray.roller.take_gesture(1, "middle")
    assert tray.words(1).startswith("Throw the die.")
    assert not tray.roller.take_gesture(0, "middle")
    assert tray.roller.take_gesture(1, "middle")
    assert tray.words(1).startswith("The die tumbles")
    assert tray.dice[-1] | {"shown": {"top": 1, "front": 2}, "state": "tumbling", "rolls": 1} == tray.dice[-1]
    tray.loop.advance(5)
    (roll,) = tray.answers
    assert (roll.answer.actor, roll.answer.number) == (CHANCE, 7)
    assert roll.answer.move == {"move": "roll", "top": 1, "front": 2}
    assert tray.words(1) == ""
    assert (tray.dice[-1]["state"], tray.dice[-1]["said"]) == ("still", "1 on top; in front 2, left 4, right 3.")


@pytest.mark.rule("P1")
def test_a_bad_reading_is_refused_on_the_rollers_screen_and_asked_for_again() -> None:
    tray = Tray()
    tray.roller.set(3, 4)
    assert tray.answers == [None]
    assert "opposite faces" in tray.words(1)
    assert tray.events == ["3 on top and 4 in front are opposite faces; throw again, or set it again."]
    assert (tray.dice[-1]["state"], tray.dice[-1]["said"]) == ("awaited", tray.events[0])
    tray.roller.take_gesture(1, "middle")
    tray.roller.set(3, 1)  # no reading of a die in the air
    tray.loop.advance(5)
    assert tray.answers[1].lies == (1, 2)


def test_what_comes_unasked_is_shown_and_not_counted() -> None:
    tray = Tray()
    tray.roller.set(1, 2)
    tray.roller.set(6, 2)
    assert [answer is None for answer in tray.answers] == [False, True]
    assert tray.events == ["6 on top; in front 2, left 3, right 4. Nobody was to roll, so it does not count."]
    assert tray.dice[-1] | {"state": "still", "shown": {"top": 6, "front": 2}, "said": tray.events[0]} == tray.dice[-1]
    assert tray.dice[-1]["rolls"] == 2


def test_what_is_not_asked_any_more_is_put_away() -> None:
    tray = Tray()
    tray.roller.forget()
    assert tray.dice[-1]["state"] == "away"
    assert tray.words(1) == ""
    tray.die.throw()
    tray.loop.advance(5)
    assert tray.answers == [None]


def test_a_roll_key_that_is_pressed_for_fun_tumbles_in_the_page() -> None:
    tray = Tray("button")
    tray.roller.forget()
    tray.take(DieSight("tumbling", ATTITUDES[0]))
    assert tray.dice[-1]["state"] == "tumbling"
    tray.take(DieReading("button", *ATTITUDES[0]))
    assert (tray.dice[-1]["state"], tray.dice[-1]["rolls"]) == ("still", 1)
    assert tray.answers == [None]


def test_where_the_game_does_not_say_whose_turn_it_is_anybody_throws() -> None:
    tray = Tray("nest", Throw())
    assert all(tray.words(seat).startswith("Throw the die") for seat in range(3))
