"""What the last player to act has just done, as far as all at the table may know it, and the same in words.

Invariant: an act holds what lies open on the table. Of a card from the draw pile it says only that it was drawn, or that it was a
FAIL, which is laid down at once (P10). A card that was taken from the discard pile is in a hand now, and views hold no
past, so it is not named.
"""

from typing import assert_never

from companion.core.seat import Seat
from companion.core.words import listed
from companion.games.passcode import moves
from companion.games.passcode.moves import FAIL_CARD, KEY_CARD, Did, LastAct
from companion.games.passcode.state import FAILS_TO_LOCK_OUT, State, digit_needed, highest_rollers


def act_of(state: State, made: moves.SeatMove | moves.ChanceMove) -> LastAct | None:
    """What a move in that state does; None where it does nothing yet, such as a roll before the die lies, and for a card that is
    dealt."""
    seat = state.turn
    match made:
        case moves.RollDie() | moves.DrawCard("draw"):
            return None
        case moves.TurnDie():
            return LastAct(seat, "turn")
        case moves.DrawCard():
            return LastAct(seat, "take")
        case moves.PlayCard(card):
            return LastAct(seat, "play", card, digit_needed(state, seat))
        case moves.Discard(card):
            return LastAct(seat, "discard", card)
        case moves.LayDown(card, number):
            return LastAct(seat, "lay_down", card, int(card) if number is None else number)
        case moves.Keep():
            return LastAct(seat, "keep")
        case moves.Decline():
            return LastAct(seat, "decline")
        case moves.DieRolled(top):
            tied = _tied(state, top)
            return LastAct(seat, "tie" if tied else _rolled(state, top), number=top, tied=tied)
        case moves.CardDrawn(card):
            return LastAct(seat, _drawn(state, card)) if state.luck == "card" else None
        case _:
            assert_never(made)


def _drawn(state: State, card: str) -> Did:
    if card != FAIL_CARD:
        return "draw"
    return "locked_out" if state.players[state.turn].fails + 1 == FAILS_TO_LOCK_OUT else "fail"


def _tied(state: State, top: int) -> tuple[Seat, ...]:
    """P7: who roll again after the last roll for the first turn; nobody where one of them rolled the highest."""
    tops = (*state.tops, top)
    if state.phase != "first" or len(tops) < len(state.contenders):
        return ()
    best = highest_rollers(state.contenders, tops)
    return best if len(best) > 1 else ()


def _rolled(state: State, top: int) -> Did:
    if state.phase != "roll":
        return "roll"
    lock_in = state.players[state.turn].lock_in
    if lock_in is not None:  # P13
        return "lock_in" if top == lock_in.number else "no_lock_in"
    return "let_in" if digit_needed(state, state.turn) in (None, top) else "no_let_in"  # P11


def act_words(act: LastAct, names: tuple[str, ...]) -> str:
    """An act in words, as one or two sentences without the last full stop."""
    name, card = names[act.seat], "KEY" if act.card == KEY_CARD else act.card
    stands = f" for a {act.number}" if act.card == KEY_CARD and act.number is not None else ""
    match act.did:
        case "roll":
            return f"{name} rolled a {act.number}"
        case "tie":
            tied = listed([names[seat] for seat in act.tied])
            return f"{name} rolled a {act.number}. A tie for the highest: {tied} roll again"
        case "turn":
            return f"{name} turned the die"
        case "lock_in":
            return f"{name} rolled a {act.number} and locked in"
        case "no_lock_in":
            return f"{name} rolled a {act.number}, which does not lock in"
        case "let_in":
            return f"{name} rolled a {act.number} and is back in"
        case "no_let_in":
            return f"{name} rolled a {act.number} and stays locked out"
        case "draw":
            return f"{name} drew a card from the pile"
        case "fail":
            return f"{name} drew a FAIL"
        case "locked_out":
            return f"{name} drew the third FAIL and is locked out"
        case "take":
            return f"{name} took the top of the discard pile"
        case "play":
            return f"{name} played a {card}{stands}"
        case "discard":
            return f"{name} dropped a {card}"
        case "keep":
            return f"{name} kept the card"
        case "lay_down":
            return f"{name} laid down a {card}{stands} to lock in"
        case "decline":
            return f"{name} laid no card down"
        case _:
            assert_never(act.did)
