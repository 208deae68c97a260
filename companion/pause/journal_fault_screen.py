"""What every screen shows while there is no journal to play on, and what its keys do.

A sentence that is longer than a screen has several pages, since the remedy stands at its end.
"""

from msgspec import Struct, structs

from companion.core.errors import AGAIN_OR_NEW, Remedy
from companion.core.keys import Gesture
from companion.core.screen import LINE, Screen, TextMark, wrap
from companion.ui.compose import labels

LINES = 7


class JournalFaultScreen(Struct, frozen=True):
    """`text`: a sentence; `page`: which screenful of it is shown, from 0; `remedies`: what ◀ and ● do."""

    text: str
    page: int = 0
    remedies: tuple[Remedy, Remedy] = AGAIN_OR_NEW

    @property
    def screen(self) -> Screen:
        """A screenful of the sentence, and what the keys do."""
        lines = wrap(self.text)
        shown = lines[self.page * LINES : (self.page + 1) * LINES]
        words = (TextMark(0, LINE * number, line) for number, line in enumerate(shown))
        return Screen((*words, *labels(*self.remedies, "more" if len(lines) > LINES else "")))

    def after_gesture(self, gesture: Gesture) -> "JournalFaultScreen | Remedy":
        """◀ chooses the first remedy, ● the second one; ▶ shows the next page."""
        match gesture:
            case "left":
                return self.remedies[0]
            case "middle":
                return self.remedies[1]
            case "right":
                screens = -(-len(wrap(self.text)) // LINES)
                return structs.replace(self, page=(self.page + 1) % screens)
            case _:
                return self
