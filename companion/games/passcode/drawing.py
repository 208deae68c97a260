"""The things of Passcode as they are drawn: cards, the squares of a code board, the die, piles.

The law: each takes the upper left corner and stays within the size that it names.
"""

from typing import Final

from companion.core.screen import FilledBox, Mark, Outline, TextMark
from companion.dice.attitude import Attitude, back, left, right
from companion.games.passcode.cards import KEY

CARD: Final = (17, 23)
SQUARE: Final = (11, 14)
DIE: Final = 15

_PIPS: Final = {
    1: ((1, 1),),
    2: ((0, 2), (2, 0)),
    3: ((0, 2), (1, 1), (2, 0)),
    4: ((0, 0), (0, 2), (2, 0), (2, 2)),
    5: ((0, 0), (0, 2), (1, 1), (2, 0), (2, 2)),
    6: ((0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)),
}
"""The columns and lines of the pips of a face."""


def card(x: int, y: int, kind: str) -> tuple[Mark, ...]:
    """A card: its number, or a key."""
    frame = Outline(x, y, *CARD)
    if kind != KEY:
        return (frame, TextMark(x + 4, y + 5, kind, 2))
    return (
        frame,
        Outline(x + 5, y + 3, 7, 7),
        Outline(x + 6, y + 4, 5, 5),
        FilledBox(x + 8, y + 10, 2, 10),
        FilledBox(x + 10, y + 14, 3, 2),
        FilledBox(x + 10, y + 18, 3, 2),
    )


def pieces(kinds: tuple[str, ...], y: int) -> tuple[Mark, ...]:
    """Cards side by side."""
    return tuple(mark for place, kind in enumerate(kinds) for mark in card(place * (CARD[0] + 2), y, kind))


def locked(x: int, y: int, number: int) -> tuple[Mark, ...]:
    """A LOCK IN card, in the size of a card: a padlock with its number."""
    return (
        Outline(x + 3, y, 11, 12),
        Outline(x + 4, y + 1, 9, 11),
        FilledBox(x, y + 8, CARD[0], CARD[1] - 8),
        TextMark(x + 6, y + 12, str(number), inverse=True),
    )


def square(x: int, y: int, number: int | None, *, filled: bool, following: bool) -> tuple[Mark, ...]:
    """A square of a code board: solid once its digit is played, underlined while it is the next one (2 pixels more)."""
    wide, tall = SQUARE
    ground: Mark = FilledBox(x, y, wide, tall) if filled else Outline(x, y, wide, tall)
    number_at = TextMark(x + 3, y + 4, _digit(number), inverse=filled)
    return (ground, number_at, *((FilledBox(x, y + tall, wide, 2),) if following else ()))


def die(x: int, y: int, face: int) -> tuple[Mark, ...]:
    """A die from above, in a square of DIE."""
    return (
        Outline(x, y, DIE, DIE),
        *(FilledBox(x + 2 + 4 * column, y + 2 + 4 * line, 3, 3) for column, line in _PIPS[face]),
    )


def plan(x: int, y: int, lies: Attitude) -> tuple[Mark, ...]:
    """A die from above and the numbers on its four sides, 31 by 31."""
    at = (x + 8, y + 8)
    return (
        *die(*at, lies.top),
        TextMark(at[0] + 5, y, str(back(lies))),
        TextMark(x, at[1] + 4, str(left(lies))),
        TextMark(at[0] + DIE + 3, at[1] + 4, str(right(lies))),
        TextMark(at[0] + 5, y + 24, str(lies.front)),
    )


def small_square(x: int, y: int, number: int | None, *, filled: bool) -> tuple[Mark, ...]:
    """A digit of a code in a line of text, 8 wide and 7 high: solid once it is played."""
    text = TextMark(x + 1, y, _digit(number), inverse=filled)
    return (FilledBox(x - 1, y, 9, 7), text) if filled else (text,)


def _digit(number: int | None) -> str:
    return "·" if number is None else str(number)
