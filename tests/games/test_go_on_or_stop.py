"""The choice to go on or to stop: positions in which it is clear, and the same numbers as the machine's own choice."""

from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import pytest
from msgspec import structs

from companion.core.prompt import Move
from companion.games.davinci import DAVINCI
from companion.games.davinci.mind import BEST, RIGHT_CLAIM, judge
from companion.games.davinci.mind.turn import START, observe
from companion.games.davinci.rules import State
from companion.games.hints import remembered
from companion.games.mind import Judgement, Moment, TurnChoice
from companion.games.review import ReviewedMove, chances_to_win, turned_by_choice, turning_point
from tests.games.davinci.tables import STOP, deduce, table
from tests.games.test_hints import sightings
from tests.laws.play import CASES, Case, game, one_round
from tests.said import numbers

NAMES = ("Ann", "Bob")

RISKY = table(["W6* W7 W8*", "W1 W4 B5 W9"], clue="B2", phase="go_on")
"""Everybody can tell Ann's 7, so only her new tile keeps her in; no claim has an even chance."""
CERTAIN = table(["W5* W7 W9*", "W1* B3* W10* W11"], clue="B2", phase="go_on")
"""Only the white 11 can stand right of the white 10, and it is Bob's last tile."""
EVEN = table(["W5* W7 W9*", "W1* B3* W8* W11"], clue="B2", phase="go_on")
"""Bob's last tile is the white 10 or 11."""


def judged(state: State, move: Move) -> Judgement:
    view = DAVINCI.view(state, 0)
    found = judge(Moment(state.options, state, view, observe(START, view), 0, move, None, NAMES))
    assert found is not None
    return found


def choice(state: State, move: Move) -> TurnChoice:
    found = judged(state, move).choice
    assert found is not None
    return found


def test_stopping_is_right_where_a_wrong_claim_would_cost_the_only_tile_that_is_not_known() -> None:
    stopped, claimed = choice(RISKY, STOP), choice(RISKY, deduce(1, 3, "11"))
    assert stopped.stopping > stopped.going_on + 0.03
    assert stopped.good
    assert (stopped.expected, stopped.deviation) == (stopped.stopping, 0)
    assert (claimed.going_on, claimed.stopping) == (stopped.going_on, stopped.stopping)
    assert not claimed.good
    assert claimed.deviation == pytest.approx((claimed.going_on - claimed.stopping) / RIGHT_CLAIM, abs=0.01), (
        "in right claims"
    )


def test_going_on_is_right_where_the_last_tile_is_certain() -> None:
    claimed, stopped = choice(CERTAIN, deduce(1, 3, "11")), choice(CERTAIN, STOP)
    assert (claimed.going_on, claimed.good, claimed.deviation) == (1, True, 0)
    assert stopped.stopping < 0.9
    assert not stopped.good
    assert stopped.deviation == pytest.approx((stopped.stopping - 1) / RIGHT_CLAIM, abs=0.01)


def test_a_reason_has_the_numbers_of_both_choices_and_says_which_was_better() -> None:
    """Where the claim was not the best one, its own too."""
    certain, even = choice(CERTAIN, STOP), choice(EVEN, STOP)
    stopped, claimed = judged(CERTAIN, STOP).why, judged(CERTAIN, deduce(1, 3, "11")).why
    assert numbers(stopped)[-2:] == numbers(claimed)[-2:] == ["100", percent(certain.stopping)]
    assert ("Going on was better" in stopped, "Going on was right" in claimed) == (True, True)
    assert numbers(judged(EVEN, STOP).why)[-3:] == ["50", percent(even.going_on), percent(even.stopping)]
    foolish = judged(EVEN, deduce(1, 3, "3"))
    assert foolish.choice is not None
    assert numbers(foolish.why)[-1] == percent(foolish.choice.expected)
    assert foolish.choice.good, "going on was right, only not with this claim"
    assert foolish.choice.expected < foolish.choice.going_on
    assert foolish.choice.deviation == 0


