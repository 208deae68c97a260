"""The recap of a finished round, which everybody may read before the next one: who won, and who scored how much for what.

Invariant: a recap holds only what the rules reveal when a round is scored. A game makes it from its state, as it makes a
view, and the tests of secrecy judge it as they judge views.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec import Struct

from companion.core.screen import Mark
from companion.core.seat import Seat

StateT = TypeVar("StateT")


class Points(Struct, frozen=True):
    """`what` scored, in at most 17 letters, and how many points."""

    what: str
    points: int


class Share(Struct, frozen=True):
    """What one seat scored. `pieces`: its tiles or cards that were counted. `total`: its score with all rounds before."""

    seat: Seat
    points: tuple[Points, ...]
    pieces: tuple[str, ...]
    total: int

    @property
    def sum(self) -> int:
        """All points of the round."""
        return sum(entry.points for entry in self.points)


class Recap(Struct, frozen=True):
    """A finished round. `title`: which one, in at most 17 letters. `note`: how scores decide the game, in at most 21 letters.

    `shares`: one for each seat, the winner first, then clockwise. `did`: what the winner did, after the name. `scene`: the pieces
    of that moment, such as the row that cracked a code; empty where the scores say all.
    """

    title: str
    winner: Seat
    note: str
    shares: tuple[Share, ...]
    did: str = "wins"
    scene: tuple[str, ...] = ()


Pieces = Callable[[tuple[str, ...], int], tuple[Mark, ...]]
"""Draws the pieces that a recap counted side by side, from that row down; at most 16 rows high."""


@dataclass(frozen=True, slots=True)
class Recaps(Generic[StateT]):
    """How a game tells of its rounds. `last`: the last finished one, from a state; None before. `pieces` draws those of a share
    and of the scene."""

    last: Callable[[StateT], Recap | None]
    pieces: Pieces
