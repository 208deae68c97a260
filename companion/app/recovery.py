"""Why there is no journal to play on, and what the players choose then.

Invariant: while no journal is open, nothing of the game is shown and no move is made. A sentence that is longer than a screen has
several pages, since the remedy stands at its end; all seats turn them together.
"""

from typing import Any

from msgspec import Struct, structs

from companion.core.errors import AGAIN_OR_NEW, JournalError, Remedy
from companion.core.game import Result
from companion.core.keys import Gesture
from companion.core.screen import Screen
from companion.journal.rows import SavedGame
from companion.table.state import At
from companion.table.table import Table
from companion.ui.screens import key_boxes, sentence_pages


class JournalFaultScreen(Struct, frozen=True):
    """`text`: a sentence; `page`: which screenful of it is shown, from 0; `remedies`: what ◀ and ● do."""

    text: str
    page: int = 0
    remedies: tuple[Remedy, Remedy] = AGAIN_OR_NEW

    @property
    def screen(self) -> Screen:
        """A screenful of the sentence, and what the keys do."""
        pages = sentence_pages(self.text)
        first, second = (remedy.capitalize() for remedy in self.remedies)
        return Screen((*pages[self.page], *key_boxes(first, second, "More" if len(pages) > 1 else "")))

    def after_gesture(self, gesture: Gesture) -> "JournalFaultScreen | Remedy":
        """◀ chooses the first remedy, ● the second one; ▶ shows the next page."""
        match gesture:
            case "left":
                return self.remedies[0]
            case "middle":
                return self.remedies[1]
            case "right":
                return structs.replace(self, page=(self.page + 1) % len(sentence_pages(self.text)))
            case _:
                return self


class JournalFault:
    """The layer "journal fault"."""

    name = "journal fault"

    def __init__(self) -> None:
        self.shown: JournalFaultScreen | None = None
        """Why there is no journal to play on; None while there is one."""

    def active(self, at: At) -> bool:
        """Whether there is no journal."""
        return self.shown is not None

    def made_from(self, at: At) -> tuple[Any, ...]:
        """The sentence, and which page of it is shown."""
        return (self.shown,)

    def screen(self, at: At) -> Screen:
        """The same for every seat."""
        assert self.shown is not None, "only an active layer is drawn"
        return self.shown.screen

    def words(self, at: At) -> str:
        """Touch turns the pages of the sentence, too."""
        return ""

    def take_gesture(self, gesture: Gesture) -> Remedy | None:
        """What a key of any seat chooses; None: it turned the page, or did nothing."""
        assert self.shown is not None, "only an active layer takes keys"
        after = self.shown.after_gesture(gesture)
        if isinstance(after, JournalFaultScreen):
            self.shown = after
            return None
        return after


def result_of(saved: SavedGame, table: Table) -> Result | None:
    """The scores of a saved game, and whether it is over; None where it cannot be resumed at `table`, which is empty."""
    try:
        table.resume(saved.opened, saved.steps, saved.rows)
    except JournalError:
        return None
    return table.game.result(table.state.game_state)
