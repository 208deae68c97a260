"""A round that is over, as all at the table may read it before the next one: who won, and what was scored for what.

The law: it holds only what the rules lay open when a round is scored; a game makes it of its state as it makes a view, and
the test of two worlds is put to it as to views.
"""

from msgspec import Struct

from companion.core.seat import Seat


class Points(Struct, frozen=True):
    """`what` was scored, in at most 17 letters, and how many points it brought."""

    what: str
    points: int


class Share(Struct, frozen=True):
    """What one seat got. `pieces`: the tiles or cards that were counted for it; `total`: its score with all rounds before."""

    seat: Seat
    points: tuple[Points, ...]
    pieces: tuple[str, ...]
    total: int

    @property
    def sum(self) -> int:
        """All points of the round."""
        return sum(entry.points for entry in self.points)


class Recap(Struct, frozen=True):
    """A finished round. `title`: which one it was, in at most 17 letters; `note`: how scores win, in at most 21.

    `shares`: one for each seat, the winner first, then clockwise.
    """

    title: str
    winner: Seat
    note: str
    shares: tuple[Share, ...]
