"""What the others' hands may be, exactly, for somebody who has seen a whole round.

The cards that nobody has seen lie in pools: the draw pile with the hands drawn from it is one, and when the pile is made anew
from the discard pile, its hidden cards become a pool of their own, of which then every card is in a hand (P8). Where a hand holds
cards of two pools, it may be either that was laid out; each such way is kept.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from msgspec import Struct

from companion.solvers.passcode.worlds import CARDS

Pool = tuple[int, ...]
"""How many of each of CARDS."""
Hand = tuple[int, ...]
"""The cards of a hand, as positions in CARDS, ascending."""


class Deal(Struct, frozen=True):
    """One way in which it may be. `pools`: the newest last, which alone has cards in the draw pile; `hands`: for each seat the
    pools that its hidden cards are of, ascending."""

    pools: tuple[Pool, ...]
    hands: tuple[tuple[int, ...], ...]


class HiddenCards(Struct, frozen=True):
    """All ways in which it may be, each once."""

    ways: tuple[Deal, ...]

    @staticmethod
    def fresh(seats: int, cards: Pool) -> "HiddenCards":
        """A shuffled pile of `cards`, and nothing in anybody's hand."""
        return HiddenCards((Deal((cards,), ((),) * seats),))

    def drawn(self, seat: int) -> "HiddenCards":
        """A seat drew a card that nobody else saw."""
        return HiddenCards(
            tuple(Deal(way.pools, _put(way.hands, seat, (*way.hands[seat], len(way.pools) - 1))) for way in self.ways)
        )

    def out_of_pile(self, card: str) -> "HiddenCards":
        """A card of the draw pile was seen."""
        last = len(self.ways[0].pools) - 1
        return HiddenCards(
            tuple(Deal(_less(way.pools, last, card), way.hands) for way in self.ways if _has(way, last, card))
        )

    def shown(self, seat: int, card: str) -> "HiddenCards":
        """A hidden card of a seat was laid out."""
        ways: dict[Deal, None] = {}
        for way in self.ways:
            for pool in dict.fromkeys(way.hands[seat]):
                if _has(way, pool, card):
                    left = list(way.hands[seat])
                    left.remove(pool)
                    ways[Deal(_less(way.pools, pool, card), _put(way.hands, seat, tuple(left)))] = None
        return HiddenCards(tuple(ways))

    def shuffled(self, pile: Pool) -> "HiddenCards":
        """P8: the draw pile was empty, and these cards are the new one."""
        return HiddenCards(tuple(Deal((*way.pools, pile), way.hands) for way in self.ways))

    def count(self) -> int:
        """How many different hands the others may hold, all together."""
        (first, *others) = self.ways
        if not others and len({pool for hand in first.hands for pool in hand}) <= 1:
            pool = next((pool for hand in first.hands for pool in hand), 0)
            return _ways_to_deal(first.pools[pool], tuple(len(hand) for hand in first.hands))
        return len({hands for way in self.ways for hands in _hands(way)})


def _ways_to_deal(pool: Pool, sizes: tuple[int, ...]) -> int:
    """How many ways there are to deal hands of these sizes out of a pool. Kind by kind: what is left of the sizes."""
    ways = {sizes: 1}
    for count in pool:
        following: dict[tuple[int, ...], int] = {}
        for left, number in ways.items():
            for after in _given(left, count):
                following[after] = following.get(after, 0) + number
        ways = following
    return ways.get((0,) * len(sizes), 0)


def _given(sizes: tuple[int, ...], count: int) -> Iterator[tuple[int, ...]]:
    """The sizes that are left when up to `count` cards of a kind are dealt to the hands."""
    if not sizes:
        yield ()
        return
    for here in range(min(sizes[0], count) + 1):
        for rest in _given(sizes[1:], count - here):
            yield (sizes[0] - here, *rest)


def _hands(way: Deal) -> set[tuple[Hand, ...]]:
    """The hands that are possible in one way, each once: of every pool but the newest no card may be left over."""
    found: set[tuple[Hand, ...]] = {((),) * len(way.hands)}
    for pool, cards in enumerate(way.pools):
        sizes = tuple(hand.count(pool) for hand in way.hands)
        if not any(sizes):
            continue
        dealt = list(_dealt(cards, sizes))
        found = {
            tuple(tuple(sorted((*hand, *more))) for hand, more in zip(hands, given, strict=True))
            for hands in found
            for given in dealt
        }
    return found


def _dealt(pool: Pool, sizes: tuple[int, ...]) -> Iterator[tuple[Hand, ...]]:
    """Every way to deal hands of these sizes out of a pool."""
    if not sizes:
        yield ()
        return
    kinds = [kind for kind, count in enumerate(pool) if count]
    for hand in combinations_with_replacement(kinds, sizes[0]):
        left = tuple(count - hand.count(kind) for kind, count in enumerate(pool))
        if min(left) >= 0:
            for rest in _dealt(left, sizes[1:]):
                yield (hand, *rest)


def _has(way: Deal, pool: int, card: str) -> bool:
    return way.pools[pool][CARDS.index(card)] > 0


def _less(pools: tuple[Pool, ...], pool: int, card: str) -> tuple[Pool, ...]:
    at, cards = CARDS.index(card), pools[pool]
    return (*pools[:pool], (*cards[:at], cards[at] - 1, *cards[at + 1 :]), *pools[pool + 1 :])


def _put(hands: tuple[tuple[int, ...], ...], seat: int, hand: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    return (*hands[:seat], tuple(sorted(hand)), *hands[seat + 1 :])
