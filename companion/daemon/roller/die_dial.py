"""Enters a reading of the die with three keys: the face on top, unless the reader saw it, and the face in front.

◀ ▶ go to the next number, and on while they are held. ● confirms a number; held, it goes back. A face in front that no die can
have below that top is not offered.
"""

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from companion.core.keys import Key
from companion.core.picture import WIDTH
from companion.core.screen import CELL, LINE, FilledBox, Mark, Screen, TextMark, wrap
from companion.core.seat import Seat
from companion.devices.device_protocols import DieKind, DieReading
from companion.dice.attitude import FACES, is_attitude
from companion.ui.compose import CONFIRM, labels

_BETWEEN: Final = 21
"""Pixels from one number to the next."""
_ROW: Final = 4 * LINE
_TALL: Final = 2 * LINE


class DieDial(Struct, frozen=True):
    """`top`: the face on top, None while it is asked for. `source`: what read the top, "hand" where the roller enters it, too.
    `at`: the index of the chosen number. `by`: the seat that turned it last; only that seat's held key turns it further."""

    source: DieKind | Literal["hand"]
    top: int | None = None
    at: int = 0
    by: Seat | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to choose from."""
        return FACES if self.top is None else tuple(face for face in FACES if is_attitude(self.top, face))

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
        asked = "Which number is on top?" if self.top is None else f"{self.top} on top. Which number faces {front}?"
        marks: list[Mark] = [TextMark(0, LINE * row, line) for row, line in enumerate(wrap(asked)[:3])]
        left = (WIDTH - len(self.numbers) * _BETWEEN) // 2
        for place, number in enumerate(self.numbers):
            x, chosen = left + place * _BETWEEN, place == self.at
            if chosen:
                marks.append(FilledBox(x, _ROW - 1, _BETWEEN, _TALL))
            marks.append(TextMark(x + (_BETWEEN - 2 * CELL) // 2 + 1, _ROW, str(number), 2, inverse=chosen))
        return Screen((*marks, *labels("◀", CONFIRM, "▶")))
