"""What the lobby proposes, shows and asks at tables with one to six places, and in how many presses."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

import pytest
from msgspec import structs

from companion.core.game import AnyGame
from companion.core.keys import Gesture
from companion.core.prompt import Branch, Choose, Menu, Prompt
from companion.core.screen import BODY, Screen, TextMark, wrap
from companion.games.catalog import CATALOG, find_game
from companion.games.davinci import DAVINCI
from companion.games.mastermind import MASTERMIND
from companion.games.passcode import PASSCODE
from companion.table.lobby_rules import needs
from companion.table.pages import rendering
from companion.ui.screens import CARD_WIDTH, picker
from tests.games.fits import fits
from tests.table.room import Room, words

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


def test_from_three_players_on_the_list_begins_with_games_for_so_many() -> None:
    for sit, first in ((2, CATALOG[0].name), (3, "davinci"), (6, "passcode")):
        room = seated(6, *range(sit))
        prompt = room.table.prompt(0)
        assert isinstance(prompt, Menu)
        change = prompt.branches[0].prompt
        assert isinstance(change, Menu)
        choose = change.branches[0].prompt
        assert isinstance(choose, Choose)
        games = [option.move["game"] for option in choose.options]
        assert games[0] == first
        assert {*games} == {game.name for game in CATALOG}


def test_an_option_that_was_set_settles_the_game_too() -> None:
    room = seated(3, 0, 1)
    room.answer(0, {"move": "set", "option": "colours", "value": 6})
    room.answer(2, {"move": "join"})
    assert chosen(room) == "mastermind"
    assert "For 1 to 2, and 3 sit." in room.words(0)
    room.press(0, "middle")
    assert "1 to 2 players, 15 min" in room.words(0), "the middle key leads to what can be done about it"


def test_two_presses_begin_the_game_and_no_or_a_choice_of_another_player_do_not() -> None:
    room = Room(CATALOG)
    before = room.table.state
    room.press(0, "middle", "left")
    assert room.table.state == before
    room.press(0, "middle", "right")
    assert room.table.game is MASTERMIND
    alone = Room(CATALOG, names=("Ann",))
    alone.press(0, "middle")
    assert alone.table.game is MASTERMIND, "there is nobody else whom it concerns"
    room = Room(CATALOG)
    for edition, title in (
        ("super", "Super Mastermind"),
        ("bulls_and_cows", "Bulls and Cows"),
        ("travel", "Mastermind"),
    ):
        room.answer(0, {"move": "set", "option": "edition", "value": edition})
        prompt = room.table.prompt(0)
        assert isinstance(prompt, Menu)
        assert prompt.branches[1].text == f"Start {title}"
        room.press(0, "middle")
        assert f"Start {title} with Ann and Bob?" in room.words(0).replace("\n", " ")
        room.press(0, "left")
    room.press(0, "middle")
    room.answer(1, {"move": "choose", "game": "davinci"})
    assert "Start Mastermind" not in room.words(0).replace("\n", " ")
    room.press(0, "right")
    assert room.table.game.name == "lobby"


@pytest.mark.parametrize("title", ["Higher or lower", "Jigsaw"])
@pytest.mark.parametrize("players", range(1, 7))
def test_accents_of_names_stand_free_of_deep_letters_in_the_title_of_the_game(title: str, players: int) -> None:
    game = replace(PASSCODE, title=title, seats=(1, 6))
    for count in range(players, 7):
        room = Room((game,), names=("Ägäöüßłőčžęą", "Éva", "Čeněk", "Ödön", "Şule", "Ñato")[:count])
        for place in range(players):
            if place not in room.table.state.game_state.joined:
                room.answer(place, {"move": "join"})
        for screen in room.shown.values():
            fits(screen)


def test_after_a_change_the_list_stays_so_the_next_is_two_presses_away() -> None:
    room = Room((MASTERMIND,))
    room.enter(0, {"move": "set", "option": "games", "value": 4})
    assert [(one.name, one.value) for one in room.table.state.game_state.choices] == [("games", 4)]
    assert "What to change?" in room.words(0)
    room.press(0, "right", "right", "middle", "right")  # Codemaker: table
    assert ("codemaker", "table") in [(one.name, one.value) for one in room.table.state.game_state.choices]
    room.press(0, "back")
    assert "Start" in room.words(0)


def changes(room: Room) -> list[str]:
    """What the lines of the list Change are about, at the first place."""
    prompt = room.table.prompt(0)
    assert isinstance(prompt, Menu)
    change = prompt.branches[0].prompt
    assert isinstance(change, Menu)
    return [branch.text.split("\t")[0] for branch in change.branches]


def open_line(room: Room, title: str) -> None:
    """From the top of the list."""
    downwards: list[Gesture] = ["right"] * changes(room).index(title)
    room.press(0, *downwards, "middle")


def test_options_that_few_change_stand_behind_one_line() -> None:
    room = Room((MASTERMIND,))
    room.press(0, "left")
    seen = []
    for _ in changes(room):
        seen.append(room.words(0))
        room.press(0, "right")
    assert any("Own rules" in words for words in seen)
    assert not any("Pegs" in words for words in seen)
    open_line(room, "Own rules")
    assert "Pegs\n4" in room.words(0)


def test_an_edition_shows_its_options_as_they_stand_and_drops_what_was_set_before() -> None:
    room = Room((MASTERMIND,))
    room.answer(0, {"move": "set", "option": "rows", "value": 6})
    room.answer(1, {"move": "set", "option": "edition", "value": "super"})
    room.answer(1, {"move": "set", "option": "colours", "value": 7})
    prompt = room.table.prompt(0)
    assert isinstance(prompt, Menu)
    lines = [line.text for line in every_branch(prompt)]
    assert {"Rules\tSuper", "Pegs\t5", "Rows\t12", "Colours or digits\t7", "Repeats in code\tyes"} <= set(lines)


def test_the_lobby_calls_the_game_by_its_edition() -> None:
    room = Room((MASTERMIND,))
    assert room.table.state.position.view(0).title == "Mastermind"
    room.answer(0, {"move": "set", "option": "edition", "value": "bulls_and_cows"})
    assert "Bulls and Cows" in room.words(0)
    assert room.table.state.position.event.startswith("Next: Bulls and Cows, with ")


def every_branch(prompt: Prompt) -> Iterator[Branch]:
    if isinstance(prompt, Menu):
        for branch in prompt.branches:
            yield branch
            yield from every_branch(branch.prompt)


def test_a_place_whose_game_is_full_says_so_and_can_still_be_taken() -> None:
    room = seated(3, 0, 1)
    room.answer(0, {"move": "choose", "game": "mastermind"})
    assert "It is full for now." in room.words(2)
    room.press(2, "middle")
    assert room.table.state.game_state.joined == (0, 1, 2)


@pytest.mark.parametrize("game", [None, *CATALOG], ids=lambda game: game.name if game else "proposed")
def test_every_screen_on_the_way_has_room(game: AnyGame | None) -> None:
    leaf: tuple[Gesture, ...] = ("left", *("right",) * 9)
    walk: tuple[Gesture, ...] = (*leaf, "middle", "back", "left", "middle", "left", "middle", "back", "back")
    for places in range(game.seats[0] if game is not None else 1, 7):
        room = seated(places)
        for place in range(places):
            fits(room.shown[place])
            if place not in room.table.state.game_state.joined:
                room.press(place, "middle")
            for shown in room.shown.values():
                fits(shown)
        if game is not None:
            room.answer(0, {"move": "choose", "game": game.name})
        for gesture in walk:
            room.press(0, gesture)
            fits(room.shown[0])


@pytest.mark.parametrize("presses", [3, pytest.param(4, marks=pytest.mark.slow)])
def test_no_few_keys_lead_to_a_screen_without_room(presses: int) -> None:
    """Neither to the questions about the Pi and about a new phone."""
    known = ("Christopher", "Zoë", "Eve")
    gestures: tuple[Gesture, ...] = ("left", "middle", "right", "back")
    for keys in product(gestures, repeat=presses):
        room = Room((DAVINCI, PASSCODE), names=LONG[:2], players=known, switchable=True, phones=(1,))
        for gesture in keys:
            if room.table.game.name == "lobby":
                room.press(0, gesture)
                fits(room.shown[0])


def test_each_help_of_a_player_with_a_long_name_is_in_the_list_of_options() -> None:
    room = seated(2)
    room.answer(0, {"move": "choose", "game": "digitcode"})
    for count, one in enumerate(("count", "worth", "hint", "sheet"), 1):
        room.answer(0, {"move": "help", "help": one, "on": True})
        lines: dict[int, list[str]] = {}
        for page in rendering(room.table.at(1)).pages:
            for mark in page.marks:
                if isinstance(mark, TextMark):
                    lines.setdefault(mark.y, []).append(mark.text)
        beside = [" ".join(texts) for texts in lines.values() if "help: " in " ".join(texts)]
        assert sum(text.count("help: ") for text in beside) == (1 if count == 4 else count), "all are one line"
        assert all("Barth" in text for text in beside)


def test_keys_leaf_through_the_games_and_the_levels_as_cards() -> None:
    room = seated(3, 0, 1)
    room.press(0, "left", "middle")
    for game in CATALOG:
        words = room.words(0).replace("\n", " ")
        assert all(told in words for told in (game.title, game.about, f"{game.minutes} min"))
        room.press(0, "right")
    room = seated(3, 0, 1)
    room.answer(0, {"move": "choose", "game": "passcode"})
    room.press(0, "left")
    open_line(room, "Add machine")
    for level, plays in find_game("passcode").level_words().items():
        assert f"Level {level}" in room.words(0)
        assert plays in room.words(0).replace("\n", " ")
        room.press(0, "right")


@pytest.mark.parametrize("game", CATALOG, ids=lambda game: game.name)
def test_each_level_has_room_on_its_card(game: AnyGame) -> None:
    assert all(len(wrap(plays, CARD_WIDTH)) <= BODY.lines("text") for plays in game.level_words().values())


def test_an_empty_table_greets_with_what_to_do() -> None:
    room = seated(3)
    assert "Press ● to sit down" in room.words(1).replace("\n", " ")
    assert room.events[-1] == "Welcome: sit down, then choose a game."
    room.press(0, "middle")
    assert "Press ● to sit down" not in room.words(1).replace("\n", " ")


def test_only_options_that_have_a_meaning_for_these_players_are_offered() -> None:
    room = seated(4, 0)
    room.answer(0, {"move": "choose", "game": "digitcode"})

    def offered(option: str) -> list[object]:
        prompt = room.table.prompt(0)
        assert isinstance(prompt, Menu)
        change = prompt.branches[0].prompt
        assert isinstance(change, Menu)
        moves = [one.move for line in change.branches if isinstance(line.prompt, Choose) for one in line.prompt.options]
        return [move["value"] for move in moves if move.get("option") == option]

    assert offered("master") == offered("first_seat") == [], "who is alone"
    room.press(1, "middle")
    assert (offered("master"), offered("first_seat")) == ([0, "table"], [0, 1, None]), "two make codes for each other"
    assert "Question master\tnobody" in str(room.table.prompt(0)).replace("\\t", "\t")
    room.press(2, "middle")
    assert offered("master") == [0, 1, 2, "table"]


@pytest.mark.parametrize("game", CATALOG, ids=lambda game: str(game.name))
def test_an_option_and_any_of_its_values_have_room_on_the_lit_line(game: AnyGame) -> None:
    for setting in game.settings:
        for value in setting.values:
            lit = [mark for mark in picker((f"{setting.title}\t{value.label}",), 0) if isinstance(mark, TextMark)]
            assert [mark.text for mark in lit] == [setting.title, value.label]


def test_a_table_of_one_seat_says_why_there_are_few_games() -> None:
    assert "More seats" in words(Room(CATALOG, names=("Ann",)).table.screen(0))


@pytest.mark.parametrize("last", ["A draw, 1 to 1", "Wwwwwwwwwwww wins 12 to 10", "Ägäöüßłőčžęą wins"])
def test_how_the_last_game_ended_fits_beside_who_sits(last: str) -> None:
    for count in range(2, 7):
        room = seated(count, *range(count) if count > 2 else ())
        game, names = room.table.game, room.table.state.opened.names
        state = structs.replace(room.table.state.game_state, last=last, present=tuple(range(count)))
        for chosen in (one for one in CATALOG if not needs(one, count)):
            view = game.view(structs.replace(state, chosen=chosen.name), 1)
            pages = game.render(room.table.state.options, view, names, None).pages
            for page in pages:
                fits(Screen(page.marks))
            assert "Last game" in [page.name for page in pages]
