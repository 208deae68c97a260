"""A game's own box on the table: what its players tell of the tiles or cards that they draw from it.

Luck comes in as moves of CHANCE, whoever says them; with the box the seat that draws does, and this is how a game asks it.
The law: who is asked, and in which words, all at the table may know; what is offered is made of that seat's own view and
of what it has said itself, so it tells nobody what others hold.
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
    """`seat` sees the front of what luck is asked for; `title`: what that is, in at most 21 letters."""

    seat: Seat
    title: str


@dataclass(frozen=True, slots=True)
class PhysicalDraws(Generic[StateT, OptionsT, ViewT]):
    """The pieces of one game's box.

    `piece`: what one of them is called ("tile"); `again`: the title line while all tell theirs again (21 letters);
    `conflict`: the sentence for all when what was told cannot be.
    """

    piece: str
    again: str
    conflict: str
    reporter: Callable[[StateT], Reporter | None]
    """Who tells what luck is asked for now, from what all may know; None where nothing of the box is drawn."""
    offer: Callable[[ViewT, str], Choose]
    """What the teller is asked, under that title: all that its view does not rule out, as moves of chance."""
    offer_again: Callable[[ViewT, tuple[Move, ...], Reporter | None], Choose | None]
    """What a seat is asked when all tell theirs again and it has told so much; None where it has told all that it holds.

    The `Reporter` is there for the seat that was about to tell: what it draws comes last.
    """
    corrected: Callable[
        [OptionsT, Sequence[tuple[Actor, Move]], tuple[tuple[Move, ...], ...]], Iterable[list[tuple[Actor, Move]]]
    ]
    """The histories that may be meant by what each seat told again, likeliest first; what was being drawn is their last move."""
    settled: Callable[[ViewT], object]
    """Of the public view what lies open or was judged aloud, so that no correction may change it."""
