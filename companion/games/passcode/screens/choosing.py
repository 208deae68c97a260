"""The body while a codebreaker chooses what to do with a card: each card stands above the keys that are about it."""

from typing import Final

from companion.core.entry import Entry, EntryChoice
from companion.core.fonts.faces import text_width
from companion.core.prompt import Branch, Choose, Dial, Menu, Option, Prompt, Symbol
from companion.core.screen import BODY, Mark, TextMark, Veil, right_aligned
from companion.games.passcode.marks import CARD_SIZE, NARROW_CARD, card_width, draw_card, draw_lock_in
from companion.games.passcode.moves import FAIL_CARD, KEY_CARD
from companion.games.passcode.screens.board import CAPTION_GAP, CAPTION_LINE, LOWER, MIDDLE_LINE, board, code_row
from companion.games.passcode.view import PasscodeView

_KEY_CENTRES: Final = (20, 64, 107)
"""The columns in the middle of the keys' boxes."""
_BLOCK_GAP: Final = 7
_TWIN_GAP: Final = 4
_SMALL_PITCH: Final = NARROW_CARD + 1


def choosing(view: PasscodeView, seat: int, entry: Entry) -> tuple[Mark, ...]:
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
