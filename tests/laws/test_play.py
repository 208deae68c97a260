"""Laws 4 and 6: a journal replayed is the same game, undo is the state before, and random play ends."""

import json

import msgspec

from companion.core.seat import CHANCE
from companion.engine import Session
from tests.laws.play import Case, every_case, game, moments, observers


@every_case
def test_the_steps_of_a_random_game_replay_to_an_equal_state(case: Case) -> None:
    for seed in range(3):
        moments = list(game(case, seed))
        written = json.loads(json.dumps(moments[-1].steps))
        steps = [(actor, move) for actor, move in written]
        assert case.game.replay(case.options, case.seats, steps) == moments[-1].state


@every_case
def test_a_random_game_ends_with_scores_and_winners(case: Case) -> None:
    for seed in range(3):
        *before, last = game(case, seed)
        assert case.game.result(last.state).winners is not None
        assert case.game.to_act(last.state) == ()
        for moment in before:
            result = case.game.result(moment.state)
            assert result.winners is None
            assert len(result.scores) == case.seats
            view = case.game.view(moment.state, None)
            assert (view.scores, view.winners) == (result.scores, None)


@every_case
def test_undo_takes_back_to_the_state_before_the_last_move_of_a_seat(case: Case) -> None:
    moments = list(game(case, seed=5))
    session = Session()
    new = {"do": "new", "game": case.game.name, "seats": case.seats, "options": case.given}
    assert session.answer(json.dumps(new).encode())["ok"]
    for actor, move in moments[-1].steps:
        answer = session.answer(json.dumps({"do": "move", "seat": actor, "move": move}).encode())
        assert answer["ok"], answer
    left = len(moments) - 1
    while left:
        answer = session.answer(b'{"do": "undo"}')
        while left and moments[left].steps[-1][0] == CHANCE:
            left -= 1
        left = max(left - 1, 0)
        assert answer == {"ok": True, "to_act": case.game.to_act(moments[left].state)}
        seen = session.answer(b'{"do": "view", "seat": null}')["view"]
        assert msgspec.to_builtins(seen) == msgspec.to_builtins(
            case.game.view_for_programs(case.game.view(moments[left].state, None))
        )
    assert not session.answer(b'{"do": "undo"}')["ok"]


@every_case
def test_every_view_says_who_may_move(case: Case) -> None:
    for moment in moments(case, seed=13, count=60):
        acting = case.game.to_act(moment.state)
        for observer in observers(case):
            assert case.game.view(moment.state, observer).to_act == acting


@every_case
def test_a_state_is_a_value(case: Case) -> None:
    """Two games of the same luck are equal, and what a step made is not changed by later ones."""
    once, again = list(game(case, seed=9)), list(game(case, seed=9))
    assert once == again
    kept = msgspec.json.encode(case.game.view(once[0].state, None))
    for moment in once:
        case.game.view(moment.state, 0)
    assert msgspec.json.encode(case.game.view(once[0].state, None)) == kept
