"""The roller of a real die: what prevents a roll, what the reader cannot see, and rolls that a player enters by hand."""

from itertools import product

import pytest

from companion.app.roller import MOVING, TUMBLING, how_to_throw, obstacle
from companion.core.die import FACES, ORIENTATIONS
from companion.core.errors import DeviceError
from companion.core.keys import REPEATS
from companion.core.screen import paragraph
from companion.devices.dice.readings import check_reading
from companion.devices.protocols import DieKind, DieReading, DieSight
from companion.table.effects import Throw
from tests.app.roller.roller_setup import RollerSetup

ASKED = "Throw the die"
REAL: tuple[DieKind, ...] = ("coded", "nest", "pod")


@pytest.mark.parametrize("kind", ["page", "button", *REAL])
def test_every_text_fits_the_screen_whole(kind: DieKind) -> None:
    for what in ("", "lying", "absent", "unreadable", "silent", "gone"):
        text = obstacle(kind, what) or how_to_throw(kind)
        assert text
        assert len(paragraph(text)) == 1, text
    for text in (TUMBLING, MOVING):
        assert len(paragraph(text)) == 1
    for front in (1, 3, 9, "W" * 20):
        with pytest.raises(DeviceError) as refused:
            check_reading(DieReading(kind, "W" * 20 if front == 9 else 3, 4 if front == 1 else front))
        assert len(paragraph(str(refused.value))) == 1, refused.value


@pytest.mark.parametrize("kind", REAL)
def test_what_hinders_a_real_die_is_told_until_it_lies(kind: DieKind) -> None:
    setup = RollerSetup(kind)
    assert setup.words(1).startswith("Throw the die")
    assert setup.words(1).endswith("Game By hand")
    said: list[str] = []
    for what in ("absent", "tumbling", "unreadable", "tumbling", "lying", "tumbling", "gone", "silent"):
        setup.take(DieSight(what))
        said.append(setup.words(1))
    assert said[0].startswith(f"{ASKED} No die ")
    assert said[1] == said[3] == said[5] == f"{ASKED} {MOVING} Game"
    assert said[2].startswith((f"{ASKED} The die is cocked", f"{ASKED} The die cannot be read"))
    assert said[4].startswith(f"{ASKED} The die lies as before. Lift it")
    assert said[6].startswith(f"{ASKED} The die's reader does not answer")
    assert said[7] == setup.words(1)
    assert said[7] == f"{ASKED} {how_to_throw(kind)} Game By hand"
    setup.take(DieReading(kind, 3, 2))
    assert setup.answers[-1].lies == (3, 2)
    assert setup.answers[-1].reading.source == kind
    assert (setup.dice[-1]["state"], setup.dice[-1]["rolls"]) == ("still", 1)
    assert not setup.dice[-1]["throws"]


@pytest.mark.parametrize("kind", REAL)
def test_a_real_die_that_nobody_was_to_throw_says_so_and_no_more(kind: DieKind) -> None:
    setup = RollerSetup(kind)
    setup.roller.forget()
    before = len(setup.dice)
    for what in ("tumbling", "absent", "unreadable", "gone"):
        setup.take(DieSight(what))
    assert len(setup.dice) == before
    setup.take(DieReading(kind, 3, 2))
    assert setup.answers == [None]
    assert setup.events == ["3 on top; in front 2, left 1, right 6. Nobody was to roll, so it does not count."]


def test_a_pod_that_says_what_no_die_shows_is_asked_again() -> None:
    setup = RollerSetup("pod")
    setup.take(DieReading("pod", 3, 3))
    setup.take(DieReading("pod", 9, None))
    assert setup.answers == [None, None]
    assert "No die has 9 on top" in setup.words(1)
    assert setup.asked == 3


def test_a_front_that_nothing_can_see_is_asked_of_the_roller() -> None:
    setup = RollerSetup("coded")
    setup.take(DieReading("coded", 3, None))
    assert setup.answers == [None]
    assert setup.words(1) == "Facing Ada? hold: back 3 on top 1 2 5 6 OK"
    setup.press("right", "right", "left", "middle")
    assert setup.answers[-1].lies == (3, 2)
    assert setup.answers[-1].reading == DieReading("coded", 3, 2)
    assert setup.answers[-1].answer.move == {"move": "roll", "top": 3, "front": 2}


