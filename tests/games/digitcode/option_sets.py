"""The options under which the laws, the random games and the golden playthroughs play Digit Code."""

from typing import Any, Final

OPTION_SETS: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (2, {}),
    (2, {"opening": "each", "first_seat": 1, "sheet": True}),
    (2, {"opening": "one"}),
    (3, {}),
    (4, {"master": 2, "opening": "four", "sheet": True}),
    (5, {"master": "table", "first_seat": 3, "opening": "each"}),
    (2, {"master": "table"}),
    (1, {"master": "table", "opening": "four", "sheet": True}),
)
