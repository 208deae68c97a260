"""What every screen is made of: the title bar, the sign of what holding ● does, a box above each key, sentences, lists, the
rules.

    rows 0-12   the title; inverted while this seat is asked for something, else above a line; at its right end what holding ●
                does now: "◉ hold: menu", beside a long title "◉ menu"; right of it the think time, if one passes, and then
                the sign ◉ stands alone where there is no room for the word
    rows 51-63  three boxes; an absent box is a key that does nothing

What a player must read to act is in a face with capitals of 9 pixels, 16 minutes of arc on a 1.3" panel at 40 cm (ISO 9241-303).
A sentence that takes a whole screen is in large letters if there is room for all of it, else in small ones, page after page.

The rules: in the list of topics ◀ ▶ go up and down and ● opens one; there ◀ ▶ turn the pages, on into the next topic, and ●
leads back to the list. Holding ● goes a step back: to the list, and out of it to the game.

A screen is made of a dialog and a rendering. One place decides what the keys mean (the editor), and this file says it above them
after every press.
"""

import re
from collections.abc import Callable
from functools import lru_cache
from math import ceil
from typing import Final, Literal, assert_never

from msgspec import Struct

from companion.core.entry import Entry, EntryChoice
from companion.core.fonts.faces import Face, cap, in_bar, ink, text_width
from companion.core.keys import Gesture
from companion.core.picture import WIDTH
from companion.core.prompt import ChancePrompt, Choose, Dial, Fill, Menu, Prompt, Symbol, Write
from companion.core.rules_book import Book
from companion.core.screen import (
    BODY,
    CHEQUER,
    DARK,
    DOTS,
    LABEL_WIDTH,
    LIT,
    TITLE_WIDTH,
    FilledBox,
    Icon,
    Mark,
    Outline,
    Rect,
    Rendering,
    Screen,
    ScreenPage,
    TextMark,
    Veil,
    box,
    centred,
    clipped,
    crowded,
    paragraph,
    right_aligned,
    text_lines,
    wrap,
)
from companion.ui.editor import (
    Dialog,
    Draft,
    EditStep,
    Label,
    MenuEntry,
    entry_number,
    fits_box,
    leaf,
    shares,
    sole_label,
    written,
)
from companion.ui.keyboard import BLANK_LETTER, MORE, opened

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


class TimeLeft(Struct, frozen=True):
    """The time that is left, as text: the think time of a seat, or that of a tournament's round. `urgent`: it is nearly or wholly
    over."""

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


_SENTENCE_END: Final = re.compile(r"[.!?](?: |$)")
NOTICE_AREA: Final = Rect(1, 2, 126, 47)
"""The screen above the keys' boxes."""


def first_page(text: str, area: Rect = NOTICE_AREA) -> tuple[TextMark, ...]:
    """The first page of a text."""
    return sentence_pages(text, area)[0]


def sentence_pages(text: str, area: Rect = NOTICE_AREA) -> tuple[tuple[TextMark, ...], ...]:
    """A text as one page of large letters if there is room for all of it, accents below deep letters included, else as pages of
    small ones; at least one page."""
    large = paragraph(text, area, "label")
    if len(large) == 1 and not crowded(Screen(large[0])):
        return large
    pages: list[tuple[TextMark, ...]] = []
    while text:
        page, text = _split(text, area)
        pages += paragraph(page, area)
    return tuple(pages) or ((),)


def _split(text: str, area: Rect) -> tuple[str, str]:
    """The first page of a text in small letters, and the rest. The page ends with a sentence where that costs no page more."""
    lines, room = wrap(text, area.width), area.lines("text")
    if len(lines) <= room:
        return text, ""
    page, rest = " ".join(lines[:room]), " ".join(lines[room:])
    *_, end = (0, *(found.end() for found in _SENTENCE_END.finditer(page)))
    # The words of the broken sentence go to the next page.
    after = f"{page[end:]} {rest}".strip()
    pages_left = ceil(len(lines[room:]) / room)
    if end and len(wrap(after, area.width)) <= pages_left * room:
        return page[:end].rstrip(), after
    return page, rest