def test_only_fronts_that_can_be_are_offered() -> None:
    for top, place in product(FACES, range(4)):
        setup = RollerSetup("coded")
        setup.take(DieReading("coded", top, None))
        for _ in range(place):
            setup.press("right")
        setup.press("middle")
        assert setup.answers[-1].lies == [one for one in ORIENTATIONS if one.top == top][place]


def test_the_first_player_is_asked_which_number_faces_her_and_can_look_at_the_game_first() -> None:
    setup = RollerSetup("coded", Throw(1, 1, "Ben"))
    setup.take(DieReading("coded", 4, None))
    assert setup.words(1) == "Facing you? hold: back 4 on top 1 2 5 6 OK"
    assert setup.roller.take_gesture(1, "back") == "menu"
    assert setup.words(1).startswith("Facing you?"), "it is asked still"


def test_a_die_that_moves_takes_back_what_was_read_of_it() -> None:
    setup = RollerSetup("coded")
    setup.take(DieReading("coded", 3, None))
    setup.take(DieSight("tumbling"))
    assert setup.words(1).startswith(f"{ASKED} The die moves.")
    setup.press("middle")
    assert setup.answers == [None], "no key counts while it moves"
    setup.take(DieSight("lying"))
    assert setup.words(1).startswith("Facing Ada? hold: back 3 on top")
    setup.take(DieSight("tumbling"))
    setup.take(DieSight("absent"))
    assert setup.words(1).startswith(f"{ASKED} No die is there.")
    setup.take(DieReading("coded", 5, None))
    assert setup.words(1).startswith("Facing Ada? hold: back 5 on top")


def test_a_front_that_nobody_needs_is_not_asked_for() -> None:
    setup = RollerSetup("coded")
    setup.roller.forget()
    setup.take(DieReading("coded", 3, None))
    assert setup.words(1) == ""
    assert setup.events == ["3 on top. Nobody was to roll, so it does not count."]


@pytest.mark.parametrize("kind", REAL)
def test_a_real_die_can_be_set_by_keys_where_its_reader_fails(kind: DieKind) -> None:
    setup = RollerSetup(kind)
    setup.take(DieSight("gone"))
    setup.press("middle")
    assert setup.words(1) == "What is on top? back 1 2 3 4 5 6 OK"
    setup.press("left", "middle")
    assert setup.words(1) == "Facing Ada? hold: back 6 on top 2 3 4 5 OK"
    setup.press("back")
    assert setup.words(1).startswith("What is on top?")
    setup.take(DieSight("unreadable"))  # although the reader reports a die meanwhile
    setup.press("middle", "right", "middle")
    assert setup.answers[-1].lies == (6, 3)
    assert setup.answers[-1].reading.source == "hand"


def test_setting_by_keys_can_be_left_and_a_reading_ends_it() -> None:
    setup = RollerSetup("nest")
    setup.press("middle", "back")
    assert setup.words(1).startswith("Throw the die")
    setup.press("middle")
    setup.take(DieReading("nest", 2, 1))
    assert setup.answers[-1].lies == (2, 1)
    assert setup.words(1) == ""


def test_a_key_that_is_held_turns_the_dial_that_its_press_has_turned_and_does_nothing_else() -> None:
    setup = RollerSetup("nest")
    before = setup.words(1)
    for again in REPEATS:
        setup.press(again)
    assert setup.words(1) == before, "there is no dial yet"
    setup.press("middle", "right_again", "left_again")
    setup.press("middle")
    assert setup.words(1).startswith("Facing Ada? hold: back 1 on top"), (
        "the first number, since only a press turns a dial"
    )
    setup.press("right", "right_again", "right_again", "middle")
    assert (setup.answers[-1].lies.top, setup.answers[-1].lies.front) == (1, 5)


def test_a_key_that_is_held_crosses_into_no_other_question_of_the_dial() -> None:
    setup = RollerSetup("nest")
    setup.press("middle", "right", "middle", "right_again", "middle")
    assert setup.answers[-1].lies == (2, 1), "the front is asked next, and a key that is still held chooses none"


def test_where_anybody_sets_the_die_a_held_key_turns_no_other_seats_number() -> None:
    setup = RollerSetup("nest", Throw())
    setup.press("middle", "right")
    setup.roller.take_gesture(2, "right")
    setup.press("right_again")
    setup.press("middle")
    assert setup.words(0).startswith("Facing you? hold: back 3 on top")
