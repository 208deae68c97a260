"""Why a bot of Passcode makes a move, as one sentence for whoever plays that seat; made from what the seat may know."""

from companion.core.prompt import Move
from companion.games.passcode.moves import KEY_CARD
from companion.games.passcode.view import PasscodeView, current_code, is_playoff, next_digit
from companion.solvers.passcode.choice import Turn

FEW = 1e-3
"""A difference of worth below this is none that a reason is made of."""


def move_reason(view: PasscodeView, move: Move, looks: int = 6, turn: Turn | None = None) -> str:
    """The reason. `looks`: how many digits of the code the player looks at; `turn`: what a player that reckons has found."""
    match move:
        case {"move": "roll"}:
            return _rolls(view)
        case {"move": "turn"}:
            return "To this player one number is as good as another."
        case {"move": "draw", "pile": "discard"}:
            return _takes(view, turn)
        case {"move": "draw"}:
            return _draws(view, turn)
        case {"move": "play", "card": card}:
            return _plays(view, card)
        case {"move": "discard", "card": card}:
            return _discards(view, card, looks, turn)
        case {"move": "keep"}:
            return _keeps(view)
        case {"move": "lay_down", "card": card}:
            least = move.get("number") or card
            return (
                f"Each turn is then a roll for it, so begin at once. A {least} is the lowest that you can lay down, "
                "and costs the fewest points."
            )
        case _:
            return "This is your last turn of the round, and the card counts less in your hand than laid down."


def turn_reason(view: PasscodeView, move: Move) -> str:
    """Why a player that reckons turns the die so."""
    if is_playoff(view):
        return "In a playoff every number is as good as another."
    return f"Turned {move['to']}, the die gives you a number with which your code fills faster, compared with the others' codes."


def _rolls(view: PasscodeView) -> str:
    assert view.seat is not None, "a seat decides"
    lock_in, needed = view.lock_in[view.seat], next_digit(view, view.seat)
    if view.phase != "roll":
        return "A roll is all that can be done now."
    if lock_in is not None:
        return f"One roll in six shows the {lock_in.number} that locks your code in."
    return (
        "Any number lets you in again."
        if needed is None
        else f"One roll in six shows the {needed} that lets you in again."
    )


def _takes(view: PasscodeView, turn: Turn | None) -> str:
    assert view.seat is not None, "a seat decides"
    top, needed, hold = view.discard_top, next_digit(view, view.seat), _hold(view)
    if needed is None:
        return f"Your code is complete, so any card will do to lock in, and the {top} cannot be a FAIL."
    if top == KEY_CARD:
        return "The KEY on the discard pile stands for any digit."
    if top == str(needed):
        return f"The {top} on the discard pile is the next digit of your code."
    if hold in (KEY_CARD, str(needed)):
        later = f", and the {top} comes later in your code" if top in _later(view) else ""
        return f"You can go on with the {hold} in your hand: an open card cannot be a FAIL{later}."
    if top in _later(view):
        return f"The {top} on the discard pile comes later in your code."
    if turn is not None and turn.threat(top) > turn.threat(None) + FEW:
        return f"The {top} would help the next player more than it costs you to take it."
    if view.fails[view.seat] == 2:
        return "Another FAIL would lock you out: take the open card, and wait for a better one."
    return f"The {top} on the discard pile cannot be a FAIL."


def _draws(view: PasscodeView, turn: Turn | None) -> str:
    assert view.seat is not None, "a seat decides"
    top = view.discard_top
    if top is None:
        return "Nothing lies on the discard pile."
    if turn is None:
        hold, needed = _hold(view), next_digit(view, view.seat)
        if hold is not None and top in (KEY_CARD, str(needed)):
            return f"The {top} on the discard pile helps your code no more than the {hold} in your hand."
        return f"The {top} on the discard pile is not what your code needs next."
    wanted, hold = turn.wanted(), _hold(view)
    if wanted is None:
        any_card = f"You hold the {hold} that completes your code" if turn.rest else "Your code is complete"
        return f"{any_card}, {_leaves_top(turn, top)}."
    after = f"after the {hold} in your hand" if turn.holds_next() else "next"
    chance = round(100 * turn.useful())
    return f"{_helps_less(view, top)} The next card is the {wanted} that you need {after}, or a KEY, in {chance} of 100 cases."