def after_first_page(text: str) -> str:
    """What is left of a text after its first page; empty if that holds all of it."""
    return "" if len(sentence_pages(text)) <= 1 else _split(text, NOTICE_AREA)[1]


BAR: Final = Rect(0, BODY.y + 10, WIDTH - 4, 13)
"""The choice in sight of a list."""
_ABOVE: Final = BODY.y
_BELOW: Final = BAR.bottom + 2
_SCROLL: Final = Rect(WIDTH - 2, BODY.y, 1, BODY.height)
_APART: Final = 3
"""Pixels at least between the two texts of a line."""
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
    return (*marks, *_scroll_bar(at, len(texts)))


def card(lines: tuple[str, ...], at: int, count: int) -> tuple[Mark, ...]:
    """One choice of a list on the whole screen, through which the keys leaf: its lines, and a scroll bar."""
    return (*text_lines(lines), *_scroll_bar(at, count))


def _scroll_bar(at: int, count: int) -> tuple[Mark, ...]:
    if count < 2:
        return ()
    thumb = max(4, _SCROLL.height // count)
    top = _SCROLL.y + (_SCROLL.height - thumb) * at // (count - 1)
    return FilledBox(*_SCROLL, pattern=DOTS), FilledBox(_SCROLL.x - 1, top, 3, thumb)


CARD_WIDTH: Final = _SCROLL.x - 2 - BODY.x
"""Pixels of a line on a card."""


def _line(text: str, left: int, right: int, y: int, *, lit: bool) -> tuple[TextMark, ...]:
    """A line of a list; what follows a tab is aligned right."""
    face: Face = "text"
    if lit:
        face, down = in_bar(text.replace("\t", " "), "label")
        y += down
    first, _, last = text.partition("\t")
    room = right - left - (text_width(last, face) + _APART if last else 0)
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


class Bookmark(Struct, frozen=True):
    """Which topic, and which of its pages; None: the list, in which the topic is marked."""

    topic: int = 0
    page: int | None = None


def turn_page(bookmark: Bookmark, gesture: Gesture, book: Book) -> Bookmark | None:
    """Where a gesture leads; None: out of the rules. A gesture that means nothing here leads nowhere."""
    at, page = bookmark.topic % len(book), bookmark.page
    if gesture == "back":
        return None if page is None else Bookmark(at)
    if gesture == "middle":
        return Bookmark(at, 0 if page is None else None)
    if gesture not in ("left", "right"):
        return bookmark
    step = 1 if gesture == "right" else -1
    if page is None:
        return Bookmark((at + step) % len(book))
    if 0 <= page + step < len(book[at].pages):
        return Bookmark(at, page + step)
    following = (at + step) % len(book)
    return Bookmark(following, 0 if step > 0 else len(book[following].pages) - 1)


TITLE: Final = "How to play"
"""The title of the list of topics, and the menu's entry that leads to it."""


def rules_screen(bookmark: Bookmark, book: Book) -> Screen:
    """The list of topics, or a page of one."""
    at = bookmark.topic % len(book)
    if bookmark.page is None:
        names = tuple(topic.name for topic in book)
        return Screen((*title_bar(TITLE, acting=False, hold="back"), *picker(names, at), *key_boxes("▲", "Read", "▼")))
    topic = book[at]
    number = min(bookmark.page, len(topic.pages) - 1)
    bar = title_bar(f"{topic.name} {number + 1}/{len(topic.pages)}", acting=False, hold="back")
    return Screen((*bar, *topic.pages[number], *key_boxes("◀", "Topics", "▶")))


Secrecy = Literal["open", "lift", "pass"]
"""open: a seat's secrets stand on its own screen. lift: they are covered until both outer keys are held together."""

Render = Callable[[Entry | None], Rendering]
"""Draws the game for one seat, with what that seat has entered so far."""

MENU_LABEL: Final = "menu"
BACK_LABEL: Final = "back"
HOLD: Final = "hold ◀ ▶"
COVERED: Final = "covered"
"""What stands on a cover: how it is lifted, or that nothing at the seat does that."""


def screen_pages(rendering: Rendering, prompt: Prompt | None) -> tuple[ScreenPage, ...]:
    """All that can be looked at: the rendering's pages, then the help on what is asked."""
    if prompt is None or not prompt.help:
        return rendering.pages
    return (
        *rendering.pages,
        *(
            ScreenPage("Help", marks, "More" if number else "Help")
            for number, marks in enumerate(paragraph(prompt.help))
        ),
    )


def compose(
    dialog: Dialog,
    render: Render,
    menu: tuple[MenuEntry, ...] = (),
    time: TimeLeft | None = None,
    beside_accept: str = "",
    *,
    cover: str = "",
    flash: str = "",
) -> Screen:
    """The screen of a dialog. `menu`: the entries of its menu, if that is open. `time`: the think time that passes there.
    `beside_accept`: what the box of ▶ says while a whole move waits to be confirmed, if the table gives that key a meaning.
    `cover`: secrets are covered, and the cover says this. `flash`: what the title says for a moment."""
    if dialog.menu is not None and menu:
        marks = _menu(entry_number(dialog.menu, menu), menu, time, asked=dialog.draft is not None)
    elif dialog.draft is not None and dialog.page is None:
        marks = _entry(dialog.draft, render, time, beside_accept, flash, veiled=bool(cover))
    else:
        marks = _looking(dialog, render(None), time, flash)
    if cover:
        marks = tuple(_covered(mark, cover) if isinstance(mark, Veil) else mark for mark in marks)
    return Screen(marks)


def notice(text: str, *, is_awaited: bool = False) -> Screen:
    """A sentence that takes the whole screen. ● shows the rest of it, or takes it away. `is_awaited`: the machine moves then."""
    return Screen(
        (*first_page(text), *key_boxes("", "More" if after_first_page(text) else "Go on" if is_awaited else "OK", ""))
    )


def question_screen(text: str, no: str = "No", yes: str = "Yes") -> Screen:
    """A question that takes the whole screen: ◀ says no, ▶ says yes."""
    return Screen((*first_page(text), *key_boxes(no, "", yes)))


def _menu(at: int, menu: tuple[MenuEntry, ...], time: TimeLeft | None, *, asked: bool) -> tuple[Mark, ...]:
    texts = tuple(entry.text for entry in menu)
    bar = title_bar("Menu", acting=asked, hold=BACK_LABEL, time=time)
    return (*bar, *picker(texts, at), *key_boxes("▲", "Choose", "▼"))


def _looking(dialog: Dialog, rendering: Rendering, time: TimeLeft | None, flash: str) -> tuple[Mark, ...]:
    every = screen_pages(rendering, dialog.prompt)
    at = (dialog.page or 0) % len(every)
    page = every[at]
    waiting = dialog.draft is None and dialog.page is None
    title = flash or (rendering.status if waiting else page.name)
    before, after = _neighbours(every, at)
    middle = "" if waiting else "Back"
    hold = "" if flash else MENU_LABEL if waiting else BACK_LABEL
    bar = title_bar(title, acting=dialog.draft is not None, hold=hold, time=time)
    return (*bar, *page.marks, *key_boxes(before, middle, after))


def _neighbours(every: tuple[ScreenPage, ...], at: int) -> tuple[str, str]:
    """What the boxes of ◀ and ▶ say: the pages to which they lead."""
    if len(every) == 1:
        return "", ""
    names = [page.label if page.label and fits_box(page.label) else "" for page in every]
    before, after = names[at - 1] or "◀", names[(at + 1) % len(every)] or "▶"
    if len(every) == 2:
        return "", after
    return (before, after) if before != after else ("◀", "▶")


def _entry(
    draft: Draft, render: Render, time: TimeLeft | None, beside_accept: str, flash: str, *, veiled: bool
) -> tuple[Mark, ...]:
    """`veiled`: what is entered of a secret stands behind the Secrecy screen, by a veil of the game or by one over all."""
    now, entered = draft.step, draft.entry
    rendering = render(entered)
    if flash:
        bar = title_bar(flash, acting=True, time=time)
    else:
        hold = BACK_LABEL if draft.leads_back else MENU_LABEL
        bar = title_bar(rendering.title or now.title, acting=True, hold=hold, time=time)
    if rendering.entry is not None:
        body = rendering.entry
    else:
        first = rendering.pages[0] if rendering.pages else None
        body = entry_body(entered, now.entries, draft.low, first)
    if veiled and draft.is_secret and not any(isinstance(mark, Veil) for mark in body):
        body = (Veil(*BODY, body),)
    return (*bar, *body, *_keys(draft, now, beside_accept))


def _keys(draft: Draft, now: EditStep, beside_accept: str) -> tuple[Mark, ...]:
    match now.mode:
        case "confirm":
            return key_boxes("Undo", now.accept, beside_accept)
        case "list":
            prompt, _ = leaf(draft.prompt, draft.chosen)
            accept = prompt.accept if isinstance(prompt, Choose) and not prompt.confirm else "OK"
            return key_boxes("▲", "Choose" if accept == "OK" else accept, "▼")
        case "keypad":
            dealt = shares(*draft.span(now), len(now.entries))
            return key_boxes(*(_share(now, low, high) for low, high in dealt))
        case "keyboard":
            prompt, entered = leaf(draft.prompt, draft.chosen)
            assert isinstance(prompt, Write), "only a text has a keyboard"
            nodes = opened(prompt, written(prompt, entered), draft.keys).nodes
            return key_boxes(*(_group_label(node.label) if not node.is_dead else "" for node in nodes))
        case _:
            assert_never(now.mode)


def _share(now: EditStep, low: int, high: int) -> Label:
    """The label of a key: its only choice, or the group that it opens. Empty if nothing of it can be taken."""
    indices = range(low, high)
    if now.dead.issuperset(indices):
        return ""
    alive = [now.entries[index] for index in indices if index not in now.dead]
    if len(alive) == 1:
        return sole_label(alive[0])
    group = tuple(one.label for one in alive)
    either = " or ".join(group)
    return either if len(group) == 2 and fits_box(either) else _group_label(group)


def _group_label(group: tuple[str, ...]) -> Label:
    """The choices of a group; if there are too many for its box, the first and the last one; if these are too long, the first."""
    if len(group) == 1:
        return group[0]
    if fits_box(group):
        return group
    ends = group[-2:] if group[-1] == MORE else group[-1:]
    # A dash may be one of the choices, so the word comes first.
    for between in ("to", "–"):
        if fits_box(both := (group[0], between, *ends)):
            return both
    room = LABEL_WIDTH - 4 - text_width("…", "label")
    return clipped(group[0], room, "label"), "…"


def _covered(veil: Veil, says: str) -> Veil:
    """The Secrecy screen down: a hatched rectangle, the same whatever is behind it."""
    x, y, width, height = box(veil)
    area = Rect(x, y, width, height)
    marks: tuple[Mark, ...] = (Outline(*area), FilledBox(x + 1, y + 1, width - 2, height - 2, CHEQUER))
    across = text_width(says) + 4
    if width >= across + 4 and height >= 11:
        plate = Rect(x + (width - across) // 2, y + (height - 11) // 2, across, 11)
        marks = (*marks, FilledBox(*plate, pattern=DARK), centred(says, plate))
    return Veil(*area, marks)


__all__ = ["BODY", "Render", "Secrecy", "compose", "notice", "question_screen", "screen_pages"]
