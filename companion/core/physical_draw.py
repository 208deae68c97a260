"""Draws from the players' own box of tiles or cards: how a game asks its players what they have drawn.

Draws are moves of CHANCE. With the players' own box, the seat that draws reports which move it was.

Invariant: everybody at the table may know which seat is asked, and in which words. What that seat can choose from is made
from its own view and its own reports, so it reveals nothing about the pieces of others.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec import Struct

from companion.core.prompt import Choose, Move
from companion.core.seat import Actor, Seat

StateT = TypeVar("StateT")
OptionsT = TypeVar("OptionsT")
ViewT = TypeVar("ViewT")


class Reporter(Struct, frozen=True):
    """The seat that reports a draw, since it sees the front of the piece. `title`: the question, in at most 21 letters."""

    seat: Seat
    title: str


@dataclass(frozen=True, slots=True)
class PhysicalDraws(Generic[StateT, OptionsT, ViewT]):
    """How one game is played with the players' own pieces.

    `piece`: what a piece is called ("tile"). `repeat_title`: the title line while all players report their pieces again, in
    at most 21 letters. `conflict`: the sentence for all when the reports contradict each other.
    """

    piece: str
    repeat_title: str
    conflict: str
    reporter: Callable[[StateT], Reporter | None]
    """The seat that reports the draw that chance is asked for now, from public knowledge; None if nothing is drawn from the
    box."""
    offer: Callable[[ViewT, str], Choose]
    """What the reporter can choose from, under that title: all pieces that its view does not rule out, as moves of chance."""
    offer_again: Callable[[ViewT, tuple[Move, ...], Reporter | None], Choose | None]
    """What a seat is asked while all report their pieces again, after its reports so far; None if it has reported them all.

    Only the seat that was drawing gets the `Reporter`: it reports the drawn piece last.
    """
    corrected: Callable[
        [OptionsT, Sequence[tuple[Actor, Move]], tuple[tuple[Move, ...], ...]], Iterable[list[tuple[Actor, Move]]]
    ]
    """The histories that the repeated reports of all seats may mean, likeliest first. Their last move is the draw in progress."""
    settled: Callable[[ViewT], object]
    """The part of the public view that everybody has seen, or that was called right or wrong. No correction may change it."""
