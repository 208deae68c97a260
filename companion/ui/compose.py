"""Dialog + rendering → screen: the title bar, the body, and what the three keys do now.

One place decides what the keys mean (the dialog and the editor), and this file says it above them after every press.
"""

from collections.abc import Callable
from typing import Final, Literal, assert_never

from companion.core.entry import Entry
from companion.core.fonts.faces import text_width
from companion.core.prompt import Prompt, Write
from companion.core.screen import (
    BODY,
    CHEQUER,
    DARK,
    LABEL_WIDTH,
    FilledBox,
    Mark,
    Outline,
    Rect,
    Rendering,
    Screen,
    ScreenPage,
    Veil,
    box,
    centred,
    clipped,
    paragraph,
)
from companion.ui.dialog import Dialog, MenuEntry, entry_number
from companion.ui.editor import (
    Draft,
    EditStep,
    deal,
    entry,
    is_secret,
    leads_back,
    leaf,
    sole_label,
    span,
    step,
    written,
)
from companion.ui.keyboard import MORE, opened
from companion.ui.layout import (
    Label,
    TimeLeft,
    after_first_page,
    entry_body,
    first_page,
    fits_box,
    key_boxes,
    picker,
    title_bar,
)

Secrecy = Literal["open", "lift"]
"""open: a seat's secrets stand on its own screen. lift: they are covered until both outer keys are held together."""

Render = Callable[[Entry | None], Rendering]
"""Draws the game for one seat, with what that seat has entered so far."""

MENU_LABEL: Final = "menu"
BACK_LABEL: Final = "back"
COVER: Final = "hold ◀ ▶"


def screen_pages(rendering: Rendering, prompt: Prompt | None) -> tuple[ScreenPage, ...]:
    """All that can be looked at: the rendering's pages, then the help on what is asked."""
    if prompt is None or not prompt.help:
        return rendering.pages
    return (*rendering.pages, *(ScreenPage("Help", marks, "Help") for marks in paragraph(prompt.help)))


def compose(
    dialog: Dialog,
    render: Render,
    secrecy: Secrecy,
    menu: tuple[MenuEntry, ...] = (),
    time: TimeLeft | None = None,
    beside_accept: str = "",
    *,
    lifted: bool = False,
    flash: str = "",
) -> Screen:
    """The screen of a dialog. `menu`: the entries of its menu, if that is open. `time`: the think time that passes there.
    `beside_accept`: what the box of ▶ says while a whole move waits to be confirmed, if the table gives that key a meaning.
    `lifted`: the player lifts the Secrecy screen. `flash`: what the title says for a moment."""
    covered = secrecy == "lift" and not lifted
    if dialog.menu is not None and menu:
        marks = _menu(entry_number(dialog.menu, menu), menu, time, asked=dialog.draft is not None)
    elif dialog.draft is not None and dialog.page is None:
        marks = _entry(dialog.draft, render, time, beside_accept, flash, veiled=covered)
    else:
        marks = _looking(dialog, render(None), time, flash)
    if covered:
        marks = tuple(_cover(mark) if isinstance(mark, Veil) else mark for mark in marks)
    return Screen(marks)


def notice(text: str) -> Screen:
    """A sentence that takes the whole screen. ● shows the rest of it, or takes it away."""
    return Screen((*first_page(text), *key_boxes("", "More" if after_first_page(text) else "OK", "")))


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
    now, entered = step(draft), entry(draft)
    rendering = render(entered)
    if flash:
        bar = title_bar(flash, acting=True, time=time)
    else:
        bar = title_bar(now.title, acting=True, hold=BACK_LABEL if leads_back(draft) else MENU_LABEL, time=time)
    if rendering.entry is not None:
        body = rendering.entry
    else:
        first = rendering.pages[0] if rendering.pages else None
        body = entry_body(entered, now.entries, draft.low, first)
    if veiled and is_secret(draft) and not any(isinstance(mark, Veil) for mark in body):
        body = (Veil(*BODY, body),)
    return (*bar, *body, *_keys(draft, now, beside_accept))


def _keys(draft: Draft, now: EditStep, beside_accept: str) -> tuple[Mark, ...]:
    match now.mode:
        case "confirm":
            return key_boxes("Undo", now.accept, beside_accept)
        case "list":
            return key_boxes("▲", "Choose", "▼")
        case "keypad":
            shares = deal(*span(draft, now))
            return key_boxes(*(_share(now, low, high) for low, high in shares))
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


def _cover(veil: Veil) -> Veil:
    """The Secrecy screen down: a hatched rectangle, the same whatever is behind it."""
    x, y, width, height = box(veil)
    area = Rect(x, y, width, height)
    marks: tuple[Mark, ...] = (Outline(*area), FilledBox(x + 1, y + 1, width - 2, height - 2, CHEQUER))
    across = text_width(COVER) + 4
    if width >= across + 4 and height >= 11:
        plate = Rect(x + (width - across) // 2, y + (height - 11) // 2, across, 11)
        marks = (*marks, FilledBox(*plate, pattern=DARK), centred(COVER, plate))
    return Veil(*area, marks)


__all__ = ["BODY", "Render", "Secrecy", "compose", "notice", "question_screen", "screen_pages"]
