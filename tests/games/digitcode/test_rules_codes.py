"""Who makes a code, which codes there are, and who sees them."""

from itertools import islice
from typing import Any

import pytest

from companion.core.errors import RuleError
from companion.core.prompt import every, weights
from companion.core.seat import CHANCE
from companion.games.digitcode import DIGITCODE
from companion.games.digitcode.possible import count_codes
from companion.games.digitcode.rules import TOO_CLOSE, TOO_MANY_ALIKE, is_legal
from tests.games.digitcode.play import ONE, OTHER, WRONG, Play, duel, mastered


@pytest.mark.rule("C1")
def test_two_make_a_code_each_at_the_same_time_and_look_for_the_other_one() -> None:
    play = Play(2)
    assert (play.to_act, play.phase, play.view(None).master) == ((0, 1), "code", None)
    play.code(1, OTHER)
    assert (play.to_act, play.phase) == ((0,), "code")
    play.code(0, ONE).ask(0, 0)
    assert play.view(1).asked[0].of == 1
    assert play.view(None).codes == (None, None)


@pytest.mark.rule("C1")
@pytest.mark.parametrize("master", [0, 1])
def test_two_need_no_master_whichever_seat_the_option_names(master: int) -> None:
    assert Play(2, master=master).to_act == (0, 1)


@pytest.mark.rule("C1")
@pytest.mark.parametrize(("seats", "master"), [(3, 0), (3, 2), (4, 1), (5, 4)])
def test_of_three_or_more_the_master_makes_the_code_and_does_not_solve(seats: int, master: int) -> None:
    play = Play(seats, master=master)
    assert (play.to_act, play.phase, play.view(None).master) == ((master,), "code", master)
    play.code(master, ONE)
    asked = []
    for _ in range(seats):
        (turn,) = play.to_act
        assert isinstance(turn, int)
        asked.append(turn)
        play.ask(turn, 0)
        assert play.view(None).asked[-1].of == master
    assert set(asked) == set(range(seats)) - {master}


@pytest.mark.rule("C1")
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 5])
def test_with_the_table_as_master_all_seats_solve(seats: int) -> None:
    play = Play(seats, master="table", opening="one")
    assert (play.to_act, play.phase, play.view(None).master) == ((CHANCE,), "code", "table")
    play.code(CHANCE, ONE)
    for seat in range(seats):
        assert play.to_act == (seat,)
        play.ask(seat, 1)
        assert play.view(None).asked[-1].of == "table"
    assert play.to_act == (0,)


@pytest.mark.rule("C1")
def test_options_that_make_no_game_are_refused() -> None:
    wrong: tuple[tuple[int, Any], ...] = (
        *((3, {"master": master}) for master in (3, -1, None, "nobody")),
        *((2, options) for options in ({"first_seat": 2}, {"opening": "two"}, {"sheet": 1}, {"sheets": True})),
        (1, {"master": 0}),
    )
    for seats, options in wrong:
        (name,) = options
        with pytest.raises(RuleError, match=name.removesuffix("s")):
            DIGITCODE.read_options(options, seats)
    with pytest.raises(RuleError, match="2 to 5"):
        DIGITCODE.read_options({}, 6)


@pytest.mark.rule("C2")
def test_any_other_code_is_refused_and_nothing_changes() -> None:
    play = Play(2)
    wrong: list[tuple[list[int], str]] = [([1, 2, 1, 3, 1, 4], TOO_MANY_ALIKE), ([1, 2, 3, 4, 5], "not of 5")]
    touching = ("112345", "211345", "123445", "123455", "123145", "123425", "123453")
    wrong += [([int(digit) for digit in digits], TOO_CLOSE) for digits in touching]
    wrong += [([1, 2, 3, 4, 5, other], "can be 0, 1, 2") for other in (10, True)]
    for digits, words in wrong:
        refusal = play.refusal(0, {"move": "set_code", "digits": digits})
        assert words.rstrip(".") in refusal, digits
        assert refusal.endswith("(C2)."), digits
    assert play.to_act == (0, 1)


@pytest.mark.rule("C2")
@pytest.mark.parametrize("digits", [(1, 2, 3, 4, 1, 5), (1, 2, 3, 2, 1, 5), (1, 2, 1, 2, 3, 4), (1, 2, 3, 4, 5, 1)])
def test_two_equal_digits_may_touch_at_a_corner(digits: tuple[int, ...]) -> None:
    play = Play(2)
    play.code(0, digits)
    assert play.view(0).codes[0] == digits


@pytest.mark.slow
@pytest.mark.rule("C2")
def test_there_are_465120_legal_codes_counted_in_three_ways() -> None:
    # By halves: each upper three digits with the lower ones that go with them.
    assert count_codes(()) == 465_120
    # By the prompt: every code is walked, and is legal by the rule's own words.
    prompt = Play(2).prompt(0)
    assert sum(is_legal(tuple(move["digits"])) for move in every(prompt)) == 465_120
    # By hand: digits in three columns of two, neighbours unlike. The first column has 10 * 9 fillings; a column (a, b) is
    # followed by (c, d) with c != a, d != b, c != d: 9 * 9 - 8 = 73 ways. From these 90 * 73 * 73 go those with a digit three
    # times. It stands on T V X or on U W Y, since no two of its places touch: 2 * 10 ways; each of the other three places
    # touches it and none of the others: 9 ** 3. Where a digit is on all of T V X and one on all of U W Y, it was taken twice.
    assert 90 * 73**2 - (20 * 729 - 90) == 465_120


@pytest.mark.rule("C2")
def test_the_table_makes_each_code_with_equal_chance() -> None:
    play = Play(3, master="table")
    prompt = DIGITCODE.chance(play.state)
    assert prompt is not None
    assert weights(prompt, 1000) == [1] * 1000
    assert [move["digits"] for move in islice(every(prompt), 2)] == [[0, 1, 0, 1, 2, 3], [0, 1, 0, 1, 2, 4]]
    assert DIGITCODE.chance(Play(3).state) is None


@pytest.mark.rule("C3")
def test_of_two_each_sees_the_own_code_alone() -> None:
    play = duel()
    assert play.view(0).codes == (ONE, None)
    assert play.view(1).codes == (None, OTHER)
    assert play.view(None).codes == (None, None)
    assert play.prompt(0).secret is False
    assert Play(2).prompt(0).secret


@pytest.mark.rule("C3")
def test_the_masters_code_is_seen_by_the_master_alone_and_by_all_at_the_end() -> None:
    play = mastered(3, master=1)
    assert [play.view(seat).codes for seat in (0, 1, 2, None)] == [
        (None, None, None),
        (None, ONE, None),
        (None, None, None),
        (None, None, None),
    ]
    play.propose(2, ONE)
    assert all(play.view(seat).codes == (None, ONE, None) for seat in (0, 1, 2, None))


@pytest.mark.rule("C3")
def test_nobody_sees_the_tables_code_before_the_end() -> None:
    play = mastered(2, master="table", opening="one")
    assert all(play.view(seat).table_code is None for seat in (0, 1, None))
    play.propose(0, WRONG).propose(1, ONE)
    assert all(play.view(seat).table_code == ONE for seat in (0, 1, None))
