"""The ways in which Da Vinci Code is put under the laws: every option in each of its values, every number of seats."""

from typing import Any

OPTION_SETS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (2, {"advanced": True, "empty_centre": "reveal", "first_seat": 1}),
    (3, {"advanced": True, "memory_aid": True}),
    (3, {"empty_centre": "reveal", "rounds": 3, "first_seat": 2}),
    (4, {"rounds": 3, "memory_aid": True, "empty_centre": "reveal", "advanced": True, "first_seat": 3}),
    (4, {}),
)
