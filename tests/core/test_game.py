"""submit, ask, replay: the one way to play a move, on a game that is small enough to be seen whole."""

from typing import Any

import pytest
from msgspec import Struct

from companion.core.errors import RuleError
from companion.core.game import AnyGame, Game, Result, View, who
from companion.core.prompt import ChancePrompt, Choose, Lot, Move, Option, Prompt
from companion.core.screen import Rendering, ScreenPage
from companion.core.seat import CHANCE, Actor, Observer, all_seats


class Coin(Struct, frozen=True):
    """Chance flips, then both seats call until both have called."""

    flipped: bool = False
    calls: tuple[int, ...] = ()


def _acting(state: Coin) -> tuple[Actor, ...]:
    if not state.flipped:
        return (CHANCE,)
    return tuple(seat for seat in all_seats(2) if seat not in state.calls)


def _view(state: Coin, observer: Observer) -> View:
    over = state.flipped and len(state.calls) == 2
    winners = (0,) if over else None
    return View(game="coin", seats=2, seat=observer, to_act=_acting(state), phase="p", scores=(0, 0), winners=winners)


def _prompt(options: None, view: View) -> Prompt | None:
    if view.seat is None or view.seat not in view.to_act:
        return None
    moves = tuple(Option({"move": "call", "side": side}, side, side) for side in ("head", "tail"))
    return Choose("Call", "", moves)


def _apply(state: Coin, actor: Actor, move: Move) -> Coin:
    return Coin(True, state.calls) if actor == CHANCE else Coin(True, (*state.calls, int(actor)))


COIN: AnyGame = Game(
    name="coin",
    title="Coin",
    rules=1,
    seats=(2, 2),
    settings=(),
    read_options=lambda given, seats: None,
    setup=lambda options, seats: Coin(),
    view=_view,
    prompt=_prompt,
    to_act=_acting,
    chance=lambda state: None if state.flipped else ChancePrompt("Flip", (Lot({"move": "flip"}, 1),)),
    apply=_apply,
    result=lambda state: Result((0, 0), None),
    describe=lambda options, view, names: "",
    render=lambda options, view, names, lines: Rendering("", (ScreenPage("", ()),)),
)
FLIP: Move = {"move": "flip"}
CALL: Move = {"move": "call", "side": "head"}


def refused(state: Coin, actor: Actor, move: Any) -> str:
    with pytest.raises(RuleError) as caught:
        COIN.submit(None, state, actor, move)
    return str(caught.value)


def test_who_is_to_act_is_asked_and_nobody_else() -> None:
    assert COIN.to_act(Coin()) == (CHANCE,)
    assert isinstance(COIN.ask(None, Coin(), CHANCE), ChancePrompt)
    assert COIN.ask(None, Coin(), 0) is None
    assert COIN.to_act(Coin(True)) == (0, 1)
    assert COIN.ask(None, Coin(True), CHANCE) is None
    assert isinstance(COIN.ask(None, Coin(True), 1), Choose)


def test_whose_turn_it_is_not_is_told_whose_it_is() -> None:
    assert refused(Coin(), 0, CALL) == "It is not the turn of seat 0: chance is to act."
    for actor in (CHANCE, 7):
        assert "seat 0 or seat 1 is to act" in refused(Coin(True), actor, FLIP)
    assert "seat 1 is to act" in refused(Coin(True, (0,)), 0, CALL)
    assert "over" in refused(Coin(True, (0, 1)), 0, CALL)


def test_a_refusal_is_the_sentence_of_the_prompt() -> None:
    assert (
        refused(Coin(True), 0, {"move": "call", "side": "edge"}) == 'The side can be "head" or "tail" here, not "edge".'
    )
    assert refused(Coin(True), 0, {"move": "flip"}) == 'What is asked now is call ("Call"), not "flip".'
    assert "is an object" in refused(Coin(True), 0, ["call"])
    assert (
        refused(Coin(), CHANCE, {"move": "call", "side": "edge"}) == 'What is asked now is flip ("Flip"), not "call".'
    )


def test_a_legal_move_is_played() -> None:
    assert COIN.submit(None, Coin(), CHANCE, FLIP) == Coin(True)
    assert COIN.submit(None, Coin(True), 1, CALL) == Coin(True, (1,))


def test_replay_is_the_fold_of_the_steps() -> None:
    assert COIN.replay(None, 2, []) == Coin()
    assert COIN.replay(None, 2, [(CHANCE, FLIP), (1, CALL), (0, CALL)]) == Coin(True, (1, 0))


def test_replay_names_the_first_step_that_fails() -> None:
    failing: tuple[list[tuple[Actor, Move]], ...] = (
        [(0, CALL)],
        [(CHANCE, FLIP), (0, FLIP)],
        [(CHANCE, FLIP), (0, CALL), (1, CALL), (1, CALL)],
    )
    for steps in failing:
        with pytest.raises(RuleError, match=f"^Move {len(steps)} does not replay: "):
            COIN.replay(None, 2, steps)


def test_actors_in_words() -> None:
    assert (who(0), who(CHANCE)) == ("seat 0", "chance")
