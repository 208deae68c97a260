"""The numbered lines of the rules of each game. Each line has a test with its mark."""

from typing import Final


def _lines(letter: str, last: int) -> tuple[str, ...]:
    return tuple(f"{letter}{number}" for number in range(1, last + 1))


RULE_LINES: Final[dict[str, tuple[str, ...]]] = {
    "mastermind": _lines("M", 23),
    "davinci": _lines("D", 20),
    "digitcode": _lines("C", 18),
    "passcode": _lines("P", 20),
    "breakthecode": _lines("B", 14),
}
