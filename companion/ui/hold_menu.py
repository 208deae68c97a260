"""The menu that opens while ● is held: undo, help on the question, the pages to look at, and what the table offers.

Nothing in it changes what has been entered, undo excepted. What is looked for most is first or last, since the list goes round.
"""

from typing import Final

from companion.core.screen import Rendering, ScreenPage
from companion.ui.seat_desk import Desk, MenuEntry, can_undo

EARLY: Final = ("roll_rest", "promise", "hint", "review", "phone_codes")
"""The table's entries that come before the pages, since they help at once."""


def menu_entries(
    desk: Desk, rendering: Rendering, help_pages: int, more: tuple[MenuEntry, ...]
) -> tuple[MenuEntry, ...]:
    """The entries in their order. `help_pages`: how many pages of help follow the rendering's own; `more`: the table's."""
    entries: list[MenuEntry] = []
    if can_undo(desk):
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
