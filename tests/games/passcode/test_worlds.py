"""The worlds of Passcode: exactly what a view leaves possible, and a history for each of them."""

from companion.core.game import Step
from companion.core.seat import Seat, each_seat
from companion.games.passcode import PASSCODE
from companion.games.passcode.mind.seen import SOLVER, World
from companion.games.passcode.rules import Options, State
from tests.games.passcode.play import begun, tie, turn

OPTIONS = Options(levels=(3,), turning=False)
CODES: list[Step] = [
    step
    for turn in range(3)
    for step in ((Seat(turn % 2), {"move": "roll"}), ("chance", {"move": "roll", "top": 1, "front": 2}))
]
FIRST: list[Step] = [
    step
    for seat, top in each_seat((6, 1))
    for step in ((seat, {"move": "roll"}), ("chance", {"move": "roll", "top": top, "front": 2}))
]


def cards(*kinds: str) -> list[Step]:
    return [("chance", {"move": "card", "card": kind}) for kind in kinds]


def state_after(steps: list[Step]) -> State:
    state = PASSCODE.replay(OPTIONS, 2, steps)
    assert isinstance(state, State)
    return state


def test_one_hidden_card_is_one_of_seven() -> None:
    steps = [*CODES, *cards("4", "KEY", "1"), *FIRST]
    state = state_after(steps)
    view = PASSCODE.view(state, 0)
    found = [world.hands for world in SOLVER.worlds(OPTIONS, view)]
    assert found == [((), (card,)) for card in ("1", "2", "3", "4", "5", "6", "KEY")]
    assert SOLVER.actual_world(state, 0) == World(OPTIONS, ((), ("KEY",)))
    public = list(SOLVER.worlds(OPTIONS, PASSCODE.view(state, None)))
    assert len(public) == 49


def test_two_hidden_cards_are_a_hand_not_a_row() -> None:
    """Seat 1 has drawn into a hand of one: 7 pairs of the same card, and 21 of two."""
    steps = [*CODES, *cards("4", "KEY", "1"), *FIRST, (0, {"move": "draw", "pile": "draw"}), *cards("FAIL")]
    steps += [(1, {"move": "draw", "pile": "draw"}), *cards("2")]
    assert len(list(SOLVER.worlds(OPTIONS, PASSCODE.view(state_after(steps), 0)))) == 28


def test_what_chance_drew_in_secret_is_all_that_is_told_otherwise() -> None:
    steps = [*CODES, *cards("4", "KEY", "1"), *FIRST]
    told = SOLVER.determinize(steps, 0, World(OPTIONS, ((), ("6",))))
    assert told == [*CODES, *cards("4", "6", "1"), *FIRST]
    assert steps == [*CODES, *cards("4", "KEY", "1"), *FIRST], "the history itself is left alone"


def test_a_card_that_became_public_stays() -> None:
    """Seat 0 discards the 4 it was dealt and keeps the 5: for seat 1 the 4 is known, and the 5 was drawn second."""
    steps = [*CODES, *cards("4", "KEY", "1"), *FIRST]
    steps += [(0, {"move": "draw", "pile": "draw"}), *cards("5"), (0, {"move": "discard", "card": "4"})]
    told = SOLVER.determinize(steps, 1, World(OPTIONS, (("2",), ())))
    changed = [(old, new) for old, new in zip(steps, told, strict=True) if old != new]
    assert changed == [(cards("5")[0], cards("2")[0])]


def test_the_hands_of_a_playoff_are_those_of_the_tied() -> None:
    play = tie()
    play.roll(1, 1, 3)
    play.card("2", "6", "1")
    view = PASSCODE.view(play.state, 0)
    assert len(list(SOLVER.worlds(play.options, view))) == 49
    world = World(play.options, ((), ("KEY",), ("5",)))
    told = SOLVER.determinize(play.steps, 0, world)
    other = PASSCODE.replay(play.options, 3, told)
    assert isinstance(other, State)
    assert PASSCODE.view(other, 0) == view
    assert SOLVER.actual_world(other, 0) == world


def test_a_game_that_is_over_has_one_world() -> None:
    """The cards in hand have been counted for all to see (P17)."""
    play = begun(2, "3 6 1")
    for number in range(3):
        turn(play, 0, "2")
        if number == 2:
            play.do(0, "lay_down", card="3")
        play.drop(1)
    play.roll(0, 3)
    play.drop(1)
    view = PASSCODE.view(play.state, 0)
    assert (view.phase, view.scores, view.hands) == ("over", (0, 6), (0, 1))
    assert list(SOLVER.worlds(play.options, view)) == [SOLVER.actual_world(play.state, 0)]
