"""The fixed parts of every screen: the title bar, the sign of what holding ● does, and a box above each key.

    rows 0-12   the title; inverted while this seat is asked for something, else above a line; at its right end what holding ●
                does now: "◉ hold: menu", beside a long title "◉ menu"; right of it the think time, if one passes, and then
                the sign ◉ stands alone where there is no room for the word
    rows 51-63  three boxes; an absent box is a key that does nothing

What a player must read to act is in a face with capitals of 9 pixels, 16 minutes of arc on a 1.3" panel at 40 cm (ISO 9241-303).
"""

from functools import lru_cache
from typing import Final

from msgspec import Struct

from companion.core.fonts.faces import Face, cap, in_bar, ink, text_width
from companion.core.picture import WIDTH
from companion.core.screen import DARK, LABEL_WIDTH, LIT, TITLE_WIDTH, FilledBox, Icon, Mark, Rect, TextMark, clipped

TITLE_BAR: Final = Rect(0, 0, WIDTH, 13)
WHOLE_TITLE: Final = WIDTH - 2
"""Pixels of a title without the sign."""
BOX_TOP: Final = 51
BOX_HEIGHT: Final = 13
BOX_WIDTH: Final = 41
BOX_LEFT: Final = (0, 43, 87)
"""The columns where the boxes of ◀ ● ▶ begin."""
ARROWS: Final = {
    "◀": ("    #", "   ##", "  ###", " ####", "#####", " ####", "  ###", "   ##", "    #"),
    "▶": ("#", "##", "###", "####", "#####", "####", "###", "##", "#"),
    "▲": ("    #", "   ###", "  #####", " #######", "#########"),
    "▼": ("#########", " #######", "  #####", "   ###", "    #"),
}
"""Labels that are drawn instead of written."""
HOLD_RING: Final = (" ### ", "#   #", "# # #", "#   #", " ### ")
_HOLD: Final = "hold: "
_RING: Final = 7
"""Columns of the sign ◉ and the gap after it."""
_TIME_GAP: Final = 3
"""Columns before the think time."""
_TITLE_GAP: Final = 3
"""The least columns between a title and the sign."""
_GROUP_GAP: Final = 6
"""Pixels between the symbols of a group; those of one letter may move together."""

Label = str | tuple[str, ...]
"""What a box says; several symbols are a group, which a press opens. Empty: no box."""


class TimeLeft(Struct, frozen=True):
    """The think time that a seat has left, as text. `urgent`: it is nearly or wholly over."""

    text: str
    urgent: bool


@lru_cache(maxsize=128)
def title_bar(text: str, *, acting: bool, hold: str = "", time: TimeLeft | None = None) -> tuple[Mark, ...]:
    """The title. `acting`: this seat is asked for something. `hold`: what holding ● does, in one short word. `time`: the think
    time of this seat, if it passes."""
    right = WIDTH if time is None else WIDTH - text_width(time.text, "label") - 2
    end = right - (1 if time is None else _TIME_GAP)
    words, room = _HOLD + hold, _beside(end, _HOLD + hold)
    whole = hold != "" and text_width(text, "label") <= room  # that a key is held is worth more than bold letters
    if not whole:
        words, room = hold, TITLE_WIDTH if hold or time is not None else WHOLE_TITLE
    face: Face = "title" if text_width(text, "title") <= room else "label"
    if time is not None and text_width(text, face) > _beside(end, words):
        words = ""
    face, y = in_bar(clipped(text, room, face), face)
    bar = FilledBox(*TITLE_BAR) if acting else FilledBox(0, TITLE_BAR.bottom, WIDTH, 1)
    return (
        bar,
        TextMark(1, y, clipped(text, room, face), face, inverse=acting),
        *(_time(time, right, acting=acting) if time is not None else ()),
        *(_hold_sign(end, words, acting=acting) if hold else ()),
    )


def _beside(end: int, words: str) -> int:
    """Pixels for a title beside the sign ◉ and some words that end before the column `end`."""
    return end - _RING - text_width(words) - _TITLE_GAP - 1


