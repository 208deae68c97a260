"""Reading options: what was given becomes a record, or one sentence says what is wrong."""

from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct

from companion.core.errors import RuleError
from companion.core.options import Setting, Value, read_record, switch
from tests.core.test_prompt import JSON

SETTINGS = (
    Setting("rounds", 2, "Rounds", "How many."),
    switch("open", False, "Open", "Whether."),
    Setting("kind", "one", "Kind", "Which.", (Value("one", "1"), Value("two", "2"))),
)


class Options(Struct, frozen=True):
    """What these tests read."""

    rounds: int = 2
    open: bool = False
    kind: Literal["one", "two"] = "one"
    levels: tuple[int, ...] = ()


def refused(**options: Any) -> str:
    with pytest.raises(RuleError) as caught:
        read_record(Options, "Whist", options, SETTINGS)
    return str(caught.value)


def test_what_is_not_given_is_the_default() -> None:
    assert read_record(Options, "Whist", {}, SETTINGS) == Options()
    assert read_record(Options, "Whist", {"kind": "two", "rounds": 9}, SETTINGS) == Options(9, False, "two")


def test_an_unknown_option_is_named_and_the_nearest_offered() -> None:
    assert "did you mean 'rounds'?" in refused(round=1)
    for unknown in ("zzz", "levels", "x" * 1000):  # levels is a field that is no setting
        assert f"'{unknown[:40]}'" in refused(**{unknown: 1})
        assert refused(**{unknown: 1}).endswith("it has rounds, open, kind.")


def test_a_value_of_the_wrong_type_is_named() -> None:
    wrong: tuple[tuple[str, Any], ...] = (
        *(("rounds", value) for value in ("2", 2.0, True)),
        ("open", 1),
        ("open", None),
        ("kind", "three"),
        ("kind", {}),
    )
    for name, value in wrong:
        assert refused(**{name: value}).startswith(f"Option {name} of Whist cannot be ")
    assert refused(kind="Two") == "Option kind of Whist cannot be 'Two': it is one of one, two."
    assert refused(open=None) == "Option open of Whist cannot be null: expected `bool`, got `null`."


def test_a_value_is_quoted_no_longer_than_a_line() -> None:
    assert len(refused(rounds="x" * 10_000)) < 120


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(["rounds", "open", "kind", "other", ""]), JSON, max_size=4))
def test_any_json_is_read_or_refused(options: dict[str, Any]) -> None:
    try:
        found = read_record(Options, "Whist", options, SETTINGS)
    except RuleError:
        return
    assert all(type(getattr(found, name)) is type(value) for name, value in options.items())
    assert all(getattr(found, name) == value for name, value in options.items())


def test_a_switch_is_no_or_yes() -> None:
    assert [(value.value, value.label) for value in SETTINGS[1].values] == [(False, "no"), (True, "yes")]
    assert SETTINGS[1].default is False
