"""The die roller: the roller's screen shows the request and any obstacle, and a bad reading is asked for again.

Invariant: a reading counts once, and only while a roll is asked for; others are shown and do not count. No face of a die is made
up: what the reader of a die cannot see, the roller is asked.
"""

from collections.abc import Callable
from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from companion.core.die import Orientation
from companion.core.errors import DeviceError
from companion.core.keys import REPEATS, Gesture, Key
from companion.core.screen import BODY, Screen, title_with_name
from companion.core.seat import CHANCE, Seat
from companion.daemon.roller.die_dial import DieDial
from companion.daemon.roller.die_roller_text import MOVING, TUMBLING, die_state, how_to_throw, obstacle
from companion.devices.dice.readings import check_reading, check_top_only
from companion.devices.protocols import Die, DieReading, DieSight
from companion.table.effects import Answered, AskChance, Throw
from companion.ui.layout import first_page, key_boxes, title_bar
from companion.web.hub import Hub
from companion.web.page_messages import DieState


class JudgedRoll(Struct, frozen=True):
    """A reading that counts: `reading` and `lies` for the journal's log of rolls, `answer` the move that it makes."""

    reading: DieReading
    lies: Orientation
    answer: Answered


class DieRoller:
    """Takes the game from a request for a roll to its answer. `seats`: the number of places. `answer` takes a reading that was
    entered with keys or in the page. `is_in_page`: whether the page can throw the die."""

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
        self._is_looking_away = False
        """Whether the roller looks at the game's pages meanwhile."""
        self._notice = ""
        self._motion = ""
        """The sentence while the die moves; empty while it lies still."""
        self._dial: DieDial | None = None
        self._rolls = 0
        self._is_thrown = False
        self._last: Orientation | None = None
        self._is_own_die = False
        """Whether the last roll that counts was entered by a person, who has a die of the own."""

    def expect(self, awaited: AskChance) -> None:
        """Ask for a roll: the next reading answers."""
        self._awaited, self._throw = awaited, awaited.throw
        self._is_looking_away, self._notice, self._motion, self._dial = False, "", "", None
        if self._die.by_hand and not self._is_thrown_unasked:
            self._publish()

    def ask(self) -> None:
        """Ask the die for the roll that is expected."""
        if self._awaited is None:
            return
        self._die.ask()
        if self._is_thrown_unasked:
            self._die.throw()

    def forget(self) -> None:
        """No roll is asked for any more."""
        if self._awaited is not None and self._die.by_hand:
            self._hub.die("away", None, self._rolls, None, None, "", self._is_in_page)
        self._awaited, self._motion, self._dial = None, "", None

    def take_sight(self, sight: DieSight) -> None:
        """The die moved, or makes no reading."""
        match sight.what:
            case "tumbling" if sight.lies is not None:
                # The page animates the throw until the die lies like that.
                self._rolls += 1
                self._is_thrown = True
                self._last, self._motion, self._notice = sight.lies, TUMBLING, ""
                self._publish()
                return
            case "tumbling":
                self._motion = self._motion or MOVING
            case "lying" | "absent" | "unreadable" | "silent" | "gone":
                self._motion, self._is_thrown = "", False
                if self.is_asking and sight.what != "lying":
                    self._dial = None
                self._notice = obstacle(self._die.kind, sight.what)
            case _:
                assert_never(sight.what)
        if self._awaited is not None:
            self._publish()

    def judge(self, reading: DieReading) -> JudgedRoll | None:
        """The roll that a reading makes; None where it does not count, which is announced."""
        self._motion, thrown, self._is_thrown = "", self._is_thrown, False
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
                self._announce_uncounted(die_state(lies))
            return None
        self._is_own_die = reading.source == "hand"
        answer = Answered(CHANCE, self._awaited.number, {"move": "roll", "top": lies.top, "front": lies.front})
        if self._die.by_hand:
            self._awaited, self._dial, self._last, self._notice = None, None, lies, die_state(lies)
            self._publish()
        return JudgedRoll(reading, lies, answer)

    def set(self, top: object, front: object) -> None:
        """A person entered in the page how a real die lies. It does not count while the die moves."""
        if self._die.by_hand and not self._motion:
            self._answer(DieReading("hand", top, front))

    def take_gesture(self, seat: Seat, gesture: Gesture) -> bool:
        """Take a gesture of the roller; False where it is for the game."""
        if seat not in self.seats or gesture in ("lift", "lower"):
            return False
        if gesture in REPEATS:
            return self._repeat(seat, REPEATS[gesture])
        if self._dial is not None:
            self._dial = replace(self._dial, by=None)
        if self._is_looking_away:
            self._is_looking_away = gesture != "middle"
            return not self._is_looking_away
        if self._dial is not None and self._keys_turn_dial:
            return self._move_dial(self._dial, seat, gesture)
        if gesture != "middle":
            self._is_looking_away = True
            return False
        if self._die.throws:
            self._die.throw()
        elif not self._motion:
            self._dial = DieDial("hand")
        return True

    @property
    def is_asking(self) -> bool:
        """Whether the reader saw only the top, and the roller is asked for the front."""
        return self._dial is not None and self._dial.source != "hand"

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who is asked to throw now: one seat, or every seat where the game does not say whose turn it is."""
        if self._awaited is None or not self._die.by_hand or self._is_thrown_unasked:
            return ()
        return (self._throw.by,) if self._throw.by is not None else self._places

    @property
    def _is_thrown_unasked(self) -> bool:
        """Whether the die is thrown without a hand, for no player has to throw. Players who enter the rolls of a die of their own
        go on with it."""
        return self._throw.unasked and self._die.throws and not self._is_own_die

    def screen(self, seat: Seat) -> Screen | None:
        """The roller's screen of a seat; None where the game's is shown."""
        if seat not in self.seats or self._is_looking_away:
            return None
        if self._dial is not None and self._keys_turn_dial:
            return self._dial.screen("you" if seat == self._throw.first else self._throw.name)
        middle = "" if self._motion else "Throw" if self._die.throws else "By hand"
        machine = self._throw.machine
        bar = title_bar(title_with_name(f"Roll for {machine}", "") if machine else "Throw the die", acting=True)
        words = first_page(self._motion or self._notice or how_to_throw(self._die.kind), BODY)
        return Screen((*bar, *words, *key_boxes("Game", middle, "")))

    @property
    def _keys_turn_dial(self) -> bool:
        """Whether keys turn the dial. A die that moves makes the number void that its reader saw, not one entered by hand."""
        return self._dial is not None and (self._dial.source == "hand" or not self._motion)

    def _repeat(self, seat: Seat, key: Key) -> bool:
        """A held key repeats: it turns the dial that its press turned, and does nothing else."""
        if self._dial is not None and self._dial.by == seat and self._keys_turn_dial:
            self._dial = self._dial.turned(key, seat)
        return True

    def _move_dial(self, dial: DieDial, seat: Seat, gesture: Gesture) -> bool:
        match gesture:
            case "left" | "right":
                self._dial = dial.turned(gesture, seat)
            case "middle":
                confirmed = dial.confirmed()
                if isinstance(confirmed, DieReading):
                    # It may be refused nevertheless, where the journal refuses it; then the die is thrown again.
                    self._dial = None
                    self._answer(confirmed)
                else:
                    self._dial = confirmed
            case _ if dial.source == "hand":
                self._dial = dial.back()
            case _:
                self._is_looking_away = True
                return False
        return True

    def _ask_front(self, reading: DieReading, top: int | None) -> None:
        if self._awaited is None:
            self._announce_uncounted(f"{top} on top.")
            return
        self._dial, self._notice, self._is_looking_away = DieDial(reading.source, top), f"{top} on top.", False
        self._publish()

    def _announce_uncounted(self, what: str) -> None:
        self._notice = f"{what} Nobody was to roll, so it does not count."
        self._hub.event(self._notice)
        self._publish()

    def _refuse(self, why: str) -> None:
        self._notice = why
        self._hub.event(why)
        if self._awaited is not None:
            self._die.ask()
            self._publish()

    def _publish(self) -> None:
        """Send the pages the state of the die."""
        state: DieState = "tumbling" if self._motion else "still" if self._awaited is None else "awaited"
        top, front = self._last or (None, None)
        self._hub.die(
            state, self._throw.by, self._rolls, top, front, self._notice, self._is_in_page, self._throw.machine
        )