def _hold_sign(end: int, words: str, *, acting: bool) -> tuple[Mark, ...]:
    """The sign ◉ and what holding ● does, before the column `end`; without words the sign alone.

    In the first eight rows, so that a change of the words is a change of one page of the display only.
    """
    x = end - text_width(words)
    sign = Icon(x - (_RING if words else len(HOLD_RING)), 2, HOLD_RING, dark=acting)
    return (sign, TextMark(x, 1, words, inverse=acting)) if words else (sign,)


def _time(time: TimeLeft, left: int, *, acting: bool) -> tuple[Mark, ...]:
    """The think time at the right edge. One that is nearly over stands on a plate of the other colour."""
    text = TextMark(left + 1, 1, time.text, "label", inverse=acting != time.urgent)
    if not time.urgent:
        return (text,)
    plate = FilledBox(left, 0, WIDTH - left, TITLE_BAR.bottom, DARK if acting else LIT)
    return (plate, text)


@lru_cache(maxsize=256)
def key_boxes(left: Label = "", middle: Label = "", right: Label = "") -> tuple[Mark, ...]:
    """The boxes above ◀ ● ▶, each with what a short press does now."""
    marks: list[Mark] = []
    labels = (left, middle, right)
    down = _sunk(" ".join(word for label in labels for word in _words(label)))
    for key, label in enumerate(labels):
        if label:
            marks += _box(BOX_LEFT[key], label, down)
    return tuple(marks)


def _words(label: Label) -> tuple[str, ...]:
    return tuple(word for word in ((label,) if isinstance(label, str) else label) if word not in ARROWS)


def _sunk(words: str) -> int:
    """By how many rows the letters of the labels stand lower than those with the deepest descenders: in the middle of the boxes,
    where small letters keep to the last eight rows, one page of the display."""
    top, bottom = ink(words, "label")
    return 1 if top >= 0 and bottom <= cap("label") else 0


def narrow_box(x: int, width: int, label: str) -> tuple[Mark, ...]:
    """A box that is narrower than its key's place, beside something that needs the room."""
    at = x + (width - text_width(label, "label")) // 2
    filled = FilledBox(x, BOX_TOP, width, BOX_HEIGHT, rounded=True)
    return (filled, TextMark(at, BOX_TOP + 1, label, "label", inverse=True))


def _box(x: int, label: Label, sunk: int) -> tuple[Mark, ...]:
    filled = FilledBox(x, BOX_TOP, BOX_WIDTH, BOX_HEIGHT, rounded=True)
    if isinstance(label, str) and label in ARROWS:
        icon = Icon(0, 0, ARROWS[label], dark=True)
        left, top = x + (BOX_WIDTH - icon.width) // 2, BOX_TOP + (BOX_HEIGHT - icon.height) // 2
        return (filled, Icon(left, top, icon.rows, dark=True))
    words = (label,) if isinstance(label, str) else label
    together = in_bar(" ".join(words), "label")
    # All words stand alike, or where one of them is too high and too deep for that, each as it fits.
    stands = [together if together[0] == "label" else in_bar(word, "label") for word in words]
    shown = [clipped(word, LABEL_WIDTH, face) for word, (face, _) in zip(words, stands, strict=True)]
    widths = [text_width(word, face) for word, (face, _) in zip(shown, stands, strict=True)]
    # The symbols of a group stand apart; many of them move together.
    gap = min(_GROUP_GAP, (LABEL_WIDTH - 4 - sum(widths)) // max(1, len(words) - 1))
    gap = max(gap, 3) if len(words) > 1 else 0
    at = x + (BOX_WIDTH - sum(widths) - gap * (len(words) - 1)) // 2
    texts = []
    for word, width, (face, down) in zip(shown, widths, stands, strict=True):
        texts.append(TextMark(at, BOX_TOP + down + sunk, word, face, inverse=True))
        at += width + gap
    return (filled, *texts)


@lru_cache(maxsize=512)
def fits_box(label: Label) -> bool:
    """Whether a label fits a key's box. Symbols of one letter stand three pixels apart at least, longer ones four."""
    words = (label,) if isinstance(label, str) else label
    gap = 3 if all(len(word) == 1 for word in words) else 4
    return sum(text_width(word, "label") for word in words) + gap * (len(words) - 1) <= LABEL_WIDTH
