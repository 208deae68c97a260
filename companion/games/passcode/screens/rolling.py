"""The bodies while the die is rolled: for the codes, for their turning, and for the first turn.

A seat reads its own number. The die as it lies between the players has a page of its own: drawn as this seat sees it, with the
number that is this seat's.
"""

from typing import Final

from companion.core.die import Orientation, towards, turned
from companion.core.fonts.faces import text_width
from companion.core.screen import (
    BODY,
    FilledBox,
    Mark,
    Rect,
    TextMark,
    box,
    centred,
    clipped,
    right_aligned,
    text_lines,
    wrap,
)
from companion.games.passcode.marks import (
    BESIDE_TOP,
    CELL_PITCH,
    CELL_SIZE,
    DIE_AND_SIDES,
    DIE_SIZE,
    draw_die,
    draw_die_and_sides,
)
from companion.games.passcode.screens.board import CODE_LEFT, your_code
from companion.games.passcode.view import PasscodeView, is_playoff, writers

_DIE: Final = 65
"""Where the last roll is drawn beside words."""
_WIDTH: Final = 55
"""Pixels of the die, its sides and the number of the seat."""
_VALUE: Final = (14, 17)
_DIGITS_TOP: Final = BODY.y + 16
_CODE_TOP: Final = BODY.y + 14
_GOT: Final = Rect(74, BODY.y, BODY.right - 74, BODY.height)
_HALVES: Final = tuple(Rect(x, BODY.y, 61, BODY.height) for x in (BODY.x, 66))


def rolling_codes(view: PasscodeView, names: tuple[str, ...], seat: int | None) -> tuple[Mark, ...]:
    """The seat's code that is being rolled, and in it, lit, what the last roll gave; before the first one, which side of the die
    is the seat's."""
    if is_playoff(view):
        return text_lines(wrap("A tie: one more round. Each of the tied gets a code of one number."), BODY)
    if seat is None:
        return text_lines(wrap("The codes are rolled. Each roll gives every player a number."), BODY)
    # The code to which the last roll added a number; before the first roll, the first one.
    begun = [code for code in view.codes[seat] if code[0] is not None] or view.codes[seat][:1]
    numbers = begun[-1]
    if view.die is None:
        words = wrap(f"The die gives you the {_side(seat)}.")
        below = Rect(BODY.x, BODY.y + 13, BODY.width, BODY.height - 13)
        row = TextMark(BODY.x, BODY.y, f"Your code: {'?' * len(numbers)}", "label")
        return (row, *text_lines(words, below))
    marks: list[Mark] = [*your_code(_CODE_TOP)]
    rolled = [number for number in numbers if number is not None]
    for place, number in enumerate(numbers):
        area = Rect(CODE_LEFT + place * CELL_PITCH, _CODE_TOP, *CELL_SIZE)
        newest = place == len(rolled) - 1
        if number is None:
            marks.append(FilledBox(area.x + 2, area.bottom - 4, area.width - 4, 2))
            continue
        if newest:
            marks.append(FilledBox(*area, rounded=True))
        marks.append(centred(str(number), area, "value", inverse=newest))
    if rolled:
        marks.append(_sentence(_roller(view, names), f" roll gave you a {rolled[-1]}."))
    return tuple(marks)


def _roller(view: PasscodeView, names: tuple[str, ...]) -> str:
    """Whose the last roll was: a name, "You", or empty where it is not known."""
    if view.last_act is None:
        return ""
    return "You" if view.last_act.seat == view.seat else names[view.last_act.seat]


def _sentence(who: str, rest: str, y: int = BODY.y, width: int = BODY.width) -> TextMark:
    """A line that begins with whose a roll is, and does without the end of a long name."""
    if not who:
        return TextMark(BODY.x, y, f"The{rest}")
    whose = "Your" if who == "You" else clipped(who, width - text_width(f"'s{rest}") - 1) + "'s"
    return TextMark(BODY.x, y, whose + rest)


