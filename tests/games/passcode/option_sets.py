"""The settings in which Passcode is played by the laws and the golden playthroughs: every number of seats, every option."""

from typing import Any

OPTION_SETS: tuple[tuple[int, dict[str, Any]], ...] = (
    (2, {}),
    (2, {"levels": [3], "turning": False}),
    (3, {"levels": [3, 4]}),
    (4, {"levels": [3, 5], "turning": False}),
    (5, {"levels": [4]}),
    (6, {"levels": [3]}),
)
