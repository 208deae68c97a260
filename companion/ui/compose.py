"""Desk + face → screen: a title line, the game's page, the entry strip, and the labels above the three keys.

line 0      whose turn it is, or what is asked
lines 1-4   the game's first page (lines 1-6 while nothing is entered)
lines 5-6   what has been entered so far, an underline below the place that is next
line 7      what ◀ ● ▶ do, each label above its key
"""

from collections.abc import Callable
from typing import Final, Literal, assert_never

from companion.core.picture import WIDTH
from companion.core.prompt import Choose, Dial, Menu, Prompt, Symbol, Write
from companion.core.prompt import Fill as FillPrompt
from companion.core.screen import (
    ACROSS,
    CELL,
    LINE,
    FilledBox,
    Mark,
    Outline,
    Rendering,
    Screen,
    ScreenPage,
    Slot,
    TextMark,
    Veil,
    box,
    paragraph,
    wrap,
)
from companion.ui.editor import BLANK, SOLE, Draft, EditStep, deal, is_untouched, leaf, span, step, written
from companion.ui.seat_desk import Desk

Secrecy = Literal["open", "lift"]
"""open: a seat's secrets stand on its own screen. lift: they are covered until both outer keys are held together."""

PAGE_LINES: Final = 6
ENTRY_LINES: Final = 4
STRIP: Final = LINE * (1 + ENTRY_LINES)
LABELS: Final = LINE * 7
THIRD: Final = 43
GLANCE: Final = "hold ●: look"
LOOK: Final = "hold ●: look, help"
CONFIRM: Final = "OK"
COVER: Final = "hold ◀ ▶"


def pages(face: Rendering, prompt: Prompt | None) -> tuple[ScreenPage, ...]:
    """All that can be looked at: the face's pages, and the help on what is asked."""
    if prompt is None or not prompt.help:
        return face.pages
    return (*face.pages, *(ScreenPage("Help", marks) for marks in paragraph(prompt.help, PAGE_LINES)))


def compose(
    desk: Desk, face: Callable[[int], Rendering], secrecy: Secrecy, more: tuple[ScreenPage, ...] = ()
) -> Screen:
    """The screen of a seat. `face` draws the game for a number of lines; `more`: pages to look at behind all others."""
    if desk.notice:
        return notice(desk.notice)
    if desk.doubt is not None:
        return Screen((*_lines(desk.doubt.question), *labels("no", "● again", "")))
    if desk.draft is not None and desk.page is None:
        marks = _entry(desk.draft, face(ENTRY_LINES))
    else:
        marks = _looking(desk, face(PAGE_LINES), more)
    covered = secrecy == "lift" and not desk.lifted
    return Screen(tuple(_cover(mark) if covered and isinstance(mark, Veil) else mark for mark in marks))


def _looking(desk: Desk, face: Rendering, more: tuple[ScreenPage, ...]) -> tuple[Mark, ...]:
    prompt = desk.draft.prompt if desk.draft else None
    all_pages = (*pages(face, prompt), *more)
    number = (desk.page or 0) % len(all_pages)
    page = all_pages[number]
    waiting = desk.draft is None and not desk.page
    count = f"{number + 1}/{len(all_pages)}"
    title = face.status if waiting else f"{page.name[: ACROSS - len(count) - 1]:<{ACROSS - len(count)}}{count}"
    turns = ("◀", "▶") if len(all_pages) > 1 else ("", "")
    middle = page.opens or ("" if waiting else "back")
    return (_title(title), *page.marks, *labels(turns[0], middle, turns[1]))


def notice(text: str, label: str = "OK") -> Screen:
    """A sentence that takes the whole screen, and what ● does about it."""
    return Screen((*_lines(text), *labels("", label, "")))


def _lines(text: str) -> tuple[TextMark, ...]:
    """A sentence from the uppermost line on, cut above the keys."""
    return tuple(TextMark(0, LINE * number, line) for number, line in enumerate(wrap(text)[: PAGE_LINES + 1]))


def _entry(draft: Draft, face: Rendering) -> tuple[Mark, ...]:
    now = step(draft)
    prompt, _ = leaf(draft.prompt, draft.chosen)
    body = (_title(prompt.title), *(face.pages[0].marks if face.pages else ()))
    if isinstance(prompt, FillPrompt) and face.slots:
        return (*body, *_in_place(draft, now, prompt, face.slots))
    return (*body, *_strip(draft, now), *_keys(draft, now))


