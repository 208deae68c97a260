"""The page and the menu in which a player lets the machine play the own seat, or plays it again."""

from typing import Final

from companion.bots.level_names import levels_of, middle_level
from companion.core.prompt import Choose, Option
from companion.core.screen import ACROSS, LINE, ScreenPage, TextMark
from companion.table.agreement.proposal_screen import Overlay
from companion.ui.editor import begin
from companion.ui.seat_desk import Desk

HELP: Final = (
    "The machine plays this seat until you take it back here. It sees what you saw, and no more. Everybody is told, and the "
    "journal keeps it."
)


def _page(*lines: str) -> ScreenPage:
    return ScreenPage(
        "Machine", tuple(TextMark(0, LINE * line, text) for line, text in enumerate(lines, 1)), opens="open"
    )


HAND_OVER_PAGE: Final = _page("● opens this menu:", "the machine plays", "my seat until I take", "it back.")
"""A page of a player during a game."""
TAKE_BACK_PAGE: Final = _page("The machine plays", "this seat. ● opens", "this menu: play it", "myself again.")
"""A page at the place of a player who has handed the seat to the machine."""


def hand_over_menu(game: str, lifted: bool) -> Overlay:
    """The levels of the open game, a middling one first."""
    middle = middle_level(game)
    levels = (middle, *(level for level in levels_of(game) if level != middle))
    options = (
        *(Option({"move": "hand_over", "level": level}, level[:7], f"Level {level}"[:ACROSS]) for level in levels),
        Option({"move": "back"}, "back", "Back to the game"),
    )
    lines = ("The machine plays my", "seat. How well?")
    return Overlay(Desk(begin(Choose("The machine", HELP, options)), lifted=lifted), lines)


def take_back_menu(lifted: bool) -> Overlay:
    """Whether to play the seat again."""
    options = (
        Option({"move": "take_seat"}, "play", "Play it myself"),
        Option({"move": "back"}, "back", "Leave it to the machine"[:ACROSS]),
    )
    return Overlay(
        Desk(begin(Choose("The machine", HELP, options)), lifted=lifted), ("Play this seat", "yourself again?")
    )
