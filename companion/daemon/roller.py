"""The die roller: who is to throw reads so on the own screen and throws by ● or in the page; a bad reading is asked for again.

Law: an answer counts once, and only while a roll is asked for; what comes unasked is told and not counted.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from companion.core.errors import DeviceError
from companion.core.keys import Gesture
from companion.core.screen import LINE, Screen, Text, wrap
from companion.core.seat import CHANCE, Seat
from companion.devices.die import attitude
from companion.devices.ports import Die, Reading
from companion.games.die import Attitude, left, right
from companion.table.effects import AskChance
from companion.table.inputs import Answered
from companion.ui.compose import labels
from companion.web.hub import Hub
from companion.web.messages import DieState

HOW = "● throws it, and so does the page. A die of your own: set in the page how it lies."


class Roll(Struct, frozen=True):
    """A reading that counts: what the journal's log of rolls keeps, and the move that it makes."""

    reading: Reading
    lies: Attitude
    answer: Answered


class Roller:
    """What stands between a request for a roll and its answer. `names`: what the seats are called."""

    def __init__(self, die: Die, hub: Hub, names: Sequence[str]) -> None:
        self._die = die
        self._hub = hub
        self._names = names
        self._awaited: AskChance | None = None
        self._seat: Seat | None = None
        self._looking = False
        self._said = ""
        self._tumbles = False
        self._rolls = 0
        self._last: Attitude | None = None

    def expect(self, awaited: AskChance, view: Mapping[str, Any]) -> None:
        """From now on a roll answers; the public view tells whose turn it is to throw."""
        turn = view.get("turn_of")
        self._seat = turn if isinstance(turn, int) else None
        self._awaited, self._looking, self._said, self._tumbles = awaited, False, "", False
        if self._die.by_hand:
            self._tell()

    def ask(self) -> None:
        """Ask the die for the roll that is expected."""
        if self._awaited is not None:
            self._die.ask()

    def forget(self) -> None:
        """Whatever was asked is not asked any more."""
        if self._awaited is not None and self._die.by_hand:
            self._hub.die("away", None, self._rolls, None, None, "")
        self._awaited, self._tumbles = None, False

    def tumbling(self, lies: Attitude) -> None:
        """A die is in the air; the page shows how it will come to rest."""
        self._rolls += 1
        self._last, self._tumbles, self._said = lies, True, ""
        self._tell()

    def judged(self, reading: Reading) -> Roll | None:
        """The roll that a reading makes; None where it does not count, which is told."""
        self._tumbles = False
        try:
            lies = attitude(reading)
        except DeviceError as refusal:
            self._refuse(str(refusal))
            return None
        if self._awaited is None:
            if self._die.by_hand:
                self._hub.event(f"{shown(lies)} Nobody was to roll, so it does not count.")
            return None
        answer = Answered(CHANCE, self._awaited.number, {"move": "roll", "top": lies.top, "front": lies.front})
        if self._die.by_hand:
            if reading.source == "hand":
                self._rolls += 1
            self._awaited, self._last, self._said = None, lies, shown(lies)
            self._tell()
        return Roll(reading, lies, answer)

    def touched(self, seat: Seat, gesture: Gesture) -> bool:
        """Take a gesture of the roller's; False where it is the table's."""
        if seat not in self.seats or gesture in ("lift", "lower"):
            return False
        if gesture != "middle":
            self._looking = True
            return False
        if self._looking:
            self._looking = False
        else:
            self._die.throw()
        return True

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is asked to throw now: one seat, or every one where the game does not say whose turn it is."""
        if self._awaited is None or not self._die.by_hand:
            return ()
        return (self._seat,) if self._seat is not None else tuple(range(len(self._names)))

    def screen(self, seat: Seat) -> Screen | None:
        """What stands on a seat's screen instead of the game's; None where the game's does."""
        if seat not in self.seats or self._looking:
            return None
        text, middle = (f"Throw the die. {HOW}", "throw")
        if self._tumbles:
            text, middle = "The die tumbles ...", ""
        elif self._said:
            text = self._said
        lines = wrap(text)[:6]
        return Screen((*(Text(0, LINE * number, line) for number, line in enumerate(lines)), *labels("◀", middle, "▶")))

    def _refuse(self, why: str) -> None:
        self._said = why
        self._hub.event(why)
        if self._awaited is not None:
            self._die.ask()
            self._tell()

    def _tell(self) -> None:
        state: DieState = "still" if self._awaited is None else "tumbling" if self._tumbles else "awaited"
        top, front = self._last or (None, None)
        self._hub.die(state, self._seat, self._rolls, top, front, self._said)


def shown(lies: Attitude) -> str:
    """How a die lies, in a sentence."""
    return f"{lies.top} on top; in front {lies.front}, left {left(lies)}, right {right(lies)}."