def _got(words: str, number: str, area: Rect) -> tuple[Mark, ...]:
    """What a roll gives, large."""
    below = Rect(area.x, _DIGITS_TOP, area.width, 13)
    return (centred(words, Rect(area.x, area.y, area.width, 7)), centred(number, below, "value"))


def last_roll(view: PasscodeView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """The die as it lies, and which of its numbers is this seat's."""
    assert view.die is not None, "the die was rolled"
    who = _roller(view, names)
    whose = "Your" if who == "You" else f"{clipped(who, _DIE - 18)}'s" if who else "The last"
    words = text_lines((whose, "roll"), Rect(BODY.x, BODY.y + 1, _DIE - 6, BODY.height - 1))
    return (*words, *_lying(view, _DIE, _as_written(view, Orientation(view.die.top, view.die.front)), view.seat))


def awaiting_turn(view: PasscodeView) -> tuple[Mark, ...]:
    """The number that the roll gives as the die lies, for a seat that does not turn it."""
    assert view.die is not None, "a die is turned after its roll"
    lies, taking = Orientation(view.die.top, view.die.front), writers(view)
    words = text_lines(wrap("The die may still turn.", _GOT.x - 8), Rect(BODY.x, BODY.y, _GOT.x - 8, BODY.height))
    if view.seat not in taking:
        return (*words, *_lying(view, 92, lies, view.seat))
    return (*words, *_got("As it lies", str(towards(lies, len(taking))[taking.index(view.seat)]), _GOT))


def turning(view: PasscodeView) -> tuple[Mark, ...]:
    """Both ways to turn the die, each with the number that it gives to the seat that looks, above its key."""
    assert view.die is not None, "a die is turned after its roll"
    lies = Orientation(view.die.top, view.die.front)
    taking = writers(view)
    ways = tuple(zip(("Left", "Right"), (lies, turned(lies)), _HALVES, strict=True))
    if view.seat in taking:
        own = taking.index(view.seat)
        return tuple(
            mark for key, way, area in ways for mark in _got(f"{key} gives", str(towards(way, len(taking))[own]), area)
        )
    return tuple(mark for _, way, area in ways for mark in _lying(view, area.x + 16, way, view.seat))


def rolling_for_first(view: PasscodeView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """P7: the highest roll begins, and a tie for it is rolled again; above it the last one."""
    act = view.last_act
    words = "A tie: roll again." if act is not None and act.did == "tie" else "The highest roll begins."
    # Before seat 0 rolls, the die still shows a roll for the codes.
    told = text_lines(wrap(words, face="label"), Rect(BODY.x, BODY.y + 1, BODY.width, BODY.height), "label")
    if view.die is None or act is None or view.turn_of == 0:
        return told
    whose = _sentence(_roller(view, names), " roll:", BODY.bottom - 11, BODY.width - DIE_SIZE - 5)
    return (*told, whose, *draw_die(box(whose).right + 5, BODY.bottom - DIE_SIZE, view.die.top))


def _lying(view: PasscodeView, x: int, lies: Orientation, seat: int | None) -> tuple[Mark, ...]:
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
        *((right_aligned(side, x + _WIDTH, BODY.y + 27),) if side else ()),
    )


def _as_written(view: PasscodeView, lies: Orientation) -> Orientation:
    """The orientation that gave the newest numbers: as the die was rolled, or a quarter turn further (P4)."""
    newest = tuple([number for code in codes for number in code if number is not None][-1:] for codes in view.codes)
    turned_further = turned(lies)
    further = tuple([number] for number in towards(turned_further, view.seats))
    return turned_further if newest == further else lies


def _side(seat: int) -> str:
    """P2: which side of the die is a seat's own."""
    return {BESIDE_TOP: "number on top", BESIDE_TOP + 1: "number below"}.get(seat, "side that faces you")
