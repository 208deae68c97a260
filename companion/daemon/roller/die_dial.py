"""Enters a reading of the die with three keys: the face on top, unless the reader saw it, and the face in front.

◀ ▶ go to the next number, and on while they are held. ● confirms a number; held, it goes back. A face in front that no die can
have below that top is not offered.
"""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from companion.core.die import FACES, is_orientation
from companion.core.fonts.faces import cap
from companion.core.keys import Key
from companion.core.screen import BODY, FilledBox, Mark, Rect, Screen, centred, title_with_name
from companion.core.seat import Seat
from companion.devices.protocols import DieKind, DieReading
from companion.ui.layout import key_boxes, title_bar

_BETWEEN: Final = 21
"""Pixels from one number to the next."""
_CELL: Final = Rect(0, BODY.y + 8, 17, 19)
_BELOW_TEXT: Final = BODY.bottom - _CELL.height - 2
"""The row in which the numbers begin below a line of text."""


class DieDial(Struct, frozen=True):
    """`top`: the face on top, None while it is asked for. `source`: what read the top, "hand" where the roller enters it, too.
    `at`: the index of the chosen number. `by`: the seat that turned it last; only that seat's held key turns it further."""

    source: DieKind
    top: int | None = None
    at: int = 0
    by: Seat | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to choose from."""
        return FACES if self.top is None else tuple(face for face in FACES if is_orientation(self.top, face))

    def turned(self, key: Key, by: Seat) -> "DieDial":
        """The next number, or with ◀ the one before."""
        step = -1 if key == "left" else 1
        return replace(self, at=(self.at + step) % len(self.numbers), by=by)

    def confirmed(self) -> "DieDial | DieReading":
        """Confirm the number: the dial for the front, or the complete reading."""
        number = self.numbers[self.at]
        return DieDial(self.source, number) if self.top is None else DieReading(self.source, self.top, number)

    def back(self) -> "DieDial | None":
        """The dial before; None where there is none."""
        if self.source != "hand" or self.top is None:
            return None
        return DieDial("hand", at=FACES.index(self.top))

    def screen(self, front: str) -> Screen:
        """`front`: the name of the player whom the front of the die faces."""
        title = "What is on top?" if self.top is None else title_with_name(f"Facing {front}", "?")
        marks: list[Mark] = [*title_bar(title, acting=True, hold="back")]
        left = BODY.x + (BODY.width - len(self.numbers) * _BETWEEN) // 2 + (_BETWEEN - _CELL.width) // 2
        if self.top is not None:
            marks.append(centred(f"{self.top} on top", Rect(BODY.x, BODY.y, BODY.width, cap("text"))))
        y = _CELL.y if self.top is None else _BELOW_TEXT
        for place, number in enumerate(self.numbers):
            cell, chosen = _CELL._replace(x=left + place * _BETWEEN, y=y), place == self.at
            if chosen:
                marks.append(FilledBox(*cell, rounded=True))
            marks.append(centred(str(number), cell, "value", inverse=chosen))
        return Screen((*marks, *key_boxes("◀", "OK", "▶")))
