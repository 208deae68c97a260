"""The game's recess: what becomes of inputs while it waits for a device, and what is due when it begins and when it ends.

Law: in a recess no move is made, and nothing that luck answered is lost.
"""

from typing import assert_never

from msgspec import Struct

from companion.core.game import to_act
from companion.core.seat import CHANCE, Seat
from companion.daemon.systemd_notify import SystemdNotify
from companion.daemon.table_hardware import TableHardware
from companion.devices.device_protocols import DieReading
from companion.pause.pause_screen import Pause
from companion.table.inputs import Answered, Gestured, Input, Ticked
from companion.table.name_entry import NameEntered
from companion.table.table import LOBBY, Table
from companion.web.hub import Hub

KEPT = 64
"""Answers that are kept in a recess; more can only come of a die that nobody asked."""
PLAYING = "playing"


class PauseChange(Struct, frozen=True):
    """Every screen is to be shown anew, and then `due` is to be done, which was put off."""

    due: tuple[Answered | DieReading, ...] = ()


class PauseGate:
    """Between the watch over the devices of a table that is laid, and the daemon that plays at it."""

    def __init__(self, laid: TableHardware, hub: Hub, notify: SystemdNotify) -> None:
        self._laid = laid
        self._hub = hub
        self._notify = notify
        self._status = PLAYING
        self._kept: list[Answered | DieReading] = []

    def takes(self, given: Input | DieReading | NameEntered) -> bool:
        """Take an input that comes in a recess; False where it is to be done all the same."""
        match given:
            case Gestured(gesture="lift" | "lower") | NameEntered():
                return False  # where hands are is no move, and names are for the lobby
            case Gestured(place, gesture):
                self._laid.watch.touched(place, gesture)
            case Answered() | DieReading():
                if len(self._kept) < KEPT:
                    self._kept.append(given)
            case Ticked():
                pass  # nobody can answer, so no silence counts
            case _:
                assert_never(given)
        return True

    def judge(self, before: Pause | None, table: Table, *, plays: bool) -> PauseChange | None:
        """After every input: what has changed since the pause was `before`? `plays`: whether there is a journal to play on."""
        watch, screens = self._laid.watch, self._laid.screens
        watch.judge(*needed(table) if plays else ((), ()))
        for sentence in (news := watch.news()):
            table.announce(sentence)
            self._hub.event(sentence)
        if (status := watch.sentences or PLAYING) != self._status:
            self._status = status
            self._notify.status(status)
        if watch.pause == before and watch.lent == screens.away and not news:
            return None
        screens.away = watch.lent
        if (watch.pause is None) == (before is None):
            return PauseChange()
        self._laid.let_go()
        kept, self._kept = tuple(self._kept), []
        if watch.pause is None:
            screens.check()
        return PauseChange(kept if plays else ())


def needed(table: Table) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """The places that a running game needs, and those of them that it asks for a move."""
    standing = table.standing
    acting = to_act(table.game, standing.state)
    if table.game.name == LOBBY or not acting:
        return (), ()
    places = standing.opened.places
    return places, tuple(places[actor] for actor in acting if actor != CHANCE)
