"""Machine, hints and promises go by what a seat has seen: the process gets equal lines in worlds that the seat cannot tell apart,
and equal lines get equal answers.

The process knows nothing but its lines. So no bot, hint or promise needs a test of its own that it keeps what others hide.
"""

import random
from itertools import islice

import pytest
from msgspec import json

from companion.core.game import Step
from companion.core.prompt import Move, every
from companion.games.catalog import CATALOG
from companion.table.effects import Answered, AskMachine, MachineSeat, Opened
from companion.table.table import Table
from companion.thinking.messages import ChoiceWanted, HintWanted, PromiseWanted, ToProcess, everything_seen
from companion.thinking.thinker import Thinker
from tests.laws.play import CASES, Case, Moment, game, one_round, solver_of, spread
from tests.table.helps import helps_at

SEED = "0123456789abcdef0123456789abcdef"
GUESSED = 12
"""So many worlds are drawn at a moment. The solvers go by one view, so earlier views rule some of them out."""
PLACES = tuple(f"Seat {place}" for place in range(6))
DECODER = json.Decoder(ToProcess)
# The machine never plays alone.
every_case_for_people = pytest.mark.parametrize("case", [case for case in CASES if case.values[0].seats > 1])


def asked_seat(case: Case, moment: Moment) -> int | None:
    """The first seat that is to act."""
    return next((seat for seat in case.game.to_act(moment.state) if isinstance(seat, int)), None)


def asked_moments(case: Case, seed: int) -> list[Moment]:
    """The moments of a random game at which a seat is to act."""
    return [moment for moment in game(case, seed) if asked_seat(case, moment) is not None]


def in_the_making(case: Case, moment: Moment, seat: int) -> Move | None:
    """A legal move about which the seat may ask what it promises."""
    prompt = case.game.prompt(case.options, case.game.view(moment.state, seat))
    assert prompt is not None
    return next((move for move in every(prompt) if case.game.weighs(move)), None)


def told(case: Case, steps: tuple[Step, ...], machine: MachineSeat, promise: Move | None) -> list[list[bytes]]:
    """What the process gets after these steps: when the machine has that seat, when its player asks for a hint, and when the
    player asks about a move."""
    name, rules, helps = case.game.name, case.game.rules, helps_at(machine.seat, of=case.seats)
    table, conversations = Table(CATALOG, PLACES), list[list[ToProcess]]()
    for effect in table.resume(Opened(name, rules, case.given, case.names, machines=(machine,)), steps):
        if isinstance(effect, AskMachine):
            own = everything_seen(table.seated(effect.seat))
            conversations.append([*own, ChoiceWanted(effect.seat, effect.luck)])
    table.resume(Opened(name, rules, case.given, case.names, helps=helps), steps)
    advised = everything_seen(table.seated(machine.seat))
    conversations.append([*advised, HintWanted(machine.seat, table.state.opened.helps_of(machine.seat))])
    if promise is not None:
        conversations.append([*advised, PromiseWanted(machine.seat, promise)])
    return [[json.encode(line) for line in lines] for lines in conversations]


def witnessed(case: Case, steps: tuple[Step, ...], seat: int) -> list[str]:
    """All that a person at that seat has seen and heard: every view, and every announcement."""
    state = case.game.setup(case.options, case.seats)
    seen = [repr(case.game.view(state, seat))]
    for actor, move in steps:
        before, state = state, case.game.apply(state, actor, move)
        said = case.game.announcement(case.options, before, (actor, move), state, case.names)
        seen.append(f"{said} {case.game.view(state, seat)!r}")
    return seen


@every_case_for_people
def test_the_process_is_told_the_same_in_worlds_that_its_seat_cannot_tell_apart(case: Case) -> None:
    solver, pick, compared = solver_of(case.game), random.Random(5).randrange, 0
    for moment in spread(asked_moments(case, 31)[:80], 8):
        seat = asked_seat(case, moment)
        assert seat is not None
        machine, promise = MachineSeat(seat, case.game.level_names()[-1], SEED), in_the_making(case, moment, seat)
        seen, here = witnessed(case, moment.steps, seat), told(case, moment.steps, machine, promise)
        view = case.game.view(moment.state, seat)
        few = list(islice(solver.worlds(case.options, view), 3))
        for world in (*few, *(solver.guess(case.options, view, pick) for _ in range(GUESSED))):
            steps = tuple(solver.determinize(moment.steps, seat, world))
            if steps != moment.steps and witnessed(case, steps, seat) == seen:
                assert told(case, steps, machine, promise) == here
                compared += 1
    assert compared > 0


def answers(seats: Thinker, conversations: list[list[bytes]]) -> list[bytes]:
    return [json.encode(seats.take(DECODER.decode(line))) for lines in conversations for line in lines]


@pytest.mark.parametrize("count", one_round((1, 4)))
@every_case_for_people
def test_a_position_taken_up_again_gives_the_same_move_hint_and_promise(case: Case, count: int) -> None:
    """The seed is in the journal: after a restart the machine does what it was about to do, whatever was played before."""
    asked = [moment for moment in game(case, seed=32) if 0 in case.game.to_act(moment.state)]
    used, before = Thinker(), asked[-1]
    answers(used, told(case, before.steps, MachineSeat(0, case.game.level_names()[0], SEED), None))
    for moment in asked[:1] if count == 1 else spread(asked, count):
        promise = in_the_making(case, moment, 0)
        for level in case.game.level_names():
            lines, again = (told(case, moment.steps, MachineSeat(0, level, SEED), promise) for _ in range(2))
            assert lines == again
            assert answers(Thinker(), lines[:1]) == answers(used, lines[:1])
        # Hints and promises are always those of the strongest level.
        assert answers(Thinker(), lines[1:]) == answers(used, lines[1:])


def test_another_seed_is_another_choice() -> None:
    """What the machine draws by luck follows from the seed, which nobody at the table knows."""
    mastermind = CATALOG[0]
    case = Case(mastermind, 2, {}, mastermind.read_options({}, 2))
    seeds = [f"{seed:032x}" for seed in range(12)]
    made = {answers(Thinker(), told(case, (), MachineSeat(0, "best", seed), None)[:1])[-1] for seed in seeds}
    assert len(made) > 9


@every_case_for_people
def test_what_a_seat_has_seen_move_by_move_is_what_a_table_finds_that_takes_the_game_up_again(case: Case) -> None:
    """The process that thinks about hints stays through a game, and is told only what is new."""
    steps = list(game(case, seed=33))[-1].steps[:120]
    opened = Opened(case.game.name, case.game.rules, case.given, case.names, helps=helps_at(0, of=case.seats))
    table, again = Table(CATALOG, PLACES), Table(CATALOG, PLACES)
    table.resume(opened, steps[:2])
    for actor, move in steps[2:]:
        table.handle(Answered(actor, table.state.number + 1, move))
    again.resume(opened, steps)
    assert table.state.position.seen == again.state.position.seen
    assert [len(views) for views in table.state.position.seen] == [len(steps) + 1, *(0 for _ in range(1, case.seats))]
