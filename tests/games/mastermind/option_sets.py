"""The ways in which Mastermind is put under the laws: every option in each of its values."""

from typing import Any

from companion.core.prompt import Move, RandBelow
from companion.games.mastermind.rules import State
from tests.games.mastermind.tally import count_arms

OPTION_SETS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (2, {"games": 2, "indication": "manual", "first_codemaker": 1, "colours": 6}),
    (2, {"games": 4, "codemaker": "table", "colours": 7}),
    (2, {"games": 2, "repeats_in_guess": False, "colours": 5}),
    (2, {"games": 2, "codemaker": "table", "first_codemaker": 1, "colours": 4, "indication": "manual"}),
    (2, {"games": 2, "indication": "manual", "repeats_in_guess": False, "colours": 10}),
    (1, {}),
    (1, {"games": 3, "codemaker": "table", "colours": 6, "repeats_in_guess": False, "indication": "manual"}),
    (2, {"edition": "classic"}),
    (2, {"edition": "super", "codemaker": "table"}),
    (1, {"edition": "first_steps", "games": 2}),
    (2, {"edition": "bulls_and_cows", "indication": "manual"}),
    (1, {"edition": "number_baseball"}),
    (2, {"symbols": "digits", "pegs": 5, "colours": 5, "rows": 6, "indication": "manual"}),
    (2, {"edition": "bulls_and_cows", "symbols": "colours", "repeats_in_code": True, "pegs": 3, "rows": 12}),
)


def steer(state: State, move: Move, pick: RandBelow) -> Move:
    """Arms pulled by luck are wrong 24 times in 25, and a series of voided games hardly ever ends: most shall be right."""
    if move["move"] == "pull_arms" and state.code is not None and pick(10):
        red, white = count_arms(list(state.code), list(state.rows[-1].pegs))
        return {"move": "pull_arms", "red": red, "white": white}
    return move
