"""The table's menu, in which a player makes a proposal, and the page that opens it; in a game and in the lobby."""

from typing import Final

from companion.core.prompt import Branch, Choose, Menu, Move, Option
from companion.core.screen import ACROSS, LINE, ScreenPage, TextMark
from companion.table.agreement.proposal_screen import HELP, OFF_HELP, Overlay
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


def menu(lifted: bool) -> Overlay:
    """The menu during a game. `lifted`: the player lifts the Secrecy screen."""
    entries = (
        _entry("retract", "Take my move back", {"move": "take_back"}, confirm=True),
        _entry("back", "Back to the game", {"move": "back"}, confirm=False),
        _entry("abandon", "Abandon the game", {"move": "abandon"}, confirm=True),
    )
    lines = ("◀ take my move back", "● back to the game", "▶ abandon the game", "All must agree.")
    return Overlay(Desk(begin(Menu("The table", HELP, entries)), lifted=lifted), lines)


def lobby_menu(lifted: bool) -> Overlay:
    """The menu in the lobby of a machine that can be switched off. `lifted`: as in `menu`."""
    entries = (
        _entry("back", "Back to the lobby", {"move": "back"}, confirm=False),
        _entry("off", "Switch the Pi off", {"move": "switch_off"}, confirm=True),
    )
    lines = ("◀ back to the lobby", "▶ switch the Pi off", "All who sit must", "agree.")
    return Overlay(Desk(begin(Menu("The table", OFF_HELP, entries)), lifted=lifted), lines)


def _entry(label: str, text: str, move: Move, *, confirm: bool) -> Branch:
    option = Option(move, label, text[:ACROSS])
    return Branch(label, text, Choose(text, HELP, (option,), confirm=confirm))
