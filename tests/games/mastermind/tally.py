"""Points and winners of a series, from the list of moves and the options alone; it shares nothing with the rules."""

from collections import Counter
from typing import Any

from companion.core.game import Step


def count_arms(code: list[str], guess: list[str]) -> tuple[int, int]:
    """Red and white, by taking pegs out: those in place first, then one of the code for one of the guess."""
    left = [(one, other) for one, other in zip(code, guess, strict=True) if one != other]
    common = Counter(one for one, _ in left) & Counter(other for _, other in left)
    return 4 - len(left), sum(common.values())


def tally(given: dict[str, Any], steps: list[Step]) -> tuple[tuple[int, int], set[int]]:
    """The totals, and who won."""
    with_table = given.get("codemaker") == "table"
    manual = given.get("indication") == "manual" and not with_table
    maker = given.get("first_codemaker", 0)
    totals = [0, 0]
    code: list[str] = []
    guess: list[str] = []
    rows = games = 0
    for _, move in steps:
        if move["move"] == "set_code":
            code, rows = move["pegs"], 0
            continue
        if move["move"] == "guess":
            guess, rows = move["pegs"], rows + 1
            if manual:
                continue
        elif (move["red"], move["white"]) != count_arms(code, guess):
            totals[1 - maker] += 3
            continue
        if guess == code or rows == 9:
            totals[1 - maker if with_table else maker] += rows
            maker = 1 - maker
            games += 1
    assert games == given.get("games", 2), "as many games as were agreed on"
    best = (min if with_table else max)(totals)
    return (totals[0], totals[1]), {seat for seat in (0, 1) if totals[seat] == best}
