"""The keyboard of three keys: every name can be typed, a plain letter in at most three presses."""

from string import ascii_uppercase

import pytest

from companion.core.prompt import Write
from companion.core.screen import Rendering, TextMark, crowded, every_mark, misfits
from companion.core.words import MAX_NAME_LETTERS, NAME_LETTERS
from companion.ui.editor import Dialog, Draft, Spelled
from companion.ui.keyboard import keyboard, plain
from companion.ui.screens import compose
from tests.key_spelling import spell, typing

NAME = Write("Your name", "", "new_name", "name", NAME_LETTERS, MAX_NAME_LETTERS)


def typed(name: str) -> Draft:
    """The draft after all keys of a name but those of Done."""
    draft = Draft(NAME)
    gestures = spell(NAME, {"move": "new_name", "name": name})
    for gesture in gestures[: -1 if len(name) == MAX_NAME_LETTERS else -4]:
        after = draft.press(gesture)
        assert isinstance(after, Draft)
        draft = after
    return draft


def shown(draft: Draft) -> list[str]:
    screen = compose(Dialog(draft), lambda entry: Rendering("", ()))
    assert not misfits(screen)
    # A group with letters that reach above the capitals and others that reach below them has one row too few in its box.
    assert all(text.text.isupper() or text.text.islower() for text, _ in crowded(screen))
    return [mark.text for mark in every_mark(screen) if isinstance(mark, TextMark)]


def test_a_plain_letter_takes_three_presses_at_most_and_its_case_follows_the_word() -> None:
    for letter in ascii_uppercase:
        first, later = typing(NAME, letter), typing(NAME, f"A{letter.lower()}")
        assert first is not None
        assert later is not None
        assert max(len(first[0]), len(later[1])) <= 3, letter


@pytest.mark.slow
def test_every_letter_of_a_name_can_be_typed_first_and_later() -> None:
    for letter in NAME_LETTERS.replace(" ", ""):
        for name in (letter, f"A{letter}"):
            draft: Draft | Spelled = Draft(NAME)
            for gesture in spell(NAME, {"move": "new_name", "name": name}):
                assert isinstance(draft, Draft)
                draft = draft.press(gesture)
            assert draft == Spelled({"move": "new_name", "name": name})


def test_how_many_presses_a_name_takes() -> None:
    for name, presses in (("Zoe", 13), ("Zoë", 19), ("Ann", 13), ("Łukasz", 27), ("Ann B", 21), ("Eve 2", 25)):
        assert len(spell(NAME, {"move": "new_name", "name": name})) == presses, name


def test_a_step_back_closes_a_group_then_takes_the_last_letter_away() -> None:
    draft = typed("Zo")
    group = draft.press("left")
    assert isinstance(group, Draft)
    assert group.without_last_step() == draft
    assert draft.leads_back
    assert draft.without_last_step() == typed("Z")
    assert not Draft(NAME).leads_back, "where nothing is typed, holding the key opens the menu"


def test_a_full_name_has_no_letters_left_but_can_be_ended_and_changed() -> None:
    full = typed("Bartholomewe")
    root = keyboard(NAME, "Bartholomewe")
    assert [node.label for node in root.nodes] == [("Done",), ("Accent",), ("Other",)]
    assert "12/12" in shown(full)
    assert full.press("left") == Spelled({"move": "new_name", "name": "Bartholomewe"})


def test_an_accented_letter_is_found_under_its_plain_one() -> None:
    for letter, base in ("ßS", "łL", "őO", "ıI", "ÆA", "--", "qQ"):
        assert plain(letter) == base


@pytest.mark.parametrize("name", ["M", "Maximiliane", "Wwwwwwwwwwww", "Ąęśćżźńółęąś", "A b c"])
def test_the_screens_of_a_name_have_room(name: str) -> None:
    draft = Draft(NAME)
    for gesture in spell(NAME, {"move": "new_name", "name": name}):
        assert shown(draft)
        after = draft.press(gesture)
        if isinstance(after, Draft):
            draft = after
