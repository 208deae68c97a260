"""What a player is doing with one question on the own screen: entering a move, looking at pages, or in the menu.

A dialog holds no game: what is asked and what can be looked at come in with every call, so a dialog is cheap to throw away.

The menu opens while ● is held: undo, help on the question, the pages to look at, and what the table offers. Nothing in it changes
what has been entered, undo excepted. What is looked for most is first or last, since the list goes round.

Invariants: looking, help and the menu never change what has been entered. A repeat of a held key moves on in the list in which
its press moved, and does nothing else: it completes no move and changes no question and no page.
"""

from typing import Final, Literal, NamedTuple

from msgspec import Struct, structs

from companion.core.entry import EntryChoice
from companion.core.keys import REPEATS, Gesture, Key
from companion.core.prompt import Move, Prompt
from companion.core.screen import Rendering, ScreenPage
from companion.ui.editor import Draft, Spelled, empty_draft, is_untouched, leads_back, press, step, without_last_step

MenuAction = Literal[
    "undo",
    "page",
    "rules",
    "take_back",
    "abandon",
    "switch_off",
    "new_code",
    "phone_codes",
    "hand_over",
    "play_again",
    "hint",
    "promise",
    "review",
    "roll_rest",
]

EARLY: Final = ("roll_rest", "promise", "hint", "review", "phone_codes")
"""The table's entries that come before the pages, since they help at once."""


class MenuEntry(Struct, frozen=True):
    """One entry of the menu that opens when ● is held. `page`: the page that it leads to, or the place that it is about."""

    text: str
    action: MenuAction
    page: int = 0


class Dialog(Struct, frozen=True):
    """`draft`: the move being entered, None where nothing is asked. `page`: which page is looked at; None: the entry, or the
    first page while this seat waits. `menu`: the entry of the menu in sight; None while it is closed. `leafing`: the list in
    which the last key moved; its repeats move on while that list is in sight.
    """

    draft: Draft | None = None
    page: int | None = None
    menu: MenuEntry | None = None
    leafing: tuple[EntryChoice | MenuEntry, ...] = ()

    @property
    def prompt(self) -> Prompt | None:
        """What is asked; None where nothing is."""
        return None if self.draft is None else self.draft.prompt


class Touched(NamedTuple):
    """What a gesture leads to: the dialog after it; the move that it completed, or the menu's entry that the table has to open;
    and why it did nothing, in a few words, where it did nothing."""

    dialog: Dialog
    done: Move | MenuEntry | None = None
    dead: str = ""


def asked(dialog: Dialog, prompt: Prompt | None) -> Dialog:
    """The dialog when the table's state has changed. A half-entered move stays as long as the same is asked; who waits goes on
    looking at pages, or in the menu."""
    if prompt is None:
        return dialog if dialog.draft is None else Dialog()
    if dialog.draft is not None and dialog.draft.prompt == prompt:
        return dialog
    return Dialog(empty_draft(prompt))


def needs_pages(dialog: Dialog, gesture: Gesture) -> bool:
    """Whether the effect of a gesture depends on the pages and the menu, so that they have to be drawn for it."""
    return dialog.menu is not None or dialog.draft is None or dialog.page is not None or gesture == "back"


def touch(dialog: Dialog, gesture: Gesture, pages: int, menu: tuple[MenuEntry, ...] = ()) -> Touched:
    """A gesture of the keys. `pages`: how many there are to look at; `menu`: its entries. Both count only where the gesture
    `needs_pages`."""
    if gesture in REPEATS:
        return Touched(_repeat(dialog, REPEATS[gesture], menu))
    dialog = structs.replace(dialog, leafing=())
    if dialog.menu is not None:
        return _in_menu(dialog, dialog.menu, gesture, menu)
    if dialog.page is not None or (dialog.draft is None and gesture != "back"):
        return _turn_page(dialog, gesture, pages)
    if dialog.draft is not None and gesture != "back":
        return _enter(dialog, dialog.draft, gesture)
    if dialog.draft is not None and leads_back(dialog.draft):
        return Touched(structs.replace(dialog, draft=without_last_step(dialog.draft)))
    return Touched(structs.replace(dialog, menu=menu[0]) if menu else dialog)


