"""Reviews the decisions of Passcode by their worth: what they made of the chance to complete the code before the round ends.

What is hidden is the next card, so there are no bits. Only the draw has luck: the card that came, against the mean of all that
could have come. Rolls, and moves without a choice, are not reviewed.
"""

from typing import Final

from companion.bots.passcode.reasons import FEW
from companion.core.prompt import Move, every
from companion.core.small_steps import SmallSteps
from companion.games.passcode.moves import KEY_CARD
from companion.games.passcode.prompts import prompt
from companion.games.passcode.view import PasscodeView, current_code, next_digit
from companion.hints.passcode import COMPARED, best, points, promise, turn_of
from companion.review.review import Judgement, Moment

SMALL_LOSS: Final = 0.5
"""A move whose worth was so few points below the best one's was as good."""


def judge(moment: Moment) -> SmallSteps[Judgement | None]:
    """The judgement of a draw, and of what was done with the card; None where there was no choice."""
    if moment.move["move"] not in COMPARED:
        return None
    asked = prompt(moment.options, moment.view)
    if asked is None or len(list(every(asked))) < 2:
        return None
    made = promise(moment.options, moment.memory, moment.view, moment.move)
    top = yield from best(moment.options, moment.memory, moment.view)
    assert made is not None
    assert top is not None, "a move is legal"
    card = None
    if moment.move == {"move": "draw", "pile": "draw"} and moment.following is not None:
        card = moment.following[1].get("card")
    gained = made.worth if card is None else points(turn_of(moment.memory, moment.view).drawn(str(card)))
    if made.worth >= top.promise.worth - SMALL_LOSS:
        why = f"No other move promised more{_reason(moment, moment.move)}."
    else:
        loss, named = max(1, round(top.promise.worth - made.worth)), _named(top.move, moment)
        why = f"{named[0].upper()}{named[1:]} promised {loss} per cent more{_reason(moment, top.move)}."
    said = _named(moment.move, moment)
    return Judgement(
        said=said if card is None else f"{said}: {card}",
        why=why,
        gained=gained,
        expected=made.worth,
        best=top.promise.worth,
    )


def _reason(moment: Moment, move: Move) -> str:
    """What speaks for a move, as far as a few words can say it."""
    view: PasscodeView = moment.view
    needed, rest = next_digit(view, moment.seat), _rest(moment)
    match move:
        case {"move": "discard", "card": card}:
            return _kept(moment, str(card))
        case {"move": "play"} if needed is not None:
            return f": the code needs a {needed} next"
        case {"move": "draw", "pile": "discard"} if view.discard_top == KEY_CARD:
            return ": a KEY fills any place, and an open card cannot be a FAIL"
        case {"move": "draw", "pile": "discard"} if view.discard_top == str(needed):
            return ": the code needs it next, and an open card cannot be a FAIL"
        case {"move": "draw", "pile": "discard"} if view.discard_top in rest:
            return ": the code needs it later, and an open card cannot be a FAIL"
        case {"move": "draw", "pile": "discard"}:
            return ": an open card cannot be a FAIL"
        case {"move": "draw"}:
            return _open_card(view.discard_top, rest)
        case {"move": "keep"} if needed is None:
            return ": it can lock the code in later"
        case {"move": "keep"} if KEY_CARD in (view.hand or ()):
            return ": a KEY can fill any place later"
        case {"move": "keep"} if {*(view.hand or ())} & {*rest}:
            return ": the code still needs it"
        case {"move": "lay_down"}:
            return ": every turn is a roll for it then"
        case _:
            return ""


def _rest(moment: Moment) -> list[str]:
    """The digits that the code still needs, the next one first."""
    view: PasscodeView = moment.view
    return [str(digit) for digit in current_code(view, moment.seat)[view.filled[moment.seat] :]]


def _open_card(top: str | None, rest: list[str]) -> str:
    """Why not to take the open card, where it is plain."""
    if top is None or top == KEY_CARD or not rest or top == rest[0]:
        return ""
    return f": the open {top} is needed only later" if top in rest else f": the open {top} is not needed"


def _kept(moment: Moment, card: str) -> str:
    """What speaks for a discard: the card that is kept, or nothing."""
    view: PasscodeView = moment.view
    hand, needed = list(view.hand or ()), next_digit(view, moment.seat)
    hand.remove(card)
    rest = _rest(moment)
    if not hand and card not in (KEY_CARD, *rest) and rest:
        return f": the {card} is not in the rest of the code"
    if not hand or needed is None:
        return ""
    (left,) = hand
    if left == card:
        return f": both cards are {card}s"
    if left == KEY_CARD:
        return ": it keeps the KEY, which can fill any place later"
    turn = turn_of(moment.memory, view)
    spared = turn.threat(left) - turn.threat(card)
    less = f"the {card} helps the next player less"
    if left in rest and card in rest:
        sooner = turn.hand_worth(left) - turn.hand_worth(card) if rest.index(left) < rest.index(card) else 0.0
        reasons = sorted(((sooner, f"the code needs the {left} before the {card}"), (spared, less)), reverse=True)
        said = ", and ".join(reason for worth, reason in reasons if worth > FEW)
        return said and f": {said}"
    if left in rest:
        return f": it keeps the {left}, which the code still needs"
    if card in rest or card == KEY_CARD:
        return ""
    if spared > FEW:
        return f": neither card is in the rest of the code, and {less}"
    return ": neither card is in the rest of the code"


def _named(move: Move, moment: Moment) -> str:
    match move:
        case {"move": "draw", "pile": "discard"}:
            return f"taking the open {moment.view.discard_top}"
        case {"move": "draw"}:
            return "drawing from the pile"
        case {"move": "play", "card": card}:
            return f"playing the {card}"
        case {"move": "discard", "card": card}:
            return f"discarding the {card}"
        case {"move": "lay_down", "card": card}:
            stated = f" as a {move['number']}" if move.get("number") else ""
            return f"laying down the {card}{stated}"
        case {"move": "keep"}:
            return f"keeping the {(moment.view.hand or ('card',))[0]}"
        case _:
            return "laying down no card"
