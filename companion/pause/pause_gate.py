"""The gate between inputs and the game: while the game waits for a device, it holds inputs back.

Invariant: no move is made in a pause, and no answer of the die or of chance is lost.
"""

from collections.abc import Callable
from typing import assert_never

from msgspec import Struct

from companion.core.game import to_act
from companion.core.seat import CHANCE, Seat
from companion.devices.protocols import DieReading
from companion.pause.fault_watch import FaultWatch
from companion.pause.pause_screen import Pause
from companion.pause.screen_router import ScreenRouter
from companion.table.effects import (
    Answered,
    Gestured,
    HintGiven,
    Input,
    PromiseGiven,
    ReviewGiven,
    SeatAnswered,
    Ticked,
)
from companion.table.lobby import NameEntered, SeatLeft, SeatTaken
from companion.table.table import LOBBY, Table
from companion.web.hub import Hub

GameInput = Input | DieReading | NameEntered | SeatTaken | SeatLeft
"""Everything that can make a move."""

KEPT = 64
"""Answers kept during a pause. More can only come from a die that nobody asked."""
PLAYING = "playing"


class PauseChange(Struct, frozen=True):
    """A pause began or ended: draw every screen, then carry out `due`, the inputs that were held back."""

    due: tuple[Answered | DieReading, ...] = ()


class PauseGate:
    """Decides after each input whether the game waits.

    `cancel_presses`: forgets all keys that are down. `set_status`: takes the table's state in one line, for systemd.
    """

    def __init__(
        self,
        watch: FaultWatch,
        screens: ScreenRouter,
        hub: Hub,
        *,
        cancel_presses: Callable[[], None],
        set_status: Callable[[str], object],
    ) -> None:
        self._watch = watch
        self._screens = screens
        self._hub = hub
        self._cancel_presses = cancel_presses
        self._set_status = set_status
        self._status = PLAYING
        self._kept: list[Answered | DieReading] = []

    def takes(self, given: GameInput) -> bool:
        """Take an input during a pause; False for an input that takes effect all the same."""
        match given:
            case Gestured(gesture="lift" | "lower") | NameEntered() | SeatTaken() | SeatLeft():
                return False  # a lifted screen is no move, and names are for the lobby
            case HintGiven() | PromiseGiven() | ReviewGiven():
                return False  # a hint is no move
            case Gestured(place, gesture):
                self._watch.take_gesture(place, gesture)
            case Answered() | DieReading():
                if len(self._kept) < KEPT:
                    self._kept.append(given)
            case SeatAnswered():
                pass  # its page shows the pause, and the keys of it
            case Ticked():
                pass  # nobody can answer, so silence agrees to nothing
            case _:
                assert_never(given)
        return True

    def judge(self, before: Pause | None, table: Table, *, plays: bool) -> PauseChange | None:
        """After every input: what changed since the pause was `before`. `plays`: whether there is a journal to play on."""
        watch, screens = self._watch, self._screens
        watch.judge(*needed(table) if plays else ((), (), ()))
        for sentence, by in (news := watch.news()):
            table.notify(sentence, [place for place in table.setup.places if place != by])
            self._hub.event(sentence)
        if (status := watch.sentences or PLAYING) != self._status:
            self._status = status
            self._set_status(status)
        if watch.pause == before and watch.on_phone == screens.on_phone and not news:
            return None
        screens.on_phone = watch.on_phone
        if (watch.pause is None) == (before is None):
            return PauseChange()
        self._cancel_presses()
        kept, self._kept = tuple(self._kept), []
        if watch.pause is None:
            screens.check()
        return PauseChange(kept if plays else ())


def needed(table: Table) -> tuple[tuple[Seat, ...], tuple[Seat, ...], tuple[Seat, ...]]:
    """The places that a running game needs, those of them that it asks for a move, and those that are asked to agree. The machine
    needs no device."""
    state = table.state
    acting = to_act(table.game, state.game_state)
    if table.game.name == LOBBY or not acting:
        return (), (), ()
    places, machines, proposal = state.opened.places, state.machine_seats, state.proposal
    people = tuple(place for seat, place in enumerate(places) if seat not in machines)
    asked = () if proposal is None else tuple(places[seat] for seat in proposal.waiting)
    return people, tuple(places[actor] for actor in acting if actor != CHANCE and actor not in machines), asked
