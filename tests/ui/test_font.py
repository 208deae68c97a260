"""The letters: everything that a game, the lobby or a refusal can say can be drawn, each letter in its own way."""

import random
from itertools import pairwise

import pytest

from companion.core.prompt import Choose, Dial, Menu, Prompt
from companion.core.prompt import Fill as FillPrompt
from companion.core.screen import Screen, TextMark, every_mark
from companion.games.catalog import CATALOG
from companion.table.lobby import lobby_game
from companion.ui.font import LETTERS, MISSING
from tests.laws.play import NAMES, Case, every_case, moments, observers

PRINTABLE = "".join(map(chr, range(32, 127)))
SIGNS = "◀▶●○✓✗▲▼·…"


@pytest.mark.parametrize("letters", [PRINTABLE, SIGNS])
def test_every_letter_is_there(letters: str) -> None:
    assert [letter for letter in letters if letter not in LETTERS] == []


def test_a_letter_is_five_columns_of_seven_pixels() -> None:
    for letter, columns in LETTERS.items():
        assert len(letter) == 1
        assert len(columns) == len(MISSING) == 5
        assert all(column < 1 << 7 for column in columns), letter


def test_no_two_letters_look_alike() -> None:
    drawn = sorted((*LETTERS.values(), MISSING))
    assert [one for one, other in pairwise(drawn) if one == other] == []


def said(prompt: Prompt) -> str:
    """All the words of a prompt."""
    words = prompt.title + prompt.help
    match prompt:
        case Menu(branches=branches):
            return words + "".join(branch.label + branch.text + said(branch.prompt) for branch in branches)
        case Choose(options=options):
            return words + "".join(option.label + option.text for option in options)
        case Dial(wheels=wheels):
            symbols = [symbol for wheel in wheels for symbol in wheel.symbols]
            return words + "".join(wheel.title for wheel in wheels) + "".join(map(str, symbols))
        case FillPrompt():
            rules = prompt.repeat_rule + prompt.apart_rule
            return words + rules + "".join(symbol.label + symbol.name for symbol in prompt.symbols)
        case _:
            return words


@every_case
def test_every_word_of_a_game_can_be_drawn(case: Case) -> None:
    for moment in moments(case, seed=random.Random(12).randrange(1000), count=12):
        for observer in observers(case):
            view = case.game.view(moment.state, observer)
            prompt = case.game.prompt(case.options, view)
            words = said(prompt) if prompt else ""
            words += case.game.describe(case.options, case.game.view(moment.state, None), case.names)
            for lines in (4, 6):
                face = case.game.render(case.options, view, case.names, lines)
                words += face.status + "".join(page.name for page in face.pages)
                for page in face.pages:
                    words += "".join(mark.text for mark in every_mark(Screen(page.marks)) if isinstance(mark, TextMark))
            assert {letter for letter in words if letter not in LETTERS} == set()


@pytest.mark.parametrize("seats", [2, 3])
def test_every_word_of_the_lobby_can_be_drawn(seats: int) -> None:
    game = lobby_game.make_lobby(CATALOG, NAMES[:seats])
    options = game.read_options({"joined": [0]}, seats)
    state = game.setup(options, seats)
    words = ""
    for seat in range(2):  # one who has joined, and one who has not
        prompt = game.prompt(options, game.view(state, seat))
        assert prompt is not None
        words += said(prompt)
    for one in CATALOG:
        words += one.title + "".join(setting.title + setting.help for setting in one.settings)
    assert {letter for letter in words if letter not in LETTERS} == set()
