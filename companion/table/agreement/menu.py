"""The table's menu, in which a player makes a proposal; in a game and in the lobby."""

from collections.abc import Sequence

from companion.core.prompt import Branch, Choose, Menu, Move, Option
from companion.core.seat import Place, seat_number
from companion.table.agreement.proposal_screen import CODE_HELP, HELP, OFF_HELP, Overlay
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


def lobby_menu(lifted: bool, switchable: bool, phones: Sequence[Place]) -> Overlay:
    """The menu in the lobby. `lifted`: as in `menu`. `switchable`: whether the machine can be switched off; `phones`: the other
    places that are phones."""
    entries = [_entry("Back", "Back to the lobby", {"move": "back"}, confirm=False)]
    for place in phones:
        title = f"Seat {seat_number(place)}"
        move: Move = {"move": "new_code", "place": place}
        entries.append(_entry(title, f"New phone: {title}?", move, confirm=True, help_text=CODE_HELP))
    if switchable:
        entries.append(_entry("Off", "Switch off?", {"move": "switch_off"}, confirm=True))
    if not phones:
        sentence = "Switch the Pi off? All who sit must agree."
    elif switchable:
        sentence = "A new phone for a seat, or switch the Pi off? All who sit must agree."
    else:
        sentence = "A new phone for a seat? All who sit must agree."
    help_text = CODE_HELP if phones else OFF_HELP
    return Overlay(Desk(begin(Menu("The table", help_text, tuple(entries))), lifted=lifted), sentence)


def _entry(label: str, text: str, move: Move, *, confirm: bool, help_text: str = HELP) -> Branch:
    option = Option(move, label, text)
    return Branch(label, text, Choose(text, help_text, (option,), confirm=confirm, accept="Ask"))
