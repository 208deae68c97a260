"""Prompts: what every kind lists, allows, refuses and draws."""

import json
import random
from collections import Counter
from itertools import product
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.errors import RuleError
from companion.core.prompt import Prompt, allowed, check, every, move_names, same, sample, weights
from tests.core.prompts import APART, BARRED, CHOOSE, COUNTS, DIAL, DRAW, MENU, ONCE, PROMPTS, TWICE, WRITE

every_prompt = pytest.mark.parametrize("prompt", PROMPTS.values(), ids=PROMPTS)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)
WORDS = st.sampled_from(
    ["move", "set", "row", "ring", "pull", "play", "stop", "card", "code", "red", "who", "seat", "a"]
)
"""What prompts of these tests understand, so that hostile moves come near to legal ones."""
NEAR = st.dictionaries(WORDS, JSON | WORDS | st.lists(WORDS | st.integers(-1, 3) | JSON, max_size=4), max_size=5)


def refusal(prompt: Prompt, move: object) -> str:
    with pytest.raises(RuleError) as caught:
        check(prompt, move)
    return str(caught.value)


def verdict(prompt: Prompt, move: object) -> str | None:
    """The sentence of a refusal, None where the move passes. No other error may come out."""
    try:
        check(prompt, move)
    except RuleError as error:
        return str(error)
    return None


@pytest.mark.parametrize("name", PROMPTS)
def test_every_lists_each_legal_move_once_in_a_fixed_order(name: str) -> None:
    moves = [json.dumps(move) for move in every(PROMPTS[name])]
    assert moves == [json.dumps(move) for move in every(PROMPTS[name])]
    assert len(moves) == COUNTS[name]
    assert len(set(moves)) == COUNTS[name]


@every_prompt
def test_check_allows_what_every_lists_after_a_journey_through_json(prompt: Prompt) -> None:
    for move in every(prompt):
        check(prompt, json.loads(json.dumps(move)))


def changed(move: dict[str, Any]) -> list[dict[str, Any]]:
    """Moves that differ from a legal one by one thing, each of which makes it illegal."""
    worse: list[dict[str, Any]] = [{**move, "more": 1}, {**move, "move": "none of them"}, {**move, "move": None}]
    for key, value in move.items():
        worse.append({other: kept for other, kept in move.items() if other != key})
        worse.append({**move, key: [value]})
        if type(value) is int:
            worse += [{**move, key: float(value)}, {**move, key: str(value)}, {**move, key: value + 1000}]
        if value in (0, 1):
            worse.append({**move, key: bool(value)})
        if isinstance(value, list):
            worse += [{**move, key: value[:-1]}, {**move, key: [*value, value[0]]}, {**move, key: [*value[:-1], 99]}]
            worse += [{**move, key: [*value[:-1], float(value[-1])]}] if type(value[-1]) is int else []
            worse += [{**move, key: [*value[:-1], bool(value[-1])]}] if value[-1] in (0, 1) else []
    return worse


@every_prompt
def test_a_move_that_differs_in_one_thing_is_refused(prompt: Prompt) -> None:
    for move in every(prompt):
        for worse in changed(move):
            assert refusal(prompt, worse), worse


@pytest.mark.slow
@every_prompt
@given(value=JSON | NEAR)
def test_any_json_value_passes_or_is_refused_in_words(prompt: Prompt, value: object) -> None:
    refused = verdict(prompt, value)
    if refused is None:
        assert any(same(value, move) for move in every(prompt))
    else:
        assert refused
        assert "\n" not in refused


def test_what_is_no_move_at_all() -> None:
    nothing: tuple[object, ...] = (
        None,
        True,
        1,
        "stop",
        [],
        ["move"],
        {},
        {"move": 1},
        {"move": None},
        {"Move": "stop"},
    )
    for prompt, value in product(PROMPTS.values(), nothing):
        assert "is an object" in refusal(prompt, value)


def test_a_refusal_names_what_is_wrong() -> None:
    wrong: tuple[tuple[Prompt, dict[str, Any], str], ...] = (
        (CHOOSE, {"move": "go"}, 'What is asked now is stop or play ("Which?"), not "go".'),
        (CHOOSE, {"move": "stop", "x": 1}, 'no key "x": it takes "move" alone'),
        (CHOOSE, {"move": "play", "card": 2}, 'card can be 1 or "KEY" here, not 2'),
        (CHOOSE, {"move": "play", "card": "KEY"}, 'needs the key "at"'),
        (CHOOSE, {"move": "play", "card": 1, "at": []}, 'no key "at": beside "move" it takes "card"'),
        (CHOOSE, {"move": "play", "card": "KEY", "at": [1, {}]}, 'at can be [1, {"x": null}] here, not a list'),
        (DRAW, {"move": "card"}, 'needs the key "card"'),
        (DRAW, {"move": "card", "card": "3"}, 'Chance cannot bring card "3" now.'),
        (ONCE, {"move": "set"}, 'needs the key "code"'),
        (ONCE, {"move": "set", "code": ["a", "b"], "x": 1}, 'no key "x"'),
        (ONCE, {"move": "set", "code": "ab"}, "a list of 2"),
        (ONCE, {"move": "set", "code": ["a", "d"]}, 'The code can be a, b or c, not "d"'),
        (ONCE, {"move": "set", "code": ["a", "a"]}, ONCE.repeat_rule),
        (TWICE, {"move": "row", "code": [1, 1, 1]}, TWICE.repeat_rule),
        (APART, {"move": "ring", "code": [1, 2, 1]}, APART.apart_rule),
        (DIAL, {"move": "pull", "red": 3, "who": "a", "seat": 1}, "red can be 0, 1 or 2 here, not 3"),
        (DIAL, {"move": "pull", "red": 1, "who": "a", "seat": True}, "seat can be 1 here, not true"),
        (DIAL, {"move": "pull", "red": 1, "seat": 1}, 'needs the key "who"'),
        (BARRED, {"move": "set", "x": 1, "y": 2}, BARRED.barred_rule),
        (BARRED, {"move": "set", "x": 3, "y": 0}, "not 3"),
        (WRITE, {"move": "name"}, 'needs the key "text"'),
        *((WRITE, {"move": "name", "text": text}, "1 to 3 letters") for text in ("", "ABBA", ["A"])),
        (WRITE, {"move": "name", "text": "Ab"}, '"b" cannot stand'),
        (WRITE, {"move": "name", "text": "A "}, "a blank stands alone"),
        (MENU, {"move": "go"}, "What is asked now is set, pull, stop or play"),
        (MENU, {"move": "set", "code": ["a", "a"]}, ONCE.repeat_rule),
        (MENU, {"move": "set", "code": ["a", 2]}, "The code can be a, b or c, not 2"),
    )
    for prompt, move, what in wrong:
        assert what in refusal(prompt, move)


