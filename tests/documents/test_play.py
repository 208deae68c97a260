"""The pages of docs/play/: each game has one, which tells every option as the lobby offers it, and marks its decisions."""

import re
from pathlib import Path

import pytest

from companion.core.game import AnyGame
from companion.core.options import Setting
from companion.games.catalog import CATALOG
from companion.table.recap import ON
from companion.ui.screens import BACK_LABEL, MENU_LABEL

PLAY = Path(__file__).parent.parent.parent / "docs" / "play"
GAMES = {
    "mastermind": ("mastermind.md", 8),
    "davinci": ("davinci-code.md", 6),
    "digitcode": ("digit-code.md", 6),
    "passcode": ("passcode.md", 9),
    "breakthecode": ("break-the-code.md", 6),
}
"""For each game its page, and how many decisions that marks: a page that loses one is noticed."""


def page(game: AnyGame) -> str:
    return (PLAY / GAMES[game.name][0]).read_text(encoding="utf-8")


def labels(setting: Setting) -> set[str]:
    return {*(value.label for value in setting.values), *(["a player"] if setting.of_seats else [])}


every_game = pytest.mark.parametrize("game", CATALOG, ids=[game.name for game in CATALOG])


@every_game
def test_every_option_stands_there_as_the_lobby_offers_it(game: AnyGame) -> None:
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| (.+?) \| .+ \|$", page(game), re.MULTILINE)
    assert {title: set(values.split(", ")) for title, values in rows} == {
        setting.title: labels(setting) for setting in game.settings
    }


@every_game
def test_it_marks_its_decisions_and_shows_three_to_five_pictures(game: AnyGame) -> None:
    text = page(game)
    assert text.startswith(f"# {game.title}\n")
    assert text.count("**At this table:**") == GAMES[game.name][1]
    pictures = re.findall(r"!\[(.+?)\]\((pictures/.+?)\)", text)
    drawn = [path for _, path in pictures if "in-pictures" in path]
    assert len(drawn) == len(game.book[0].pages), "the game in pictures, all of it"
    assert 3 <= len(pictures) - len(drawn) <= 5
    assert all((PLAY / path).exists() for _, path in pictures)


def test_both_guides_say_the_same_about_holding_the_middle_key_and_every_word_of_the_screens() -> None:
    guides = (PLAY / "README.md", PLAY.parent / "seat.md")
    told = [re.findall(r"^\| hold ● \| (.+) \|$", guide.read_text(encoding="utf-8"), re.MULTILINE) for guide in guides]
    assert told[0] == told[1]
    assert set(re.findall(r'"(.+?)"', told[0][0])) == {MENU_LABEL, BACK_LABEL, ON.lower()}


def test_the_list_of_games_names_them_all() -> None:
    text = (PLAY / "README.md").read_text(encoding="utf-8")
    pages = re.findall(r"^- \[(.+?)\]\((.+?\.md)\)", text, re.MULTILINE)
    assert [title for title, _ in pages] == [game.title for game in CATALOG]
    assert all((PLAY / path).exists() for _, path in pages)
