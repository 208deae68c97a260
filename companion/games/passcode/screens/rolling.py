"""The bodies while the die is rolled: for the codes, for their turning, and for the first turn.

The die lies between the players: it is drawn as this seat sees it, and this seat's own number is lit.
"""

from typing import Final

from companion.core.screen import BODY, FilledBox, Mark, Rect, TextMark, centred, right_aligned, text_lines, wrap
from companion.dice.attitude import Attitude, towards, turned
from companion.games.passcode.marks import BESIDE_TOP, DIE_AND_SIDES, DIE_SIZE, draw_die, draw_die_and_sides
from companion.games.passcode.view import PasscodeView, is_playoff, writers

_DIE: Final = 65
"""Where the last roll is drawn beside the codes."""
_WIDTH: Final = 55
"""Pixels of the die, its sides and the number of the seat."""
_VALUE: Final = (14, 17)
_TASK: Final = 56
"""Where the explanation begins before the first roll."""


def rolling_codes(view: PasscodeView, seat: int | None) -> tuple[Mark, ...]:
    """The seat's code that is being rolled, and the last roll; before the first one, which side of the die is the seat's."""
    if is_playoff(view):
        return text_lines(wrap("A tie: one more round. Each of the tied gets a code of one number."), BODY)
    if seat is None:
        return text_lines(wrap("The codes are rolled. Each roll gives every player a number."), BODY)
    numbers = next((code for code in view.codes[seat] if None in code), view.codes[seat][-1])
    digits = " ".join("?" if number is None else str(number) for number in numbers)
    marks: list[Mark] = [TextMark(BODY.x, BODY.y, "Your code"), TextMark(BODY.x, BODY.y + 13, digits, "label")]
    if view.die is None:
        task = wrap(f"You get the {_side(seat)}.", BODY.right - _TASK)
        return (*marks, *text_lines(task, Rect(_TASK, BODY.y, BODY.right - _TASK, BODY.height)))
    return (*marks, *_lying(view, _DIE, _as_written(view, Attitude(view.die.top, view.die.front)), seat))


def awaiting_turn(view: PasscodeView) -> tuple[Mark, ...]:
    """The die as it was rolled, for a seat that does not turn it."""
    assert view.die is not None, "a die is turned after its roll"
    words = text_lines(wrap("The die may be turned.", _DIE - 6), Rect(BODY.x, BODY.y, _DIE - 6, BODY.height))
    return (*words, *_lying(view, _DIE, Attitude(view.die.top, view.die.front), view.seat))


def turning(view: PasscodeView) -> tuple[Mark, ...]:
    """Both ways to turn the die, each with the number that it gives to the seat that looks."""
    assert view.die is not None, "a die is turned after its roll"
    lies = Attitude(view.die.top, view.die.front)
    return (
        *_lying(view, BODY.x, lies, view.seat),
        FilledBox(63, BODY.y, 1, BODY.height - 1),
        *_lying(view, 71, turned(lies), view.seat),
    )


def rolling_for_first(view: PasscodeView) -> tuple[Mark, ...]:
    """P7: the highest roll begins; beside it the last one."""
    words = wrap("The highest roll begins.", 74, "label")
    marks: list[Mark] = [*text_lines(words, Rect(BODY.x, BODY.y + 5, 74, 30), "label")]
    if view.die is not None and view.turn_of != 0:  # before seat 0 rolls, the die still shows a roll for the codes
        area = Rect(88, BODY.y, BODY.right - 88, 7)
        left = area.x + (area.width - DIE_SIZE) // 2
        marks += [centred("Rolled", area), *draw_die(left, BODY.y + 12, view.die.top)]
    return tuple(marks)


def _lying(view: PasscodeView, x: int, lies: Attitude, seat: int | None) -> tuple[Mark, ...]:
    """The die and its sides, and the number of the seat."""
    taking = writers(view)
    own = taking.index(seat) if seat is not None and seat in taking else None
    marks = draw_die_and_sides(x, BODY.y, lies, len(taking), own)
    if own is None:
        return marks
    left = x + DIE_AND_SIDES[0] + 5
    value = Rect(left + 2, BODY.y + 9, *_VALUE)
    side = {BESIDE_TOP: "above", BESIDE_TOP + 1: "below"}.get(own, "")
    return (
        *marks,
        TextMark(left, BODY.y, "You"),
        FilledBox(*value, rounded=True),
        centred(str(towards(lies, len(taking))[own]), value, "value", inverse=True),
        *((right_aligned(side, x + _WIDTH, BODY.y + 28),) if side else ()),
    )


def _as_written(view: PasscodeView, lies: Attitude) -> Attitude:
    """The attitude that gave the newest numbers: as the die was rolled, or a quarter turn further (P4)."""
    newest = tuple([number for code in codes for number in code if number is not None][-1:] for codes in view.codes)
    turned_further = turned(lies)
    further = tuple([number] for number in towards(turned_further, view.seats))
    return turned_further if newest == further else lies


def _side(seat: int) -> str:
    """P2: which side of the die is a seat's own."""
    return {BESIDE_TOP: "number on top", BESIDE_TOP + 1: "number below"}.get(seat, "side that faces you")
