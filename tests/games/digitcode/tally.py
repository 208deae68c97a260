"""Digit Code a second time, from a drawing and a list of moves: who has won, told without the rules' own code."""

from collections.abc import Sequence
from typing import Any

from companion.core.game import Step

# The ten digits as anybody would draw them: three columns by five rows.
DRAWN = {
    0: (".-.", "|.|", "...", "|.|", ".-."),
    1: ("...", "..|", "...", "..|", "..."),
    2: (".-.", "..|", ".-.", "|..", ".-."),
    3: (".-.", "..|", ".-.", "..|", ".-."),
    4: ("...", "|.|", ".-.", "..|", "..."),
    5: (".-.", "|..", ".-.", "..|", ".-."),
    6: (".-.", "|..", ".-.", "|.|", ".-."),
    7: (".-.", "..|", "...", "..|", "..."),
    8: (".-.", "|.|", ".-.", "|.|", ".-."),
    9: (".-.", "|.|", ".-.", "..|", ".-."),
}
COLUMNS, ROWS, PLACES = "ABCDEFGHI", "JKLMNOPQRS", "TUVWXY"
PICTURE_SPACES = [
    (column, row)
    for x, column in enumerate(COLUMNS)
    for y, row in enumerate(ROWS)
    if DRAWN[8][y % 5][x % 3] != "."  # an eight fills all there is
]


def drawn(code: Sequence[int]) -> list[str]:
    """A code as ten rows of nine."""
    return ["".join(DRAWN[digit][y] for digit in half) for half in (code[:3], code[3:]) for y in range(5)]


def answer_by_picture(code: Sequence[int], move: dict[str, Any]) -> Any:
    """What a code answers to a question, counted on its drawing."""
    picture = drawn(code)
    match move["move"]:
        case "ask_line" if move["line"] in COLUMNS:
            x = COLUMNS.index(move["line"])
            return sum(row[x] != "." for row in picture)
        case "ask_line":
            return sum(dot != "." for dot in picture[ROWS.index(move["line"])])
        case "ask_parity":
            return ["even", "odd"][code[PLACES.index(move["place"])] % 2]
        case "ask_larger":
            return max(move["places"], key=lambda place: code[PLACES.index(place)])
        case _:
            return picture[ROWS.index(move["row"])][COLUMNS.index(move["column"])] != "."


def tally(seats: int, given: dict[str, Any], steps: Sequence[Step]) -> tuple[tuple[int, ...], set[int]]:
    """A point for each who has won a game that is over, and who they are, from its moves alone."""
    master = given.get("master", 0)
    winners = _winners(seats, None if seats == 2 and master != "table" else master, given.get("first_seat") or 0, steps)
    return tuple(int(seat in winners) for seat in range(seats)), winners


def _winners(seats: int, master: Any, first: int, steps: Sequence[tuple[Any, Any]]) -> set[int]:
    """`master`: a seat, "table", or None where two play."""
    codes: dict[Any, list[int]] = {}
    failed = dict.fromkeys(range(seats), 0)
    draws, found = 0, False
    for actor, move in steps:
        name = move["move"]
        if name == "set_code":
            codes[actor] = list(move["digits"])
        if name not in ("propose", "pass"):
            continue
        if master is None:
            right = name == "propose" and list(move["digits"]) == codes[1 - actor]
            begins = first if draws % 2 == 0 else 1 - first
            if found:
                if not right:
                    return {1 - actor}
                draws, found, failed = draws + 1, False, {0: 0, 1: 0}
            elif right and actor != begins:
                return {actor}
            elif right:
                found = True
            else:
                failed[actor] += 1
                if failed[actor] == 2:
                    return {1 - actor}
        else:
            if list(move["digits"]) == codes["chance" if master == "table" else master]:
                return {actor}
            failed[actor] += 1
            if sum(failed.values()) == 2 * (seats - (master != "table")):
                return set() if master == "table" else {master}
    raise AssertionError("the game is not over")
