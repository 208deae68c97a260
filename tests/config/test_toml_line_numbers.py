"""The lines of keys, against tomllib: the same keys, and each on the line where its value is seen."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.config.document import KeyPath, key_line_numbers


def paths(value: Any, at: KeyPath = ()) -> dict[KeyPath, Any]:
    """Every path in what tomllib read, with its value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found: dict[KeyPath, Any] = {at: value} if at else {}
    for name, one in inner:
        found |= paths(one, (*at, name))
    return found


HARD = {
    "dotted": ("a.b.c = 1\na.b.d = 2\n", {("a",): 1, ("a", "b"): 1, ("a", "b", "c"): 1, ("a", "b", "d"): 2}),
    "dotted with blanks": ("a . \"b c\" .\t'd' = 1", {("a",): 1, ("a", "b c"): 1, ("a", "b c", "d"): 1}),
    "number that is two keys": ("3.14 = 1", {("3",): 1, ("3", "14"): 1}),
    "quoted with escapes": (r'"\u00e9\"=]#" = 1', {('é"=]#',): 1}),
    "empty key": ('\n"" = 1\n', {("",): 2}),
    "key that looks like a header": ('"[a]" = 1\n[b]\n', {("[a]",): 1, ("b",): 2}),
    "table": ("# c\n\n[ a . b ] # [c]\nx = 1", {("a",): 3, ("a", "b"): 3, ("a", "b", "x"): 4}),
    "table before its parent": (
        "[a.b]\nx = 1\n[a]\ny = 2",
        {("a",): 1, ("a", "b"): 1, ("a", "b", "x"): 2, ("a", "y"): 4},
    ),
    "array of tables": (
        "[[a]]\nx = 1\n[[a]]\n\nx = 2",
        {("a",): 1, ("a", 0): 1, ("a", 0, "x"): 2, ("a", 1): 3, ("a", 1, "x"): 5},
    ),
    "table of the last element": (
        "[[a]]\n[[a]]\n[a.b]\nx = 1",
        {("a",): 1, ("a", 0): 1, ("a", 1): 2, ("a", 1, "b"): 3, ("a", 1, "b", "x"): 4},
    ),
    "arrays of tables in arrays of tables": (
        "[[a]]\n[[a.b]]\n[[a.b]]\nx = 1\n[[a]]\n[[a.b]]\ny = 2",
        {
            ("a",): 1,
            ("a", 0): 1,
            ("a", 0, "b"): 2,
            ("a", 0, "b", 0): 2,
            ("a", 0, "b", 1): 3,
            ("a", 0, "b", 1, "x"): 4,
            ("a", 1): 5,
            ("a", 1, "b"): 6,
            ("a", 1, "b", 0): 6,
            ("a", 1, "b", 0, "y"): 7,
        },
    ),
    "inline tables": (
        "a = { b = { c = 1 }, d.e = 2 }",
        dict.fromkeys([("a",), ("a", "b"), ("a", "b", "c"), ("a", "d"), ("a", "d", "e")], 1),
    ),
    "list over lines": (
        "a = [ # ]\n 1, # ,\n\n [2,\n3] , { x = 4 } ,\n]\nb = 5",
        {("a",): 1, ("a", 0): 2, ("a", 1): 4, ("a", 1, 0): 4, ("a", 1, 1): 5, ("a", 2): 5, ("a", 2, "x"): 5, ("b",): 7},
    ),
    "empty list and table": ("a = [\n]\nb = {}\nc = 1", {("a",): 1, ("b",): 3, ("c",): 4}),
    "string of many lines": ('a = """\nb = 1\n[c]\n\\""" d = 2\n"""\ne = 3', {("a",): 1, ("e",): 6}),
    "string that ends in quotes": ('a = """x"""""\nb = 1', {("a",): 1, ("b",): 2}),
    "empty long string": ("a = ''''''\nb = 1", {("a",): 1, ("b",): 2}),
    "literal string of many lines": ("a = '''\n\\\nb = '' 1\n'''''\nc = 1", {("a",): 1, ("c",): 5}),
    "marks in strings": ("a = [\"],}#\", ']}#,']\nb = 1", {("a",): 1, ("a", 0): 1, ("a", 1): 1, ("b",): 2}),
    "dates": ("a = 1979-05-27 07:32:00 # c\nb = 07:32:00\n", {("a",): 1, ("b",): 2}),
    "other line ends": ("a = 1\r\n\r\n[b]\r\nc = [\r\n2]\r\n", {("a",): 1, ("b",): 3, ("b", "c"): 4, ("b", "c", 0): 5}),
}


@pytest.mark.parametrize(("text", "lines"), HARD.values(), ids=HARD.keys())
def test_hard_case(text: str, lines: dict[KeyPath, int]) -> None:
    assert key_line_numbers(text) == lines
    assert lines.keys() == paths(tomllib.loads(text)).keys()


NAMES = st.sampled_from(["a", "b", '"a b"', "'c.d'", '"\\"#"', "1", "-"])
DOTTED = st.lists(NAMES, min_size=1, max_size=3).map(" . ".join)
GAP = st.sampled_from(["", "\n", " # c ]}\n", "\n\n"])
TEXTS = st.sampled_from(
    ['"#]"', "'}'", '"""\n[x]\n"""', "'''\n'''", '"\\""', '"""a"""""', "true", "1.5e3", "2026-01-01"]
)
# Every @ becomes a number of its own, so that a person can see on which line a value stands.
VALUES = st.recursive(
    st.just("@") | TEXTS,
    lambda inner: (
        st.lists(st.tuples(GAP, inner, GAP).map("".join), max_size=3).map(lambda parts: f"[{','.join(parts)}]")
        | st.lists(st.tuples(DOTTED, inner), max_size=2).map(
            lambda pairs: "{" + ", ".join(f"{key} = {value}" for key, value in pairs) + "}"
        )
    ),
    max_leaves=6,
)
PAIRS = st.tuples(DOTTED, VALUES).map(lambda pair: f"{pair[0]} = {pair[1]}")
HEADERS = DOTTED.map("[{}]".format) | DOTTED.map("[[{}]]".format)
STATEMENTS = st.lists(PAIRS | PAIRS | HEADERS | GAP.map(str.strip), max_size=8)


def valid(statements: list[str]) -> str:
    """The statements, without those that TOML does not allow after the ones before, and with their numbers."""
    text = ""
    number = 1000
    for statement in statements:
        written = ""
        for mark in statement:
            written += str(number) if mark == "@" else mark
            number += mark == "@"
        try:
            tomllib.loads(text + written)
        except tomllib.TOMLDecodeError:
            continue
        text += written + "\n"
    return text


@given(STATEMENTS)
def test_the_same_keys_as_tomllib_each_on_its_line(statements: list[str]) -> None:
    text = valid(statements)
    lines = key_line_numbers(text)
    found = paths(tomllib.loads(text))
    assert lines.keys() == found.keys()
    for path, value in found.items():
        # A number in a list may stand lines below its key; as an element, and behind a key, it stands on the same one.
        if isinstance(value, int) and not isinstance(value, bool):
            assert str(value) in text.splitlines()[lines[path] - 1]


@given(st.text(alphabet="a.=[]{}\"'#\\,\n 1", max_size=40))
def test_any_text_is_read_to_an_end(text: str) -> None:
    assert all(0 < line <= text.count("\n") + 1 for line in key_line_numbers(text).values())
