"""The cards: what a deck holds, and the two piles between the codebreakers.

A pile to draw from is counts, never an order, since nobody may know one: chance says which card was on top (P20).
"""

from typing import Annotated, Final

from msgspec import Struct, structs

from companion.core.spelling import one_of

FAIL: Final = "FAIL"
KEY: Final = "KEY"
DIGITS: Final = ("1", "2", "3", "4", "5", "6")
KINDS: Final = (*DIGITS, FAIL, KEY)
DECK: Final = (10, 10, 10, 10, 10, 10, 20, 10)
"""How many of each of KINDS: 90 cards."""
HeldCard = Annotated[str, one_of(*DIGITS, KEY)]
"""A card that a hand can hold."""
AnyCard = Annotated[str, one_of(*KINDS)]
"""A card of the draw pile."""
_FAIL_AT: Final = KINDS.index(FAIL)


class Piles(Struct, frozen=True):
    """`draw`: how many of each of KINDS; `bottom`: the FAILs put below all these; `discard`: from the first card to the top."""

    draw: tuple[int, ...] = DECK
    bottom: int = 0
    discard: tuple[str, ...] = ()


def outcomes(piles: Piles) -> tuple[tuple[str, int], ...]:
    """P5, P8: the cards that the next one may be, each with how many of it; the FAILs at the bottom come last of all."""
    above = tuple((kind, count) for kind, count in zip(KINDS, piles.draw, strict=True) if count)
    return above or ((FAIL, piles.bottom),)


def left_to_draw(piles: Piles) -> int:
    """How many cards the draw pile holds."""
    return sum(piles.draw) + piles.bottom


def only_fails_left(piles: Piles) -> bool:
    """P8: whether no card of the draw pile can start a discard pile."""
    return sum(piles.draw) == piles.draw[_FAIL_AT]


def taken(piles: Piles, card: str) -> Piles:
    """Without the card that chance drew."""
    if not sum(piles.draw):
        return structs.replace(piles, bottom=piles.bottom - 1)
    at = KINDS.index(card)
    return structs.replace(piles, draw=(*piles.draw[:at], piles.draw[at] - 1, *piles.draw[at + 1 :]))


def turned_over(piles: Piles, card: str) -> Piles:
    """P5: after a card was taken to start the discard pile: it does, but a FAIL goes to the bottom instead."""
    piles = taken(piles, card)
    return structs.replace(piles, bottom=piles.bottom + 1) if card == FAIL else discarded(piles, card)


def discarded(piles: Piles, card: str) -> Piles:
    """With a card more on the discard pile."""
    return structs.replace(piles, discard=(*piles.discard, card))


def shuffled(piles: Piles) -> Piles:
    """P8: where the draw pile is empty, all of the discard pile but its top becomes the new one."""
    if left_to_draw(piles):
        return piles
    under, top = piles.discard[:-1], piles.discard[-1:]
    return Piles(tuple(under.count(kind) for kind in KINDS), 0, top)
