"""The screens of Passcode: cards and die, the pages, the bodies while something is chosen, its rules, and how it is played.

    Your [1] 6 2       Need 1     | the code of the LEVEL: played digits are lit, the next one is framed
    code              FAIL 2/3    | FAILs, or how much is done
    Held [5]    Open card [1]     | what a turn is about: the hand, and the top of the discard pile

On all screens a lit place of a code is played, a framed one comes next, and a lit side of the die is the number of the seat that
looks at it. Each function that draws takes the upper left corner and stays within the size that it names. While a codebreaker
chooses what to do with a card, each card stands above the keys that are about it. While the die is rolled, a seat reads its own
number; the die as it lies between the players has a page of its own.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from msgspec import structs

from companion.core.die import Orientation
from companion.core.entry import Entry, EntryChoice
from companion.core.fonts.faces import Face, text_width
from companion.core.prompt import Branch, Choose, Dial, Menu, Option, Prompt, Symbol
from companion.core.rules_book import IN_PICTURES, Book, PageMarks, drawing_beside, topic
from companion.core.screen import (
    BODY,
    DARK,
    FilledBox,
    Icon,
    Mark,
    Outline,
    Rect,
    Rendering,
    ScreenPage,
    TextMark,
    Veil,
    box,
    centred,
    clipped,
    right_aligned,
    text_lines,
    title_with_name,
    wrap,
)
from companion.core.seat import Seat, all_seats
from companion.games.passcode.rules import FAIL_CARD, FAILS_TO_LOCK_OUT, KEY_CARD, Options, PasscodeView, writers
from companion.games.passcode.words import number_to_roll, status

CARD_SIZE: Final = (15, 15)
"""Of a card with a number; one with a word is as wide as that needs."""
NARROW_CARD: Final = 12
"""Pixels of a card of which three stand above one key."""
CELL_SIZE: Final = (12, 17)
CELL_PITCH: Final = 13
DIE_SIZE: Final = 15
DIE_AND_SIDES: Final = (29, 34)
UNKNOWN: Final = "?"
"""The kind of a card that lies face down."""
BESIDE_TOP: Final = 4
"""The seat whose number is the top of the die; the seat after it has the bottom (P2)."""

_PIECE_HEIGHT: Final = 16
"""A card in a recap."""
_WORD: Final[Face] = "label"
_KEY: Final = (
    " ##### ",
    "##   ##",
    "##   ##",
    "##   ##",
    " ##### ",
    "   ##  ",
    "   ##  ",
    "   ####",
    "   ##  ",
    "   ####",
    "   ##  ",
)
_CROSS: Final = (
    "##    ##",
    "###  ###",
    " ###### ",
    "  ####  ",
    "  ####  ",
    " ###### ",
    "###  ###",
    "##    ##",
)
_SMALL_FAIL: Final = (
    " ####### ",
    "#########",
    "## ### ##",
    "### # ###",
    "#### ####",
    "### # ###",
    "## ### ##",
    "#########",
    " ####### ",
)
_SHACKLE: Final = ("  #######  ", " ##     ## ", " #       # ", " #       # ")
_PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""For each face, the column and the line of each pip."""


def card_width(kind: str) -> int:
    """Pixels across a card that says what it is."""
    return max(CARD_SIZE[0], text_width(kind, _WORD) + 4) if kind in (KEY_CARD, FAIL_CARD) else CARD_SIZE[0]


def draw_card(x: int, y: int, kind: str, width: int = 0, height: int = CARD_SIZE[1]) -> tuple[Mark, ...]:
    """A card: its number or its word, or if it is too narrow for that, a drawing; lit are a FAIL, and a card that lies face
    down. Without a `width` it is as wide as it needs."""
    area = Rect(x, y, width or card_width(kind), height)
    has_word = area.width >= card_width(kind)
    if kind == FAIL_CARD:
        figure = centred(kind, area, _WORD, inverse=True) if has_word else _centred_icon(area, _CROSS, dark=True)
        return (FilledBox(*area, rounded=True), figure)
    if kind == UNKNOWN:
        return (FilledBox(*area, rounded=True), centred("?", area, "number", inverse=True))
    frame = Outline(*area, rounded=True)
    if kind == KEY_CARD:
        return (frame, centred(kind, area, _WORD) if has_word else _centred_icon(area, _KEY))
    return (frame, centred(kind, area, "number"))


