"""The solver of Digit Code: its worlds are drawn alike, and what the answers rule out is none (that each world can be told with
an equal view: laws/test_secrecy)."""

import random
from itertools import islice

import pytest

from companion.core.seat import PUBLIC, Seat
from companion.games.digitcode import possible
from companion.games.digitcode.mind import SOLVER, accepts
from companion.games.digitcode.rules import is_legal
from tests.games.digitcode.play import duel


@pytest.mark.slow
def test_nothing_known_leaves_465120_codes() -> None:
    play = duel(opening="one")
    assert sum(1 for _ in SOLVER.worlds(play.options, play.view(Seat(0)))) == 465_120
    pick = random.Random(5).randrange
    drawn = {SOLVER.guess(play.options, play.view(PUBLIC), pick) for _ in range(50)}
    assert len(drawn) == 50
    assert all(is_legal(code) for world in drawn for code in world if code is not None)


def test_each_possible_code_is_guessed_alike() -> None:
    """The codes are numbered without a gap, in their own order, and luck draws a number."""
    order = iter(range(100))
    drawn = [possible.draw_code((), (), lambda count: next(order)) for _ in range(100)]
    assert drawn == list(islice(possible.possible_codes(()), 100))
    assert possible.draw_code((), (), lambda count: count - 1) == (9, 8, 9, 8, 7, 6)


def test_the_truth_is_accepted_and_what_an_answer_rules_out_is_not() -> None:
    play = duel(opening="one").move(0, {"move": "ask_parity", "place": "T"})
    view = play.view(0)
    own, other, none = SOLVER.actual_world(play.state, 0)
    assert other is not None
    first, *rest = other
    assert accepts(play.options, view, (own, other, none))
    assert not accepts(play.options, view, (own, ((first + 1) % 10, *rest), none))
    assert not accepts(play.options, view, (other, own, none))
