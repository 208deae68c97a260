"""All that a table is at one moment, as one frozen value."""

from typing import Any

from msgspec import Struct, structs

from companion.core.game import Step
from companion.core.seat import Seat
from companion.table.agreement import Proposal, SideQuestion, side_question
from companion.table.effects import Opened
from companion.table.lobby_state import Lobby
from companion.table.physical_draws import RedrawReport
from companion.ui.seat_desk import Desk, asked

Place = int
"""Where at the table: a number from 0, clockwise. A seat of a game is one of its players, also from 0, clockwise."""


class TableState(Struct, frozen=True):
    """What was opened and how it stands.

    `number`: entries of this game in the journal; `steps`: the moves of it that hold; `desks` and `asides`: one for each
    place at the table, the asides in front of the desks where there are any; `again`: what has been told again so far;
    `reading`: for each place the page of the finished round that stands in front of its game; `said`: whether the event line
    has a remark.
    """

    opened: Opened
    options: Any
    state: Any
    number: int
    steps: tuple[Step, ...]
    desks: tuple[Desk, ...]
    asides: tuple[SideQuestion | None, ...]
    proposal: Proposal | None = None
    again: RedrawReport | None = None
    reading: tuple[int | None, ...] = ()
    said: bool = False

    def page_at(self, place: Place) -> int | None:
        """The page of the finished round that is read at a place; None where none is."""
        return self.reading[place] if self.reading else None

    def with_page(self, place: Place, page: int | None) -> "TableState":
        """With another page of the finished round at a place, or without it."""
        return structs.replace(self, reading=_put(self.reading, place, page)) if self.reading else self

    def with_pages(self, seats: tuple[Seat, ...]) -> "TableState":
        """With the finished round in front of some of the game's seats, and of no other."""
        places = {self.opened.places[seat] for seat in seats}
        return structs.replace(self, reading=tuple(0 if place in places else None for place in range(len(self.desks))))

    def seat_at(self, place: Place) -> Seat | None:
        """The game's seat at a place; None where somebody looks on."""
        return self.opened.places.index(place) if place in self.opened.places else None

    @property
    def called(self) -> tuple[str, ...]:
        """What the game's seats are called; in the lobby as they have named themselves."""
        names, state = self.opened.names, self.state
        if not isinstance(state, Lobby):
            return names
        return tuple(own or name for own, name in zip(state.names, names, strict=True))

    def with_desk(self, place: Place, desk: Desk) -> "TableState":
        """With another desk at a place."""
        return structs.replace(self, desks=_put(self.desks, place, desk))

    def with_aside(self, place: Place, beside: SideQuestion | None) -> "TableState":
        """With something else in front of the desk at a place."""
        return structs.replace(self, asides=_put(self.asides, place, beside))

    def asking(self, proposal: Proposal | None) -> "TableState":
        """With a proposal in front of all who are asked, or with nothing there. What is half entered stays where the same is
        asked."""
        asides: list[SideQuestion | None] = [None] * len(self.desks)
        if proposal is not None:
            for seat, place in enumerate(self.opened.places):
                if seat in proposal.unasked:
                    asides[place] = self.asides[place]
                    continue
                fresh, old = side_question(proposal, seat, self.called, self.desks[place].lifted), self.asides[place]
                if old is not None and fresh.desk.draft is not None:
                    fresh = structs.replace(fresh, desk=asked(old.desk, fresh.desk.draft.prompt))
                asides[place] = fresh
        # A key that is held leafs no more in what comes into sight again later.
        desks = tuple(structs.replace(desk, leafing=False) for desk in self.desks)
        return structs.replace(self, proposal=proposal, asides=tuple(asides), desks=desks)

    def noting(self, text: str, places: tuple[Place, ...]) -> "TableState":
        """With a sentence on some screens, until the next key."""
        standing = self
        for place in places:
            beside = standing.asides[place]
            if beside is not None:
                noted = structs.replace(beside, desk=structs.replace(beside.desk, notice=text))
                standing = standing.with_aside(place, noted)
            else:
                standing = standing.with_desk(place, structs.replace(standing.desks[place], notice=text))
        return standing


def _put(items: tuple[Any, ...], index: int, item: object) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])
