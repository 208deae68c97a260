"""Points and winners of a series, and which options there are with an edition, from the list of moves and the options alone; it
shares nothing with the rules."""

from collections import Counter
from typing import Any

from companion.core.game import Step


def count_arms(code: list[str], guess: list[str]) -> tuple[int, int]:
    """Red and white, by taking pegs out: those in place first, then one of the code for one of the guess."""
    left = [(one, other) for one, other in zip(code, guess, strict=True) if one != other]
    common = Counter(one for one, _ in left) & Counter(other for _, other in left)
    return len(code) - len(left), sum(common.values())


EDITIONS: dict[str, tuple[int, int, bool, bool, int, str]] = {
    "travel": (8, 4, False, True, 9, "colours"),
    "classic": (6, 4, True, True, 10, "colours"),
    "super": (8, 5, True, True, 12, "colours"),
    "first_steps": (4, 3, False, True, 9, "colours"),
    "bulls_and_cows": (10, 4, False, False, 10, "digits"),
    "number_baseball": (10, 3, False, False, 9, "digits"),
}
NAMES = ("colours", "pegs", "repeats_in_code", "repeats_in_guess", "rows", "symbols")


def agreed(given: dict[str, Any]) -> dict[str, Any]:
    """The options of M17 to M20 as they count: an edition's, where none is given beside it."""
    options = dict(zip(NAMES, EDITIONS[given.get("edition", "travel")], strict=True))
    if given.get("edition", "travel") == "travel" and given.get("symbols") == "digits":
        options["colours"] = 10
    options |= {name: value for name, value in given.items() if name in NAMES}
    options["repeats_in_guess"] = options["repeats_in_guess"] or options["repeats_in_code"]
    return options


def tally(seats: int, given: dict[str, Any], steps: list[Step]) -> tuple[tuple[int, ...], set[int]]:
    """The totals, and who won."""
    if seats == 1:
        return _alone(given, steps)
    with_table = given.get("codemaker") == "table"
    manual = given.get("indication") == "manual" and not with_table
    maker = given.get("first_codemaker", 0)
    most = agreed(given)["rows"]
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
        if guess == code or rows == most:
            totals[1 - maker if with_table else maker] += rows
            maker = 1 - maker
            games += 1
    assert games == given.get("games", 2), "as many games as were agreed on"
    best = (min if with_table else max)(totals)
    return (totals[0], totals[1]), {seat for seat in (0, 1) if totals[seat] == best}


def _alone(given: dict[str, Any], steps: list[Step]) -> tuple[tuple[int], set[int]]:
    """Of one seat: all its rows, and whether as many codes were found as were set."""
    codes = [move["pegs"] for _, move in steps if move["move"] == "set_code"]
    guesses = [move["pegs"] for _, move in steps if move["move"] == "guess"]
    assert len(codes) == given.get("games", 1), "as many games as were agreed on"
    left, found = list(codes), 0
    rows = 0
    for guess in guesses:
        rows += 1
        if guess == left[0] or rows == agreed(given)["rows"]:
            found += guess == left.pop(0)
            rows = 0
    return (len(guesses),), {0} if found == len(codes) else set()
