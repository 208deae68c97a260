"""What the last player to act has just done, as far as all at the table may know it, and the same as a sentence.

Invariant: an act holds what lies open on the table. Of a card from the draw pile it says only that it was drawn, or that it was a
FAIL, which is laid down at once (P10). A card that was taken from the discard pile is in a hand now, and views hold no
past, so it is not named.
"""

from typing import Literal, assert_never

from msgspec import Struct

from companion.core.prompt import Move
from companion.core.seat import CHANCE, Actor, Seat
from companion.games.passcode import moves
from companion.games.passcode.moves import FAIL_CARD, KEY_CARD, DieFace, HeldCard

Did = Literal[
    "roll", "turn", "lock_in", "no_lock_in", "let_in", "no_let_in",
    "draw", "fail", "locked_out", "take", "play", "discard", "keep", "lay_down", "decline",
]  # fmt: skip


class LastAct(Struct, frozen=True):
    """`card`: the one that all saw. `number`: on top of the die that was rolled, or what a card stands for."""

    seat: Seat
    did: Did
    card: HeldCard | None = None
    number: DieFace | None = None


class Standing(Struct, frozen=True):
    """What an act depends on, before the move. `phase` and `luck`: as in the state; `seat`: whose turn it is. `needed`: the next
    digit of its code; `lock_in`: the number of its LOCK IN card; `is_last_fail`: whether one more FAIL locks it out."""

    phase: str
    luck: str
    seat: Seat
    needed: int | None
    lock_in: int | None
    is_last_fail: bool


def act_of(before: Standing, actor: Actor, move: Move) -> LastAct | None:
    """What a move did; None where it is nothing yet, as a roll before the die lies, and for what chance deals."""
    seat = before.seat
    if actor == CHANCE:
        return _luck(before, moves.chance_move(move))
    match moves.seat_move(move):
        case moves.RollDie() | moves.DrawCard("draw"):
            return None
        case moves.TurnCard():
            return LastAct(seat, "turn")
        case moves.DrawCard():
            return LastAct(seat, "take")
        case moves.PlayCard(card):
            return LastAct(seat, "play", card, before.needed)
        case moves.Discard(card):
            return LastAct(seat, "discard", card)
        case moves.LayDown(card, number):
            return LastAct(seat, "lay_down", card, int(card) if number is None else number)
        case moves.Keep():
            return LastAct(seat, "keep")
        case moves.Decline():
            return LastAct(seat, "decline")
        case made:
            assert_never(made)


def _luck(before: Standing, drawn: moves.ChanceMove) -> LastAct | None:
    seat = before.seat
    match drawn:
        case moves.DieRolled(top):
            return LastAct(seat, _rolled(before, top), number=top)
        case moves.CardDrawn(card) if before.luck != "card":
            return None
        case moves.CardDrawn(card) if card != FAIL_CARD:
            return LastAct(seat, "draw")
        case _:
            return LastAct(seat, "locked_out" if before.is_last_fail else "fail")


def _rolled(before: Standing, top: int) -> Did:
    if before.phase != "roll":
        return "roll"
    if before.lock_in is not None:  # P13
        return "lock_in" if top == before.lock_in else "no_lock_in"
    return "let_in" if before.needed in (None, top) else "no_let_in"  # P11


def act_sentence(act: LastAct, names: tuple[str, ...]) -> str:
    """An act in words."""
    name, card = names[act.seat], "KEY" if act.card == KEY_CARD else act.card
    stands = f" for a {act.number}" if act.card == KEY_CARD and act.number is not None else ""
    match act.did:
        case "roll":
            return f"{name} rolled a {act.number}."
        case "turn":
            return f"{name} turned the die."
        case "lock_in":
            return f"{name} rolled a {act.number} and locked in."
        case "no_lock_in":
            return f"{name} rolled a {act.number}, which does not lock in."
        case "let_in":
            return f"{name} rolled a {act.number} and is back in."
        case "no_let_in":
            return f"{name} rolled a {act.number} and stays locked out."
        case "draw":
            return f"{name} drew a card from the pile."
        case "fail":
            return f"{name} drew a FAIL."
        case "locked_out":
            return f"{name} drew the third FAIL and is locked out."
        case "take":
            return f"{name} took the top of the discard pile."
        case "play":
            return f"{name} played a {card}{stands}."
        case "discard":
            return f"{name} dropped a {card}."
        case "keep":
            return f"{name} kept the card."
        case "lay_down":
            return f"{name} laid down a {card}{stands} to lock in."
        case "decline":
            return f"{name} laid no card down."
        case _:
            assert_never(act.did)
