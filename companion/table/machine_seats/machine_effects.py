"""The effects by which the machine's seats are played: what they have seen, and when one of them is to move.

Law: everything that leaves here for the machine is made from the views of its own seats, from the moves that the game announces
to everybody, and from a seed that was drawn by luck when the game began. A view is encoded once, where it arises, and kept with
the position: a question of a player late in a game costs no more than one at its beginning.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Raw, json, structs

from companion.core.game import AnyGame, Step, announcement, replay_states, to_act
from companion.core.seat import Seat
from companion.games.helps import asks_process
from companion.table.effects import (
    AskMachine,
    Effect,
    MachineSeat,
    MachineSees,
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
    return [_seated(state, state.machines)]


def advised(setup: TableSetup, state: TableState, seat: Seat) -> SeatMachines:
    """A person's seat as the strongest level would play it, with all that it has seen."""
    return _seated(state, (MachineSeat(seat, game_of(setup, state).level_names()[-1]),))


def with_all_seen(setup: TableSetup, state: TableState) -> TableState:
    """The state with all that the seats have seen for which the machine may think. It costs as much as the game is long."""
    thinking = _thinking_seats(state)
    if not thinking or has_older_rules(setup, state):
        return structs.replace(state, seen=())
    game = game_of(setup, state)
    views: list[list[Seen]] = [[] for _ in state.opened.names]
    for announced, game_state in _passed(setup, state):
        for seat in thinking:
            views[seat].append(_seen(game, announced, game_state, seat))
    return structs.replace(state, seen=tuple(map(tuple, views)))


def see_move(setup: TableSetup, before: TableState, after: TableState) -> tuple[TableState, list[Effect]]:
    """The state with what is seen of its last move, and the effects for the machine's seats."""
    if not before.seen:
        return after, []
    game = game_of(setup, after)
    announced = _announced(setup, after, before.game_state, after.steps[-1], after.game_state)
    news = {seat: _seen(game, announced, after.game_state, seat) for seat, views in enumerate(before.seen) if views}
    seen = tuple((*views, news[seat]) if views else () for seat, views in enumerate(before.seen))
    return structs.replace(after, seen=seen), [MachineSees(seat, news[seat]) for seat in after.machine_seats]


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


def _thinking_seats(state: TableState) -> list[Seat]:
    """The seats of the machine, and those of people who have switched on a help for which it thinks."""
    opened, machines = state.opened, state.machine_seats
    return [seat for seat in range(len(opened.names)) if seat in machines or asks_process(opened.helps_of(seat))]


def _seen(game: AnyGame, announced: Step | None, game_state: object, seat: Seat) -> Seen:
    return Seen(announced, Raw(json.encode(game.view(game_state, seat))))


def _seated(state: TableState, machines: tuple[MachineSeat, ...]) -> SeatMachines:
    """These seats with all that they have seen."""
    opened = state.opened
    seen = tuple(state.seen[machine.seat] if state.seen else () for machine in machines)
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
