"""The faces: everything that a game, the lobby or a name can say can be drawn, each letter in its own way."""

import random
from itertools import pairwise
from typing import get_args

import pytest

from companion.core.fonts.faces import (
    FACE_METRICS,
    Face,
    can_draw,
    cap,
    glyph,
    height,
    ink,
    quoted_letters,
    text_width,
    undrawable_letters,
)
from companion.core.prompt import Choose, Dial, Menu, Prompt
from companion.core.prompt import Fill as FillPrompt
from companion.core.screen import Screen, TextMark, every_mark
from companion.games.catalog import CATALOG
from companion.table import lobby
from tests.laws.play import NAMES, Case, every_case, moments, observers

FACES: tuple[Face, ...] = get_args(Face)
PRINTABLE = "".join(map(chr, range(32, 127)))
LATIN = "".join(map(chr, (*range(0xA1, 0xAD), *range(0xAE, 0x180))))
SIGNS = "◀▶●○▲▼·…–—‘’“”"


@pytest.mark.parametrize("letters", [PRINTABLE, LATIN, SIGNS])
def test_every_letter_is_there(letters: str) -> None:
    assert [letter for letter in letters if not can_draw(letter)] == []


@pytest.mark.parametrize("face", FACES)
def test_no_glyph_is_higher_than_its_face(face: Face) -> None:
    rows = FACE_METRICS[face].rise + height(face)
    for letter in PRINTABLE + LATIN:
        assert all(column < 1 << rows for column in glyph(letter, face)), letter


@pytest.mark.parametrize("face", FACES)
def test_capitals_and_digits_fill_the_height_of_the_face(face: Face) -> None:
    for letter in "ABCDEFGHIKLMNOPRSTUVWXYZ0123456789":
        assert ink(letter, face) == (0, cap(face)), letter
    assert ink("g", face)[1] > cap(face)
    assert face == "number" or ink("É", face)[0] < 0, "an accent stands above the capitals"


def test_faces_are_as_high_as_the_standard_asks() -> None:
    """ISO 9241-303: 16 minutes of arc are 9 pixels on a 1.3 inch panel at 40 cm."""
    assert [cap(face) for face in ("text", "label", "title", "number", "value")] == [7, 9, 9, 10, 13]


@pytest.mark.parametrize("face", FACES)
def test_no_two_letters_look_alike(face: Face) -> None:
    drawn = sorted((glyph(letter, face), letter) for letter in PRINTABLE[1:])
    assert [(one, other) for one, other in pairwise(drawn) if one[0] == other[0]] == []


@pytest.mark.parametrize("face", FACES)
def test_letters_and_digits_that_are_mistaken_for_each_other_differ_in_several_pixels(face: Face) -> None:
    for one, other in ("O0", "OQ", "B8", "5S", "1I", "2Z"):
        columns = zip(glyph(one, face) + (0,) * 9, glyph(other, face) + (0,) * 9, strict=False)
        assert sum((a ^ b).bit_count() for a, b in columns) >= 2, one + other


def test_letters_are_one_pixel_apart() -> None:
    assert text_width("", "text") == 0
    assert text_width("AB", "text") == len(glyph("A", "text")) + 1 + len(glyph("B", "text"))


def test_letters_that_cannot_be_drawn_are_listed() -> None:
    assert undrawable_letters("Zoë Łukasz") == ""
    assert undrawable_letters("李A李ナ") == "李 and ナ"
    assert quoted_letters("łźż") == "ł, ź and ż"
    assert quoted_letters("\u0301") == "U+0301"


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
            face = case.game.render(case.options, view, case.names, None)
            words += face.status + "".join(page.name + page.label for page in face.pages)
            for page in face.pages:
                words += "".join(mark.text for mark in every_mark(Screen(page.marks)) if isinstance(mark, TextMark))
            assert undrawable_letters(words.replace("\t", "")) == ""


@pytest.mark.parametrize("seats", [2, 3])
def test_every_word_of_the_lobby_can_be_drawn(seats: int) -> None:
    game = lobby.make_lobby(CATALOG, NAMES[:seats])
    options = game.read_options({"joined": [0]}, seats)
    state = game.setup(options, seats)
    words = ""
    for seat in range(2):  # a place that has joined, and one that has not
        prompt = game.prompt(options, game.view(state, seat))
        assert prompt is not None
        words += said(prompt)
    for one in CATALOG:
        words += one.title + "".join(setting.title + setting.help for setting in one.settings)
    assert undrawable_letters(words.replace("\t", "")) == ""
