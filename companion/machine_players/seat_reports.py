"""What the process that thinks is told, from what the table says that the machine's seats have seen."""

from collections.abc import Sequence

from companion.machine_players.machine_messages import SeatAssigned, ToProcess, ViewSeen
from companion.table.effects import SeatMachines, Seen


def everything_seen(seated: SeatMachines) -> Sequence[ToProcess]:
    """Which seats the machine plays, and all that they have seen, from the first view on."""
    told: list[ToProcess] = []
    for machine, views in zip(seated.machines, seated.seen, strict=True):
        told.append(SeatAssigned(machine.seat, machine.level, seated.game, seated.options, seated.seats))
        told += [view_seen(machine.seat, seen) for seen in views]
    return told


def view_seen(seat: int, seen: Seen) -> ViewSeen:
    """One more view of a seat."""
    return ViewSeen(seat, seen.announced, seen.view)
