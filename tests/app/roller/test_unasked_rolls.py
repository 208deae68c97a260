"""Rolls that no player has to throw: the machine's own, and those that a player lets be made. A real die needs a hand."""

from companion.table.effects import AskChance, Throw
from tests.app.roller.roller_setup import PROMPT, RollerSetup

MACHINE = Throw(None, 0, "Ada", "Machine", unasked=True)


def ask_again(setup: RollerSetup, throw: Throw) -> None:
    setup.roller.expect(AskChance(8, PROMPT, throw))
    setup.roller.ask()


def test_a_die_in_the_page_rolls_for_the_machine_and_the_rest_of_a_players_rolls_without_a_press() -> None:
    rest = RollerSetup("page", Throw(1, 0, "Ada", unasked=True))
    assert rest.words(1) == ""
    rest.loop.advance(5)
    assert len(rest.answers) == 1
    setup = RollerSetup("page", MACHINE)
    assert setup.roller.seats == ()
    assert [setup.words(seat) for seat in range(3)] == ["", "", ""], "all look at the game meanwhile"
    assert [(die["state"], die["machine"]) for die in setup.dice] == [("tumbling", "Machine")]
    setup.loop.advance(5)
    (roll,) = setup.answers
    assert roll.answer.number == 7


def test_who_enters_the_rolls_of_a_real_die_rolls_it_for_the_machine_too() -> None:
    setup = RollerSetup()
    setup.roller.set(3, 1)
    ask_again(setup, MACHINE)
    setup.loop.advance(5)
    assert len(setup.answers) == 1
    assert setup.words(2).startswith("Roll for Machine")
    setup.roller.take_gesture(0, "middle")  # the die in the page after all
    setup.loop.advance(5)
    assert len(setup.answers) == 2
    ask_again(setup, MACHINE)
    setup.loop.advance(5)
    assert len(setup.answers) == 3


def test_a_die_of_the_own_that_was_chosen_for_a_roll_is_not_asked_for_the_machines() -> None:
    setup = RollerSetup(throw=Throw(1, 0, "Ada", own=True))
    setup.press("right", "right", "middle", "middle")
    ask_again(setup, MACHINE)
    assert setup.roller.seats == ()
    setup.loop.advance(5)
    assert [roll.reading.source for roll in setup.answers] == ["hand", "page"]


def test_a_real_die_is_thrown_for_the_machine_by_anybody_who_reads_so() -> None:
    setup = RollerSetup("nest", MACHINE)
    assert all(setup.words(seat).startswith("Roll for Machine") for seat in range(3))
    assert (setup.dice[-1]["state"], setup.dice[-1]["machine"]) == ("awaited", "Machine")
