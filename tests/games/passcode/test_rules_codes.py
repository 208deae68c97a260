"""The lines of the rules on the die and the codes, P1 to P4, and on the options, P19."""

from typing import Any

import pytest

from companion.core.errors import RuleError
from companion.core.prompt import ChancePrompt
from companion.core.seat import CHANCE
from companion.games.passcode import PASSCODE
from tests.games.passcode.play import Play

FACES_OF_1_ON_2 = {2: (2, 5), 3: (2, 4, 5), 4: (2, 4, 5, 3), 5: (2, 4, 5, 3, 1), 6: (2, 4, 5, 3, 1, 6)}
"""By hand, with 1 on top and 2 in front: 3 is on the right, 4 on the left, 5 behind, 6 below."""


@pytest.mark.rule("P1")
def test_a_die_has_24_orientations_of_equal_weight() -> None:
    play = Play(2)
    play.do(0, "roll")
    prompt = PASSCODE.ask(play.options, play.state, CHANCE)
    assert isinstance(prompt, ChancePrompt)
    assert prompt.die
    assert not prompt.secret
    assert len(prompt.lots) == 24
    assert {lot.weight for lot in prompt.lots} == {1}


@pytest.mark.rule("P1")
@pytest.mark.parametrize(("top", "front"), [(3, 3), (3, 4), (0, 2), (2, 7)])
def test_a_bad_reading_is_refused_and_asked_for_again(top: int, front: int) -> None:
    play = Play(2)
    play.do(0, "roll")
    play.refused(CHANCE, "roll", top=top, front=front)
    assert play.to_act == (CHANCE,)
    play.do(CHANCE, "roll", top=3, front=2)
    assert play.view().die.top == 3


@pytest.mark.rule("P2")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_seat_gets_the_face_towards_it(seats: int) -> None:
    play = Play(seats, turning=False)
    play.roll(0, 1, 2)
    assert tuple(codes[0][0] for codes in play.view().codes) == FACES_OF_1_ON_2[seats]


@pytest.mark.rule("P3")
def test_18_rolls_fill_the_levels_in_order_and_the_seats_take_turns() -> None:
    play = Play(4, turning=False)
    fronts = [2, 3, 4, 5] * 5
    for number in range(18):
        assert play.view().phase == "codes"
        assert play.to_act == (number % 4,)
        assert play.legal(number % 4) == [{"move": "roll"}]
        play.do(number % 4, "roll")
        assert play.view().phase == "codes"
        play.do(CHANCE, "roll", top=1, front=fronts[number])
    rolled = fronts[:18]
    expected = (tuple(rolled[:3]), tuple(rolled[3:7]), tuple(rolled[7:12]), tuple(rolled[12:]))
    assert play.view().codes[0] == expected
    assert play.view(3).codes == play.view(None).codes, "all see the die"
    assert play.to_act == (CHANCE,)


@pytest.mark.rule("P3")
def test_numbers_not_rolled_yet_are_null() -> None:
    play = Play(2, turning=False, levels=[3, 5])
    play.roll(0, 1, 2)
    assert play.view().codes == (((2, None, None), (None,) * 5), ((5, None, None), (None,) * 5))


@pytest.mark.rule("P4")
@pytest.mark.parametrize(("to", "faces"), [("left", (2, 4, 5, 3)), ("right", (3, 2, 4, 5))])
def test_the_roller_turns_the_die(to: str, faces: tuple[int, ...]) -> None:
    play = Play(4)
    play.roll(0, 1, 2)
    assert play.view().phase == "turning"
    assert play.to_act == (0,)
    assert play.legal(0) == [{"move": "turn", "to": "left"}, {"move": "turn", "to": "right"}]
    assert play.view().codes[0][0][0] is None
    play.do(0, "turn", to=to)
    assert tuple(codes[0][0] for codes in play.view().codes) == faces
    assert play.to_act == (1,)


@pytest.mark.rule("P4")
def test_only_rolls_for_codes_are_turned() -> None:
    play = Play(2, levels=[3])
    for number in range(3):
        play.roll(number % 2, 1, 2)
        play.do(number % 2, "turn", to="left")
    play.deal("1", "1", "1")
    play.roll(0, 3)
    assert play.view().phase == "first"


@pytest.mark.rule("P19")
@pytest.mark.parametrize("levels", [[3], [6], [3, 4], [4, 6], [3, 5, 6], [3, 4, 5, 6]])
def test_levels_are_any_rising_list(levels: list[int]) -> None:
    play = Play(2, levels=levels)
    assert play.view().levels == tuple(levels)
    assert tuple(len(code) for code in play.view().codes[0]) == tuple(levels)
    assert play.view().level == (levels[0], levels[0])


@pytest.mark.rule("P19")
def test_other_levels_and_numbers_of_seats_are_refused() -> None:
    wrong: tuple[Any, ...] = ([], [4, 3], [3, 3], [2], [7], [3, 4, 5, 6, 7], "3", [3.5], None)
    for levels in wrong:
        with pytest.raises(RuleError, match="levels"):
            PASSCODE.read_options({"levels": levels}, 2)
    for seats in (0, 1, 7):
        with pytest.raises(RuleError, match="2 to 6"):
            PASSCODE.read_options({}, seats)


@pytest.mark.rule("P19")
def test_the_defaults() -> None:
    assert PASSCODE.read_options({}, 2) == PASSCODE.read_options({"levels": [3, 4, 5, 6], "turning": True}, 2)
