"""Somebody alone at a fresh table: how few presses lead to a game against the machine, and what each of them is called."""

from companion.core.keys import Key
from companion.core.prompt import Menu
from companion.games.mastermind.game import MASTERMIND
from companion.table.effects import MachineSeat, Opened
from tests.table.machines.seated import SEEDS, Seated

AGAINST_THE_MACHINE: tuple[tuple[Key, str, str], ...] = (
    ("left", "Change", "You: Seat"),
    ("middle", "Choose", "Add machine"),
    ("middle", "Choose", "casual"),
    ("middle", "Start", "Mastermind"),
    ("right", "Yes", "Machine?"),
)
"""Key, what its box says, and what the screen says."""


def press_on(seated: Seated, place: int) -> None:
    """These presses, one after the other, each after a look at the screen."""
    for key, label, sight in AGAINST_THE_MACHINE:
        assert seated.table.game.name == "lobby"
        words = seated.words(place)
        assert label in words.split("\n")
        assert sight in words
        seated.press(place, key)


def test_one_alone_at_a_table_of_two_plays_mastermind_against_the_machine_after_five_presses() -> None:
    seated = Seated(2, thinks=False)
    press_on(seated, 0)
    assert len(AGAINST_THE_MACHINE) == 5
    assert seated.table.state.opened == Opened(
        "mastermind", MASTERMIND.rules, {}, ("Seat 1", "Machine"), (0, 1), (MachineSeat(1, "casual", SEEDS[0]),)
    )
    assert "Set the code" in seated.words(0)


def test_one_alone_at_a_larger_table_sits_down_first() -> None:
    seated = Seated(4, thinks=False)
    seated.press(2, "middle")
    press_on(seated, 2)
    opened = seated.table.state.opened
    assert (opened.game, opened.names, opened.places) == ("mastermind", ("Seat 3", "Machine"), (2, 3))
    assert opened.machines == (MachineSeat(1, "casual", SEEDS[0]),)


def changes(seated: Seated) -> list[str]:
    """What the lines of the list Change are about, at the first place."""
    prompt = seated.table.prompt(0)
    assert isinstance(prompt, Menu)
    change = prompt.branches[0].prompt
    assert isinstance(change, Menu)
    return [branch.text.split("\t")[0] for branch in change.branches]


def test_the_machine_comes_first_in_the_list_while_nobody_else_has_pressed_a_key() -> None:
    seated = Seated(3, thinks=False)
    seated.press(0, "middle")
    assert changes(seated)[:3] == ["Add machine", "Add machine elsewhere", "Game"]
    seated.press(1, "middle")
    assert changes(seated)[:2] == ["Game", "Add machine"]
    seated.move(1, {"move": "leave"})
    assert changes(seated)[:3] == ["Add machine", "Add machine elsewhere", "Game"]
    seated.move(0, {"move": "add_machine", "seat": 1, "level": "best"})
    assert changes(seated)[:3] == ["Game", "Machine", "Add machine"]
