"""Everything that the daemon's one consumer takes from its queue. The types are disjoint, so that it can match on them."""

from collections.abc import Callable

from msgspec import Struct

from companion.app.power import PowerOffFailed
from companion.core.keys import Gesture
from companion.core.seat import Place
from companion.devices.device_protocols import DieReading, DieSight
from companion.machine_players.machine_player import MachineEnded
from companion.seats.faults import FaultReport, WatchTimerDue
from companion.table.effects import Input
from companion.table.lobby import NameEntered, SeatLeft, SeatTaken

GameInput = Input | DieReading | NameEntered | SeatTaken | SeatLeft
"""Everything that can make a move."""


class LivenessCheck(Struct, frozen=True):
    """Asks the consumer for a sign of life, on behalf of systemd's watchdog."""


class SeatDataWanted(Struct, frozen=True):
    """A page with a touch interface opened for a place: it is to be sent that place's data."""

    place: Place


class PanelGestured(Struct, frozen=True):
    """A gesture on the panel of a place whose player chose a phone."""

    place: Place
    gesture: Gesture


DaemonInput = (
    PanelGestured
    | SeatDataWanted
    | GameInput
    | DieSight
    | FaultReport
    | WatchTimerDue
    | LivenessCheck
    | PowerOffFailed
    | MachineEnded
)
InputSink = Callable[[DaemonInput], None]
"""Puts an input into the queue."""
