"""How many sequences of moves there are to a depth, derived by hand."""

import pytest

from companion.games.digitcode import DIGITCODE
from tests.games.digitcode.play import OTHER, Play, duel, mastered
from tests.games.perft import counts

# Questions: 19 lines, 6 places, 7 pairs, 42 spaces; 74 together. Codes: 465,120.
QUESTIONS = (19, 6, 7, 42)


def counted(play: Play, depth: int) -> list[int]:
    return counts(DIGITCODE, play.options, play.state, depth)


@pytest.mark.rule("C9")
def test_the_opening_of_four_in_one_turn() -> None:
    # One question: 74. Two of different kinds, in order: 74 * 74 less those of one kind, 19² + 6² + 7² + 42² = 2,210.
    # Three: 3! times the sum of products of three kinds, 19*6*7 + 19*6*42 + 19*7*42 + 6*7*42 = 12,936.
    assert counted(duel(), 3) == [74, 74**2 - 2_210, 6 * 12_936]


@pytest.mark.rule("C9")
def test_four_kinds_turn_by_turn() -> None:
    # The two seats ask in turn, each 74; the third question is of another kind than the first: 74 * (74² - 2,210) = 241,684.
    # That is the sum, over the kind first asked, of 74 * n * (74 - n), so one question of each kind stands for its n.
    play = duel(opening="each")
    assert counted(play, 2) == [74, 74**2]
    third = 0
    start = play.state
    for number, kind in enumerate(QUESTIONS):
        play.state = start
        play.ask(0, number).ask(1, 0)
        assert counted(play, 1) == [74 - kind]
        third += 74 * kind * (74 - kind)
    assert third == 74 * (74**2 - 2_210) == 241_684


@pytest.mark.slow
@pytest.mark.rule("C9", "C10")
def test_questions_and_proposals_when_all_is_free() -> None:
    assert counted(mastered(3), 1) == [74 + 465_120]


@pytest.mark.slow
@pytest.mark.rule("C13")
def test_a_last_chance_is_a_pass_or_any_code() -> None:
    assert counted(duel(opening="one").propose(0, OTHER), 1) == [1 + 465_120]