def _enter(dialog: Dialog, draft: Draft, gesture: Gesture) -> Touched:
    after = press(draft, gesture)
    if isinstance(after, Spelled):
        return Touched(structs.replace(dialog, draft=empty_draft(draft.prompt)), after.move)
    now = step(draft)
    if after == draft and now.mode != "list":
        return Touched(dialog, dead=_why_dead(draft))
    leafing = now.entries if gesture in ("left", "right") and now.mode == "list" else ()
    return Touched(structs.replace(dialog, draft=after, leafing=leafing))


def _why_dead(draft: Draft) -> str:
    """Why a key does nothing in this step of an entry."""
    now = step(draft)
    if now.dead and any(index in now.dead for index in range(draft.low, draft.high or len(now.entries))):
        return "Used already"
    return "This key has no box"


def entry_number(entry: MenuEntry, menu: tuple[MenuEntry, ...]) -> int:
    """Where an entry stands in the menu as it is now: the same, else the first of that name, else the first."""
    alike = (number for number, one in enumerate(menu) if (one.text, one.action) == (entry.text, entry.action))
    same = (number for number, one in enumerate(menu) if one == entry)
    return next(same, next(alike, 0))


def _in_menu(dialog: Dialog, entry: MenuEntry, gesture: Gesture, menu: tuple[MenuEntry, ...]) -> Touched:
    closed = structs.replace(dialog, menu=None)
    if not menu:
        return Touched(closed)
    at = entry_number(entry, menu)
    match gesture:
        case "left" | "right":
            after = menu[(at + (1 if gesture == "right" else -1)) % len(menu)]
            return Touched(structs.replace(dialog, menu=after, leafing=menu))
        case "middle":
            chosen = menu[at]
            if chosen.action == "undo" and dialog.draft is not None:
                return Touched(structs.replace(closed, draft=without_last_step(dialog.draft)))
            if chosen.action == "page":
                return Touched(structs.replace(closed, page=chosen.page))
            return Touched(closed, chosen)
        case _:
            return Touched(closed)


def _repeat(dialog: Dialog, key: Key, menu: tuple[MenuEntry, ...]) -> Dialog:
    """The next choice of the list in which the press of that key has moved, while that list is in sight."""
    if not dialog.leafing:
        return dialog
    if dialog.menu is not None:
        return _in_menu(dialog, dialog.menu, key, menu).dialog if dialog.leafing == menu else dialog
    if dialog.draft is None or dialog.page is not None or dialog.leafing != step(dialog.draft).entries:
        return dialog
    after = press(dialog.draft, key)
    return structs.replace(dialog, draft=after) if isinstance(after, Draft) else dialog


def _turn_page(dialog: Dialog, gesture: Gesture, pages: int) -> Touched:
    page = dialog.page or 0
    match gesture:
        case "left" | "right" if pages > (1 if gesture == "right" else 2):
            return Touched(structs.replace(dialog, page=(page + (1 if gesture == "right" else -1)) % pages))
        case "middle" | "back" if dialog.page is not None:
            return Touched(structs.replace(dialog, page=None))
        case _:
            return Touched(dialog, dead="Nothing to do now")


def is_confirming(dialog: Dialog) -> bool:
    """Whether a whole move is in sight, and ● would make it."""
    in_sight = dialog.page is None and dialog.menu is None
    return in_sight and dialog.draft is not None and step(dialog.draft).mode == "confirm"


def menu_entries(
    dialog: Dialog, rendering: Rendering, help_pages: int, more: tuple[MenuEntry, ...]
) -> tuple[MenuEntry, ...]:
    """The entries in their order. `help_pages`: how many pages of help follow the rendering's own; `more`: the table's."""
    entries: list[MenuEntry] = []
    if dialog.draft is not None and not is_untouched(dialog.draft):
        entries.append(MenuEntry("Undo the last step", "undo"))
    if help_pages:
        entries.append(MenuEntry("What am I asked?", "page", len(rendering.pages)))
    entries += [entry for entry in more if entry.action in EARLY]
    # The first page is mostly on the screen already, so it comes after the others.
    numbers = (*range(1, len(rendering.pages)), 0)
    entries += [MenuEntry(f"Look: {_name(rendering.pages[number])}", "page", number) for number in numbers]
    return (*entries, *(entry for entry in more if entry.action not in EARLY))


def _name(page: ScreenPage) -> str:
    return page.label or page.name
