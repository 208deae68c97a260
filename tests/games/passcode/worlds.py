"""How many ways there are to deal hidden hands, counted without listing them."""

from functools import reduce
from itertools import product

from companion.games.passcode.rules import CARD_KINDS, COPIES_IN_DECK, FAIL_CARD, Options, PasscodeView

Sizes = tuple[int, ...]


def count(_options: Options, view: PasscodeView) -> int:
    """The hands of all others, each a number of cards of which only the kinds matter, from the cards that are not in sight."""
    over = view.phase == "over" and not view.is_playoff
    sizes = tuple(0 if over or seat == view.seat else held for seat, held in enumerate(view.hands))
    seen = [*(view.hand or ()), *(card for board in view.board for card in board)]
    seen += [lock_in.card for lock_in in view.lock_in if lock_in is not None]
    seen += [view.discard_top] if view.discard_top is not None else []
    left = [
        number - seen.count(card) for card, number in zip(CARD_KINDS, COPIES_IN_DECK, strict=True) if card != FAIL_CARD
    ]
    return reduce(dealt, left, {sizes: 1}).get((0,) * len(sizes), 0)


def dealt(open_places: dict[Sizes, int], cards: int) -> dict[Sizes, int]:
    """In how many ways so many places of each hand stay open, when up to `cards` equal cards more are dealt."""
    found: dict[Sizes, int] = {}
    for sizes, ways in open_places.items():
        for given in product(*(range(min(size, cards) + 1) for size in sizes)):
            if sum(given) <= cards:
                rest = tuple(size - number for size, number in zip(sizes, given, strict=True))
                found[rest] = found.get(rest, 0) + ways
    return found
