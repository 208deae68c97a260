"""The drawn pages that show a game to players who have never played it."""

from companion.core.rules_book import IN_PICTURES
from companion.games.catalog import CATALOG
from companion.games.mastermind import MASTERMIND
from companion.table.effects import Moved
from tests.table.room import Room


def test_a_game_is_shown_in_six_to_ten_pages() -> None:
    """That they fit is judged with all other pages of the book, in test_books."""
    drawn = [game for game in CATALOG if game.book[0].name == IN_PICTURES]
    assert MASTERMIND in drawn, "a game can do without"
    for game in drawn:
        assert 6 <= len(game.book[0].pages) <= 10, game.name


def test_one_key_of_the_lobby_opens_it_and_another_one_leads_out_to_the_same_lobby() -> None:
    room = Room()
    room.answer(1, {"move": "learn"})  # who is alone is offered the machine there
    before, kept = room.shown[0], list(room.kept)
    room.press(0, "right")
    read = [entry.move for entry in room.kept[len(kept) :] if isinstance(entry, Moved)]
    assert read == [{"move": "learn"}], "so the table knows that somebody sits here"
    assert f"{IN_PICTURES} 1/{len(MASTERMIND.book[0].pages)}" in room.words(0)
    room.press(0, "right")
    assert f"{IN_PICTURES} 2/" in room.words(0)
    room.press(0, "back", "back")
    assert room.shown[0] == before
    room.press(0, "right", "right", "back", "back")
    assert len(room.kept) == len(kept) + 1, "to read again is no move"


def test_during_a_game_it_is_the_first_topic_of_the_menus_entry() -> None:
    room = Room().start()
    room.press(0, "back", "left", "left", "middle")
    assert IN_PICTURES in room.words(0)
    room.press(0, "middle")
    assert f"{IN_PICTURES} 1/" in room.words(0)
