"""Laws 1 and 2: a secret move is invisible, and the view tells no more than the solver knows."""

import random
from collections.abc import Callable
from itertools import islice
from typing import Any

from companion.core.game import Step
from companion.core.prompt import Menu, Prompt, every, sample
from companion.core.screen import box
from companion.core.seat import CHANCE
from companion.games.davinci.mind.hidden import count as count_of_davinci
from companion.ui.editor import Dialog, Draft, Spelled
from companion.ui.screens import BOX_TOP, HOLD, compose
from tests.games.passcode.worlds import count as count_of_passcode
from tests.key_spelling import spell
from tests.laws.play import Case, Moment, every_case, everything_seen, game, moments, observers, solver_of, spread

VALUES = 24
"""So many values of a secret move are tried at a moment."""
WORLDS = 10_000
"""Up to so many worlds are listed; where there are more, some are drawn."""
REPLAYED = 5
"""So many of the worlds are replayed for each observer at a moment."""

COUNTS: dict[str, Callable[[Any, Any], int]] = {"davinci": count_of_davinci, "passcode": count_of_passcode}
"""How many worlds there are, without a list of them."""


def secret_moves(prompt: Prompt, pick: Any) -> list[Any]:
    if isinstance(prompt, Menu):
        return [move for branch in prompt.branches for move in secret_moves(branch.prompt, pick)]
    if not prompt.secret:
        return []
    found = list(islice(every(prompt), VALUES))
    return found if len(found) < VALUES else [*found, *(sample(prompt, pick) for _ in range(VALUES))]


@every_case
def test_a_secret_move_is_invisible(case: Case) -> None:
    """Right after it every other observer has the same view, prompt and face, whatever it was.

    What chance draws in secret may be seen by one seat, never by the public; what the public can tell apart (a FAIL among
    cards) is no secret.
    """
    pick = random.Random(1).randrange
    compared = 0
    for moment in moments(case, seed=11, count=40):
        for actor in case.game.to_act(moment.state):
            prompt = case.game.ask(case.options, moment.state, actor)
            assert prompt is not None
            after = [case.game.apply(moment.state, actor, move) for move in secret_moves(prompt, pick)]
            if actor == CHANCE:
                compared += check_chance(case, after)
                continue
            for observer in observers(case):
                if observer != actor and after:
                    seen = {repr(everything_seen(case, state, observer)) for state in after}
                    assert len(seen) == 1, f"{observer} can tell what {actor} did"
                    compared += len(after)
    secret = any(flag for flag in ("set_code", "draw", "card") if flag in repr(moments(case, 11, 40)[-1].steps))
    assert compared or not secret


def check_chance(case: Case, after: list[Any]) -> int:
    alike: dict[str, list[Any]] = {}
    for state in after:
        alike.setdefault(repr(everything_seen(case, state, None)), []).append(state)
    for group in alike.values():
        knowing = [
            seat for seat in range(case.seats) if len({repr(everything_seen(case, state, seat)) for state in group}) > 1
        ]
        assert len(knowing) <= 1, f"seats {knowing} all saw what chance drew in secret"
    return len(after)


def above_the_keys(case: Case, state: Any, seat: int, draft: Draft) -> list[Any]:
    """What the seat's screen shows there during an entry, with the Secrecy screen down."""
    view = case.game.view(state, seat)
    screen = compose(Dialog(draft), lambda entry: case.game.render(case.options, view, case.names, entry), cover=HOLD)
    return [mark for mark in screen.marks if box(mark).y < BOX_TOP]


@every_case
def test_what_is_entered_of_a_secret_is_covered_as_it_is_afterwards(case: Case) -> None:
    """The labels of the keys stay: without them nothing could be entered."""
    pick = random.Random(3).randrange
    for moment in moments(case, seed=13, count=12):
        for actor in case.game.to_act(moment.state):
            prompt = case.game.ask(case.options, moment.state, actor)
            if actor == CHANCE or prompt is None:
                continue
            assert isinstance(actor, int)
            shown: dict[int, list[Any]] = {}
            for move in secret_moves(prompt, pick)[:6] + secret_moves(prompt, pick)[-6:]:
                after: Draft | Spelled = Draft(prompt)
                for number, gesture in enumerate(spell(prompt, move)):
                    after = after.press(gesture) if isinstance(after, Draft) else after
                    if isinstance(after, Draft):
                        seen = above_the_keys(case, moment.state, actor, after)
                        assert shown.setdefault(number, seen) == seen, f"press {number + 1} of {move}"


@every_case
def test_what_is_remarked_of_a_secret_move_is_the_same_for_all_its_values(case: Case) -> None:
    """A remark is made of a move, so no secret one may show in it: neither in the words nor in whether there are any."""
    pick = random.Random(2).randrange
    for moment in moments(case, seed=12, count=30):
        for actor in case.game.to_act(moment.state):
            prompt = case.game.ask(case.options, moment.state, actor)
            assert prompt is not None
            remarks: dict[str, set[str | None]] = {}
            for move in secret_moves(prompt, pick):
                after = case.game.apply(moment.state, actor, move)
                said = case.game.announcement(case.options, moment.state, (actor, move), after, case.names)
                remarks.setdefault(repr(case.game.view(after, None)), set()).add(said)
            assert all(len(said) == 1 for said in remarks.values())


@every_case
def test_the_view_tells_no_more_than_the_solver_knows(case: Case) -> None:
    played = list(game(case, seed=23))
    for moment in spread(played, 14):
        for observer in observers(case):
            check_worlds(case, played, moment, observer)


def check_worlds(case: Case, played: list[Moment], moment: Moment, observer: int | None) -> None:
    """`played`: every moment of the game, the one before any step first; `moment` is one of them."""
    solver = solver_of(case.game)
    pick = random.Random(len(moment.steps)).randrange
    view = case.game.view(moment.state, observer)
    count = COUNTS.get(case.game.name, lambda _options, _view: None)(case.options, view)
    # Where they can be counted, those that are too many are not listed.
    listed = list(islice(solver.worlds(case.options, view), WORLDS + 1 if (count or 0) <= WORLDS else 1))
    truth = solver.actual_world(moment.state, observer)
    seen = everything_seen(case, moment.state, observer)
    if len(listed) <= WORLDS and (count or 0) <= WORLDS:
        different = set(listed)
        assert truth in different, "the true world is among the possible ones"
        assert len(different) == len(listed), "every world is listed once"
        assert count in (None, len(listed)), "they are as many as were counted"
        tried = [listed[pick(len(listed))] for _ in range(REPLAYED)] + listed[:2]
    else:
        tried = [solver.guess(case.options, view, pick) for _ in range(REPLAYED)]
    for world in [truth, *tried]:
        steps = solver.determinize(moment.steps, observer, world)
        state = replayed(case, played, steps)
        assert everything_seen(case, state, observer) == seen, f"{observer} sees that it is not {world}"
        assert solver.actual_world(state, observer) == world, "what is told is that world"
    # What the solver rules out is ruled out for a reason: the truth told again changes nothing.
    assert solver.determinize(moment.steps, observer, truth) == list(moment.steps)


def replayed(case: Case, played: list[Moment], steps: list[Step]) -> Any:
    """The state after `steps`. Those with which the game itself began are not made again."""
    alike = 0
    for step, as_played in zip(steps, played[-1].steps, strict=False):
        if step != as_played:
            break
        alike += 1
    state = played[alike].state
    for actor, move in steps[alike:]:
        state = case.game.submit(case.options, state, actor, move)
    return state
