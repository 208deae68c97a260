"""Names cut to the room that they have."""

import pytest

from companion.core.words import shortened


@pytest.mark.parametrize(
    ("name", "letters", "short"),
    [
        ("Ada", 6, "Ada"),
        ("Wolfgang", 6, "Wolfga"),
        ("Player 1", 8, "Player 1"),
        ("Player 1", 7, "P1"),
        ("Player 12", 6, "P12"),
        ("Player 2", 1, "2"),
        ("Ann B", 4, "Ann "),
    ],
)
def test_a_number_at_the_end_is_kept(name: str, letters: int, short: str) -> None:
    assert shortened(name, letters) == short
