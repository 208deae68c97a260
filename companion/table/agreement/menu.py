"""The table's menu, in which a player makes a proposal, and the page that opens it; in a game and in the lobby."""

from collections.abc import Sequence
from typing import Final

from companion.core.prompt import Branch, Choose, Menu, Move, Option
from companion.core.screen import ACROSS, LINE, ScreenPage, TextMark
from companion.core.seat import Place, seat_number
from companion.table.agreement.proposal_screen import CODE_HELP, HELP, OFF_HELP, Overlay
from companion.ui.editor import begin
from companion.ui.seat_desk import Desk


def _page(*lines: str) -> ScreenPage:
    return ScreenPage(
        "Table", tuple(TextMark(0, LINE * line, text) for line, text in enumerate(lines, 1)), opens="open"
    )


PAGE: Final = _page("● opens this menu:", "take back my move,", "abandon the game.", "All must agree.")
"""The last page that a player can look at during a game."""
LOBBY_PAGE: Final = _page("● opens this menu:", "switch the Pi off.", "All who sit must", "agree.")
"""The last page of the lobby, if the machine can be switched off."""
PHONES_PAGE: Final = _page("● opens this menu:", "new phone for a seat,", "switch the Pi off.", "All must agree.")
"""The same where seats are phones."""
NO_OFF_PAGE: Final = _page("● opens this menu:", "new phone for a seat.", "All who sit must", "agree.")
"""The same where seats are phones and the machine cannot be switched off."""


def lobby_page(switchable: bool, phones: Sequence[Place]) -> ScreenPage | None:
    """The last page of the lobby; None where its menu would be empty. `phones`: the other places that are phones."""
    if phones:
        return PHONES_PAGE if switchable else NO_OFF_PAGE
    return LOBBY_PAGE if switchable else None


def menu(lifted: bool) -> Overlay:
    """The menu during a game. `lifted`: the player lifts the Secrecy screen."""
    entries = (
        _entry("retract", "Take my move back", {"move": "take_back"}, confirm=True),
        _entry("back", "Back to the game", {"move": "back"}, confirm=False),
        _entry("abandon", "Abandon the game", {"move": "abandon"}, confirm=True),
    )
    lines = ("◀ take my move back", "● back to the game", "▶ abandon the game", "All must agree.")
    return Overlay(Desk(begin(Menu("The table", HELP, entries)), lifted=lifted), lines)


def lobby_menu(lifted: bool, switchable: bool, phones: Sequence[Place]) -> Overlay:
    """The menu in the lobby. `lifted`: as in `menu`. `switchable` and `phones`: as in `lobby_page`."""
    entries = [_entry("back", "Back to the lobby", {"move": "back"}, confirm=False)]
    if switchable:
        entries.append(_entry("off", "Switch the Pi off", {"move": "switch_off"}, confirm=True))
    for place in phones:
        text = f"New phone, seat {seat_number(place)}"
        entries.append(_entry("phone", text, {"move": "new_code", "place": place}, confirm=True, help_text=CODE_HELP))
    if not phones:
        lines = ("◀ back to the lobby", "▶ switch the Pi off", "All who sit must", "agree.")
    else:
        lines = ("A seat with a new", "phone has a new code.", "All who sit must", "agree.")
    return Overlay(
        Desk(begin(Menu("The table", CODE_HELP if phones else OFF_HELP, tuple(entries))), lifted=lifted), lines
    )


def _entry(label: str, text: str, move: Move, *, confirm: bool, help_text: str = HELP) -> Branch:
    option = Option(move, label, text[:ACROSS])
    return Branch(label, text, Choose(text, help_text, (option,), confirm=confirm))
