"""The body of a codebreaker's own board: the code, and below it the hand between the two piles.

4 [1] 6 _        Need 1      | the code of the LEVEL: played digits are lit, the next one is framed
                 LEVEL 4     | FAILs lie here when there are some
? Pile 44   Hand 5   Top 1   | what a turn is about; the die, where it is rolled
"""

from typing import Final

from companion.core.fonts.faces import text_width
from companion.core.screen import BODY, FilledBox, Mark, Rect, TextMark, Veil, centred, right_aligned
from companion.games.passcode.marks import (
    CARD_SIZE,
    CELL_PITCH,
    CELL_SIZE,
    DIE_SIZE,
    UNKNOWN,
    draw_card,
    draw_code_cells,
    draw_die,
    draw_lock_in,
)
from companion.games.passcode.text import cards_are_dealt, number_to_roll
from companion.games.passcode.view import PasscodeView, current_code

LOWER: Final = Rect(BODY.x, BODY.y + CELL_SIZE[1] + 1, BODY.width, CARD_SIZE[1])
"""The row of cards."""
_FIRST_LINE: Final = LOWER.y
_SECOND_LINE: Final = LOWER.y + 9
"""Two lines of text beside a card."""
MIDDLE_LINE: Final = LOWER.y + 4
"""A line in the face "label" beside a card."""
_SIDE: Final = Rect(82, BODY.y, BODY.right - 82, CELL_SIZE[1])
"""Right of the longest code."""
_BESIDE_CARD: Final = BODY.x + CARD_SIZE[0] + 3
_HAND: Final = 67
_NEXT_CARD: Final = CARD_SIZE[0] + 2


def board(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    """The whole body."""
    if view.lock_in[seat] is not None or view.locked_out[seat]:
        return (*code_row(view, seat), *_roll_row(view, seat))
    return (*code_row(view, seat), *piles_and_hand(view))


def code_row(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    """The code, what it needs, and the FAILs or the LEVEL."""
    code, filled = current_code(view, seat), view.filled[seat]
    need = f"Need {code[filled]}" if filled < len(code) else "Full"
    if view.lock_in[seat] is not None:
        need = f"Roll {number_to_roll(view, seat)}"
    if view.round_winner == seat:
        need = "Won"
    fails = view.fails[seat]
    below = "PLAYOFF" if view.level[seat] == 1 else f"LEVEL {view.level[seat]}"
    if fails:
        below = f"{fails} FAIL{'s' * (fails > 1)}"
    line = Rect(_SIDE.x, _SIDE.y, _SIDE.width, 9)
    beside = BODY.x + len(code) * CELL_PITCH + 3
    has_room = beside + text_width("Your") + 3 <= _SIDE.x
    words = (TextMark(beside, BODY.y, "Your"), TextMark(beside, BODY.y + 9, "code")) if has_room else ()
    return (
        *words,
        *draw_code_cells(BODY.x, BODY.y, code, filled),
        FilledBox(*line, rounded=True),
        centred(need, line, inverse=True),
        TextMark(_SIDE.x + (_SIDE.width - text_width(below)) // 2, _SIDE.y + 10, below),
    )


def piles_and_hand(view: PasscodeView) -> tuple[Mark, ...]:
    """The draw pile, the hand of the view's own seat, and the discard pile; None of its cards is there before the first one."""
    hand = view.hand or ()
    marks: list[Mark] = [
        *draw_card(BODY.x, LOWER.y, UNKNOWN),
        TextMark(_BESIDE_CARD, _FIRST_LINE, "Pile"),
        TextMark(_BESIDE_CARD, _SECOND_LINE, str(view.draw_pile)),
    ]
    if view.seat is not None:
        marks.append(right_aligned("Hand" if hand else "No card", _HAND - 2 if hand else _HAND + 15, LOWER.y + 5))
    if hand:
        cards = [
            mark for place, kind in enumerate(hand) for mark in draw_card(_HAND + place * _NEXT_CARD, LOWER.y, kind)
        ]
        marks.append(Veil(_HAND, LOWER.y, len(hand) * _NEXT_CARD - 2, LOWER.height, tuple(cards)))
    if view.discard_top is not None:
        left = BODY.right - CARD_SIZE[0]
        marks += draw_card(left, LOWER.y, view.discard_top)
        if len(hand) < 2:
            marks.append(right_aligned("Top", left - 2, LOWER.y + 5))
    return tuple(marks)


def last_roll(view: PasscodeView) -> tuple[Mark, ...]:
    """The die at the right end of the lower row. Who is to roll does not see what another seat rolled."""
    if view.die is None or cards_are_dealt(view) or view.turn_of == view.seat:
        return ()
    left = BODY.right - DIE_SIZE
    return (
        right_aligned("Last", left - 3, LOWER.y + 5),
        *draw_die(left, LOWER.y + 1, view.die.top),
    )


def _roll_row(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    """What a roll is for: the LOCK IN card, or a way back in."""
    number, lock_in = number_to_roll(view, seat), view.lock_in[seat]
    if lock_in is not None:
        words = "You won this round" if view.round_winner == seat else f"A {number} locks in"
        return (
            *draw_lock_in(BODY.x, LOWER.y, lock_in.number),
            TextMark(_BESIDE_CARD, MIDDLE_LINE, words, "label"),
            *(() if view.round_winner == seat else last_roll(view)),
        )
    marks: list[Mark] = [
        TextMark(_BESIDE_CARD, _FIRST_LINE, "Locked out!"),
        TextMark(_BESIDE_CARD, _SECOND_LINE, "Roll to return" if number is None else f"A {number}: back in"),
        *last_roll(view),
    ]
    if view.hand:
        marks.append(Veil(BODY.x, LOWER.y, *CARD_SIZE, draw_card(BODY.x, LOWER.y, view.hand[0])))
    return tuple(marks)
