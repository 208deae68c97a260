"""What the lobby proposes, shows and asks at tables with one to six places, and in how many presses."""

from collections.abc import Sequence
from itertools import product

import pytest

from companion.core.game import AnyGame
from companion.core.keys import Gesture
from companion.core.screen import Screen, TextMark, crowded, misfits
from companion.games.catalog import CATALOG
from companion.games.davinci.game import DAVINCI
from companion.games.mastermind.game import MASTERMIND
from companion.games.passcode.game import PASSCODE
from companion.table.lobby.lobby_state import needs
from companion.table.screens.seat_screen import rendering
from tests.table.room import Room

LONG = ("Bartholomew", "Maximiliane", "Christopher", "Wwwwwwwwwwww", "Ägäöüßłőčžęą", "Eve")


def seated(count: int, *sitting: int, names: Sequence[str] = LONG) -> Room:
    room = Room(CATALOG, names=tuple(names[:count]))
    for place in sitting:
        room.answer(place, {"move": "join"})
    return room


def chosen(room: Room) -> str:
    name: str = room.table.state.game_state.chosen
    return name


def test_the_proposed_game_follows_those_who_sit_until_somebody_chooses() -> None:
    room = seated(6)
    for place in range(6):
        room.press(place, "middle")
        game = next(game for game in CATALOG if not needs(game, place + 1))
        assert chosen(room) == game.name
        assert "Start" in room.words(place), "what is proposed can be started"
    room.answer(0, {"move": "choose", "game": "passcode"})
    for place in range(4):
        room.answer(place, {"move": "leave"})
    assert chosen(room) == "passcode"


def test_an_option_that_was_set_settles_the_game_too() -> None:
    room = seated(3, 0, 1)
    room.answer(0, {"move": "set", "option": "colours", "value": 6})
    room.answer(2, {"move": "join"})
    assert chosen(room) == "mastermind"
    assert "For 1 to 2, and 3 sit." in room.words(0)
    room.press(0, "middle")
    assert "Which game?" in room.words(0), "the middle key leads to what can be done about it"


def test_two_at_a_fresh_table_begin_mastermind_in_two_presses() -> None:
    room = Room(CATALOG)
    room.press(0, "middle")
    assert room.words(0).replace("\n", " ").startswith("Start Mastermind with Ann and Bob?")
    room.press(0, "right")
    assert room.table.game is MASTERMIND


def test_four_begin_da_vinci_code_in_six_presses() -> None:
    room = seated(4)
    for place in range(4):
        room.press(place, "middle")
    room.press(3, "middle", "right")
    assert room.table.game is DAVINCI
    assert len(room.opened.names) == 4


def test_no_keeps_the_lobby_as_it_was() -> None:
    room = Room(CATALOG)
    before = room.table.state
    room.press(0, "middle", "left")
    assert room.table.state == before


def test_a_choice_of_another_player_withdraws_the_question() -> None:
    room = Room(CATALOG)
    room.press(0, "middle")
    room.answer(1, {"move": "choose", "game": "davinci"})
    assert "Start Mastermind" not in room.words(0).replace("\n", " ")
    room.press(0, "right")
    assert room.table.game.name == "lobby"


def test_after_a_change_the_list_stays_so_the_next_is_two_presses_away() -> None:
    room = Room((MASTERMIND,))
    room.enter(0, {"move": "set", "option": "games", "value": 4})
    assert [(one.name, one.value) for one in room.table.state.game_state.choices] == [("games", 4)]
    assert "What to change?" in room.words(0)
    room.press(0, "right", "right", "middle", "left")  # Colours: 6
    assert ("colours", 6) in [(one.name, one.value) for one in room.table.state.game_state.choices]
    room.press(0, "back")
    assert "Start" in room.words(0)


def test_a_list_stays_open_while_another_player_changes_something() -> None:
    room = Room(CATALOG)
    room.press(0, "left", "right")
    room.answer(1, {"move": "set", "option": "games", "value": 8})
    assert "8" in room.words(0).split("\n")
    assert "What to change?" in room.words(0)


