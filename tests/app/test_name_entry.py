"""Names from the bench page are moves of the lobby: kept, shown, or refused with a sentence."""

from pathlib import Path
from unicodedata import normalize

import pytest

from companion.config.configuration import load
from companion.core.errors import ConfigError, RuleError
from companion.core.fonts.faces import undrawable_letters
from companion.core.words import NAME_LETTERS
from companion.games.catalog import CATALOG
from companion.journal.journal import Journal
from companion.table.effects import Answered
from companion.table.lobby import NameEntered, name_answer
from companion.table.table import Table
from tests.mirror import Mirror
from tests.pilot import Pilot
from tests.room import Room, configured, room
from tests.series import START

pytestmark = pytest.mark.anyio


async def heard(line: Room, sentence: str) -> None:
    """Wait until this is announced."""
    while line.event != sentence:
        await line.news()


async def test_a_name_is_a_move_of_the_lobby_and_survives_a_restart(tmp_path: Path) -> None:
    mirror = Mirror()
    async with room(configured(tmp_path)) as line:
        pilot = Pilot(line, mirror)
        await pilot.agree()
        line.pages.enter_name(1, "Ann 2")
        mirror.answer(1, {"move": "new_name", "name": "Ann 2"})
        await pilot.agree()
        assert line.view["players"][1] == {
            "seat": 1,
            "name": "Ann 2",
            "joined": True,
            "level": None,
            "fixed": True,
            "helps": [],
            "phone": False,
        }
        await pilot.play(*START)
        line.pages.enter_name(0, "BOB")
        await heard(line, "Names are chosen in the lobby: end this game first, then choose them.")
        assert mirror.table.state.opened.names == (mirror.names[0], "Ann 2")
    assert (tmp_path / "players.txt").read_text(encoding="utf-8") == "Ann 2\n"
    journal = Journal.open(tmp_path / "journal.sqlite3", lambda: "")
    kept = journal.newest_game()
    journal.close()
    assert kept is not None
    assert kept.opened.names[1] == "Ann 2"


async def test_what_is_no_name_is_refused_and_nothing_is_kept(tmp_path: Path) -> None:
    async with room(configured(tmp_path)) as line:
        await Pilot(line, Mirror()).agree()
        before = line.pictures
        signs = "in it cannot be typed: it has letters, digits, - ' . and single blanks."
        undrawable = "has letters that the screens cannot draw ({}): write it with other ones."
        blanks = "has blanks in a row or at an end: a blank stands alone, between two letters."
        for text, why in (
            ("", "has 0 letters: a name has 1 to 12."),
            ("   ", "has 0 letters: a name has 1 to 12."),
            ("A  B", blanks),
            ("THIRTEEN LONG", "has 13 letters: a name has 1 to 12."),
            ("李", undrawable.format("李")),
            ("<b>", f"has < and > {signs}"),
            ("\x00\n", undrawable.format("U+0000")),
        ):
            line.hub.event("")
            line.pages.enter_name(0, text)
            await heard(line, f"A name that {why}")
        assert (line.pictures, line.number) == (before, 0)


@pytest.mark.parametrize("name", ["Zoë-Max", "Łukasz", "straße", "Zoe\u0308", "McKay", "O'Neil"])
def test_a_name_stands_as_it_was_entered(name: str) -> None:
    table = Table(CATALOG, ("Player 1", "Player 2"))
    answer = name_answer(table.state.game_state, 1, NameEntered(0, f" {name} "))
    table.handle(answer)
    assert table.state.game_state.names[0] == normalize("NFC", name)


def test_who_has_not_joined_has_no_name_to_choose() -> None:
    table = Table(CATALOG, ("Player 2", "Player 3", "Player 4"))
    with pytest.raises(RuleError, match=r"^Nobody sits at place 3 yet: press Sit there first, then choose the name\.$"):
        name_answer(table.state.game_state, 1, NameEntered(2, "ANN"))
    table.handle(Answered(2, 1, {"move": "join"}))
    assert name_answer(table.state.game_state, 2, NameEntered(2, " ann ")) == Answered(
        2, 2, {"move": "new_name", "name": "ann"}
    )


def test_every_letter_of_the_keys_can_be_drawn() -> None:
    assert undrawable_letters(NAME_LETTERS) == ""
    assert undrawable_letters("\x07\u0308 ëé李") == "U+0007, U+0308 and 李"


@pytest.mark.parametrize("name", ["李", "e\u0308"])
def test_what_the_font_cannot_draw_is_refused_in_a_configuration(name: str, tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text(f'board = "bench"\n[[seats]]\n[[seats]]\nname = "{name}"\n', encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        load(file, {"HOME": "/"})
    (finding,) = refused.value.findings
    assert finding.startswith(
        f"{file}:4: seats[1].name: the screens cannot draw {undrawable_letters(name)}; write the name "
    )