def test_a_refusal_quotes_no_more_than_a_line() -> None:
    assert len(refusal(ONCE, {"move": "set", "code": ["a", "x" * 100_000]})) < 120
    assert len(refusal(CHOOSE, {"move": "x" * 100_000})) < 160


def test_branches_of_a_menu_may_share_a_name() -> None:
    check(MENU, {"move": "set", "code": ["a", "b"]})
    check(MENU, {"move": "set", "code": [2, 2]})


def test_weights_are_those_of_the_lots_and_one_elsewhere() -> None:
    assert weights(DRAW, 10) == [5, 1, 2]
    assert weights(DRAW, 2) == [5, 1]
    for name, prompt in PROMPTS.items():
        if name != "draw":
            assert weights(prompt, 100) == [1] * COUNTS[name]
            assert weights(prompt, 2) == [1, 1]


class Wound:
    """Luck that is wound up: it gives the numbers 0, 1, 2 ... of each n in turn, so that every outcome comes up alike."""

    def __init__(self, start: int) -> None:
        self.number = start

    def __call__(self, n: int) -> int:
        self.number, digit = divmod(self.number, n)
        return digit


@pytest.mark.parametrize("name", ["choose", "dial", "draw"])
def test_each_outcome_has_its_share(name: str) -> None:
    prompt = PROMPTS[name]
    total = sum(weights(prompt, 100))
    drawn = Counter(json.dumps(sample(prompt, Wound(start))) for start in range(total))
    assert drawn == dict(zip(map(json.dumps, every(prompt)), weights(prompt, 100), strict=True))


@pytest.mark.parametrize("name", ["once", "twice", "apart"])
def test_a_filling_is_drawn_by_rejection_so_each_has_its_share(name: str) -> None:
    prompt = PROMPTS[name]
    starts = 3 ** len(next(every(prompt))["code"])
    # Every first try comes up once; those that are refused are followed by the tries 0, 0, ...: stopped here, not drawn.
    drawn: Counter[str] = Counter()
    for start in range(starts):
        try:
            drawn[json.dumps(sample(prompt, Once(start, starts)))] += 1
        except StopIteration:
            continue
    assert drawn == dict.fromkeys(map(json.dumps, every(prompt)), 1)


class Once(Wound):
    """Luck for one try: whoever asks for a second gets StopIteration."""

    def __init__(self, start: int, room: int) -> None:
        super().__init__(start)
        self.room = room

    def __call__(self, n: int) -> int:
        if self.room == 1:
            raise StopIteration
        self.room //= n
        return super().__call__(n)


@every_prompt
def test_what_is_drawn_is_legal(prompt: Prompt) -> None:
    luck = random.Random(5)
    for _ in range(100):
        move = sample(prompt, luck.randrange)
        check(prompt, move)
        assert move_names(prompt).count(move["move"]) == 1


def test_what_is_listed_or_drawn_belongs_to_the_caller() -> None:
    """Changing it changes no prompt."""
    for move in [*every(CHOOSE), *every(DRAW), sample(CHOOSE, lambda n: 0), sample(DRAW, lambda n: 0)]:
        move["move"] = "changed"
    assert move_names(CHOOSE) == ("stop", "play")
    assert move_names(DRAW) == ("card", "none")


def test_allowed_is_what_check_says() -> None:
    assert allowed(ONCE, (0,), 1)
    assert not allowed(ONCE, (0,), 0)
    assert allowed(TWICE, (0, 1), 0)
    assert not allowed(TWICE, (0, 0), 0)
    assert not allowed(APART, (0, 1), 0)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        (1, 1, True), (1, 1.0, False), (1, True, False), (0, False, False), ("1", 1, False), (None, None, True),
        (None, False, False), ([1, 2], (1, 2), True), ([1], [1.0], False), ([1], [1, 1], False), ([], {}, False),
        ({"a": 1}, {"a": 1}, True), ({"a": 1}, {"a": True}, False), ({"a": 1}, {"a": 1, "b": 1}, False),
        ({"a": [{"b": 0}]}, {"a": [{"b": 0}]}, True), ({"a": [{"b": 0}]}, {"a": [{"b": False}]}, False),
        ("", [], False), (0.0, 0.0, True),
    ],
)  # fmt: skip
def test_same_is_equality_of_json(one: object, other: object, alike: bool) -> None:
    assert same(one, other) is alike
    assert same(other, one) is alike


@every_prompt
def test_a_prompt_is_data(prompt: Prompt) -> None:
    """It survives JSON whole, so a waiting decision survives a power cut."""
    assert msgspec.json.decode(msgspec.json.encode(prompt), type=Prompt) == prompt