def test_options_that_few_change_stand_behind_one_line() -> None:
    room = Room((MASTERMIND,))
    room.press(0, "left")
    seen = []
    for _ in range(9):
        seen.append(room.words(0))
        room.press(0, "right")
    assert any("More options" in words for words in seen)
    assert not any("Repeats in guess" in words for words in seen)
    room.press(0, *("left",) * 2, "middle")
    assert "Repeats in guess" in room.words(0)


def test_all_games_are_listed_with_how_many_they_need_if_they_do_not_fit() -> None:
    room = seated(5, *range(5))
    prompt = room.table.prompt(0)
    for game in CATALOG:
        assert game.title in repr(prompt)
    assert "Mastermind\\tfor 1 to 2" in repr(prompt)
    assert "Da Vinci Code\\tfor 2 to 4" in repr(prompt)


def test_a_name_is_typed_in_capital_and_small_letters_with_its_accents() -> None:
    room = Room(CATALOG)
    before = len(room.kept)
    room.press(0, "left", "left", "middle")  # Change, Your name
    room.enter(0, {"move": "new_name", "name": "Zoë"})
    assert room.remembered == ["Zoë"]
    assert "You: Zoë" in room.words(0)
    assert len(room.kept) == before + 1


def test_a_place_whose_game_is_full_says_so_and_can_still_be_taken() -> None:
    room = seated(3, 0, 1)
    room.answer(0, {"move": "choose", "game": "mastermind"})
    assert "It is full for now." in room.words(2)
    room.press(2, "middle")
    assert room.table.state.game_state.joined == (0, 1, 2)


def no_fault(screen: Screen) -> None:
    assert (misfits(screen), crowded(screen)) == ((), ())


@pytest.mark.parametrize("places", range(1, 7))
@pytest.mark.parametrize("game", [None, *CATALOG], ids=lambda game: game.name if game else "proposed")
def test_every_screen_on_the_way_has_room(places: int, game: AnyGame | None) -> None:
    if game is not None and game.seats[0] > places:
        return
    room = seated(places)
    for place in range(places):
        no_fault(room.shown[place])
        if place not in room.table.state.game_state.joined:
            room.press(place, "middle")
        for shown in room.shown.values():
            no_fault(shown)
    if game is not None:
        room.answer(0, {"move": "choose", "game": game.name})
    walk: tuple[Gesture, ...] = (
        "left",
        *("right",) * 9,
        "middle",
        "back",
        "left",
        "middle",
        "left",
        "middle",
        "back",
        "back",
    )
    for gesture in walk:
        room.press(0, gesture)
        no_fault(room.shown[0])


@pytest.mark.slow
@pytest.mark.parametrize("keys", list(product(("left", "middle", "right", "back"), repeat=4)))
def test_no_four_keys_lead_to_a_screen_without_room(keys: tuple[Gesture, ...]) -> None:
    room = Room((DAVINCI, PASSCODE), names=("Bartholomew", "Maximiliane"), players=("Christopher", "Zoë", "Eve"))
    for gesture in keys:
        if room.table.game.name != "lobby":
            return
        room.press(0, gesture)
        no_fault(room.shown[0])


@pytest.mark.parametrize("count", range(1, 5))
def test_each_help_of_a_player_with_a_long_name_is_in_the_list_of_options(count: int) -> None:
    room = seated(2)
    room.answer(0, {"move": "choose", "game": "digitcode"})
    for one in ("count", "worth", "hint", "sheet")[:count]:
        room.answer(0, {"move": "help", "help": one, "on": True})
    pages = rendering(room.table.setup, room.table.state, 1).pages
    expected = ["help: all"] if count == 4 else ["help: count", "help: worth", "help: hints"][:count]
    shown = []
    for page in pages:
        texts = [mark for mark in page.marks if isinstance(mark, TextMark)]
        for mark in texts:
            if mark.text.startswith("help: "):
                shown.append(mark.text)
                assert any(name.y == mark.y and name.text.startswith("Barth") for name in texts)
    assert shown == expected