def percent(chance: float) -> str:
    return str(round(100 * chance))


DAVINCI_CASES = [parameter.values[0] for parameter in CASES if parameter.values[0].game.name == "davinci"]


@pytest.mark.parametrize("case", one_round(DAVINCI_CASES))
def test_the_machine_chooses_what_the_review_calls_better(case: Case) -> None:
    compared = 0
    for seed in count():
        for state, memory in moments_of_choice(case, seed):
            view = DAVINCI.view(state, state.turn_of)
            moment = Moment(case.options, state, view, memory, state.turn_of, STOP, None, case.names)
            found = judge(moment)
            assert found is not None
            if found.choice is None:
                assert (case.options.empty_centre, view.clue) == ("reveal", None)
                continue
            prompt = DAVINCI.prompt(case.options, view)
            assert prompt is not None
            made = BEST.choose(case.options, memory, view, prompt, lambda _: 0).move
            if abs(found.choice.going_on - found.choice.stopping) > 1e-3:
                assert (made == STOP) == (found.choice.stopping > found.choice.going_on)
                compared += 1
            if compared == 6:
                return


def moments_of_choice(case: Case, seed: int) -> Iterator[tuple[State, Any]]:
    """The first ones of a random game, and what the seat remembers then."""
    for moment in islice(game(case, seed), 150):
        if moment.state.phase == "go_on":
            seat = moment.state.turn_of
            seen = sightings(DAVINCI, case.options, moment.steps, seat, case.seats)
            yield moment.state, remembered(DAVINCI, case.options, seen)


def test_where_the_machine_does_not_weigh_the_price_of_a_wrong_claim_the_choice_is_not_weighed() -> None:
    state = table(["W5 W7", "W1* B3"], phase="go_on", centre="", empty_centre="reveal")
    assert judged(state, STOP).choice is None
    assert judged(structs.replace(state, options=table(["W5", "B3"]).options), STOP).choice is not None


def reviewed(
    number: int, seat: int, made: TurnChoice | None, gained: float | None = None, best: float | None = None
) -> Any:
    return ReviewedMove(
        number, 1, seat, "", None, None, None, gained, best, best, None, None, contradiction=False, why="", choice=made
    )  # fmt: skip


SOON = TurnChoice(False, 0.6, 0.4, good=False, expected=0.4, deviation=-1.0)
LONG = structs.replace(SOON, went_on=True, going_on=0.4, stopping=0.6)


def test_a_wrong_choice_can_be_the_turning_point() -> None:
    moves = [reviewed(9, 0, None, 1, 0.6), reviewed(10, 0, SOON), reviewed(12, 1, None, 0, 0.1)]
    chances = chances_to_win(moves, 2, "chance")
    behind, nobody = (turning_point(moves, winners, NAMES, 0.3, chances) for winners in ((1,), (0, 1)))
    assert (behind[0], "Ann stopped too soon" in behind[1], "Bob stayed ahead" in behind[1]) == (10, True, True)
    assert (nobody[0], "mistake" in nobody[1], "going on promised" in nobody[1]) == (10, True, True)
    own = turning_point(moves, (1,), NAMES, 0.3, chances, 1)[1]
    assert ("Ann stopped too soon" in own, "your chance" in own, "you stayed ahead" in own) == (True, True, True)


def test_going_on_too_long_counts_beside_what_came_of_the_claim() -> None:
    unlucky, lucky = reviewed(110, 0, LONG, 0, 0.5), reviewed(110, 0, LONG, 1, 0)
    number, said = turning_point([unlucky], None, NAMES, 0.3, ())
    assert (number, "mistake" in said, "stopping promised" in said) == (110, True, True)
    assert turning_point([lucky], None, NAMES, 0.3, ())[0] is None
    slight = structs.replace(LONG, deviation=-0.2)
    assert not turned_by_choice(reviewed(7, 0, slight, 0, 0.5)), "its bad luck was greater"
