"""The body of a screen while something is entered, where the game does not draw it itself."""

from typing import Final, assert_never

from companion.core.entry import Entry, EntryChoice
from companion.core.fonts.faces import Face, cap, in_bar, text_width
from companion.core.picture import WIDTH
from companion.core.prompt import ChancePrompt, Choose, Dial, Fill, Menu, Symbol, Write
from companion.core.screen import (
    BODY,
    DOTS,
    FilledBox,
    Mark,
    Rect,
    ScreenPage,
    TextMark,
    clipped,
    right_aligned,
    text_lines,
)
from companion.ui.keyboard import BLANK_LETTER

BAR: Final = Rect(0, BODY.y + 10, WIDTH - 4, 13)
"""The choice in sight of a list."""
_ABOVE: Final = BODY.y
_BELOW: Final = BAR.bottom + 2
_SCROLL: Final = Rect(WIDTH - 2, BODY.y, 1, BODY.height)
_SLOT_GAP: Final = 4
UNDERLINE: Final = 2


def entry_body(entry: Entry, choices: tuple[EntryChoice, ...], at: int, page: ScreenPage | None) -> tuple[Mark, ...]:
    """The body for one entry. `choices` and `at`: those of a list, and the one in sight. `page`: the game's first page."""
    if entry.focus is not None and not entry.complete:
        return picker(tuple(choice_text(choice) for choice in choices), at)
    prompt = entry.prompt
    match prompt:
        case Fill():
            return _slots(prompt, entry.values)
        case Dial():
            return _wheels(prompt, entry.values)
        case Write():
            return _written("".join(map(str, entry.values)), prompt.longest)
        case Choose() | Menu():
            return page.marks if page is not None else ()
        case ChancePrompt():
            return ()
        case _:
            assert_never(prompt)


def choice_text(choice: EntryChoice) -> str:
    """A choice as a line of a list. A tab stands before what is aligned right."""
    return choice.name if isinstance(choice, Symbol) else choice.text


def picker(texts: tuple[str, ...], at: int) -> tuple[Mark, ...]:
    """A list: the choice in sight large on a lit bar, its neighbours above and below, and a scroll bar."""
    marks: list[Mark] = [FilledBox(*BAR, rounded=True)]
    marks += _line(texts[at], BAR.x + 3, BAR.right - 3, BAR.y, lit=True)
    if at > 0:
        marks += _line(texts[at - 1], BODY.x + 3, BAR.right - 3, _ABOVE, lit=False)
    if at + 1 < len(texts):
        marks += _line(texts[at + 1], BODY.x + 3, BAR.right - 3, _BELOW, lit=False)
    if len(texts) > 1:
        thumb = max(4, _SCROLL.height // len(texts))
        top = _SCROLL.y + (_SCROLL.height - thumb) * at // (len(texts) - 1)
        marks += [FilledBox(*_SCROLL, pattern=DOTS), FilledBox(_SCROLL.x - 1, top, 3, thumb)]
    return tuple(marks)


def _line(text: str, left: int, right: int, y: int, *, lit: bool) -> tuple[TextMark, ...]:
    """A line of a list; what follows a tab is aligned right."""
    face: Face = "text"
    if lit:
        face, down = in_bar(text.replace("\t", " "), "label")
        y += down
    first, _, last = text.partition("\t")
    room = right - left - (text_width(last, face) + 6 if last else 0)
    marks = (TextMark(left, y, clipped(first, room, face), face, inverse=lit),)
    return (*marks, right_aligned(last, right, y, face, inverse=lit)) if last else marks


def _slots(prompt: Fill, values: tuple[str | int, ...]) -> tuple[Mark, ...]:
    """A place for each symbol, the next one underlined."""
    labels = {symbol.value: symbol.label for symbol in prompt.symbols}
    columns = prompt.columns or prompt.length
    rows = -(-prompt.length // columns)
    face: Face = "value" if rows == 1 else "label"
    wide = max(text_width(label, face) for label in labels.values())
    pitch = min(wide + 2 * _SLOT_GAP, BODY.width // columns)
    left = (WIDTH - pitch * columns) // 2
    marks: list[Mark] = []
    for place in range(prompt.length):
        x = left + place % columns * pitch
        y = BODY.y + 9 if rows == 1 else BODY.y + place // columns * (cap(face) + 8)
        if place < len(values):
            label = labels[values[place]]
            marks.append(TextMark(x + (pitch - text_width(label, face)) // 2, y, label, face))
        thick = UNDERLINE if place == len(values) else 1
        marks.append(FilledBox(x + 2, y + cap(face) + 2, pitch - 4, thick))
    return tuple(marks)


def _wheels(prompt: Dial, values: tuple[str | int, ...]) -> tuple[Mark, ...]:
    names = [
        next(symbol.name for symbol in wheel.symbols if symbol.value == value)
        for wheel, value in zip(prompt.wheels, values, strict=False)
    ]
    lines = [f"{wheel.title} {name}" for wheel, name in zip(prompt.wheels, names, strict=False)]
    return text_lines(tuple(clipped(line, BODY.width, "label") for line in lines[-2:]), BODY, "label")


def _written(text: str, longest: int) -> tuple[Mark, ...]:
    """The text so far, as large as it fits, where the next letter comes, and how many letters there may be."""
    shown = text.replace(" ", BLANK_LETTER)
    count = f"{len(text)}/{longest}"
    face: Face = next((face for face in _LETTER_FACES if _end(shown, face) <= BODY.width), "label")
    y = BODY.y + 4
    marks: list[Mark] = [TextMark(BODY.x, y, shown, face)] if shown else []
    if len(text) < longest:
        across = text_width(shown, face) + (2 if shown else 0)
        marks.append(FilledBox(BODY.x + across, y + cap(face) - UNDERLINE, text_width("n", face), UNDERLINE))
    return (*marks, right_aligned(count, BODY.right, BODY.bottom - 9))


_LETTER_FACES: Final[tuple[Face, ...]] = ("value", "title")


def _end(shown: str, face: Face) -> int:
    """Pixels of a text with the cursor after it."""
    return text_width(shown, face) + 2 + text_width("n", face)
