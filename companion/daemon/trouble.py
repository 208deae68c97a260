"""What every screen says while there is no journal to play on, and what its keys do about it.

The sentence is leafed through where it is longer than a screen: the remedy at its end is what matters.
"""

from typing import Literal

from msgspec import Struct, structs

from companion.core.keys import Gesture
from companion.core.screen import LINE, Screen, Text, wrap
from companion.ui.compose import labels

LINES = 7
Remedy = Literal["again", "new"]


class Trouble(Struct, frozen=True):
    """`text`: a sentence; `page`: which screenful of it is in sight."""

    text: str
    page: int = 0

    @property
    def screen(self) -> Screen:
        """A screenful of the sentence, and what the keys do."""
        lines = wrap(self.text)
        shown = lines[self.page * LINES : (self.page + 1) * LINES]
        words = (Text(0, LINE * number, line) for number, line in enumerate(shown))
        return Screen((*words, *labels("again", "new", "more" if len(lines) > LINES else "")))

    def touched(self, gesture: Gesture) -> "Trouble | Remedy":
        """What a gesture asks for: ◀ the same journal again, ● a new one, ▶ the rest of the sentence."""
        match gesture:
            case "left":
                return "again"
            case "middle":
                return "new"
            case "right":
                screens = -(-len(wrap(self.text)) // LINES)
                return structs.replace(self, page=(self.page + 1) % screens)
            case _:
                return self
