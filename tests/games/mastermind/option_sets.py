"""The ways in which Mastermind is put under the laws: every option in each of its values."""

from typing import Any

OPTION_SETS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (2, {"games": 2, "indication": "manual", "first_codemaker": 1, "colours": 6}),
    (2, {"games": 4, "codemaker": "table", "colours": 7}),
    (2, {"games": 2, "repeats_in_guess": False, "colours": 5}),
    (2, {"games": 2, "codemaker": "table", "first_codemaker": 1, "colours": 4, "indication": "manual"}),
    (2, {"games": 2, "indication": "manual", "repeats_in_guess": False, "colours": 10}),
)
