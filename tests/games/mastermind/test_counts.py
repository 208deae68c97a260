"""How many sequences of moves there are to a depth, derived by hand, and the numbers that others published."""

from typing import Any

import pytest

from companion.core.prompt import every
from companion.games.mastermind import MASTERMIND
from tests.games.mastermind.play import Series
from tests.games.perft import counts


def counted(depth: int, **given: Any) -> list[int]:
    series = Series(**given)
    return counts(MASTERMIND, series.options, series.state, depth)


@pytest.mark.rule("M4", "M5")
def test_codes() -> None:
    # n * (n-1) * (n-2) * (n-3). Published: 360 codes without a repeat for six colours, 1,680 for eight.
    for colours, codes in ((4, 24), (5, 120), (6, 360), (7, 840), (8, 1680), (9, 3024), (10, 5040)):
        assert counted(1, colours=colours) == [codes]


@pytest.mark.rule("M6")
@pytest.mark.parametrize("colours", [4, 6, 8])
def test_guesses(colours: int) -> None:
    # With repeats every place takes every colour: n⁴ (1,296 for six and 4,096 for eight are published); else as the codes.
    for repeats, count in ((True, colours**4), (False, colours * (colours - 1) * (colours - 2) * (colours - 3))):
        prompt = Series(colours=colours, repeats_in_guess=repeats).code("RYGB").prompt(1)
        assert prompt is not None
        assert sum(1 for _ in every(prompt)) == count


@pytest.mark.rule("M3", "M6", "M10", "M12")
def test_to_depth_3_without_repeats() -> None:
    # Four colours: 24 codes. Then 24 guesses, of which 1 cracks the code. Third: after each of the 23 others 24 guesses,
    # after the crack the next game's 24 codes: 24 * 24 * 24.
    assert counted(3, colours=4, repeats_in_guess=False) == [24, 576, 13_824]


@pytest.mark.slow
@pytest.mark.rule("M3", "M6", "M10", "M12")
def test_to_depth_3_with_repeats() -> None:
    # 24 codes; 4⁴ = 256 guesses; after the 255 that do not crack it 256 guesses, after the one that does the other
    # seat's 24 codes: 24 * (255 * 256 + 24) = 1,567,296. The counter takes the last move's number as it is listed.
    assert counted(3, colours=4) == [24, 24 * 256, 24 * (255 * 256 + 24)]


@pytest.mark.rule("M9", "M14")
def test_to_depth_3_by_hand() -> None:
    # 24 codes; 24 guesses; 14 settings of two arms: of 15 that count four at most, all but three red and one white. Fourth:
    # one setting is right. If the guess cracked the code, it leads to the next game's 24 codes, else to 24 guesses; the 13
    # wrong ones lead to a new code, again 24: 14 * 24 in all.
    given: dict[str, Any] = {"colours": 4, "repeats_in_guess": False, "indication": "manual"}
    assert counted(4, **given) == [24, 576, 576 * 14, 576 * 14 * 24]


@pytest.mark.rule("M15")
def test_the_table_sets_codes_as_a_seat_would() -> None:
    # Chance's 24 codes, 24 guesses, and 24 guesses or codes again.
    given: dict[str, Any] = {"colours": 4, "repeats_in_guess": False, "codemaker": "table"}
    assert counted(3, **given) == [24, 576, 13_824]
