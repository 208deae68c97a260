"""Everything that the daemon's one consumer takes from its queue. The types are disjoint, so that it can match on them."""

from collections.abc import Callable

from msgspec import Struct

from companion.core.keys import Gesture
from companion.core.seat import Place
from companion.daemon.power.power_off import PowerOffFailed
from companion.devices.protocols import DieSight
from companion.machine_players.machine_player import MachineEnded
from companion.pause.fault_watch import FaultReport, WatchTimerDue
from companion.pause.pause_gate import GameInput


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