def pieces(kinds: tuple[str, ...], y: int) -> tuple[Mark, ...]:
    """Cards side by side, 16 rows high."""
    return tuple(
        mark
        for place, kind in enumerate(kinds)
        for mark in draw_card(
            1 + sum(card_width(before) + 2 for before in kinds[:place]), y, kind, height=_PIECE_HEIGHT
        )
    )


def draw_lock_in(x: int, y: int, number: int | None) -> tuple[Mark, ...]:
    """A LOCK IN card, in the size of a card: a padlock with its number, or a question mark."""
    body = Rect(x, y + len(_SHACKLE), CARD_SIZE[0], CARD_SIZE[1] - len(_SHACKLE))
    words = UNKNOWN if number is None else str(number)
    return (Icon(x + 2, y, _SHACKLE), FilledBox(*body, rounded=True), centred(words, body, "label", inverse=True))


def draw_code_cells(x: int, y: int, numbers: tuple[int | None, ...], filled: int) -> tuple[Mark, ...]:
    """The places of a code side by side: played ones are lit, the next one is framed."""
    marks: list[Mark] = []
    for place, number in enumerate(numbers):
        area = Rect(x + place * CELL_PITCH, y, *CELL_SIZE)
        if place < filled:
            marks.append(FilledBox(area.x, area.y + 1, area.width, area.height - 2, rounded=True))
        elif place == filled:
            marks.append(Outline(*area, rounded=True))
        if number is not None:
            marks.append(centred(str(number), area, "value", inverse=place < filled))
    return tuple(marks)


def draw_row_code(x: int, y: int, numbers: tuple[int | None, ...], filled: int) -> tuple[Mark, ...]:
    """A code in a line of a list, 8 pixels a digit: played ones are lit. (`x`, `y`): the corner of the first digit."""
    marks: list[Mark] = []
    for place, number in enumerate(numbers):
        digit = "·" if number is None else str(number)
        lit = place < filled
        left_edge = x + 8 * place + (5 - text_width(digit)) // 2
        if lit:
            marks.append(FilledBox(x + 8 * place - 1, y - 1, 7, 9))
        marks.append(TextMark(left_edge, y, digit, inverse=lit))
    return tuple(marks)


def draw_small_fails(right_edge: int, y: int, count: int) -> tuple[Mark, ...]:
    """FAIL cards in a line of a list, the last one before column `right_edge`."""
    return tuple(Icon(right_edge - 10 * (count - place) + 1, y, _SMALL_FAIL) for place in range(count))


def draw_die(x: int, y: int, face: int, *, lit: bool = False) -> tuple[Mark, ...]:
    """A die from above, DIE_SIZE by DIE_SIZE."""
    ground: Mark = FilledBox(x, y, DIE_SIZE, DIE_SIZE, rounded=True) if lit else Outline(x, y, DIE_SIZE, DIE_SIZE)
    dots = ((x + 2 + 4 * column, y + 2 + 4 * line) for column, line in _PIPS[face])
    return (ground, *(FilledBox(*dot, 3, 3, DARK) if lit else FilledBox(*dot, 3, 3) for dot in dots))


