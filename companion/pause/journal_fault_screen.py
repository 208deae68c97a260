"""What every screen shows while there is no journal to play on, and what its keys do.

A sentence that is longer than a screen has several pages, since the remedy stands at its end.
"""

from msgspec import Struct, structs

from companion.core.errors import AGAIN_OR_NEW, Remedy
from companion.core.keys import Gesture
from companion.core.screen import Screen
from companion.ui.layout import key_boxes, sentence_pages


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
