"""A roller and its die by themselves: what it shows, says and answers, on a clock that stands still."""

from typing import Any

from msgspec import to_builtins

from companion.app.roller import DieRoller
from companion.core.keys import Gesture
from companion.core.prompt import ChancePrompt
from companion.core.screen import Screen, TextMark, crowded, misfits
from companion.devices.dice.page import ThrownInPage
from companion.devices.protocols import Die, DieKind, DieReading, DieSight, DieSink
from companion.table.effects import AskChance, Throw
from companion.web.hub import Hub
from tests.devices.clock import HandLoop

PROMPT = ChancePrompt("The die rolls", (), die=True)
ADA = Throw(1, 0, "Ada")


class Stub:
    """A real die whose sights and readings a test makes. `asked`: how often a roll was wanted."""

    by_hand = True
    throws = False

    def __init__(self, kind: DieKind) -> None:
        self.kind = kind
        self.asked = 0

    def start(self, sink: DieSink) -> None:
        self.sink = sink

    def ask(self) -> None:
        self.asked += 1

    def throw(self) -> None:
        raise AssertionError("a real die is thrown by a hand")

    def close(self) -> None:
        pass


class RollerSetup:
    """A roller with a die, by default one in the page, on a clock that stands still; seat 1 of 3 is to throw."""

    def __init__(self, kind: DieKind = "page", throw: Throw = ADA) -> None:
        self.loop = HandLoop()
        self.hub = Hub(3, ["Ada", "Ben", "Cleo"])
        self.events: list[str] = []
        self.dice: list[dict[str, Any]] = []
        self.hub.event = self.events.append  # type: ignore[method-assign, assignment]
        self.hub.tell = lambda record: self.dice.append(to_builtins(record))  # type: ignore[method-assign]
        self.die: Die = ThrownInPage(self.loop, lambda _limit: 0) if kind == "page" else Stub(kind)
        self.answers: list[Any] = []
        self.roller = DieRoller(self.die, self.hub, 3, self.take, is_in_page=kind == "page")
        self.die.start(self.take)
        self.roller.expect(AskChance(7, PROMPT, throw))
        self.roller.ask()

    def take(self, said: DieReading | DieSight) -> None:
        """As the table's one consumer does."""
        if isinstance(said, DieSight):
            self.roller.take_sight(said)
        else:
            self.answers.append(self.roller.judge(said))

    def words(self, seat: int) -> str:
        return words(self.roller.screen_of(seat)) if seat in self.roller.seats else ""

    def press(self, *gestures: Gesture) -> None:
        for gesture in gestures:
            assert self.roller.take_gesture(1, gesture) is None, gesture

    @property
    def asked(self) -> int:
        assert isinstance(self.die, Stub)
        return self.die.asked


def words(screen: Screen) -> str:
    assert misfits(screen) == ()
    assert crowded(screen) == ()
    return " ".join(mark.text for mark in screen.marks if isinstance(mark, TextMark))