def _leaves_top(turn: Turn, top: str) -> str:
    """Why not to take the open card, where the code needs no card more than another."""
    if turn.threat(turn.under()) > turn.threat(top) + FEW:
        under = turn.under()
        if under is None:
            return f"and the card that would lie open without the {top} may help the next player more"
        return f"and the {under} below the open {top} would help the next player more"
    if top not in (KEY_CARD, "1") and not turn.rest:
        return f"and an unknown card may be a lower one to lock in than the open {top}"
    return f"and the open {top} is not needed"


def _helps_less(view: PasscodeView, top: str) -> str:
    """Why not to take the open card."""
    assert view.seat is not None, "a seat decides"
    if top in _later(view):
        return f"The open {top} is needed only later."
    if top in (KEY_CARD, str(next_digit(view, view.seat))):
        return f"An unknown card may help more than the open {top}."
    return f"The open {top} is not needed."


def _plays(view: PasscodeView, card: str) -> str:
    assert view.seat is not None, "a seat decides"
    needed = next_digit(view, view.seat)
    what = f"The {card} is the next digit of your code"
    if card == KEY_CARD:
        what = f"The KEY stands for the {needed} that your code needs next"
    left = _left(view, card)
    if len(current_code(view, view.seat)) == view.filled[view.seat] + 1:
        return f"{what}, and completes it."
    if left == KEY_CARD:
        return f"{what}, and the KEY is kept for a later one."
    other = f"other {left}" if left == card else left
    return f"{what}, and the {other} comes later in it." if left in _later(view) else f"{what}."


def _keeps(view: PasscodeView) -> str:
    """Of a card that is kept by who held none."""
    assert view.seat is not None, "a seat decides"
    (card,) = view.hand or ()
    needed = next_digit(view, view.seat)
    if needed is None:
        return f"Your code is complete, and the {card} can lock it in later."
    if card == KEY_CARD:
        return "The KEY stands for any digit, so keep it."
    if card == str(needed) or card in _later(view):
        return f"Your code needs the {card}, so keep it."
    return f"The {card} is not in the rest of your code, but a card in hand can lock the code in once it is complete."


def _discards(view: PasscodeView, card: str, looks: int, turn: Turn | None) -> str:
    assert view.seat is not None, "a seat decides"
    left, later = _left(view, card), _later(view)
    if next_digit(view, view.seat) is None:
        return f"Your code is complete, and the round ends before you could roll, so the {card} need not count against you."
    if left is None:
        return f"The {card} is not in the rest of your code, and an empty hand costs no points."
    spares = turn is not None and turn.threat(card) + FEW < turn.threat(left)
    helps = f", and the {card} helps the next player less" if spares else ""
    if left == card:
        return f"You hold two {'KEYs' if card == KEY_CARD else f'{card}s'}: drop one, and keep the other."
    if left == KEY_CARD:
        return f"The KEY stands for any digit, so keep it{helps}."
    if left == str(next_digit(view, view.seat)):
        return f"Play the {left} next turn: then you can keep the card that you draw instead of the {card}{helps}."
    if left in later and card in later and looks > 1:
        if later.index(left) < later.index(card):
            return f"Your code needs the {left} before the {card}, so keep the {left}{helps}."
    elif left in later and looks > 1:
        return f"The {left} comes later in your code, so keep it{helps}."
    if spares:
        return f"The {card} helps the next player less than the {left} would."
    if looks == 1:
        return f"The {card} is not the next digit of your code."
    if left in later:
        return "Both cards come later in your code, so either may go."
    if int(left) < int(card):
        return f"Neither card is in the rest of your code. If the {left} is left at the end, it costs fewer points."
    return "Neither card is in the rest of your code, so either may go."


def _hold(view: PasscodeView) -> str | None:
    return view.hand[0] if view.hand else None


def _left(view: PasscodeView, card: str) -> str | None:
    """The other card in hand."""
    hand = list(view.hand or ())
    hand.remove(card)
    return hand[0] if hand else None


def _later(view: PasscodeView) -> list[str]:
    """The digits that the code needs after the next one."""
    assert view.seat is not None, "a seat decides"
    return [str(digit) for digit in current_code(view, view.seat)[view.filled[view.seat] + 1 :]]
