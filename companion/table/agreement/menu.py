"""The table's menu, in which a player makes a proposal; in a game and in the lobby."""

from companion.core.prompt import Branch, Choose, Menu, Move, Option
from companion.table.agreement.proposal_screen import HELP, OFF_HELP, Overlay
from companion.ui.editor import begin
from companion.ui.seat_desk import Desk


def menu(lifted: bool) -> Overlay:
    """The menu during a game. `lifted`: the player lifts the Secrecy screen."""
    entries = (
        _entry("Undo", "Take it back?", {"move": "take_back"}, confirm=True),
        _entry("Back", "Back to the game", {"move": "back"}, confirm=False),
        _entry("End", "End this game?", {"move": "abandon"}, confirm=True),
    )
    sentence = "Undo your last move, or end the game. All players must agree."
    return Overlay(Desk(begin(Menu("The table", HELP, entries)), lifted=lifted), sentence)


def lobby_menu(lifted: bool) -> Overlay:
    """The menu in the lobby of a machine that can be switched off. `lifted`: as in `menu`."""
    entries = (
        _entry("Back", "Back to the lobby", {"move": "back"}, confirm=False),
        _entry("Off", "Switch off?", {"move": "switch_off"}, confirm=True),
    )
    sentence = "Switch the Pi off? All who sit must agree."
    return Overlay(Desk(begin(Menu("The table", OFF_HELP, entries)), lifted=lifted), sentence)


def _entry(label: str, text: str, move: Move, *, confirm: bool) -> Branch:
    option = Option(move, label, text)
    return Branch(label, text, Choose(text, HELP, (option,), confirm=confirm, accept="Ask"))
