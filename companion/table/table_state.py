"""All that a table is at one moment, as one frozen value.

Invariant: everything that an input changes is in this value. A caller whose journal refuses an entry puts the old value back.
"""

from typing import Any

from msgspec import Struct, structs

from companion.core.game import Step
from companion.core.prompt import Move
from companion.core.seat import Place, Seat
from companion.table.agreement.proposal import Proposal
from companion.table.agreement.proposal_screen import Overlay, proposal_overlay
from companion.table.clock.think_time import ThinkTime
from companion.table.effects import Effect, MachineSeat, Opened, Seen
from companion.table.lobby.lobby_state import Lobby
from companion.table.physical_draws.draw_reports import RepeatedReports
from companion.ui.seat_desk import Desk, asked


class Advice(Struct, frozen=True):
    """A hint in sentences, or a review as pages of lines, for the player at a place. It holds while the game has `number`
    entries."""

    number: int
    words: str
    review: tuple[tuple[str, ...], ...] = ()


class AskedPromise(Struct, frozen=True):
    """What a move in the making promises, in words, for the player at a place who asked after `number` entries; without words
    while that is thought about. `by_keys`: it is the move that the keys of the place are about to make."""

    number: int
    move: Move
    words: str = ""
    by_keys: bool = True


class TableState(Struct, frozen=True):
    """The open game, and what is on the screen of every place.

    `opened`, `options`, `game_state`: the open game, which may be the lobby. `number`: how many entries the journal has of it.
    `steps`: the moves that count; a move that was taken back does not.

    `desks`: what each place is entering or reading. `overlays`: for each place the menu or the proposal in front of its game.
    `known_names`: the names that players can choose from. `proposal`: what all must agree on now. `repeated_reports`: what
    has been reported so far, while all players report their pieces again. `recap_pages`: for each place the page of the
    finished round that is in front of its game. `announced`: the event line has an announcement. `machines`: the seats that the
    machine plays now; their places show what spectators see. `seen`: for each seat for which the machine may
    think all that it has seen, one view for each state of the game; empty for every other seat, and () where there is none.
    `advice`: for each place the hint that it was given last; empty where none was given in this game. `promises`: for each place
    what it asked to know about a move in the making; empty as `advice`.
    `rolling`: the places whose rolls in sequence are made without asking. `throwing`: the place whose player has tapped for the
    roll that chance owes now; None where nobody has.
    `clock`: the think time of the open game; None where there is none.
    `hints_end`: when the hints on dead keys end, in seconds on the clock of the gestures; None where there are none.
    """

    opened: Opened
    options: Any
    game_state: Any
    number: int
    steps: tuple[Step, ...]
    desks: tuple[Desk, ...]
    overlays: tuple[Overlay | None, ...]
    known_names: tuple[str, ...] = ()
    proposal: Proposal | None = None
    repeated_reports: RepeatedReports | None = None
    recap_pages: tuple[int | None, ...] = ()
    announced: bool = False
    machines: tuple[MachineSeat, ...] = ()
    seen: tuple[tuple[Seen, ...], ...] = ()
    hints_end: float | None = None
    advice: tuple[Advice | None, ...] = ()
    promises: tuple[AskedPromise | None, ...] = ()
    rolling: tuple[Place, ...] = ()
    throwing: Place | None = None
    clock: ThinkTime | None = None

    @property
    def player_names(self) -> tuple[str, ...]:
        """What the seats of the game are called; in the lobby, the names that the players have chosen there."""
        names, state = self.opened.names, self.game_state
        if not isinstance(state, Lobby):
            return names
        return tuple(own or name for own, name in zip(state.names, names, strict=True))

    def seat_at(self, place: Place) -> Seat | None:
        """The seat that is played from a place; None for a spectator, and where the machine plays."""
        if place not in self.opened.places:
            return None
        seat = self.opened.places.index(place)
        return None if self.machines and self.machine_at(seat) else seat

    def machine_at(self, seat: Seat) -> MachineSeat | None:
        """The machine's seat; None where a person plays."""
        return next((machine for machine in self.machines if machine.seat == seat), None)

    @property
    def machine_seats(self) -> tuple[Seat, ...]:
        """The seats that the machine plays."""
        return tuple(machine.seat for machine in self.machines)

    @property
    def machine_places(self) -> tuple[Place, ...]:
        """The places of the seats that the machine plays."""
        return tuple(self.opened.places[seat] for seat in self.machine_seats)

    def recap_page_at(self, place: Place) -> int | None:
        """The page of the finished round that is read at a place; None if none is."""
        return self.recap_pages[place] if self.recap_pages else None

    def with_recap_page(self, place: Place, page: int | None) -> "TableState":
        """With another page of the finished round at a place; None takes the round away there."""
        return structs.replace(self, recap_pages=_put(self.recap_pages, place, page)) if self.recap_pages else self

    def with_recap_for(self, seats: tuple[Seat, ...]) -> "TableState":
        """With the first page of the finished round in front of these seats, as far as people play them, and of no other."""
        places = {self.opened.places[seat] for seat in seats} - {*self.machine_places}
        pages = tuple(0 if place in places else None for place in range(len(self.desks)))
        return structs.replace(self, recap_pages=pages)

    def advice_at(self, place: Place) -> Advice | None:
        """The hint or review that holds now at a place; None if there is none."""
        advice = self.advice[place] if self.advice else None
        return advice if advice is not None and advice.number == self.number else None

    def with_hint(self, place: Place, words: str) -> "TableState":
        """With a hint at a place, which holds until the next entry."""
        return self._with_advice(place, Advice(self.number, words))

    def with_review(self, place: Place, pages: tuple[tuple[str, ...], ...], words: str) -> "TableState":
        """With a review at a place, which holds as long as the game is open. `words`: the same in sentences."""
        return self._with_advice(place, Advice(self.number, words, pages))

    def _with_advice(self, place: Place, advice: Advice) -> "TableState":
        every = self.advice or (None,) * len(self.desks)
        return structs.replace(self, advice=_put(every, place, advice))

    def promise_at(self, place: Place) -> AskedPromise | None:
        """What the place last asked to know about a move in the making; None if it asked nothing."""
        return self.promises[place] if self.promises else None

    def with_promise(self, place: Place, promise: AskedPromise | None) -> "TableState":
        """With another promise at a place, or without one."""
        return structs.replace(self, promises=_put(self.promises or (None,) * len(self.desks), place, promise))

    def with_desk(self, place: Place, desk: Desk) -> "TableState":
        """With another desk at a place."""
        return structs.replace(self, desks=_put(self.desks, place, desk))

    def with_overlay(self, place: Place, overlay: Overlay | None) -> "TableState":
        """With another overlay at a place, or without one."""
        return structs.replace(self, overlays=_put(self.overlays, place, overlay))

    def with_proposal(self, proposal: Proposal | None) -> "TableState":
        """With a proposal in front of all who are asked, or with no overlay at all.

        What a player has half entered stays as long as the same is asked.
        """
        overlays: list[Overlay | None] = [None] * len(self.desks)
        if proposal is not None:
            for seat, place in enumerate(self.opened.places):
                if seat in proposal.unasked:
                    overlays[place] = self.overlays[place]
                    continue
                new = proposal_overlay(proposal, seat, self.player_names, self.desks[place].lifted)
                old = self.overlays[place]
                if old is not None and new.desk.draft is not None:
                    new = structs.replace(new, desk=asked(old.desk, new.desk.draft.prompt))
                overlays[place] = new
        # A held key must not go on leafing in a list that comes back into sight later.
        desks = tuple(structs.replace(desk, leafing=()) for desk in self.desks)
        return structs.replace(self, proposal=proposal, overlays=tuple(overlays), desks=desks)

    def with_notice(self, text: str, places: tuple[Place, ...]) -> "TableState":
        """With a sentence on some screens, until the next key there. Where the machine plays, nobody would press one."""
        state, machines = self, self.machine_places
        for place in places:
            if place in machines:
                continue
            overlay = state.overlays[place]
            if overlay is not None:
                noted = structs.replace(overlay, desk=structs.replace(overlay.desk, notice=text))
                state = state.with_overlay(place, noted)
            else:
                state = state.with_desk(place, structs.replace(state.desks[place], notice=text))
        return state


Transition = tuple[TableState, list[Effect]]
"""What an input leads to: the state after it, and the effects to carry out."""


def _put(items: tuple[Any, ...], index: int, item: object) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])
