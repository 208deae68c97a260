"""The game that the benchmarks replay."""

from bench.network import GAMES, at_two_panels
from bench.session import CODES, GUESSES, pictures


def test_the_recorded_series_is_played_to_its_end() -> None:
    _, played = pictures()
    moves = len(CODES) * (2 + len(GUESSES))
    assert all(len(screens) > moves for screens in played), "each move shows something at both seats"


def test_the_keys_that_are_pressed_over_the_network_are_all_seen() -> None:
    assert len(at_two_panels()) > GAMES * (2 + len(GUESSES)) * 4, "a move takes several keys"