def _in_place(draft: Draft, now: EditStep, prompt: FillPrompt, slots: tuple[Slot, ...]) -> tuple[Mark, ...]:
    """What has been entered, where it will stay, and the labels of all symbols."""
    _, chosen = leaf(draft.prompt, draft.chosen)
    marks: list[Mark] = []
    for index, slot in zip(chosen, slots, strict=False):
        symbol = prompt.symbols[index]
        marks.append(TextMark(slot.x, slot.y, symbol.label))
        if symbol.pattern:
            marks.append(FilledBox(slot.x + len(symbol.label) * CELL, slot.y, slot.swatch, LINE - 1, symbol.pattern))
    if now.mode == "confirm":
        used = frozenset(chosen) if prompt.repeats == 1 else frozenset()
        everything = EditStep("", prompt.symbols, "keypad", used)
        marks.append(TextMark((WIDTH - len(CONFIRM) * CELL) // 2, LABELS - LINE, CONFIRM))
        return (*marks, *_dealt(everything, deal(0, len(prompt.symbols))))
    shares = deal(0, len(now.entries))
    opened = span(draft, now)
    if opened in shares and all(high - low <= 1 for low, high in deal(*opened)):
        slot = slots[len(chosen)]
        return (*marks, TextMark(slot.x, slot.y, "◀●▶"[shares.index(opened)]), *_dealt(now, shares))
    if is_untouched(draft):
        marks.append(TextMark(slots[0].x, slots[0].y, "·"))
    return (*marks, *_dealt(now, deal(*opened)))


def _dealt(now: EditStep, shares: tuple[tuple[int, int], ...]) -> tuple[Mark, ...]:
    """The labels of three shares; what cannot be taken now is a dot in its place."""
    words = [
        tuple("·" if index in now.dead else now.entries[index].label for index in range(low, high))
        for low, high in shares
    ]
    return labels(*map(share, words))


def _title(text: str) -> TextMark:
    return TextMark(0, 0, text[:ACROSS])


def _strip(draft: Draft, now: EditStep) -> tuple[Mark, ...]:
    if now.mode == "carousel":
        entry = now.entries[draft.low]
        text = entry.name if isinstance(entry, Symbol) else entry.text
        place = f"{draft.low + 1} of {len(now.entries)}"
        below = f"{place:<{ACROSS - len(GLANCE)}}{GLANCE}" if is_untouched(draft) else place
        return (TextMark(0, STRIP, text[:ACROSS]), TextMark(0, STRIP + LINE, below[:ACROSS]))
    prompt, chosen = leaf(draft.prompt, draft.chosen)
    match prompt:
        case FillPrompt():
            return _slots(draft, prompt, chosen)
        case Write():
            text = written(prompt, chosen).replace(" ", BLANK)
            across = min(len(text), prompt.longest - 1) * 2 * CELL
            return (TextMark(0, STRIP, text, 2), FilledBox(across, STRIP + 2 * LINE - 2, 2 * CELL - 2, 1))
        case Dial():
            return _wheels(prompt, chosen, now)
        case Choose() | Menu():
            return _choices(draft, now)
        case _:
            return ()


def _slots(draft: Draft, prompt: FillPrompt, chosen: tuple[int, ...]) -> tuple[Mark, ...]:
    symbols = [prompt.symbols[index] for index in chosen]
    wide = CELL * 2 * max(len(symbol.label) for symbol in prompt.symbols)
    swatch = 12 if any(symbol.pattern for symbol in prompt.symbols) else 0
    gap = 4
    marks: list[Mark] = []
    x = 0
    for place in range(prompt.length):
        if prompt.columns and place and place % prompt.columns == 0:
            x += 2 * gap
        if place < len(symbols):
            marks.append(TextMark(x, STRIP, symbols[place].label, 2))
            if swatch:
                marks.append(FilledBox(x + wide, STRIP, swatch - 2, 2 * (LINE - 1), symbols[place].pattern))
        elif is_untouched(draft):
            marks.append(FilledBox(x, STRIP + 5, wide + swatch - 2, 1))
        else:
            marks.append(FilledBox(x, STRIP + 13, 2, 1))
        if place == len(symbols):
            marks.append(FilledBox(x, STRIP + (4 if is_untouched(draft) else 12), wide + swatch - 2, 2))
        x += wide + swatch + gap
    if is_untouched(draft):
        marks.append(TextMark(0, STRIP + LINE, LOOK))
    return tuple(marks)


def _wheels(prompt: Dial, chosen: tuple[int, ...], now: EditStep) -> tuple[Mark, ...]:
    lines = [f"{wheel.title}: {wheel.symbols[index].name}" for wheel, index in zip(prompt.wheels, chosen, strict=False)]
    if now.mode != "confirm":
        lines.append(f"{now.title}: ?")
    return tuple(TextMark(0, STRIP + LINE * line, text[:ACROSS]) for line, text in enumerate(lines[-2:]))


def _choices(draft: Draft, now: EditStep) -> tuple[Mark, ...]:
    if now.mode == "confirm":
        return (TextMark(0, STRIP, now.title[:ACROSS]),)
    return (TextMark(0, STRIP + LINE, LOOK),) if is_untouched(draft) else ()


def _keys(draft: Draft, now: EditStep) -> tuple[Mark, ...]:
    match now.mode:
        case "confirm":
            return labels("undo", "● OK", "")
        case "carousel":
            return labels("◀", "take", "▶")
        case "keypad":
            return _dealt(now, deal(*span(draft, now)))
        case _:
            assert_never(now.mode)


def share(of: tuple[str, ...]) -> str:
    """The label of a key that stands for several entries: all of them where they fit, else the first and the last."""
    if not of:
        return ""
    together = " ".join(of)
    return together if len(together) <= SOLE else f"{of[0]}-{of[-1]}"


def labels(left: str, middle: str, right: str) -> tuple[Mark, ...]:
    """The bottom line: each label in the middle of its third, above its key, below a dotted line from edge to edge.

    The line belongs to the page above, so that a label that changes costs no byte of it.
    """
    marks: list[Mark] = [FilledBox(0, LABELS - 1, WIDTH, 1, 3)]
    for key, label in enumerate((left, middle, right)):
        if label:
            x = key * THIRD + (THIRD - 2 - len(label) * CELL) // 2
            marks.append(TextMark(min(max(x, 0), WIDTH - len(label) * CELL + 1), LABELS, label))
    return tuple(marks)


def _cover(veil: Veil) -> Veil:
    """The Secrecy screen down: a hatched rectangle, the same whatever is behind it."""
    x, y, width, height = box(veil)
    marks: tuple[Mark, ...] = (Outline(x, y, width, height), FilledBox(x + 1, y + 1, width - 2, height - 2, 3))
    across = len(COVER) * CELL
    if width >= across + 4 and height >= LINE - 1:
        left = x + (width - across) // 2
        marks = (Outline(x, y, width, height), FilledBox(left - 2, y, across + 3, height, 0), TextMark(left, y, COVER))
    return Veil(x, y, width, height, marks)
