"""Scripts of key edges for the tests of gestures."""

from typing import Any

from companion.core.keys import Gesture, Key
from companion.seats.gestures import HOLD, Gestures

SHORT = {"l": "left", "m": "middle", "r": "right", "b": "back"}
TURNS: dict[str, Key] = {"<": "left", ">": "right"}
TICK = 0.01


def played(script: str, *, lifting: bool, hold: float = HOLD) -> list[Gesture]:
    """The gestures of a script: "L" presses left, "l" lets it go, "<" and ">" turn a knob, and "." is 10 ms in which deadlines
    are kept."""
    hands = Gestures(lifting=lifting, hold=hold)
    found: list[Gesture] = []
    now = 100.0
    for sign in script:
        if sign == ".":
            now += TICK
            while hands.deadline is not None and hands.deadline <= now:
                found += hands.expire(hands.deadline)
        elif sign in TURNS:
            found += hands.turn(TURNS[sign], now)
        else:
            key: Any = SHORT[sign.lower()]
            found += hands.change(key, sign.isupper(), now)
    return found


def wait(seconds: float) -> str:
    return "." * round(seconds / TICK)
