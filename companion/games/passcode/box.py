"""Passcode with the box's own cards: who tells which card it is, and what a seat may be offered to tell.

The law: an offer holds every kind of card of which the seat does not see all copies. What lies in a hand is no FAIL, as all
know, so no FAIL is offered for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final

from companion.core.game import Step
from companion.core.physical_draw import PhysicalDraws, Reporter
from companion.core.prompt import Choose, Move, Option
from companion.core.seat import CHANCE
from companion.games.passcode.cards import DECK, DIGITS, FAIL, KEY, KINDS
from companion.games.passcode.options import Options
from companion.games.passcode.rules import apply, setup
from companion.games.passcode.state import State
from companion.games.passcode.view import TableView

HELP: Final = "Look at the card and tell the table which it is. The table tells the others no more than they may know."
AGAIN_HELP: Final = (
    "There are not so many cards of a kind as were told, so everybody tells the cards in hand again. Nobody else sees what "
    "you choose."
)
COPIES: Final = dict(zip(KINDS, DECK, strict=True))
HELD: Final = (*DIGITS, KEY)
"""What a hand may hold; a FAIL is put down at once (P6, P10)."""
LABELS: Final = {FAIL: "F"}

Token = tuple[str, int | None]
"""A card in a hand, and the move of chance by which it came there; None where all saw it on the discard pile before."""


def reporter(state: State) -> Reporter | None:
    """Whoever a card goes to; the card that starts the discard pile lies open, and whose turn it is tells it."""
    match state.luck:
        case "deal":
            return Reporter(state.dealing[0], "The card dealt to you")
        case "card":
            return Reporter(state.turn, "Which card is it?")
        case "open" | "reopen":
            return Reporter(state.turn, "The card turned over")
        case _:
            return None


def offer(view: TableView, title: str) -> Choose:
    """Every kind of which the view does not show all copies."""
    return _choose(title, HELP, (*HELD, FAIL), _in_sight(view) + Counter(view.hand or ()))


def offer_again(view: TableView, told: tuple[Move, ...], drawing: Reporter | None) -> Choose | None:
    """The cards in hand, then the one that was being drawn."""
    held, number = len(view.hand or ()), len(told)
    seen = _in_sight(view) + Counter(move["card"] for move in told)
    if number < held:
        title = "The card in your hand" if held == 1 else f"Card {number + 1} of your {held}"
        return _choose(title, AGAIN_HELP, HELD, seen)
    if drawing is not None and number == held:
        return _choose(drawing.title, AGAIN_HELP, (*HELD, FAIL), seen)
    return None


def corrected(options: Options, steps: Sequence[Step], told: tuple[tuple[Move, ...], ...]) -> Iterator[list[Step]]:
    """What chance dealt and drew into the hands with what was told again in its place, and the card that was being drawn."""
    hands = _hands(options, len(told), steps)
    ways = [
        list(_ways(hand, [move["card"] for move in moves[: len(hand)]]))
        for hand, moves in zip(hands, told, strict=True)
    ]
    (last,) = (move for hand, moves in zip(hands, told, strict=True) for move in moves[len(hand) :])
    for way in product(*ways):
        history = list(steps)
        for cards in way:
            for number, card in cards.items():
                history[number] = (CHANCE, {"move": "card", "card": card})
        yield [*history, (CHANCE, last)]


def settled(view: TableView) -> object:
    """All of it: a hand is nobody else's, and no more is told again."""
    return view


def _ways(hand: list[Token], cards: list[str]) -> Iterator[dict[int, str]]:
    """Which moves of chance brought which cards: most likely what is among both was right; else they go by their order.

    None of them where a card would be another one than all saw it to be.
    """
    left = list(cards)
    likely: dict[int, str] = {}
    wrong: list[int | None] = []
    # What all saw can only be what it was, so it is matched before all else.
    for card, number in sorted(hand, key=lambda token: token[1] is not None):
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


def _hands(options: Options, seats: int, steps: Sequence[Step]) -> list[list[Token]]:
    """The hands, card by card, and where the cards came from."""
    state = setup(options, seats)
    hands: list[list[Token]] = [[] for _ in range(seats)]
    for number, (actor, move) in enumerate(steps):
        match move:
            case {"move": "card", "card": str(card)} if card != FAIL and state.luck == "deal":
                hands[state.dealing[0]].append((card, number))
            case {"move": "card", "card": str(card)} if card != FAIL and state.luck == "card":
                hands[state.turn].append((card, number))
            case {"move": "draw", "pile": "discard"}:
                hands[state.turn].append((state.piles.discard[-1], None))
            case {"move": "play" | "discard" | "lay_down", "card": str(card)}:
                # Of two alike the one goes that all know already: then the other may still turn out to be something else.
                hand = hands[state.turn]
                hand.remove((card, None) if (card, None) in hand else next(one for one in hand if one[0] == card))
            case _:
                pass
        earlier, state = state, apply(state, actor, move)
        if state.round != earlier.round:
            hands = [[] for _ in range(seats)]
    return hands


def _in_sight(view: TableView) -> Counter[str]:
    """The cards that all can see."""
    seen = Counter(card for board in view.board for card in board)
    seen.update(lock_in.card for lock_in in view.lock_in if lock_in is not None)
    seen.update([view.discard_top] if view.discard_top is not None else [])
    seen[FAIL] += sum(view.fails)
    return seen


def _choose(title: str, help_text: str, kinds: Iterable[str], seen: Counter[str]) -> Choose:
    options = (
        Option({"move": "card", "card": card}, LABELS.get(card, card), "A FAIL" if card == FAIL else f"The {card}")
        for card in kinds
        if seen[card] < COPIES[card]
    )
    return Choose(title, help_text, tuple(options), secret=True, confirm=True)


BOX: Final = PhysicalDraws(
    piece="card",
    again="Hands are told again",
    conflict="A card was told too often: check the hands.",
    reporter=reporter,
    offer=offer,
    offer_again=offer_again,
    corrected=corrected,
    settled=settled,
)
