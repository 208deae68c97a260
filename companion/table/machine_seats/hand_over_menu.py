"""The menus in which a player lets the machine play the own seat, or plays it again."""

from typing import Final

from companion.core.game import AnyGame
from companion.core.prompt import Choose, Option
from companion.table.agreement.proposal_screen import Overlay
from companion.ui.editor import empty_draft
from companion.ui.seat_desk import Desk

HAND_OVER_HELP: Final = (
    "The machine plays this seat until you take it back here. It sees what you saw, and no more. Everybody is told, and the "
    "journal keeps it."
)


def hand_over_menu(game: AnyGame, lifted: bool) -> Overlay:
    """A list of the levels of the open game, weakest first. `lifted`: the player lifts the Secrecy screen."""
    options = (
        *(Option({"move": "hand_over", "level": level}, "Take", f"Level {level}") for level in game.level_names()),
        Option({"move": "back"}, "Back", "Back to the game"),
    )
    return Overlay(
        Desk(empty_draft(Choose("How well?", f"{HAND_OVER_HELP} {game.levels_help()}", options)), lifted=lifted),
        "How well shall the machine play?",
    )


def take_back_menu(lifted: bool) -> Overlay:
    """Whether to play the seat again. `lifted`: as in `hand_over_menu`."""
    options = (
        Option({"move": "take_seat"}, "Play", "Play it myself"),
        Option({"move": "back"}, "Back", "Leave it to the machine"),
    )
    return Overlay(
        Desk(empty_draft(Choose("The machine", HAND_OVER_HELP, options)), lifted=lifted),
        "Play this seat yourself again?",
    )
