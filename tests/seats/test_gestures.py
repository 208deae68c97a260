"""Key edges and time become gestures: taps, a held ●, and both outer keys, which lift the Secrecy screen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.keys import KEYS
from companion.seats.gestures import HOLD, REPEAT_AFTER, Gestures
from tests.seats.gesture_script import SHORT, TURNS, played, wait


@pytest.mark.parametrize("lifting", [False, True])
@pytest.mark.parametrize("key", ["l", "m", "r"])
def test_a_tap_is_one_gesture(key: str, lifting: bool) -> None:
    assert played(f"{key.upper()}....{key}{wait(2)}", lifting=lifting) == [SHORT[key]]


def test_the_outer_keys_act_on_the_press_and_the_middle_one_on_the_release() -> None:
    assert played("L", lifting=False) == ["left"]
    assert played("R", lifting=False) == ["right"]
    assert played("M", lifting=False) == []
    assert played("M...m", lifting=False) == ["middle"]


def test_where_the_screen_can_be_lifted_the_outer_keys_wait_for_the_release() -> None:
    assert played("L...", lifting=True) == []
    assert played("L...l", lifting=True) == ["left"]
    assert played("R...r", lifting=True) == ["right"]


@pytest.mark.parametrize("lifting", [False, True])
def test_a_held_middle_key_is_back_once_and_its_release_is_nothing(lifting: bool) -> None:
    assert played("M" + wait(HOLD - 0.02) + "m", lifting=lifting) == ["middle"]
    assert played("M" + wait(HOLD + 0.02), lifting=lifting) == ["back"]
    assert played("M" + wait(3) + "m", lifting=lifting) == ["back"]
    assert played("M" + wait(1) + "m.M..m", lifting=lifting) == ["back", "middle"]


def test_how_long_holding_is_can_be_set() -> None:
    assert played("M" + wait(0.85), lifting=False, hold=0.9) == []
    assert played("M" + wait(0.95), lifting=False, hold=0.9) == ["back"]


@pytest.mark.parametrize("lifting", [False, True])
def test_a_fourth_key_is_back_at_once_and_once(lifting: bool) -> None:
    assert played("B", lifting=lifting) == ["back"]
    assert played("B" + wait(3) + "b" + wait(1), lifting=lifting) == ["back"]
    assert played("M..B..b.m", lifting=lifting) == ["back", "middle"]
    assert played("M" + wait(1) + "m", lifting=lifting) == ["back"], "and holding the middle one is what it was"


@pytest.mark.parametrize("lifting", [False, True])
def test_a_knob_is_turned_by_taps_and_never_repeats(lifting: bool) -> None:
    assert played(">" + wait(3) + "<<" + wait(3), lifting=lifting) == ["right", "left", "left"]


@pytest.mark.parametrize("lifting", [False, True])
def test_a_pushed_knob_is_the_middle_key(lifting: bool) -> None:
    assert played(">M..m<", lifting=lifting) == ["right", "middle", "left"]
    assert played("M" + wait(1) + "m>", lifting=lifting) == ["back", "right"]


@pytest.mark.parametrize("turns", [">", "<", ">.>.>", "><", ">" + "." * 200 + "<"])
@pytest.mark.parametrize("before", ["M", "M....", "M" + "." * 40])
def test_a_knob_that_is_turned_while_pushed_lifts_until_it_is_let_go(turns: str, before: str) -> None:
    assert played(before + turns + wait(2) + "m" + wait(1), lifting=True) == ["lift", "lower"]
    assert played(before + turns + "m.M..m.>", lifting=True) == ["lift", "lower", "middle", "right"]


def test_a_knob_that_was_held_can_still_lift() -> None:
    assert played("M" + wait(1) + ">" + wait(1) + "m", lifting=True) == ["back", "lift", "lower"]


@pytest.mark.parametrize("turns", [">", "<", "..>.<.."])
def test_where_nothing_can_be_lifted_a_turn_of_a_pushed_knob_is_a_slip(turns: str) -> None:
    assert played("M" + turns + "..m", lifting=False) == ["middle"]
    assert played("M" + turns + wait(1) + "m", lifting=False) == ["back"]


@pytest.mark.parametrize("down", ["LR", "RL", "L....R", "R" + "." * 30 + "L"])
@pytest.mark.parametrize("held", [0.02, 3.0])
@pytest.mark.parametrize("up", ["lr", "rl", "l....r", "r" + "." * 200 + "l"])
def test_lifting_enters_nothing_in_whatever_order(down: str, held: float, up: str) -> None:
    assert played(down + wait(held) + up + wait(1), lifting=True) == ["lift", "lower"]


@pytest.mark.parametrize(("down", "up", "again"), [("LR", "l", "L"), ("LR", "r", "R"), ("RL", "l", "L")])
def test_the_screen_is_lifted_again_by_the_key_that_was_let_go(down: str, up: str, again: str) -> None:
    assert played(down + ".." + up + ".." + again + wait(1), lifting=True) == ["lift", "lower", "lift"]


def test_the_middle_key_is_its_own_while_others_are_down() -> None:
    assert played("LR.M..m.lr", lifting=True) == ["lift", "middle", "lower"]
    assert played("M.L..l.m", lifting=False) == ["left", "middle"]


@pytest.mark.parametrize("lifting", [False, True])
def test_nothing_is_waited_for_when_nothing_is_down(lifting: bool) -> None:
    hands = Gestures(lifting=lifting)
    assert hands.deadline is None
    for key in KEYS:
        hands.change(key, True, 1.0)
        assert hands.deadline is not None
        hands.change(key, False, 1.1)
        assert hands.deadline is None


def test_the_deadline_is_when_something_happens_next() -> None:
    hands = Gestures(lifting=False)
    hands.change("middle", True, 10.0)
    assert hands.deadline == pytest.approx(10.0 + HOLD)
    hands.change("left", True, 10.01)
    assert hands.deadline == pytest.approx(10.01 + REPEAT_AFTER)
    assert hands.expire(10.2) == [], "too early is nothing"
    hands.change("left", False, 10.3)
    assert hands.deadline == pytest.approx(10.0 + HOLD)
    assert hands.expire(10.0 + HOLD) == ["back"]
    assert hands.deadline is None, "a spent key is not waited for"


def test_while_the_screen_is_lifted_nothing_is_waited_for() -> None:
    hands = Gestures(lifting=True)
    hands.change("left", True, 1.0)
    hands.change("right", True, 1.1)
    assert hands.deadline is None
    hands.change("left", False, 2.0)
    assert hands.deadline is None, "nor while one of its keys is still down"


def both(sign: str) -> tuple[str, str]:
    return sign.upper(), sign.lower()


@given(st.lists(st.sampled_from("LMRlmr.<>"), max_size=60), st.booleans())
def test_hands_never_stick(script: list[str], lifting: bool) -> None:
    """Whatever was pressed: once all is let go, nothing is waited for, and a tap is a tap."""
    text = ""
    for sign in script:  # edges are debounced: a key that is down does not go down
        if (sign in TURNS and set(text) & set("LR")) or (sign in "LR" and set(text) & set(TURNS)):
            continue  # and a seat has keys or a knob
        if not (sign.isupper() and text.lower().count(sign.lower()) and text[max(map(text.rfind, both(sign)))] == sign):
            text += sign
    found = played(text + "lmr" + "M.m", lifting=lifting)
    assert found[-1] == "middle"
    assert played(text + "lmr" + wait(2), lifting=lifting) == played(text + "lmr", lifting=lifting)
    assert found.count("lift") == found.count("lower")
    assert lifting or "lift" not in found
