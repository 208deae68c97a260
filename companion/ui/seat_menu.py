"""The menu that opens while ● is held: undo, the pages to look at, help, the rules, and what the table offers.

Nothing in it changes what has been entered, undo excepted.
"""

from companion.core.screen import Rendering
from companion.ui.seat_desk import Desk, MenuEntry, can_undo


def menu_entries(
    desk: Desk, rendering: Rendering, help_pages: int, more: tuple[MenuEntry, ...]
) -> tuple[MenuEntry, ...]:
    """The entries in their order. `help_pages`: how many pages of help follow the rendering's own; `more`: the table's."""
    entries: list[MenuEntry] = []
    if can_undo(desk):
        entries.append(MenuEntry("Undo the last step", "undo"))
    if help_pages:
        entries.append(MenuEntry("What am I asked?", "page", len(rendering.pages)))
    entries += [
        MenuEntry(f"Look: {page.label or page.name}", "page", number) for number, page in enumerate(rendering.pages)
    ]
    return (*entries, *more)
