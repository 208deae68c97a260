"""The body of a codebreaker's own board: the code, and below it the hand and the discard pile.

Your [1] 6 2       Need 1     | the code of the LEVEL: played digits are lit, the next one is framed
code              FAIL 2/3    | FAILs, or how much is done
Held [5]    Open card [1]    | what a turn is about: the hand, and the top of the discard pile
"""

from typing import Final

from companion.core.fonts.faces import text_width
from companion.core.screen import BODY, Mark, Rect, TextMark, Veil, right_aligned
from companion.games.passcode.marks import (
    CARD_SIZE,
    CELL_PITCH,
    CELL_SIZE,
    card_width,
    draw_card,
    draw_code_cells,
    draw_lock_in,
)
from companion.games.passcode.state import FAILS_TO_LOCK_OUT
from companion.games.passcode.text import number_to_roll
from companion.games.passcode.view import PasscodeView, current_code

LOWER: Final = Rect(BODY.x, BODY.y + CELL_SIZE[1] + 2, BODY.width, CARD_SIZE[1])
"""The row of cards."""
MIDDLE_LINE: Final = LOWER.y + 3
"""A line in the face "label" beside a card."""
CAPTION_LINE: Final = LOWER.y + 4
"""The word beside a card."""
CAPTION_GAP: Final = 3
_YOUR_CODE: Final = ("Your", "code")
CODE_LEFT: Final = BODY.x + text_width(_YOUR_CODE[1]) + 3
"""Where a code begins after these words."""
_WIDEST_SIDE: Final = text_width("Need 5", "label")
_NEXT_CARD: Final = 2


def board(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    """The whole body."""
    if view.lock_in[seat] is not None or view.locked_out[seat]:
        return (*code_row(view, seat), *_roll_row(view, seat))
    return (*code_row(view, seat), *hand_and_discards(view))


def code_row(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    """The code, what it needs, and the FAILs or how many digits are done."""
    code, filled = current_code(view, seat), view.filled[seat]
    across = len(code) * CELL_PITCH - 1
    named = CODE_LEFT + across + 4 + _WIDEST_SIDE <= BODY.right
    left = CODE_LEFT if named else BODY.x
    words = your_code(BODY.y) if named else ()
    need, below = _standing(view, seat)
    return (
        *words,
        *draw_code_cells(left, BODY.y, code, filled),
        right_aligned(need, BODY.right, BODY.y, "label"),
        *(
            (right_aligned(below, BODY.right, BODY.y + 11),)
            if below and left + across + 4 <= BODY.right - text_width(below)
            else ()
        ),
    )


def your_code(y: int) -> tuple[TextMark, ...]:
    """The words before a code, from a row on."""
    return tuple(TextMark(BODY.x, y + 9 * line, word) for line, word in enumerate(_YOUR_CODE))


def _standing(view: PasscodeView, seat: int) -> tuple[str, str]:
    """What the code needs, and below it the FAILs or how many digits are done."""
    code, filled, fails = current_code(view, seat), view.filled[seat], view.fails[seat]
    need = f"Need {code[filled]}" if filled < len(code) else "Full"
    if view.round_winner == seat:
        need = "Won"
    if fails:
        brief = CODE_LEFT + len(code) * CELL_PITCH + 3 + text_width(f"FAIL {fails}/{FAILS_TO_LOCK_OUT}") > BODY.right
        return need, f"FAIL {fails}" if brief else f"FAIL {fails}/{FAILS_TO_LOCK_OUT}"
    if view.level[seat] == 1:
        return need, "PLAYOFF"
    return need, f"{filled} done" if 0 < filled < len(code) else ""


def hand_and_discards(view: PasscodeView) -> tuple[Mark, ...]:
    """The hand of the view's own seat, and the top of the discard pile."""
    hand = view.hand or ()
    marks: list[Mark] = []
    x = BODY.x
    if view.seat is not None:
        word = "Held" if hand else "No card"
        marks.append(TextMark(x, CAPTION_LINE, word))
        x += text_width(word) + CAPTION_GAP
    if hand:
        left = x
        cards: list[Mark] = []
        for kind in hand:
            cards += draw_card(x, LOWER.y, kind)
            x += card_width(kind) + _NEXT_CARD
        # Behind the screen of secrecy every hand of so many cards is as wide.
        wide = len(hand) * (card_width("KEY") + _NEXT_CARD) - _NEXT_CARD
        marks.append(Veil(left, LOWER.y, wide, LOWER.height, tuple(cards)))
        x = left + wide
    if view.discard_top is not None:
        left = BODY.right - card_width(view.discard_top)
        marks += draw_card(left, LOWER.y, view.discard_top)
        word = next((word for word in ("Open card", "Open") if x + 4 + text_width(word) + CAPTION_GAP <= left), "")
        if word:
            marks.append(right_aligned(word, left - CAPTION_GAP, CAPTION_LINE))
    return tuple(marks)


def _roll_row(view: PasscodeView, seat: int) -> tuple[Mark, ...]:
    """What a roll is for: the LOCK IN card, or a way back in."""
    number, lock_in = number_to_roll(view, seat), view.lock_in[seat]
    if lock_in is not None:
        words = "You won this round" if view.round_winner == seat else f"A {number} locks you in"
        left = BODY.x + CARD_SIZE[0] + CAPTION_GAP
        return (*draw_lock_in(BODY.x, LOWER.y, lock_in.number), TextMark(left, MIDDLE_LINE, words, "label"))
    words = "Locked out: any roll" if number is None else f"Locked out: needs a {number}"
    return (TextMark(BODY.x, MIDDLE_LINE, words, "label"),)
