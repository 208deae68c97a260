"""The law of sounds: all the table hears them, so they tell nothing but what the public history tells.

In every world that the public takes for possible the same is heard; what a seat does on its own screen is not heard at all.
"""

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, NamedTuple

from companion.core.game import Step, ask, to_act
from companion.core.keys import Gesture
from companion.daemon.hardware.sound_cues import SoundCue, SoundCues
from companion.games.catalog import CATALOG
from companion.solvers.catalog import SOLVERS
from companion.table.effects import Effect, Opened, Publish
from companion.table.inputs import Answered, Gestured
from companion.table.table import Table
from tests.laws.play import Case, Moment, every_case, everything_seen, game, moments
from tests.laws.test_secrecy import secret_moves

STEPS = 40
"""A game is heard from its beginning in several worlds, so long ones are cut off."""
TRIED = 3
"""So many worlds are heard beside the true one."""
PRIVATE: tuple[Gesture, ...] = ("back", "lift", "lower")
"""What a hand can do that makes no move, whatever stands on the screen."""


class Heard(NamedTuple):
    """What was published after each step, and what sounded after it."""

    public: tuple[Publish, ...]
    cues: tuple[tuple[SoundCue, ...], ...]


def heard(case: Case, steps: Sequence[Step], pick: Any = None) -> Heard:
    """A game at a table; with `pick`, hands do things in between that are nobody else's business."""
    table, cues = Table(CATALOG, case.names), SoundCues()
    public: list[Publish] = []
    sounded: list[tuple[SoundCue, ...]] = []

    def carry_out(effects: list[Effect]) -> None:
        public.extend(effect for effect in effects if isinstance(effect, Publish))
        sounded.append(cues.after(effects))

    carry_out(table.resume(Opened(case.game.name, case.game.rules, case.given, case.names), ()))
    for actor, move in steps:
        carry_out(table.handle(Answered(actor, table.state.number + 1, move)))
        for gesture in PRIVATE if pick is not None else ():
            assert cues.after(table.handle(Gestured(pick(case.seats), gesture))) == ()
    return Heard(tuple(public), tuple(sounded))


def last_cues(case: Case, moment: Moment, step: Step) -> tuple[SoundCue, ...]:
    """What sounds when a step is made at a moment."""
    table, cues = Table(CATALOG, case.names), SoundCues()
    cues.after(table.resume(Opened(case.game.name, case.game.rules, case.given, case.names), moment.steps))
    actor, move = step
    return cues.after(table.handle(Answered(actor, table.state.number + 1, move)))


@every_case
def test_a_secret_move_sounds_the_same_whatever_it_is(case: Case) -> None:
    """So does what luck draws in secret, as long as the public cannot tell it apart."""
    pick = random.Random(2).randrange
    compared = 0
    for moment in moments(case, seed=13, count=12):
        for actor in to_act(case.game, moment.state):
            prompt = ask(case.game, case.options, moment.state, actor)
            assert prompt is not None
            alike: dict[str, set[tuple[SoundCue, ...]]] = {}
            for move in secret_moves(prompt, pick)[:8]:
                after = case.game.apply(moment.state, actor, move)
                cues = last_cues(case, moment, (actor, move))
                alike.setdefault(repr(everything_seen(case, after, None)), set()).add(cues)
                compared += 1
            assert all(len(sounded) == 1 for sounded in alike.values()), f"one can hear what {actor} did"
    secret = any(flag for flag in ("set_code", "draw", "card") if flag in repr(moments(case, 13, 12)[-1].steps))
    assert compared or not secret


@every_case
def test_in_every_world_that_the_public_takes_for_possible_the_same_is_heard(case: Case) -> None:
    solver, pick = SOLVERS[case.game.name], random.Random(5).randrange
    short = list(islice(game(case, seed=31), STEPS + 1))
    for moment in (short[-1], short[len(short) // 2]):
        view = case.game.view(moment.state, None)
        truly = heard(case, moment.steps, pick)
        listed = list(islice(solver.worlds(case.options, view), TRIED))
        worlds = [*listed[:1], *(solver.guess(case.options, view, pick) for _ in range(TRIED - 1))]
        for world in worlds:
            otherwise = heard(case, solver.determinize(moment.steps, None, world))
            # Not every game keeps what was public once; what was never the same may sound otherwise.
            if otherwise.public == truly.public:
                assert otherwise.cues == truly.cues, f"one can hear that it is not {world}"


@every_case
def test_moves_turns_and_the_end_are_heard(case: Case) -> None:
    """Every move of a seat, and nothing of luck's but a turn; the end once."""
    steps = list(game(case, seed=31))[-1].steps
    _, cues = heard(case, steps[:STEPS])
    assert cues[0] == (), "switched on, a table is silent"
    for (actor, _), sounds in islice(zip(steps, cues[1:], strict=False), min(STEPS, len(steps) - 1)):
        names = [cue.sound for cue in sounds]
        if actor == "chance":
            assert names in ([], ["turn"])
        else:
            assert names in (["accepted"], ["accepted", "turn"])
            assert sounds[0].places is not None
            assert actor in sounds[0].places
    assert last_cues(case, Moment(steps[:-1], None), steps[-1]) == (SoundCue("end"),)
