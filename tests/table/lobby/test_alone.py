"""Somebody alone at a fresh table: how few presses lead to a game against the machine, and what each of them is called."""

from typing import Any

import pytest

from companion.core.errors import RuleError
from companion.core.game import AnyGame
from companion.core.keys import Key
from companion.core.options import at_table
from companion.core.prompt import Menu
from companion.games.catalog import CATALOG
from companion.table.effects import MachineSeat, Opened
from companion.ui.screens import ARROWS
from tests.table.machine_seats.seated import SEEDS, Seated


def lines(game: AnyGame) -> list[tuple[str, AnyGame, dict[str, Any]]]:
    """The lines of a game: what is read, and the options of the game that begins."""
    editions = game.editions
    more = () if editions is None else editions.values[1:]
    return [(game.title, game, {}), *((one.label, game, {editions.name: one.value}) for one in more if editions)]


LINES = sorted((line for game in CATALOG for line in lines(game)), key=lambda line: line[0] != line[1].title)
"""What the list of games offers: every game, then each of its editions but the usual one."""
NEAR = ("Mastermind", "Da Vinci Code", "Digit Code", "Passcode")
HALF = len(LINES) // 2


def arrows_to(title: str) -> tuple[Key, ...]:
    """The keys that lead to a line from the top of the list, which goes round."""
    number = [line[0] for line in LINES].index(title)
    key: Key = "right" if number <= HALF else "left"
    return (key,) * min(number, len(LINES) - number)


def press_on(seated: Seated, place: int, title: str, arrows: tuple[Key, ...]) -> int:
    """Presses, each after a look at the screen, that begin a game against the machine. Their number."""
    presses: tuple[tuple[Key, str, str], ...] = (
        ("right", "Machine", "You: Seat"),
        *((key, "▼" if key == "right" else "▲", "Machine: ") for key in arrows),
        ("middle", "Start", title),
    )
    for key, label, sight in presses:
        assert seated.table.game.name == "lobby"
        words = seated.words(place)
        assert label in words.split("\n") or label in ARROWS
        assert sight in words
        seated.press(place, key)
    return len(presses)


@pytest.mark.parametrize("line", LINES, ids=[line[0] for line in LINES])
def test_one_alone_at_a_table_of_two_plays_any_game_against_the_machine_after_few_presses(
    line: tuple[str, AnyGame, dict[str, Any]],
) -> None:
    """Two, and those that lead half round the list of games at most."""
    title, game, options = line
    seated = Seated(2, thinks=False)
    presses = press_on(seated, 0, title, arrows_to(title))
    assert presses <= 2 + (3 if title in NEAR else HALF)
    machine = MachineSeat(1, game.middle_level(), SEEDS[0])
    assert seated.table.state.opened == Opened(
        game.name, game.rules, at_table(game.settings, options), ("Seat 1", "Machine"), (0, 1), (machine,)
    )


def test_the_list_of_games_against_the_machine_begins_with_the_one_that_is_set_up() -> None:
    seated = Seated(2, thinks=False)
    seated.move(0, {"move": "choose", "game": "breakthecode"})
    seated.press(0, "right", "middle")
    assert seated.table.state.opened.game == "breakthecode"


def test_an_edition_that_is_begun_at_once_is_played_without_what_was_set_for_another_one() -> None:
    seated = Seated(2, thinks=False)
    for option, value in (("pegs", 5), ("games", 4)):
        seated.move(0, {"move": "set", "option": option, "value": value})
    seated.move(0, {"move": "play_machine", "game": "mastermind", "option": "edition", "value": "classic"})
    assert seated.table.state.opened.options == {"games": 4, "edition": "classic"}


def test_one_alone_at_a_larger_table_sits_down_first() -> None:
    seated = Seated(4, thinks=False)
    seated.press(3, "middle")
    press_on(seated, 3, "Da Vinci Code", arrows_to("Da Vinci Code"))
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
    assert other.table.state.opened.options == {"turning": False}, "what the lobby of Passcode begins with, and no more"


def test_whoever_only_reads_how_a_game_is_played_is_there() -> None:
    seated = Seated(2, thinks=False)
    seated.enter(1, {"move": "learn"})
    assert seated.table.state.places[1].reading is not None, "the pages are open"
    assert first_screen(seated)[-1] == "How to play"
    kept = len(seated.kept)
    seated.press(1, "back")
    seated.enter(1, {"move": "learn"})
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


def first_screen(seated: Seated) -> list[str]:
    """What the three keys of the first place lead to."""
    prompt = seated.table.prompt(0)
    assert isinstance(prompt, Menu)
    return [branch.text for branch in prompt.branches]


def test_the_machine_is_on_the_first_screen_while_nobody_else_has_pressed_a_key() -> None:
    seated = Seated(3, thinks=False)
    seated.press(0, "middle")
    assert "Alone?" in seated.words(0)
    assert first_screen(seated)[-1] == "Play the machine"
    assert "How to play" in changes(seated)
    seated.press(1, "middle")
    assert first_screen(seated)[-1] == "How to play"
    assert "How to play" not in changes(seated)
    with pytest.raises(RuleError):
        seated.move(0, {"move": "play_machine", "game": "mastermind"})
    seated.move(1, {"move": "leave"})
    assert first_screen(seated)[-1] == "Play the machine"
    seated.move(0, {"move": "add_machine", "seat": 1, "level": "best"})
    assert first_screen(seated)[-1] == "How to play"


def test_the_list_has_the_game_and_its_editions_first_then_who_plays_and_the_own_things_last() -> None:
    seated = Seated(3, thinks=False)
    seated.press(0, "middle")
    seated.press(1, "middle")
    seated.move(0, {"move": "choose", "game": "mastermind"})
    lines = changes(seated)
    assert lines[:2] == ["Game", "Rules"]
    in_order = ["Own rules", "Clock", "Add machine", "Swap seats", "My help", "Leave the table", "Your name"]
    assert [line for line in lines if line in in_order] == in_order
