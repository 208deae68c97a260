"""Everything that the app's one consumer (`session.py`) takes from its queue. The types are disjoint, so that it can match on
them.

    from                                      what
    keys of panels and phones                 Gestured, KeyStuck                    seats/gestures.py
    pages                                     SeatAnswered, NameEntered, SeatDataWanted   app/page_requests.py
    phones that join and leave                SeatTaken, SeatLeft                   seats/joining.py
    devices, and the watch over them          FaultReport, WatchTimerDue            seats/watch.py
    the die                                   DieReading, DieSight                  devices/dice/, app/roller.py
    the process that thinks, chance           Answered, HintGiven, PromiseGiven, ReviewGiven, MachineFailed
    timers                                    Ticked, LivenessCheck                 app/session.py
    the tool that switches the machine off    PowerOffFailed                        app/power.py

Whoever puts an input in decides nothing: whether it counts is decided in its turn.
"""

from msgspec import Struct

from companion.app.power import PowerOffFailed
from companion.core.seat import Place
from companion.devices.protocols import DieReading, DieSight
from companion.seats.device_faults import FaultReport
from companion.seats.gestures import KeyStuck
from companion.seats.watch import WatchTimerDue
from companion.table.effects import Input
from companion.table.lobby import NameEntered, SeatLeft, SeatTaken
from companion.thinking.client import MachineFailed


class LivenessCheck(Struct, frozen=True):
    """Asks the consumer for a sign of life, on behalf of systemd's watchdog."""


class SeatDataWanted(Struct, frozen=True):
    """A page opened for a place: it is to be sent that place's data and picture."""

    place: Place


GameInput = Input | DieReading | NameEntered | SeatTaken | SeatLeft
"""Everything that can make a move."""
AppInput = (
    GameInput
    | SeatDataWanted
    | DieSight
    | FaultReport
    | KeyStuck
    | WatchTimerDue
    | LivenessCheck
    | PowerOffFailed
    | MachineFailed
)
