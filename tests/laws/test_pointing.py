"""The law of the pointing finger: while a move is made, the others see the place at which its player points, and nothing else of
it; of a secret move they see nothing.

`Game.points` says which fields of a move name a place.
"""

import random
from itertools import islice
from typing import Any

from msgspec import structs

from companion.core.prompt import Move, every, sample
from companion.core.seat import CHANCE, Place, Seat
from companion.games.catalog import CATALOG
from companion.table.data import POINT
from companion.table.effects import Gestured, Opened, PointedShown, SeatAnswered
from companion.table.state import PlaceState
from companion.table.table import Table
from companion.ui.raster import draw
from tests.key_spelling import spell
from tests.laws.play import Case, Moment, every_case, moments

MOMENTS = 8
"""So many moments are looked at, and more where nobody has pointed at anything in these."""
MOVES = 16
"""So many moves are entered for a seat at a moment."""


class Onlookers:
    """What all but one seat are shown of a game in which that seat makes a move."""

    def __init__(self, case: Case, moment: Moment, seat: Seat) -> None:
        self.table = Table(CATALOG, case.names)
        self.table.resume(Opened(case.game.name, case.game.rules, case.given, case.names), moment.steps)
        # Nobody has anything to read, so that the first key is one of the entry.
        places = tuple(PlaceState(own.dialog) for own in self.table.state.places)
        self.begin, self.seat = structs.replace(self.table.state, places=places), seat
        self.others = [one for one in range(case.seats) if one != seat]
        self._again()
        self.news = PointedShown(None)

    def seen(self) -> tuple[Any, ...]:
        places = tuple((draw(self.table.screen(Place(one))), self.table.data(Place(one))) for one in self.others)
        return (*places, repr(self.news))

    def by_keys(self, move: Move) -> set[tuple[Any, ...]]:
        """All that is seen while the seat enters a move, before its last press."""
        prompt = self._again()
        seen = {self.seen()}
        for gesture in spell(prompt, move)[:-1]:
            self._take(Gestured(Place(self.seat), gesture))
            seen.add(self.seen())
        return seen

    def by_touch(self, move: Move) -> tuple[Any, ...]:
        """What is seen while the seat has tapped a whole move."""
        self._again()
        self._take(SeatAnswered(Place(self.seat), POINT, self.table.state.number + 1, move))
        return self.seen()

    def after(self) -> tuple[Any, ...]:
        """What is seen once that is undone."""
        self._take(SeatAnswered(Place(self.seat), POINT, self.table.state.number + 1, {"move": "none"}))
        return self.seen()

    def _again(self) -> Any:
        self.table.put_back(self.begin, 0)
        self.table.shows()
        self.news = PointedShown(None)
        return self.table.prompt(Place(self.seat))

    def _take(self, given: Any) -> None:
        for effect in self.table.handle(given):
            self.news = effect if isinstance(effect, PointedShown) else self.news


@every_case
def test_others_see_the_place_at_which_a_player_points_and_nothing_else(case: Case) -> None:
    points, pick = case.game.points, random.Random(6).randrange
    pointed = 0
    some, more = (moments(case, seed=53, count=count) for count in (MOMENTS, 8 * MOMENTS))
    for number, moment in enumerate([*some, *more]):
        if number >= len(some) and bool(pointed) == (points is not None):
            break
        for actor in case.game.to_act(moment.state):
            if actor == CHANCE:
                continue
            onlookers = Onlookers(case, moment, actor)
            prompt = onlookers.table.prompt(Place(actor))
            assert prompt is not None
            found = list(islice(every(prompt), MOVES // 2))
            nothing = onlookers.seen()
            of_place: dict[str, tuple[Any, ...]] = {}
            for move in [*found, *(sample(prompt, pick) for _ in range(MOVES // 2))]:
                place = None if points is None else points.place(move)
                seen = onlookers.by_touch(move)
                assert of_place.setdefault(repr(place), seen) == seen, f"more than {place} shows of {move}"
                if place is None:
                    assert seen == nothing
                else:
                    assert seen != nothing
                    assert onlookers.after() == nothing, "a finger that goes away disappears"
                    pointed += 1
                assert onlookers.by_keys(move) <= {nothing, seen}
    assert bool(pointed) == (points is not None)
