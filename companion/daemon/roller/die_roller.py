"""The die roller: who is to throw reads so on the own screen, and what hinders the roll; a bad reading is asked for again.

Law: an answer counts once, and only while a roll is asked for; what comes unasked is shown and not counted. No face of a die
is ever made up: what its reader cannot tell, the roller is asked.
"""

from collections.abc import Callable
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from companion.core.errors import DeviceError
from companion.core.keys import REPEATS, Gesture, Key
from companion.core.screen import LINE, Screen, TextMark, wrap
from companion.core.seat import CHANCE, Seat
from companion.daemon.roller.die_dial import DieDial
from companion.daemon.roller.die_roller_text import HOW, MOVING, TUMBLING, die_state, obstacle
from companion.devices.device_protocols import Die, DieReading, DieSight
from companion.devices.dice.die_reading_check import check_reading, check_top_only
from companion.dice.attitude import Attitude
from companion.table.effects import AskChance, Throw
from companion.table.inputs import Answered
from companion.ui.compose import labels
from companion.web.hub import Hub
from companion.web.page_messages import DieState


class JudgedRoll(Struct, frozen=True):
    """A reading that counts: what the journal's log of rolls keeps, and the move that it makes."""

    reading: DieReading
    lies: Attitude
    answer: Answered


class DieRoller:
    """What stands between a request for a roll and its answer. `seats`: how many places there are; `answer` takes a reading
    that was made with keys or in the page; `is_in_page`: whether the page can throw the die."""

    def __init__(
        self, die: Die, hub: Hub, seats: int, answer: Callable[[DieReading], None], *, is_in_page: bool
    ) -> None:
        self._die = die
        self._hub = hub
        self._places = tuple(range(seats))
        self._answer = answer
        self._is_in_page = is_in_page
        self._awaited: AskChance | None = None
        self._throw = Throw()
        self._looking = False
        self._said = ""
        self._tumbles = ""
        self._dial: DieDial | None = None
        self._rolls = 0
        self._is_thrown = False
        self._last: Attitude | None = None

    def expect(self, awaited: AskChance) -> None:
        """From now on a roll answers."""
        self._awaited, self._throw = awaited, awaited.throw
        self._looking, self._said, self._tumbles, self._dial = False, "", "", None
        if self._die.by_hand:
            self._tell()

    def ask(self) -> None:
        """Ask the die for the roll that is expected."""
        if self._awaited is not None:
            self._die.ask()

    def forget(self) -> None:
        """Whatever was asked is not asked any more."""
        if self._awaited is not None and self._die.by_hand:
            self._hub.die("away", None, self._rolls, None, None, "", self._is_in_page)
        self._awaited, self._tumbles, self._dial = None, "", None

    def saw(self, sight: DieSight) -> None:
        """What the die does while it makes no reading."""
        match sight.what:
            case "tumbling" if sight.lies is not None:
                # The page shows how it will come to rest.
                self._rolls += 1
                self._is_thrown = True
                self._last, self._tumbles, self._said = sight.lies, TUMBLING, ""
                self._tell()
                return
            case "tumbling":
                self._tumbles = self._tumbles or MOVING
            case "lying" | "absent" | "unreadable" | "silent" | "gone":
                self._tumbles, self._is_thrown = "", False
                if self.is_asking and sight.what != "lying":
                    self._dial = None
                self._said = obstacle(self._die.kind, sight.what)
            case _:
                assert_never(sight.what)
        if self._awaited is not None:
            self._tell()

    def judged(self, reading: DieReading) -> JudgedRoll | None:
        """The roll that a reading makes; None where it does not count, which is told."""
        self._tumbles, thrown, self._is_thrown = "", self._is_thrown, False
        try:
            top = check_top_only(reading)
            lies = None if top is not None else check_reading(reading)
        except DeviceError as refusal:
            self._refuse(str(refusal))
            return None
        if not thrown:
            self._rolls += 1
        if lies is None:
            self._ask_front(reading, top)
            return None
        if self._awaited is None:
            if self._die.by_hand:
                self._last = lies
                self._uncounted(die_state(lies))
            return None
        answer = Answered(CHANCE, self._awaited.number, {"move": "roll", "top": lies.top, "front": lies.front})
        if self._die.by_hand:
            self._awaited, self._dial, self._last, self._said = None, None, lies, die_state(lies)
            self._tell()
        return JudgedRoll(reading, lies, answer)

    def set(self, top: object, front: object) -> None:
        """A person says in the page how a real die lies. One in the air is not read."""
        if self._die.by_hand and not self._tumbles:
            self._answer(DieReading("hand", top, front))

    def touched(self, seat: Seat, gesture: Gesture) -> bool:
        """Take a gesture of the roller's; False where it is the table's."""
        if seat not in self.seats or gesture in ("lift", "lower"):
            return False
        if gesture in REPEATS:
            return self._turn_on(seat, REPEATS[gesture])
        if self._dial is not None:
            self._dial = replace(self._dial, by=None)
        if self._looking:
            self._looking = gesture != "middle"
            return not self._looking
        if self._dial is not None and self._is_dialled:
            return self._dialled(self._dial, seat, gesture)
        if gesture != "middle":
            self._looking = True
            return False
        if self._die.throws:
            self._die.throw()
        elif not self._tumbles:
            self._dial = DieDial("hand")
        return True

    @property
    def is_asking(self) -> bool:
        """Whether a reading is incomplete, and its front is asked for."""
        return self._dial is not None and self._dial.source != "hand"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is asked to throw now: one seat, or every one where the game does not say whose turn it is."""
        if self._awaited is None or not self._die.by_hand:
            return ()
        return (self._throw.by,) if self._throw.by is not None else self._places

    def screen(self, seat: Seat) -> Screen | None:
        """What stands on a seat's screen instead of the game's; None where the game's does."""
        if seat not in self.seats or self._looking:
            return None
        if self._dial is not None and self._is_dialled:
            return self._dial.screen("you" if seat == self._throw.first else self._throw.name)
        middle = "throw" if self._die.throws else "set"
        lines = wrap(self._tumbles or self._said or HOW[self._die.kind])[:6]
        texts = (TextMark(0, LINE * number, line) for number, line in enumerate(lines))
        return Screen((*texts, *labels("◀", "" if self._tumbles else middle, "▶")))

    @property
    def _is_dialled(self) -> bool:
        """Whether the keys turn the dial: a die that moves takes back what was read of it, not what a hand enters."""
        return self._dial is not None and (self._dial.source == "hand" or not self._tumbles)

    def _turn_on(self, seat: Seat, key: Key) -> bool:
        """A held key repeats: it turns the dial that its press has turned, and does nothing else."""
        if self._dial is not None and self._dial.by == seat and self._is_dialled:
            self._dial = self._dial.turned(key, seat)
        return True

    def _dialled(self, dial: DieDial, seat: Seat, gesture: Gesture) -> bool:
        match gesture:
            case "left" | "right":
                self._dial = dial.turned(gesture, seat)
            case "middle":
                taken = dial.taken()
                if isinstance(taken, DieReading):
                    # It may be refused all the same, where the journal refuses; then the die is thrown again.
                    self._dial = None
                    self._answer(taken)
                else:
                    self._dial = taken
            case _ if dial.source == "hand":
                self._dial = dial.back()
            case _:
                self._looking = True
                return False
        return True

    def _ask_front(self, reading: DieReading, top: int | None) -> None:
        if self._awaited is None:
            self._uncounted(f"{top} on top.")
            return
        self._dial, self._said, self._looking = DieDial(reading.source, top), f"{top} on top.", False
        self._tell()

    def _uncounted(self, what: str) -> None:
        self._said = f"{what} Nobody was to roll, so it does not count."
        self._hub.event(self._said)
        self._tell()

    def _refuse(self, why: str) -> None:
        self._said = why
        self._hub.event(why)
        if self._awaited is not None:
            self._die.ask()
            self._tell()

    def _tell(self) -> None:
        state: DieState = "tumbling" if self._tumbles else "still" if self._awaited is None else "awaited"
        top, front = self._last or (None, None)
        self._hub.die(state, self._throw.by, self._rolls, top, front, self._said, self._is_in_page)
