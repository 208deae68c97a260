"""The drawn pages that show a game to players who have never played it."""

import pytest

from companion.core.game import IN_PICTURES, AnyGame, book_with_pictures
from companion.core.screen import BODY, Screen, box, crowded, every_mark, misfits
from companion.games.catalog import CATALOG
from companion.games.mastermind.game import MASTERMIND
from companion.table.effects import Moved
from companion.ui.rules_bookmark import Bookmark
from companion.ui.rules_pages import picture
from tests.table.room import Room

every_game = pytest.mark.parametrize("game", CATALOG, ids=lambda game: game.name)


@every_game
def test_a_game_is_shown_in_six_to_ten_pages_that_have_room(game: AnyGame) -> None:
    assert 6 <= len(game.how_to_play) <= 10
    for number, marks in enumerate(game.how_to_play):
        screen = picture(Bookmark(0, number), book_with_pictures(game))
        assert (misfits(screen), crowded(screen)) == ((), ())
        for mark in every_mark(Screen(marks)):
            area = box(mark)
            assert area.y >= BODY.y
            assert area.bottom <= BODY.bottom


def test_one_key_of_the_lobby_opens_it_and_another_one_leads_out_to_the_same_lobby() -> None:
    room = Room()
    before, kept = room.shown[0], list(room.kept)
    room.press(0, "right")
    read = [entry.move for entry in room.kept[len(kept) :] if isinstance(entry, Moved)]
    assert read == [{"move": "learn"}], "so the table knows that somebody sits here"
    assert f"{IN_PICTURES} 1/{len(MASTERMIND.how_to_play)}" in room.words(0)
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
