"""Why a move of Passcode is refused, in the words of the game. Made from the view alone, so it reveals no more."""

from typing import Final

from companion.core.die import FACES, opposite
from companion.core.prompt import Move
from companion.core.seat import Seat
from companion.core.words import Vocabulary, is_whole, quoted, vocabulary
from companion.games.passcode.rules import (
    CARD_KINDS,
    DIGIT_CARDS,
    FAIL_CARD,
    KEY_CARD,
    CardDrawn,
    Decline,
    DieRolled,
    Discard,
    DrawCard,
    Keep,
    LayDown,
    Options,
    PasscodeView,
    PlayCard,
    RollDie,
    TurnDie,
    current_code,
    next_digit,
)

VOCABULARY: Final[Vocabulary] = vocabulary(
    (RollDie, TurnDie, DrawCard, PlayCard, Discard, Keep, LayDown, Decline), (DieRolled, CardDrawn)
)
_MOVES_OF_A_CARD: Final = ("play", "discard", "lay_down")


def explain(options: Options, view: PasscodeView, move: Move) -> str | None:
    """Which rule a refused move breaks."""
    if view.seat is None:
        return _luck(view, move)
    match view.phase, move["move"]:
        case "turning", "turn":
            return f'The die is turned "left" or "right", not {quoted(move["to"])}.'
        case "draw", "draw":
            return _drawn(view, move["pile"])
        case "play" | "lay_down", "play" | "discard" | "lay_down" | "keep" | "decline":
            return _used(view, view.seat, move)
        case _, name:
            return _untimely(view, view.seat, name)


def _untimely(view: PasscodeView, seat: Seat, name: str) -> str | None:
    """Why a move is not possible now, and what is."""
    match view.phase:
        case "codes":
            return "The codes are being rolled: roll the die."
        case "turning":
            return "The die lies askew: turn it left or right first."
        case "first":
            return "The highest roll begins the round: roll the die first."
        case "roll":
            lock_in = view.lock_in[seat]
            if lock_in is not None:  # P13
                return f"Your LOCK IN card is down: roll the die, and a {lock_in.number} locks your code in."
            return "Three FAILs have locked you out: roll the die to get back in."  # P11
        case "draw" if name == "roll":
            return "Nothing is rolled for on this turn: draw a card, from the draw pile or the discard pile."
        case "draw" if name == "turn":
            return "The die is turned only when the codes are rolled: draw a card first."
        case "draw":
            return "A turn begins with a card: draw one first, from the draw pile or the discard pile."
        case "play" | "lay_down":
            what = {"draw": "You have drawn a card already", "roll": "Nothing is rolled for on this turn"}
            return f"{what.get(name, 'The die is turned only when the codes are rolled')}: {_now(view, seat)}."
        case _:
            return None


def _now(view: PasscodeView, seat: Seat) -> str:
    """What the seat can do with the cards in hand."""
    if view.phase == "lay_down":
        return "lay your card down, or decline"
    return "play or discard a card" if next_digit(view, seat) is not None else "lay a card down or discard one"


def _drawn(view: PasscodeView, pile: object) -> str | None:
    """P8: why no card can be drawn from that pile."""
    if pile == "discard":
        return "The discard pile is empty: draw from the draw pile."
    if pile == "draw":
        return "The draw pile is empty, and below the top of the discard pile there is nothing to shuffle."
    return f'A card is drawn from the pile "draw" or "discard", not from {quoted(pile)}.'


def _used(view: PasscodeView, seat: Seat, move: Move) -> str | None:
    """Why a move with the cards in hand is refused."""
    name, card, hand, needed = move["move"], move.get("card"), view.hand or (), next_digit(view, seat)
    if name == "discard" and view.phase == "lay_down":  # P12
        return "You have played a card this turn: the one left can be laid down or kept."
    if name == "lay_down" and needed is not None:  # P12
        missing = len(current_code(view, seat)) - view.filled[seat]
        return f"Only a complete code can be locked in, and yours lacks {missing} digit{'s' * (missing > 1)}."
    if name in _MOVES_OF_A_CARD and (reason := _not_held(hand, name, card)):
        return reason
    match name:
        case "play" if needed is None:  # P12
            return "Your code is complete: no more cards are played on it, and one can be laid down to lock it in."
        case "play":  # P9
            return f"A code is filled in order: its next digit is {needed}, so play a {needed} or a KEY."
        case "lay_down" if card == KEY_CARD and "number" not in move:  # P12
            return "With a KEY a number from 1 to 6 must be stated."
        case "lay_down" if card == KEY_CARD:
            return f"With a KEY a number from 1 to 6 must be stated, not {quoted(move['number'])}."
        case "lay_down":
            return f"A {card} locks in with its own number: a number is stated with a KEY alone."
        case "keep" if view.phase == "lay_down":
            return "You need not lay your card down: decline, and it stays in your hand."
        case "keep":  # P9
            return f"You may keep the card drawn only if you held none before: {_now(view, seat)}."
        case "decline" if needed is not None:
            return "Your code is not complete, so there is nothing to decline: play or discard a card."
        case "decline":  # P12
            return f"You have drawn a card, so one must go: {_now(view, seat)}."
        case _:
            return None


def _not_held(hand: tuple[str, ...], name: str, card: object) -> str | None:
    """Why a card is not in the hand; None where it is."""
    if card in hand:
        return None
    if card == FAIL_CARD:
        return "A FAIL is laid down as soon as it is drawn, so none is ever in your hand."  # P10
    if card in (*DIGIT_CARDS, KEY_CARD):
        return f"You hold no {card}."
    return _no_card(card, "")


def _no_card(card: object, more: str) -> str:
    if is_whole(card, FACES[0], FACES[-1]):
        return f'A card is named by a text: "{card}" in quotes, not {card}.'
    return f'The cards are "1" to "6"{more} and "KEY", not {quoted(card)}.'


def _luck(view: PasscodeView, move: Move) -> str | None:
    """Why a move of chance is refused."""
    rolling = view.phase in ("codes", "first", "roll")
    if move["move"] == "card":
        if rolling:
            return "The die rolls now: no card is turned."
        card = move["card"]
        if card not in CARD_KINDS:
            return _no_card(card, ', "FAIL"')
        return f"No {card} can come next: the draw pile holds none, or other cards come before it."  # P5
    if not rolling:
        return "A card is turned now: the die does not roll."
    top, front = move["top"], move["front"]
    for side, face in (("top", top), ("front", front)):  # P1
        if not is_whole(face, FACES[0], FACES[-1]):
            return f"The {side} of a die is one of its faces 1 to 6, not {quoted(face)}: read the die again."
    if top == front:
        return f"Top and front cannot both be {top}: read the die again."
    if front == opposite(top):
        return f"Top and front cannot be {top} and {front}, which lie opposite each other: read the die again."
    return None
