"""Everything that the app's one consumer (`session.py`) takes from its queue. The types are disjoint, so that it can match on
them.

    from                                      by                            what
    keys of panels and phones                 seats/gestures.py             Gestured, KeyStuck
    pages                                     app/page_requests.py          SeatAnswered, NameEntered, SeatDataWanted
    phones that join and leave                seats/joining.py              SeatTaken, SeatLeft
    faults of panels and phones               seats/watch.py                FaultReport, WatchTimerDue
    the die, thrown or entered in a page      devices/dice/, app/roller.py  DieReading, DieSight
    the process that thinks                   thinking/client.py            Answered, HintGiven, PromiseGiven, ReviewGiven,
                                                                            MachineFailed
    chance without a die, timers              app/session.py                Answered, Ticked, LivenessCheck
    the tool that switches the machine off    app/power.py                  PowerOffFailed
    the club                                  club/link.py                  OrderGiven

Whether an input counts in the game is decided in its turn. A phone that joins or leaves has done so already; what that means for
its seat is decided here.
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


class OrderGiven(Struct, frozen=True):
    """The club's order is another one, or there is none any more: the link has it."""


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
    | OrderGiven
)
