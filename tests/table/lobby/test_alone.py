"""Somebody alone at a fresh table: how few presses lead to a game against the machine, and what each of them is called."""

import pytest

from companion.core.errors import RuleError
from companion.core.keys import Key
from companion.core.prompt import Menu
from companion.games.catalog import CATALOG, find_game
from companion.table.effects import MachineSeat, Opened
from companion.ui.screens import ARROWS
from tests.table.machine_seats.seated import SEEDS, Seated

HALF = len(CATALOG) // 2


def arrows_to(number: int) -> tuple[Key, ...]:
    key: Key = "right" if number <= HALF else "left"
    return (key,) * min(number, len(CATALOG) - number)


GAMES = {game.name: (game, arrows_to(number)) for number, game in enumerate(CATALOG)}
"""Each game with the keys that lead to it from the top of the list, which goes round."""


def press_on(seated: Seated, place: int, title: str, arrows: tuple[Key, ...]) -> int:
    """Presses, each after a look at the screen, that begin a game against the machine. Their number."""
    presses: tuple[tuple[Key, str, str], ...] = (
        ("left", "Change", "You: Seat"),
        ("middle", "Choose", "Play the machine"),
        *((key, "▼" if key == "right" else "▲", "Against the machine") for key in arrows),
        ("middle", "Choose", title),
    )
    for key, label, sight in presses:
        assert seated.table.game.name == "lobby"
        words = seated.words(place)
        assert label in words.split("\n") or label in ARROWS
        assert sight in words
        seated.press(place, key)
    return len(presses)


@pytest.mark.parametrize("name", GAMES)
def test_one_alone_at_a_table_of_two_plays_any_game_against_the_machine_after_few_presses(name: str) -> None:
    """Three, and those that lead half round the list of games at most."""
    game, arrows = GAMES[name]
    seated = Seated(2, thinks=False)
    assert press_on(seated, 0, game.title, arrows) <= 3 + HALF
    machine = MachineSeat(1, find_game(name).middle_level(), SEEDS[0])
    assert seated.table.state.opened == Opened(name, game.rules, {}, ("Seat 1", "Machine"), (0, 1), (machine,))


def test_one_alone_at_a_larger_table_sits_down_first() -> None:
    game, arrows = GAMES["davinci"]
    seated = Seated(4, thinks=False)
    seated.press(3, "middle")
    press_on(seated, 3, game.title, arrows)
    opened = seated.table.state.opened
    # The machine sits at the next place clockwise, here the first.
    assert (opened.game, opened.names, opened.places) == ("davinci", ("Machine", "Seat 4"), (0, 3))


def test_options_that_were_set_before_count_and_those_that_name_somebody_else_do_not() -> None:
    seated = Seated(4, thinks=False)
    seated.move(1, {"move": "join"})
    seated.move(1, {"move": "choose", "game": "davinci"})
    seated.move(2, {"move": "join"})
    for option, value in (("first_seat", 0), ("advanced", True)):
        seated.move(1, {"move": "set", "option": option, "value": value})
    seated.move(2, {"move": "leave"})
    seated.move(1, {"move": "play_machine", "game": "davinci"})
    assert seated.table.state.opened.options == {"first_seat": 0, "advanced": True}
    other = Seated(2, thinks=False)
    other.move(0, {"move": "set", "option": "games", "value": 4})
    other.move(0, {"move": "play_machine", "game": "passcode"})
    assert other.table.state.opened.options == {}


def test_whoever_only_reads_how_a_game_is_played_is_there() -> None:
    seated = Seated(2, thinks=False)
    seated.press(1, "right")
    assert seated.table.state.places[1].reading is not None, "the pages are open"
    assert "Play the machine" not in changes(seated)
    kept = len(seated.kept)
    seated.press(1, "middle", "right")
    assert seated.table.state.places[1].reading is not None
    assert len(seated.kept) == kept, "only the first look is kept"
    assert seated.table.state.opened.game == "lobby"


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
    assert changes(seated)[:3] == ["Play the machine", "Add machine", "Add machine elsewhere"]
    seated.press(1, "middle")
    assert changes(seated)[:2] == ["Game", "Add machine"]
    with pytest.raises(RuleError):
        seated.move(0, {"move": "play_machine", "game": "mastermind"})
    seated.move(1, {"move": "leave"})
    assert changes(seated)[:3] == ["Play the machine", "Add machine", "Add machine elsewhere"]
    seated.move(0, {"move": "add_machine", "seat": 1, "level": "best"})
    assert changes(seated)[:3] == ["Game", "Machine", "Add machine"]
