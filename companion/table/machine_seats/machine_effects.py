"""The effects by which the machine's seats are played: what they have seen, and when one of them is to move.

Law: everything that leaves here for the machine is made from the views of its own seats, from the moves that the game announces
to everybody, and from a seed that was drawn by luck when the game began.
"""

from collections.abc import Iterator
from typing import Any

from companion.core.game import Step, announcement, replay_states, to_act
from companion.core.seat import Seat
from companion.games.helps import asks_process
from companion.table.effects import (
    AskMachine,
    Effect,
    MachineSeat,
    MachineSees,
    PlayerSees,
    SeatMachines,
    Seen,
)
from companion.table.open_game import awaits_report, game_of, has_older_rules
from companion.table.table_setup import TableSetup
from companion.table.table_state import TableState


def seated_machines(setup: TableSetup, state: TableState) -> list[Effect]:
    """Which seats the machine plays, with all that they have seen; that it plays none, too."""
    if not state.machines or has_older_rules(setup, state):
        return [SeatMachines()]
    return [_seated(setup, state, state.machines)]


def advised(setup: TableSetup, state: TableState, seat: Seat) -> SeatMachines:
    """A person's seat as the strongest level would play it, with all that it has seen. It costs as much as the game is long."""
    return _seated(setup, state, (MachineSeat(seat, game_of(setup, state).level_names()[-1]),))


def see_move(setup: TableSetup, before: TableState, after: TableState) -> list[Effect]:
    """What the machine's seats, and those of people who may ask for hints, see of a move."""
    opened, machines = after.opened, after.machine_seats
    people = [seat for seat in range(len(opened.names)) if seat not in machines and asks_process(opened.helps_of(seat))]
    if not machines and not people:
        return []
    game = game_of(setup, after)
    announced = _announced(setup, after, before.game_state, after.steps[-1], after.game_state)

    def seen(seat: Seat) -> Seen:
        return Seen(announced, game.view(after.game_state, seat))

    return [*(MachineSees(seat, seen(seat)) for seat in machines), *(PlayerSees(seat, seen(seat)) for seat in people)]


def asked_machine(setup: TableSetup, state: TableState) -> list[Effect]:
    """The question to the machine, if one of its seats is to move. Of several, one is asked after the other."""
    if not state.machines or has_older_rules(setup, state) or awaits_report(setup, state):
        return []
    acting = to_act(game_of(setup, state), state.game_state)
    for machine in state.machines:
        if machine.seat in acting:
            made = sum(actor == machine.seat for actor, _ in state.steps)
            return [AskMachine(state.number + 1, machine.seat, f"{machine.seed} {made}")]
    return []


def _seated(setup: TableSetup, state: TableState, machines: tuple[MachineSeat, ...]) -> SeatMachines:
    """These seats with all that they have seen."""
    opened, game = state.opened, game_of(setup, state)
    passed = list(_passed(setup, state))
    seen = tuple(
        tuple(Seen(announced, game.view(game_state, machine.seat)) for announced, game_state in passed)
        for machine in machines
    )
    return SeatMachines(opened.game, opened.options, len(opened.names), machines, seen)


def _passed(setup: TableSetup, state: TableState) -> Iterator[tuple[Step | None, Any]]:
    """Every state of the open game in order, with the move before it where the game announced that."""
    states = replay_states(game_of(setup, state), state.options, len(state.opened.names), state.steps)
    before = next(states)
    yield None, before
    for step, after in zip(state.steps, states, strict=True):
        yield _announced(setup, state, before, step, after), after
        before = after


def _announced(setup: TableSetup, state: TableState, before: object, step: Step, after: object) -> Step | None:
    said = announcement(game_of(setup, state), state.options, before, step, after, state.opened.names)
    return None if said is None else step
