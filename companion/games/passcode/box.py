"""Passcode with the players' own cards: who reports which card was drawn, and which cards the reporter may choose from.

Invariant: an offer holds every kind of card of which the seat does not see all copies. A hand never holds a FAIL, as everybody
knows, so an offer for a hand has none.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from companion.core.game import Step
from companion.core.moves import as_json, option
from companion.core.physical_draw import PhysicalDraws, Reporter
from companion.core.prompt import Choose, Move
from companion.core.seat import CHANCE
from companion.games.passcode.rules import (
    CARD_KINDS,
    COPIES_IN_DECK,
    DIGIT_CARDS,
    FAIL_CARD,
    KEY_CARD,
    CardDrawn,
    Options,
    PasscodeView,
    State,
    apply,
    setup,
)

_HELP: Final = "Look at the card and enter which it is. The others see no more than the rules allow."
_AGAIN_HELP: Final = (
    "More cards of a kind were entered than there are. Everybody enters the cards in hand again. Nobody else sees what you "
    "choose."
)
_COPIES: Final = dict(zip(CARD_KINDS, COPIES_IN_DECK, strict=True))
_HELD_KINDS: Final = (*DIGIT_CARDS, KEY_CARD)
"""The kinds that a hand can hold; a FAIL is put down at once (P6, P10)."""
_LABELS: Final = {FAIL_CARD: "F"}

_CardOrigin = tuple[str, int | None]
"""A card in a hand, and the index of the move of chance that dealt or drew it; None if it came from the discard pile, where
everybody saw it."""


def reporter(state: State) -> Reporter | None:
    """The seat that the card goes to. The card that starts the discard pile is face up: the seat whose turn it is reports it."""
    match state.luck:
        case "deal":
            return Reporter(state.dealing[0], "Your first card?")
        case "card":
            return Reporter(state.turn, "Which card is it?")
        case "open" | "reopen":
            return Reporter(state.turn, "Starter card?")
        case _:
            return None


def offer(view: PasscodeView, title: str) -> Choose:
    """Every kind of which the view's seat does not see all copies."""
    return _choose(title, _HELP, (*_HELD_KINDS, FAIL_CARD), _in_sight(view) + Counter(view.hand or ()))


def offer_again(view: PasscodeView, reported: tuple[Move, ...], drawing: Reporter | None) -> Choose | None:
    """The cards in hand, then the card that was being drawn."""
    held, number = len(view.hand or ()), len(reported)
    seen = _in_sight(view) + Counter(move["card"] for move in reported)
    if number < held:
        title = "Card in hand?" if held == 1 else f"Card {number + 1} of your {held}"
        return _choose(title, _AGAIN_HELP, _HELD_KINDS, seen)
    if drawing is not None and number == held:
        return _choose(drawing.title, _AGAIN_HELP, (*_HELD_KINDS, FAIL_CARD), seen)
    return None


def corrected(options: Options, steps: Sequence[Step], reported: tuple[tuple[Move, ...], ...]) -> Iterator[list[Step]]:
    """The history with the cards in hand replaced by the new reports; the card that was being drawn is the last move."""
    hands = _hands(options, len(reported), steps)
    corrections = [
        list(_corrections(hand, [move["card"] for move in moves[: len(hand)]]))
        for hand, moves in zip(hands, reported, strict=True)
    ]
    (last,) = (move for hand, moves in zip(hands, reported, strict=True) for move in moves[len(hand) :])
    for replaced in product(*corrections):
        history = list(steps)
        for cards in replaced:
            for number, card in cards.items():
                history[number] = (CHANCE, as_json(CardDrawn(card)))
        yield [*history, (CHANCE, last)]


def settled(view: PasscodeView) -> object:
    """All that a correction keeps: the whole public view, since only hands are reported again."""
    return view


def _corrections(hand: list[_CardOrigin], cards: list[str]) -> Iterator[dict[int, str]]:
    """Which moves of chance brought which cards. Likeliest: cards in both reports were right, the others in their order.

    None at all where a card that everybody saw would have to be another one.
    """
    left = list(cards)
    likely: dict[int, str] = {}
    wrong: list[int | None] = []
    # Cards that everybody saw are matched first, since they cannot be others.
    for card, number in sorted(hand, key=lambda origin: origin[1] is not None):
        if card in left:
            left.remove(card)
            if number is not None:
                likely[number] = card
        else:
            wrong.append(number)
    if None in wrong:
        return
    likely |= {number: card for number, card in zip(wrong, left, strict=True) if number is not None}
    yield likely


def _hands(options: Options, seats: int, steps: Sequence[Step]) -> list[list[_CardOrigin]]:
    """The cards of each hand, and where they came from."""
    state = setup(options, seats)
    hands: list[list[_CardOrigin]] = [[] for _ in range(seats)]
    for number, (actor, move) in enumerate(steps):
        match move:
            case {"move": "card", "card": str(card)} if card != FAIL_CARD and state.luck == "deal":
                hands[state.dealing[0]].append((card, number))
            case {"move": "card", "card": str(card)} if card != FAIL_CARD and state.luck == "card":
                hands[state.turn].append((card, number))
            case {"move": "draw", "pile": "discard"}:
                hands[state.turn].append((state.piles.discard[-1], None))
            case {"move": "play" | "discard" | "lay_down", "card": str(card)}:
                # Of two alike, the one that everybody saw goes: a correction can still change the other.
                hand = hands[state.turn]
                hand.remove((card, None) if (card, None) in hand else next(one for one in hand if one[0] == card))
            case _:
                pass
        earlier, state = state, apply(state, actor, move)
        if state.round != earlier.round:
            hands = [[] for _ in range(seats)]
    return hands


def _in_sight(view: PasscodeView) -> Counter[str]:
    """The cards that everybody sees."""
    seen = Counter(card for board in view.board for card in board)
    seen.update(lock_in.card for lock_in in view.lock_in if lock_in is not None)
    seen.update([view.discard_top] if view.discard_top is not None else [])
    seen[FAIL_CARD] += sum(view.fails)
    return seen


def _choose(title: str, help_text: str, kinds: Iterable[str], seen: Counter[str]) -> Choose:
    options = (option(CardDrawn(card), sign=_LABELS.get(card, card)) for card in kinds if seen[card] < _COPIES[card])
    return Choose(title, help_text, tuple(options), secret=True, confirm=True, accept="Yes")


BOX: Final = PhysicalDraws(
    piece="card",
    repeat_title="Enter all hands again",
    conflict="A card was entered too often: check the hands.",
    reporter=reporter,
    offer=offer,
    offer_again=offer_again,
    corrected=corrected,
    settled=settled,
)
