"""Every kind of invalid request gets one sentence and changes nothing."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.core.test_prompt import JSON
from tests.engine.talk import Talk, line, pegs, served

CODE: dict[str, Any] = {"move": "set_code", "pegs": pegs("RYGB")}
REQUESTS = "games, new, to_act, legal, check, move, chance, view, prompt, bot, analyse, result, undo, quit"


@pytest.mark.parametrize(
    ("request_", "named"),
    [
        ({}, "a key "),
        ({"do": 3}, "a key "),
        ({"do": "Games"}, f"'Games'; the requests are {REQUESTS}."),
        ({"do": "games", "x": 1}, "games is not right: it has the unknown key 'x'"),
        ({"do": "view"}, "view is not right: it lacks the key 'seat'"),
        ({"do": "legal", "seat": 0, "limit": -1}, "limit "),
        ({"do": "view", "seat": -1}, "seat -1: the seats are 0 to 1"),
        ({"do": "check", "seat": 9, "move": CODE}, "seat 9: the seats are 0 to 1"),
        ({"do": "bot", "seat": 2, "bot": "random"}, "seat 2: the seats are 0 to 1"),
        ({"do": "move", "seat": 1, "move": CODE}, "turn of seat 1: seat 0 is to act"),
        ({"do": "move", "seat": "chance", "move": CODE}, "turn of chance: seat 0 is to act"),
        ({"do": "move", "seat": 0, "move": None}, "A move is an object"),
        ({"do": "move", "seat": 0, "move": {**CODE, "seat": 0}}, 'set_code has no key "seat"'),
        ({"do": "bot", "seat": 0, "bot": "deep"}, "'deep'; the bots are random, novice, casual, steady, best."),
        ({"do": "new", "game": "mastermnd", "seats": 2}, "did you mean 'mastermind'?"),
        ({"do": "new", "game": "mastermind", "seats": 3}, "1 to 2 seats, not 3"),
        ({"do": "new", "game": "mastermind", "seats": 2, "options": {"color": 3}}, "did you mean 'colours'?"),
        ({"do": "undo"}, "no move to take back"),
    ],
)
def test_a_wrong_request_is_answered_by_what_is_wrong_with_it(request_: dict[str, Any], named: str) -> None:
    assert named in Talk().error(**request_)


def test_a_wrong_type_is_an_error_that_names_the_request() -> None:
    wrong: list[dict[str, Any]] = [
        *({"do": "legal", "seat": seat} for seat in ("0", True, 0.0, None, "CHANCE")),
        *({"do": "legal", "seat": 0, "limit": limit} for limit in ("9", 9.0, None)),
        *({"do": "view", "seat": seat} for seat in ("chance", [0])),
        *({"do": "chance", "seed": seed} for seed in ("7", 7.5)),
        {"do": "bot", "seat": "chance", "bot": "random"},
        {"do": "bot", "seat": 0, "bot": 1},
        {"do": "new", "game": 1, "seats": 2},
        {"do": "new", "game": "mastermind", "seats": "2"},
        {"do": "new", "game": "mastermind", "seats": 2, "options": []},
        {"do": "new", "game": "mastermind", "seats": 2, "options": None},
    ]
    for request_ in wrong:
        assert Talk().error(**request_).startswith(f"The request {request_['do']} is not right: "), request_


@pytest.mark.parametrize(
    "text",
    [
        b"\n", b"   \n", b"\r\n", b"{\n", b"nonsense\n", b"[]\n", b"null\n", b'"games"\n', b"1\n", b"\x00\n", b"\xff\xfe\n",
        b'{"do": "games"\xff}\n', b'{"do": "\xff"}\n', b'{"do": "\\ud800"}\n', b'{"do": NaN}\n', b"{'do': 'games'}\n",
        b'{"do": "games"} {"do": "games"}\n', b'{"do": "games",}\n', b'\xef\xbb\xbf{"do": "games"}\n',
        b"[" * 100_000 + b"\n", b'{"do":"to_act","x":' + b"[" * 5000 + b"]" * 5000 + b"}\n",
        b'{"do":"legal","seat":' + b"9" * 5000 + b"}\n",
    ],
    ids=lambda text: repr(text[:24]),
)  # fmt: skip
def test_what_is_no_request_is_an_error_and_the_engine_goes_on(text: bytes) -> None:
    answers = served(line(do="new", game="mastermind", seats=2), text, line(do="to_act"))
    assert [answer["ok"] for answer in answers] == [True, False, True]
    assert answers[1].keys() == {"ok", "error"}
    assert 0 < len(answers[1]["error"]) < 300
    assert answers[2]["to_act"] == [0]


def test_a_move_that_is_nested_as_deep_as_can_be_read_is_an_error() -> None:
    """A few nesting depths can be decoded but not compared or quoted; the test tries all of them."""
    for depth in range(800, 1001):
        deep = b"[" * depth + b"]" * depth
        for text in (
            b'{"do":"move","seat":0,"move":{"move":"set_code","pegs":[' + deep + b",1,1,1]}}",
            b'{"do":"move","seat":0,"move":{"move":' + deep + b"}}",
            b'{"do":"new","game":"mastermind","seats":2,"options":{"games":' + deep + b"}}",
        ):
            answers = served(line(do="new", game="mastermind", seats=2), text + b"\n", line(do="to_act"))
            assert [answer["ok"] for answer in answers] == [True, False, True], depth


@pytest.mark.parametrize(("size", "ok"), [(1 << 20, True), ((1 << 20) + 1, False), (5 << 20, False)])
def test_a_line_over_one_mebibyte_is_an_error_and_the_engine_goes_on(size: int, ok: bool) -> None:
    text = b'{"do": "games"}'
    long = text + b" " * (size - len(text))
    answers = served(long + b"\n", line(do="games"))
    assert [answer["ok"] for answer in answers] == [ok, True]
    if not ok:
        assert answers[0] == {"ok": False, "error": "The line is over 1048576 bytes."}


def test_a_last_line_without_an_end_is_answered_too() -> None:
    assert [answer["ok"] for answer in served(line(do="games"), b'{"do": "games"}')] == [True, True]
    assert [answer["ok"] for answer in served(b" " * ((1 << 20) + 1))] == [False]
    assert served(b"") == []


def test_an_answer_does_not_repeat_what_was_sent_at_length() -> None:
    talk = Talk()
    for request_ in (
        {"do": "x" * 100_000},
        {"do": "new", "game": "x" * 100_000, "seats": 2},
        {"do": "bot", "seat": 0, "bot": "x" * 100_000},
        {"do": "new", "game": "mastermind", "seats": 2, "options": {"x" * 100_000: 1}},
        {"do": "move", "seat": 0, "move": {"move": "x" * 100_000}},
        {"do": "move", "seat": 0, "move": {"move": "set_code", "pegs": ["x" * 100_000, 1, 1, 1]}},
        {"do": "move", "seat": 0, "move": {"move": "set_code", "x" * 100_000: 1}},
    ):
        assert len(talk.error(**request_)) < 300


@given(st.lists(st.binary(max_size=60).map(lambda text: text.replace(b"\n", b" ")), max_size=6))
def test_any_bytes_get_one_answer_a_line(lines: list[bytes]) -> None:
    answers = served(*(text + b"\n" for text in lines))
    assert len(answers) == len(lines)
    assert all(isinstance(answer["ok"], bool) for answer in answers)


NAMES = st.sampled_from(REQUESTS.split(", "))
KEYS = st.sampled_from(["seat", "move", "limit", "game", "seats", "options", "bot", "seed", "x"])
VALUES = JSON | st.sampled_from([0, 1, "chance", "mastermind", "random", CODE, {"games": 3}])


@settings(max_examples=settings().max_examples // 3)
@given(NAMES, st.dictionaries(KEYS, VALUES, max_size=4))
def test_any_request_is_answered_and_an_error_changes_nothing(name: str, rest: dict[str, Any]) -> None:
    talk = Talk(codemaker="table")
    talk.ask(do="chance", seed=3)
    before = talk.everything()
    answer = talk.raw(json.dumps({"do": name, **rest}).encode())
    assert isinstance(answer["ok"], bool)
    if not answer["ok"]:
        assert answer.keys() == {"ok", "error"}
        assert answer["error"]
        assert talk.everything() == before
