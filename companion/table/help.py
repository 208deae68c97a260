"""What the machine gets to know of a game: what the seats have seen for which it thinks, and when one of its own is to move.

Law: everything that leaves here for the machine is made from the views of its own seats, from the moves that the game announces
to everybody, and from a seed that was drawn by luck when the game began. A view is encoded once, where it arises, and kept with
the position: a question of a player late in a game costs no more than one at its beginning.
"""

from collections.abc import Iterator
from typing import Any

from msgspec import Raw, json

from companion.core.game import Step
from companion.core.seat import Seat, each_seat
from companion.games.helps import asks_process
from companion.table.effects import AskMachine, Effect, Seated, Seen
from companion.table.state import Position


def seated(position: Position, seat: Seat) -> Seated:
    """A seat as the machine plays it, or, for a person, as the strongest level would, with all that it has seen."""
    strongest = position.game.level_names()[-1]
    level = next((machine.level for machine in position.machines if machine.seat == seat), strongest)
    opened, seen = position.opened, position.seen[seat] if position.seen else ()
    return Seated(opened.game, opened.options, len(opened.names), seat, level, seen)


def with_all_seen(position: Position) -> Position:
    """The position with all that the seats have seen for which the machine may think. It costs as much as the game is long."""
    thinking = [seat for seat in position.seats if seat in position.machine_seats or asks_process(position.helps(seat))]
    if not thinking or position.is_older:
        return position.with_seen(()) if position.seen else position
    views: list[list[Seen]] = [[] for _ in position.seats]
    for announced, state in _passed(position):
        for seat in thinking:
            views[seat].append(_seen(announced, position.game.view(state, seat)))
    return position.with_seen(tuple(map(tuple, views)))


def see_move(before: Position, after: Position, *, announced: bool) -> Position:
    """The position with what is seen of its last move; whether the game announced that."""
    if not before.seen:
        return after
    step = after.steps[-1] if announced else None
    seen = tuple((*views, _seen(step, after.view(seat))) if views else () for seat, views in each_seat(before.seen))
    return after.with_seen(seen)


def asked_machine(position: Position) -> list[Effect]:
    """The question to the machine, if one of its seats is to move. Of several, one is asked after the other."""
    if not position.machines or position.is_older or position.awaits_report:
        return []
    for machine in position.machines:
        if machine.seat in position.acting:
            made = sum(actor == machine.seat for actor, _ in position.steps)
            return [AskMachine(position.number + 1, machine.seat, f"{machine.seed} {made}")]
    return []


def _seen(announced: Step | None, view: Any) -> Seen:
    return Seen(announced, Raw(json.encode(view)))


def _passed(position: Position) -> Iterator[tuple[Step | None, Any]]:
    """Every state of the open game in order, with the move before it where the game announced that."""
    states = position.game.replay_states(position.options, len(position.seats), position.steps)
    before = next(states)
    yield None, before
    for step, after in zip(position.steps, states, strict=True):
        said = position.game.announcement(position.options, before, step, after, position.opened.names)
        yield None if said is None else step, after
        before = after
