"""The prompt that asks for a short text: what it allows, lists and draws, and how three keys write it."""

import random
from itertools import islice

import pytest

from companion.core.errors import RuleError
from companion.core.prompt import Write, check, every, move_names, sample
from companion.ui.editor import Draft, Spelled, empty_draft, press
from companion.ui.key_spelling import spell

NAME = Write("Name", "", "call", "name", "AB ", 4)


def allowed(text: object) -> bool:
    try:
        check(NAME, {"move": "call", "name": text})
    except RuleError:
        return False
    return True


def test_every_text_that_is_allowed_is_listed_once() -> None:
    """Of 1 to 4 letters A, B: 2 + 4 + 8 + 16; with a blank inside three: 2*2; inside four: 2 places, 2*2*2 each."""
    texts = [move["name"] for move in every(NAME)]
    assert len(texts) == len(set(texts)) == 30 + 4 + 16
    assert all(map(allowed, texts))
    assert move_names(NAME) == ("call",)


@pytest.mark.parametrize("text", ["", " ", " A", "A ", "A  B", "ABABA", "C", "a", 7, None, ["A"]])
def test_any_other_text_is_refused(text: object) -> None:
    assert not allowed(text)


def test_what_luck_writes_is_allowed() -> None:
    pick = random.Random(1).randrange
    assert all(allowed(sample(NAME, pick)["name"]) for _ in range(300))


def test_every_text_can_be_spelled_with_the_keys() -> None:
    for move in islice(every(NAME), 50):
        draft: Draft | Spelled = empty_draft(NAME)
        for gesture in spell(NAME, move):
            assert isinstance(draft, Draft)
            draft = press(draft, gesture)
        assert draft == Spelled(move)
