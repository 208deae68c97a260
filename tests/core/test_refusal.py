"""What refusals repeat of what was sent, and what they say of names, keys and rules."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from companion.core.errors import RuleError
from companion.core.moves import MoveRecord, Moves, MoveWords
from companion.core.words import QUOTED, listed, quoted
from tests.core.test_game import COIN, Coin
from tests.core.test_prompt import JSON


class Call(MoveRecord, frozen=True, tag="call"):
    words = MoveWords(rules="C1, C2")
    side: str


class Bid(MoveRecord, frozen=True, tag="bid"):
    card: str


class Flip(MoveRecord, frozen=True, tag="flip"):
    pass


GAME = replace(COIN, moves=Moves((Call, Bid), (Flip,)))


FLIPPED = Coin(True)


def refused(move: Any, state: Coin = FLIPPED, actor: Any = 0) -> str:
    with pytest.raises(RuleError) as caught:
        GAME.submit(None, state, actor, move)
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


def test_the_name_comes_first_then_the_keys_then_the_values() -> None:
    for move, what in (
        ({"move": "fold"}, 'Coin has no move "fold": it has call and bid.'),
        ({"move": "call"}, 'needs the key "side" (C1, C2).'),
        ({"move": "call", "side": "head", "x": 1}, 'no key "x": beside "move" it takes "side" (C1, C2).'),
        ({"move": "call", "side": "rim"}, '"head" or "tail" here, not "rim" (C1, C2).'),
        ({"move": "bid"}, 'What is asked now is call ("Call"), not "bid".'),
    ):
        assert refused(move).endswith(what), move


def test_luck_has_names_and_keys_of_its_own() -> None:
    assert "it has flip" in refused({"move": "call", "side": "head"}, Coin(), "chance")
    assert 'no key "side"' in refused({"move": "flip", "side": 1}, Coin(), "chance")