def draw_die_and_sides(x: int, y: int, lies: Orientation, writers: int, own: int | None) -> tuple[Mark, ...]:
    """A die from above as it lies for one of `writers`, and lit on its side that player's own number; without one, the numbers
    on all four sides. The side towards the player is at the bottom. DIE_AND_SIDES big.
    """
    sides = (lies.front, lies.left, lies.back, lies.right)
    place = None if own is None or own >= BESIDE_TOP else 2 * own if writers == 2 else own
    turn = place or 0
    below, beside, above, across = (sides[(turn + step) % 4] for step in range(4))
    at = (x + 7, y + 9)
    marks: list[Mark] = list(draw_die(*at, lies.top, lit=own == BESIDE_TOP))
    for digit, left_edge, top in (
        (above, at[0] + 5, y),
        (beside, x, at[1] + 4),
        (across, at[0] + DIE_SIZE + 2, at[1] + 4),
        (below, at[0] + 5, at[1] + DIE_SIZE + 2),
    ):
        mine = place is not None and top > at[1] + DIE_SIZE
        if own is not None and not mine:
            continue
        if mine:
            marks.append(FilledBox(left_edge - 2, top - 1, 9, 9, rounded=True))
        marks.append(TextMark(left_edge + (5 - text_width(str(digit))) // 2, top, str(digit), inverse=mine))
    return tuple(marks)


def _centred_icon(area: Rect, rows: tuple[str, ...], *, dark: bool = False) -> Icon:
    icon = Icon(0, 0, rows, dark=dark)
    return Icon(area.x + (area.width - icon.width) // 2, area.y + (area.height - icon.height) // 2, rows, dark)


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


def board(view: PasscodeView, seat: Seat) -> tuple[Mark, ...]:
    """The whole body."""
    if view.lock_in[seat] is not None or view.locked_out[seat]:
        return (*code_row(view, seat), *_roll_row(view, seat))
    return (*code_row(view, seat), *hand_and_discards(view))


def code_row(view: PasscodeView, seat: Seat) -> tuple[Mark, ...]:
    """The code, what it needs, and the FAILs or how many digits are done."""
    code, filled = view.current_code(seat), view.filled[seat]
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


def _standing(view: PasscodeView, seat: Seat) -> tuple[str, str]:
    """What the code needs, and below it the FAILs or how many digits are done."""
    code, filled, fails = view.current_code(seat), view.filled[seat], view.fails[seat]
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


def _roll_row(view: PasscodeView, seat: Seat) -> tuple[Mark, ...]:
    """What a roll is for: the LOCK IN card, or a way back in."""
    number, lock_in = number_to_roll(view, seat), view.lock_in[seat]
    if lock_in is not None:
        left = BODY.x + CARD_SIZE[0] + CAPTION_GAP
        marks = draw_lock_in(BODY.x, LOWER.y, lock_in.number)
        words = f"A {number} locks you in"
        if view.locked_in[seat]:
            words = "You won this round" if view.round_winner == seat else "You are locked in"
        elif view.turn_of != seat:
            is_last = view.round_winner is not None
            words = f"{'Last' if is_last else 'Next'} turn: roll a {number}"
            if is_last and seat not in view.last_turns:
                words = "You did not lock in"
        return (*marks, TextMark(left, MIDDLE_LINE, words, "label"))
    needs = "roll a" if seat == view.seat else "needs a"
    words = "Locked out: any roll" if number is None else f"Locked out: {needs} {number}"
    return (TextMark(BODY.x, MIDDLE_LINE, words, "label"),)


_KEY_CENTRES: Final = (20, 64, 107)
"""The columns in the middle of the keys' boxes."""
_BLOCK_GAP: Final = 7
_TWIN_GAP: Final = 4
_SMALL_PITCH: Final = NARROW_CARD + 1


def choosing(view: PasscodeView, seat: Seat, entry: Entry) -> tuple[Mark, ...]:
    """The code, and below it the cards in hand, or the KEY whose number is asked."""
    prompt = entry.prompt
    if isinstance(prompt, Dial):
        return (
            *code_row(view, seat),
            *draw_lock_in(BODY.x, LOWER.y, None),
            TextMark(BODY.x + CARD_SIZE[0] + 4, MIDDLE_LINE, "You roll for it next", "label"),
        )
    choices = _choices(prompt)
    hand = view.hand or ()
    if not choices or not hand:
        return board(view, seat)
    if view.phase == "lay_down":
        left = _KEY_CENTRES[0] - card_width(hand[0]) // 2
        card = draw_card(left, LOWER.y, hand[0])
        words = "Choose a number" if hand[0] == KEY_CARD else f"Then roll a {hand[0]}"
        then = TextMark(left + card_width(hand[0]) + 6, MIDDLE_LINE, words, "label")
        return (*code_row(view, seat), Veil(*LOWER, (*card, then)))
    return (*code_row(view, seat), Veil(*LOWER, _hand_above_keys(hand, choices)))


def offered(entry: Entry) -> tuple[Mark, ...]:
    """Which card came out of the box: those that can be chosen, above the keys that lead to them."""
    assert isinstance(entry.prompt, Choose), "a card is chosen from a list"
    top = BODY.y + (BODY.height - CARD_SIZE[1]) // 2
    if entry.complete and isinstance(entry.focus, Option):
        left = BODY.x + (BODY.width - CARD_SIZE[0]) // 2
        card = draw_card(left, top, str(entry.focus.move["card"]), *CARD_SIZE)
        return (Veil(left, top, *CARD_SIZE, card),)
    choices: tuple[EntryChoice, ...] = entry.group or entry.prompt.options
    marks: list[Mark] = []
    for centre, share in zip(_centres(len(choices)), _shares(choices), strict=True):
        width = CARD_SIZE[0] if len(share) == 1 else NARROW_CARD
        left = centre - (_SMALL_PITCH * (len(share) - 1) + width) // 2
        for place, choice in enumerate(share):
            marks += draw_card(left + _SMALL_PITCH * place, top, _card(choice), width)
        if len(share) == 1 and _card(share[0]) == FAIL_CARD:
            marks.append(right_aligned(FAIL_CARD, left - CAPTION_GAP, top + 3, "label"))
    return tuple(marks)


def _hand_above_keys(hand: tuple[str, ...], choices: tuple[EntryChoice, ...]) -> tuple[Mark, ...]:
    """Each card over the middle of the keys that are about it; two different ones after a word that says which was drawn."""
    placed = sorted(zip(_card_centres(hand, choices), range(len(hand)), strict=True))
    named = len(set(hand)) == len(hand)
    marks: list[Mark] = []
    free = BODY.x
    ends = [BODY.right - _block(hand, placed[-1][1], named=named) - _BLOCK_GAP, BODY.right]
    for (centre, number), end in zip(placed, ends[-len(placed) :], strict=True):
        word = _word(hand, number, named=named)
        across = _block(hand, number, named=named)
        left = max(
            free, min(centre - card_width(hand[number]) // 2 - (across - card_width(hand[number])), end - across)
        )
        free = left + across + _BLOCK_GAP * named + _TWIN_GAP * (not named)
        if word:
            marks.append(TextMark(left, CAPTION_LINE, word))
            left += text_width(word) + CAPTION_GAP
        marks += draw_card(left, LOWER.y, hand[number])
    return tuple(marks)


def _word(hand: tuple[str, ...], number: int, *, named: bool) -> str:
    """What stands before a card."""
    return ("Drawn" if number == len(hand) - 1 else "Held") if named else ""


def _block(hand: tuple[str, ...], number: int, *, named: bool) -> int:
    """Pixels across a card and the word before it."""
    word = _word(hand, number, named=named)
    return card_width(hand[number]) + (text_width(word) + CAPTION_GAP if word else 0)


def _card_centres(hand: tuple[str, ...], choices: tuple[EntryChoice, ...]) -> list[int]:
    """The columns over which the cards stand."""
    centres = _centres(len(choices))
    if len(set(hand)) < len(hand):  # two alike: the keys are about either
        middle = _KEY_CENTRES[1]
        return [middle - 10, middle + 10]
    found: list[int] = []
    for kind in hand:
        own = [centre for centre, choice in zip(centres, choices, strict=True) if _card(choice) == kind]
        if len(hand) == 1:
            own = centres
        found.append(sum(own) // len(own) if own else _KEY_CENTRES[1])
    return found


def _choices(prompt: Prompt) -> tuple[EntryChoice, ...]:
    match prompt:
        case Choose(options=options):
            return options
        case Menu(branches=branches):
            return branches
        case _:
            return ()


def _card(choice: EntryChoice) -> str:
    """The card that a choice is about; empty if it is about none or several."""
    match choice:
        case Option(move=move):
            return str(move.get("card", ""))
        case Branch(prompt=Choose(options=(Option(move=move),))):
            return str(move.get("card", ""))
        case Branch(prompt=Dial()):
            return KEY_CARD
        case Branch() | Symbol():
            return ""


def _centres(choices: int) -> list[int]:
    """The columns above the keys that choices are dealt to: one to ●, two to ◀ and ▶."""
    return list({1: _KEY_CENTRES[1:2], 2: _KEY_CENTRES[::2]}.get(choices, _KEY_CENTRES))


def _shares(choices: tuple[EntryChoice, ...]) -> list[tuple[EntryChoice, ...]]:
    """How choices are dealt out to the keys, as equally as they go."""
    if len(choices) <= 2:
        return [(choice,) for choice in choices]
    third, rest = divmod(len(choices), 3)
    first = third + (rest > 0)
    second = first + third + (rest > 1)
    return [choices[:first], choices[first:second], choices[second:]]


_DIE: Final = 65
"""Where the last roll is drawn beside words."""
_WIDTH: Final = 55
"""Pixels of the die, its sides and the number of the seat."""
_VALUE: Final = (14, 17)
_DIGITS_TOP: Final = BODY.y + 16
_CODE_TOP: Final = BODY.y + 14
_GOT: Final = Rect(74, BODY.y, BODY.right - 74, BODY.height)
_HALVES: Final = tuple(Rect(x, BODY.y, 61, BODY.height) for x in (BODY.x, 66))


def rolling_codes(view: PasscodeView, names: tuple[str, ...], seat: Seat | None) -> tuple[Mark, ...]:
    """The seat's code that is being rolled, and in it, lit, what the last roll gave; before the first one, which side of the die
    is the seat's."""
    if view.is_playoff:
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
    return (*words, *_got("Yours now", str(lies.towards(len(taking))[taking.index(view.seat)]), _GOT))


def turning(view: PasscodeView) -> tuple[Mark, ...]:
    """Both ways to turn the die, each with the number that it gives to the seat that looks, above its key."""
    assert view.die is not None, "a die is turned after its roll"
    lies = Orientation(view.die.top, view.die.front)
    taking = writers(view)
    ways = tuple(zip(("Left", "Right"), (lies, lies.turned()), _HALVES, strict=True))
    if view.seat in taking:
        own = taking.index(view.seat)
        return tuple(
            mark for key, way, area in ways for mark in _got(f"{key} gives", str(way.towards(len(taking))[own]), area)
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


def _lying(view: PasscodeView, x: int, lies: Orientation, seat: Seat | None) -> tuple[Mark, ...]:
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
        centred(str(lies.towards(len(taking))[own]), value, "value", inverse=True),
        *((right_aligned(side, x + _WIDTH, BODY.y + 27),) if side else ()),
    )


def _as_written(view: PasscodeView, lies: Orientation) -> Orientation:
    """The orientation that gave the newest numbers: as the die was rolled, or a quarter turn further (P4)."""
    newest = tuple([number for code in codes for number in code if number is not None][-1:] for codes in view.codes)
    turned_further = lies.turned()
    further = tuple([number] for number in turned_further.towards(view.seats))
    return turned_further if newest == further else lies


def _side(seat: Seat) -> str:
    """P2: which side of the die is a seat's own."""
    return {BESIDE_TOP: "number on top", BESIDE_TOP + 1: "number below"}.get(seat, "side that faces you")


def _two_cards() -> PageMarks:
    """What the cards without a number look like."""
    second = BODY.y + CARD_SIZE[1] + 3
    beside = BODY.x + card_width(FAIL_CARD) + 5
    return (
        *draw_card(BODY.x, BODY.y, KEY_CARD),
        TextMark(beside, BODY.y + 3, "Any digit", "label"),
        *draw_card(BODY.x, second, FAIL_CARD),
        TextMark(beside, second + 3, "Ends the turn", "label"),
    )


_RULES: Final[Book] = (
    topic(
        "The game",
        "Everybody has codes of 3, 4, 5 and 6 digits, called LEVEL 3 to 6.",
        "Cards fill the code of your LEVEL, and the die locks it in.",
        "The round in which the last LEVEL is locked in is the last one.",
    ),
    topic(
        "The die",
        "The die lies between you. Your number is the side that faces you.",
        # P2
        "Seat 1 has the front of the die. The others sit clockwise.",
        "They are front, left, back and right; of two, front and back.",
        "The fifth seat has the top of the die, the sixth the bottom.",
    ),
    topic(
        "The codes",
        "A roll gives each player a number. All may see all codes.",
        # P3
        "Seat 1 makes the first roll, then the seats take turns.",
        "LEVEL 3 is filled first, then 4, 5 and 6.",
        "A die that lies askew is turned left or right by who rolled.",
    ),
    topic(
        "A turn",
        "Draw from the pile, or take the top of the discard pile.",
        "Then play one card, or drop one onto the discard pile.",
        "You may play the next digit of your code, or a KEY for it.",
        # P9
        "Cards played stay on the board until the round ends.",
    ),
    topic(
        "FAIL and KEY",
        _two_cards(),
        "A FAIL lies down in front of you and ends your turn.",
        # P6
        "Dealt a FAIL, you hold no card and may keep the first one drawn.",
    ),
    topic(
        "Locked out",
        "Three FAILs lock you out. Then you roll the die once a turn.",
        # P11
        "The next number of your code lets you in, and you draw at once.",
        "Locked out with a full code, any roll lets you in.",
    ),
    topic(
        "Locking in",
        "With a full code you may lay down a card, the LOCK IN card.",
        "With a KEY you choose a number from 1 to 6, and it stands.",
        # P12
        "You need not lay it down, as a high card counts against you.",
        "Later you draw, and drop a card or lay one down.",
    ),
    topic(
        "The round",
        "With a LOCK IN card down, a turn is one roll for its number.",
        "The first to lock in wins. All others have one last turn.",
        "Who filled the code goes up a LEVEL, locked in or not.",
        "The others fill it again. The last LEVEL must be locked in.",
    ),
    topic(
        "Scores",
        "The lowest score wins, if several locked in the last LEVEL.",
        "The winner of a round scores 0, the others the card laid down.",
        # P17
        "If no card is laid down, the card in hand is scored.",
        "A KEY laid down counts its number, a KEY in hand 0.",
    ),
    topic(
        "Empty piles",
        # P8
        "If the draw pile is empty, all discards but the top are shuffled.",
        "If there is nothing to draw from either pile, the turn is passed.",
        "If the only discard was used, another card is turned over.",
    ),
    topic(
        "Playoff",
        "The tied play one more round for a code of one number.",
        "In a playoff the first to lock in wins.",
        # P18
        "Of the tied the next one clockwise from the winner begins.",
        "If the round's winner is tied too, that one begins.",
    ),
)


_SHOWN_CODE: Final = (4, 1, 6)
_MIDDLE: Final = BODY.y + 8

_HOW_TO_PLAY: Final[tuple[PageMarks, ...]] = (
    drawing_beside(
        "Everybody has codes, rolled with the die.", BODY.x + 46, *draw_code_cells(BODY.x, _MIDDLE, _SHOWN_CODE, 0)
    ),
    drawing_beside(
        "Take a second card, then play or drop one.",
        BODY.x + 40,
        *draw_card(BODY.x, _MIDDLE, "4"),
        *draw_card(BODY.x + 18, _MIDDLE, UNKNOWN),
    ),
    drawing_beside(
        "Play the next number of your code.", BODY.x + 46, *draw_code_cells(BODY.x, _MIDDLE, _SHOWN_CODE, 1)
    ),
    drawing_beside("A KEY stands for any number.", BODY.x + 32, *draw_card(BODY.x + 2, _MIDDLE, KEY_CARD)),
    drawing_beside(
        "A FAIL ends your turn. The third locks you out.", BODY.x + 34, *draw_card(BODY.x + 2, _MIDDLE, FAIL_CARD)
    ),
    drawing_beside(
        "Code complete? Lock in with the die.",
        BODY.x + 44,
        *draw_lock_in(BODY.x, _MIDDLE, 5),
        *draw_die(BODY.x + 22, _MIDDLE + 1, 5),
    ),
    drawing_beside("Lock in your longest code to win.", BODY.x + 46, *draw_code_cells(BODY.x, _MIDDLE, _SHOWN_CODE, 3)),
)
"""The pages in their order."""


_SIGNS: Final = "Lit: played. x: a FAIL."
_LOWEST_WINS: Final = "Lowest score wins."
_ROWS: Final = 3
"""Players on a page."""
_ROW: Final = 12
_NAME: Final = 8
_CODE: Final = 56
_STATE: Final = 105
_CODES_WIDTH: Final = 80
"""Pixels of a line of the own codes."""
_TURN: Final = ("#   ", "##  ", "### ", "####", "### ", "##  ", "#   ")
_LOCK: Final = (
    "  ###  ",
    " #   # ",
    " #   # ",
    "#######",
    "#######",
    "### ###",
    "### ###",
    "#######",
    "#######",
)


def render(options: Options, view: PasscodeView, names: tuple[str, ...], entry: Entry | None) -> Rendering:
    """The pages of a seat, or of the table for the public view."""
    pages = (*_first(view, names), *_players(view, names), *_own_codes(view), *_scores(view, names))
    return Rendering(status(view, names), pages, None if entry is None else _entry_body(view, names, entry))


def _entry_body(view: PasscodeView, names: tuple[str, ...], entry: Entry) -> tuple[Mark, ...] | None:
    if isinstance(entry.prompt, Choose) and entry.prompt.options[0].move["move"] == "card":
        return offered(entry)
    if view.seat is None:
        return None
    if view.phase in ("play", "lay_down"):
        return choosing(view, view.seat, entry)
    return _own(view, names, view.seat)


def _first(view: PasscodeView, names: tuple[str, ...]) -> tuple[ScreenPage, ...]:
    """What a seat sees while it waits."""
    if view.winners is not None:
        return (ScreenPage("The end", partial(_end, view, names), "End"),)
    if view.phase == "turning":
        return (ScreenPage("The die", partial(awaiting_turn, view), "Die"),)
    if view.phase == "codes":
        name = "Your codes" if view.seat is not None else "Codes"
        codes = ScreenPage(name, partial(rolling_codes, view, names, view.seat), "Code")
        return (
            (codes, ScreenPage("The die", partial(last_roll, view, names), "Die")) if view.die is not None else (codes,)
        )
    if view.seat is None:
        return (ScreenPage("The piles", partial(_table, view), "Piles"),)
    if not view.plays_round(view.seat):
        return ()
    own = ScreenPage("Your board", partial(board, view, view.seat), "Board")
    if view.phase == "first":
        title = "You roll now" if view.turn_of == view.seat else title_with_name(names[view.turn_of], " rolls")
        return (ScreenPage(title, partial(rolling_for_first, view, names), "Roll"), own)
    return (own,)


def _own(view: PasscodeView, names: tuple[str, ...], seat: Seat) -> tuple[Mark, ...]:
    match view.phase:
        case "codes":
            return rolling_codes(view, names, seat)
        case "turning":
            return turning(view)
        case "first":
            return rolling_for_first(view, names)
        case _:
            return board(view, seat)


def _table(view: PasscodeView) -> tuple[Mark, ...]:
    """For the public: the round, and the cards to draw."""
    above = (TextMark(BODY.x, BODY.y, f"Round {view.round}", "label"),)
    return (*above, TextMark(BODY.x, CAPTION_LINE, f"Pile: {view.draw_pile}"), *hand_and_discards(view))


# Everybody


def _players(view: PasscodeView, names: tuple[str, ...]) -> Iterator[ScreenPage]:
    """A line for each codebreaker: the turn, the code with what is filled, FAILs or the LOCK IN number."""
    return _listed("Players", "Players", view.seats, partial(_row, view, names), _SIGNS)


def _row(view: PasscodeView, names: tuple[str, ...], seat: Seat) -> tuple[Mark, ...]:
    marks: list[Mark] = [_name(view, names, seat, _CODE - _NAME - 5)]
    if seat == view.turn_of and view.winners is None:
        marks.append(Icon(BODY.x, 1, _TURN))
    if not view.plays_round(seat):
        return (*marks, TextMark(_CODE, 1, "watching"))
    if not any(view.current_code(seat)):
        return (*marks, TextMark(_CODE, 1, "not rolled"))
    return (*marks, *draw_row_code(_CODE, 1, view.current_code(seat), view.filled[seat]), *_row_end(view, seat))


def _name(view: PasscodeView, names: tuple[str, ...], seat: Seat, room: int, left: int = _NAME) -> TextMark:
    return TextMark(left, 1, "You" if seat == view.seat else clipped(names[seat], room))


def _row_end(view: PasscodeView, seat: Seat) -> tuple[Mark, ...]:
    """The end of a row: the LOCK IN number beside a padlock, out, or the FAILs."""
    lock_in = view.lock_in[seat]
    if lock_in is not None:
        return (Icon(_STATE + 2, 0, _LOCK), right_aligned(str(lock_in.number), BODY.right - 3, 0, "label"))
    if view.locked_out[seat]:
        return (right_aligned("out", BODY.right, 0, "label"),)
    return draw_small_fails(BODY.right, 0, view.fails[seat])


def _own_codes(view: PasscodeView) -> Iterator[ScreenPage]:
    """P3: the codes of all LEVELs; those of 3 and 4 digits share a line. In a playoff only the code of one number matters."""
    if view.seat is None or view.is_playoff or len(view.levels) == 1:
        return
    yield ScreenPage("Your codes", partial(_codes_of, view, view.seat), "Codes")


def _codes_of(view: PasscodeView, seat: Seat) -> tuple[Mark, ...]:
    marks: list[Mark] = []
    x, line = BODY.x + 1, 0
    for level, code in zip(view.levels, view.codes[seat], strict=True):
        filled = view.filled[seat] if level == view.level[seat] else 0
        wide = 8 * len(code)
        if x > BODY.x + 1 and x + wide > _CODES_WIDTH:
            x, line = BODY.x + 1, line + 1
        marks += draw_row_code(x, BODY.y + 1 + _ROW * line, code, filled)
        x += wide + 8
    return tuple(marks)


def _scores(view: PasscodeView, names: tuple[str, ...]) -> Iterator[ScreenPage]:
    """P17: the scores and the LEVELs. The lowest decides if several lock in the last LEVEL (P16)."""
    return _listed("Low is good", "Points", view.seats, partial(_score, view, names))


def _score(view: PasscodeView, names: tuple[str, ...], seat: Seat) -> tuple[Mark, ...]:
    level = "Playoff" if view.level[seat] == 1 else f"LEVEL {view.level[seat]}"
    marks = (_name(view, names, seat, 50, BODY.x), TextMark(_CODE, 1, level))
    return (*marks, right_aligned(str(view.scores[seat]), BODY.right, 0, "title"))


def _end(view: PasscodeView, names: tuple[str, ...]) -> tuple[Mark, ...]:
    """The score of the winner, then that of the seat that looks or of the best of the others; the others have their page."""
    winners = view.winners or ()
    order = sorted(all_seats(view.seats), key=lambda seat: (seat not in winners, seat != view.seat, view.scores[seat]))
    marks: list[Mark] = []
    for line, seat in enumerate(order[:2]):
        y = BODY.y + 13 * line
        marks += [_name(view, names, seat, 100, BODY.x), right_aligned(str(view.scores[seat]), BODY.right, 0, "title")]
        marks[-2:] = [_moved(mark, y) for mark in marks[-2:]]
    return (*marks, TextMark(BODY.x, BODY.bottom - 8, _LOWEST_WINS))


def _listed(
    name: str, label: str, seats: int, row: Callable[[Seat], tuple[Mark, ...]], legend: str = ""
) -> Iterator[ScreenPage]:
    """A row for each seat, one below the other, on as many pages as needed, as equally as they go; below them the `legend`, where
    there is room."""
    count = -(-seats // _ROWS)
    each = -(-seats // count)
    for number in range(count):
        title = f"{name} {number + 1}/{count}" if count > 1 and name == label else name
        some = all_seats(seats)[number * each : (number + 1) * each]
        yield ScreenPage(title, partial(_stacked, some, row, legend), label if number == 0 else "More")


def _stacked(seats: tuple[Seat, ...], row: Callable[[Seat], tuple[Mark, ...]], legend: str) -> tuple[Mark, ...]:
    marks = [_moved(mark, BODY.y + _ROW * line) for line, seat in enumerate(seats) for mark in row(seat)]
    if legend and len(seats) < _ROWS:
        marks.append(TextMark(BODY.x, BODY.bottom - 9, legend))
    return tuple(marks)


def _moved(mark: Mark, down: int) -> Mark:
    assert not isinstance(mark, Veil), "lists hold nothing secret"
    return structs.replace(mark, y=mark.y + down)


BOOK: Final[Book] = (topic(IN_PICTURES, *_HOW_TO_PLAY), *_RULES)
