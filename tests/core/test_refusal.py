"""What refusals repeat of what was sent, and what they say of names and keys."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from msgspec import Struct

from companion.core.errors import RuleError
from companion.core.game import submit
from companion.core.words import QUOTED, Keys, is_whole, listed, quoted, vocabulary
from tests.core.test_game import COIN, Coin
from tests.core.test_prompt import JSON


class Call(Struct, tag_field="move", tag="call"):
    side: str


class Bid(Struct, tag_field="move", tag="bid"):
    card: str
    number: int | None = None


class Flip(Struct, tag_field="move", tag="flip"):
    pass


WORDS = vocabulary((Call, Bid), (Flip,))
GAME = replace(COIN, vocabulary=WORDS)


FLIPPED = Coin(True)


def refused(move: Any, state: Coin = FLIPPED, actor: Any = 0) -> str:
    with pytest.raises(RuleError) as caught:
        submit(GAME, None, state, actor, move)
    return str(caught.value)


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("red", '"red"'), ("", '""'), ("Zoë", '"Zoë"'), ("x" * QUOTED, f'"{"x" * QUOTED}"'),
        ("x" * 10**6, f'"{"x" * (QUOTED - 1)}…"'), ("a\nb\x1b", '"a\\u000ab\\u001b"'), ("\ud800\u202e", '"\\ud800\\u202e"'),
        (3, "3"), (-1, "-1"), (1.5, "1.5"), (True, "true"), (False, "false"), (None, "null"),
        (10**30, "a number of 31 digits"), (-(10**30), "a number of 31 digits"),
        ([1] * 10**5, "a list"), ((), "a list"), ({"a": 1}, "an object"),
    ],
)  # fmt: skip
def test_what_was_sent_is_repeated_briefly_and_as_it_was_written(value: object, shown: str) -> None:
    assert quoted(value) == shown


def test_a_number_that_python_would_not_write_is_no_error() -> None:
    assert quoted(10**5000) == "a number of 5001 digits"


@given(JSON)
def test_no_value_breaks_a_line_or_fills_it(value: object) -> None:
    shown = quoted(value)
    assert shown.isprintable()
    assert 0 < len(shown) <= 26


def test_words_are_listed_as_a_sentence_does() -> None:
    assert [listed(words) for words in (("a",), ("a", "b"), ("a", "b", "c"))] == ["a", "a and b", "a, b and c"]
    assert listed((1, 2, 3), "or") == "1, 2 or 3"


def test_a_whole_number_is_neither_true_nor_1_0() -> None:
    assert [is_whole(value, 0, 2) for value in (0, 2, 3, -1, True, 1.0, "1", None)] == [True, True, *[False] * 6]


def test_the_keys_of_a_move_are_read_from_its_record() -> None:
    assert WORDS.seats == {"call": Keys(("side",)), "bid": Keys(("card",), ("number",))}
    assert WORDS.chance == {"flip": Keys()}


def test_the_name_comes_first_then_what_is_lacking_then_the_rule_and_a_key_too_many_last() -> None:
    for move, what in (
        ({"move": "fold"}, 'no move "fold": it has call and bid'),
        ({"move": "call"}, 'needs the key "side"'),
        ({"move": "call", "side": "head", "x": 1}, 'no key "x": beside "move" it takes "side"'),
        ({"move": "call", "side": "edge", "x": 1}, "A coin has no edge."),
        ({"move": "call", "side": "rim"}, "not with these values"),
        ({"move": "call", "side": "rim", "x": 1}, "not with these values"),
        ({"move": "bid"}, "what is asked is call"),
    ):
        assert what in refused(move), move


def test_luck_has_names_and_keys_of_its_own() -> None:
    assert "it has flip" in refused({"move": "call", "side": "head"}, Coin(), "chance")
    assert 'no key "side"' in refused({"move": "flip", "side": 1}, Coin(), "chance")
