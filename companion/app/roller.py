"""The die roller: how a roll is asked for. The roller's screen shows the request and any obstacle, and a bad reading is asked for
again. With three keys the roller can also enter how a real die lies: the face on top, unless the reader saw it, and the face in
front.

    ◀ the game's pages      ● throw, or enter it by hand      hold ●: the menu

On the dial ◀ ▶ go to the next number, and on while they are held. ● confirms a number; held, it goes back. A face in front that
no die can have below that top is not offered.

Invariants. A reading counts once, and only while a roll is asked for; others are shown and do not count. No face of a die is made
up: what the reader of a die cannot see, the roller is asked. Each text fits three lines of a screen.
"""

from collections.abc import Callable
from typing import Any, Final, Literal, assert_never

from msgspec import Struct
from msgspec.structs import replace

from companion.core.die import FACES, Orientation, is_orientation
from companion.core.errors import DeviceError
from companion.core.fonts.faces import cap
from companion.core.keys import REPEATS, Gesture, Key
from companion.core.screen import BODY, FilledBox, Mark, Rect, Screen, centred, title_with_name
from companion.core.seat import CHANCE, Place, all_places
from companion.devices.dice.die import DieWiring
from companion.devices.dice.readings import check_reading, check_top_only
from companion.devices.protocols import Die, DieKind, DieReading, DieSight
from companion.table.effects import Answered, AskChance, Throw
from companion.table.state import At
from companion.ui.screens import first_page, key_boxes, title_bar
from companion.web.hub import Hub
from companion.web.messages import DieShown, DieState, Lies

_READ: Final = "It counts when it lies still."
_HOW: Final[dict[DieKind, str]] = {
    "machine": "",
    "page": "Throw it here or in the page, or enter your own die in the page.",
    "button": "Press the roll key in the middle, or throw it here.",
    "coded": _READ,
    "nest": "Lay it in the nest as it fell.",
    "pod": "Lay it where it is read, as it fell.",
}
_OWN_THROWS: Final = {"page": "Roll my own die", "button": "Press the roll key myself"}
OWN_THROW: Final = "Throw your own die."
TUMBLING: Final = "The die tumbles ..."
MOVING: Final = "The die moves. It counts when it lies still."

_ABSENT: Final = {
    "coded": "No die is there. Throw it.",
    "nest": "No die lies in the nest. Throw it and lay it in as it fell.",
    "pod": "No die lies there. Throw it and lay it in as it fell.",
}
_UNREADABLE: Final = {
    "coded": "The die cannot be read: it is cocked or askew. Throw it again.",
    "nest": "The die is cocked or askew. Lay it flat in the nest, in the shade.",
    "pod": "The die is cocked or askew. Lay it flat where it is read.",
}
_LYING: Final = "The die lies as before. Lift it and throw it."
_GONE: Final = "The die's reader does not answer: look at its cable."


def how_to_throw(kind: DieKind) -> str:
    """How to throw that die; "" for random numbers."""
    return _HOW.get(kind, _READ)


def obstacle(kind: DieKind, what: str) -> str:
    """The obstacle that a sight of the die means; "" where there is none, and the roller reads how to throw."""
    match what:
        case "absent":
            return _ABSENT.get(kind, "")
        case "unreadable":
            return _UNREADABLE.get(kind, "")
        case "lying":
            return _LYING
        case "gone":
            return _GONE
        case _:
            return ""


def own_throw(die: DieWiring) -> str:
    """How a player rolls otherwise than by a tap that throws that die; "" where no tap throws it, or nobody does."""
    return _OWN_THROWS.get(die.source, "")


def die_state(lies: Orientation) -> str:
    """How a die lies, in a sentence."""
    return f"{lies.top} on top; in front {lies.front}, left {lies.left}, right {lies.right}."


_BETWEEN: Final = 21
"""Pixels from one number to the next."""
_CELL: Final = Rect(0, BODY.y + 8, 17, 19)
_BELOW_TEXT: Final = BODY.bottom - _CELL.height - 2
"""The row in which the numbers begin below a line of text."""


class DieDial(Struct, frozen=True):
    """`top`: the face on top, None while it is asked for. `source`: what read the top, "hand" where the roller enters it, too.
    `at`: the index of the chosen number. `by`: the seat that turned it last; only that seat's held key turns it further.
    `is_own`: the roller first throws a die of their own."""

    source: DieKind
    top: int | None = None
    at: int = 0
    by: Place | None = None
    is_own: bool = False

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers to choose from."""
        return FACES if self.top is None else tuple(face for face in FACES if is_orientation(self.top, face))

    def turned(self, key: Key, by: Place) -> "DieDial":
        """The next number, or with ◀ the one before."""
        step = -1 if key == "left" else 1
        return replace(self, at=(self.at + step) % len(self.numbers), by=by)

    def confirmed(self) -> "DieDial | DieReading":
        """Confirm the number: the dial for the front, or the complete reading."""
        number = self.numbers[self.at]
        if self.top is not None:
            return DieReading(self.source, self.top, number)
        return DieDial(self.source, number, is_own=self.is_own)

    def back(self) -> "DieDial | None":
        """The dial before; None where there is none."""
        if self.source != "hand" or self.top is None:
            return None
        return DieDial("hand", at=FACES.index(self.top), is_own=self.is_own)

    def words(self, front: str) -> str:
        """The question, for touch. `front`: as in `screen`."""
        if self.top is not None:
            sides = "For the codes each player gets the side towards them; else only the top counts."
            return f"{self.top} on top. Which number faces {front}? {sides}"
        return f"{OWN_THROW} What is on top?" if self.is_own else "What is on top?"

    def screen(self, front: str) -> Screen:
        """`front`: the name of the player whom the front of the die faces."""
        title = "What is on top?" if self.top is None else title_with_name(f"Facing {front}", "?")
        marks: list[Mark] = [*title_bar(title, acting=True, hold="back")]
        left = BODY.x + (BODY.width - len(self.numbers) * _BETWEEN) // 2 + (_BETWEEN - _CELL.width) // 2
        text = f"{self.top} on top" if self.top is not None else OWN_THROW if self.is_own else ""
        if text:
            marks.append(centred(text, Rect(BODY.x, BODY.y, BODY.width, cap("text"))))
        y = _BELOW_TEXT if text else _CELL.y
        for place, number in enumerate(self.numbers):
            cell, chosen = _CELL._replace(x=left + place * _BETWEEN, y=y), place == self.at
            if chosen:
                marks.append(FilledBox(*cell, rounded=True))
            marks.append(centred(str(number), cell, "value", inverse=chosen))
        return Screen((*marks, *key_boxes("◀", "OK", "▶")))


class JudgedRoll(Struct, frozen=True):
    """A reading that counts: `reading` and `lies` for the journal's log of rolls, `answer` the move that it makes."""

    reading: DieReading
    lies: Orientation
    answer: Answered


Look = Literal["page", "menu"]
"""To what of the game the roller turns from the die."""


class DieRoller:
    """Takes the game from a request for a roll to its answer: the layer "die". `seats`: the number of places. `put` queues a
    reading that was entered with keys or in the page. `is_in_page`: whether the page can throw the die."""

    name = "die"

    def __init__(self, die: Die, hub: Hub, seats: int, put: Callable[[DieReading], None], *, is_in_page: bool) -> None:
        self._die = die
        self._hub = hub
        self._places = all_places(seats)
        self._put = put
        self._is_in_page = is_in_page
        self._awaited: AskChance | None = None
        self._throw = Throw()
        self._notice = ""
        self._motion = ""
        """The sentence while the die moves; empty while it lies still."""
        self._dial: DieDial | None = None
        self._rolls = 0
        self._is_thrown = False
        self._last: Orientation | None = None
        self._is_own_die = False
        """Whether the last roll that counts was entered by a person, who has a die of their own. Who chose that by touch has
        chosen it for that roll alone."""

    def expect(self, awaited: AskChance) -> None:
        """Ask for a roll: the next reading answers."""
        self._awaited, self._throw = awaited, awaited.throw
        self._notice, self._motion = "", ""
        self._dial = DieDial("hand", is_own=True) if self._is_own_throw else None
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
            self._hub.tell(DieShown("away", rolls=self._rolls, throws=self._is_in_page))
        self._awaited, self._motion, self._dial = None, "", None

    def take_sight(self, sight: DieSight) -> None:
        """The die moved, or makes no reading."""
        match sight.what:
            case "tumbling" if sight.lies is not None:
                # The page animates the throw until the die lies like that.
                self._rolls += 1
                self._is_thrown = True
                self._dial = None
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
        self._is_own_die = reading.source == "hand" and not self._is_own_throw
        answer = Answered(CHANCE, self._awaited.number, {"move": "roll", "top": lies.top, "front": lies.front})
        if self._die.by_hand:
            self._awaited, self._dial, self._last, self._notice = None, None, lies, die_state(lies)
            self._publish()
        return JudgedRoll(reading, lies, answer)

    def set(self, top: object, front: object) -> None:
        """A person entered in the page how a real die lies. It does not count while the die moves."""
        if self._die.by_hand and not self._motion:
            self._put(DieReading("hand", top, front))

    # What is in front of the seats

    def active(self, at: At) -> bool:
        """Whether a place is asked to throw, and its player looks neither at the game's pages nor at its menu."""
        dialog = at.own.dialog
        return at.place in self.seats and dialog.page is None and dialog.menu is None

    def made_from(self, at: At) -> tuple[Any, ...]:
        return (self._dial, self._keys_turn_dial, self._motion, self._notice, self._throw)

    def screen(self, at: At) -> Screen:
        """The roller's screen of a place."""
        return self.screen_of(at.place)

    def words(self, at: At) -> str:
        """What the dial asks, in sentences."""
        return self._dial.words(self._front(at.place)) if self._dial is not None and self._keys_turn_dial else ""

    def take_gesture(self, seat: Place, gesture: Gesture) -> Look | None:
        """A key of the roller; the result: to what the roller turns."""
        if gesture in REPEATS:
            self._repeat(seat, REPEATS[gesture])
            return None
        if self._dial is not None:
            self._dial = replace(self._dial, by=None)
        if self._dial is not None and self._keys_turn_dial:
            return self._move_dial(self._dial, seat, gesture)
        match gesture:
            case "left":
                return "page"
            case "back":
                return "menu"
            case "middle" if self._die.throws:
                self._die.throw()
            case "middle" if not self._motion:
                self._dial = DieDial("hand")
            case _:
                pass
        return None

    @property
    def is_asking(self) -> bool:
        """Whether the reader saw only the top, and the roller is asked for the front."""
        return self._dial is not None and self._dial.source != "hand"

    @property
    def seats(self) -> tuple[Place, ...]:
        """Who is asked to throw now: one seat, or every seat where the game does not say whose turn it is."""
        if self._awaited is None or not self._die.by_hand or self._is_thrown_unasked:
            return ()
        return (self._throw.by,) if self._throw.by is not None else self._places

    @property
    def _is_thrown_unasked(self) -> bool:
        """Whether the die is thrown without a hand, for no player has to throw. Players who enter the rolls of a die of their own
        without having been asked go on with it."""
        return self._throw.unasked and self._die.throws and not self._is_own_die

    @property
    def _is_own_throw(self) -> bool:
        """Whether the roller throws a die of their own, which nobody else can read."""
        return self._throw.own and self._die.kind == "page"

    def screen_of(self, seat: Place) -> Screen:
        if self._dial is not None and self._keys_turn_dial:
            return self._dial.screen(self._front(seat))
        middle = "" if self._motion else "Throw" if self._die.throws else "By hand"
        machine = self._throw.machine
        bar = title_bar(title_with_name(f"Roll for {machine}", "") if machine else "Throw the die", acting=True)
        words = first_page(self._motion or self._notice or how_to_throw(self._die.kind), BODY)
        return Screen((*bar, *words, *key_boxes("Game", middle, "")))

    def _front(self, seat: Place) -> str:
        """Whom the front of the die faces, as a seat reads it."""
        return "you" if seat == self._throw.first else self._throw.name

    @property
    def _keys_turn_dial(self) -> bool:
        """Whether keys turn the dial. A die that moves makes the number void that its reader saw, not one entered by hand."""
        return self._dial is not None and (self._dial.source == "hand" or not self._motion)

    def _repeat(self, seat: Place, key: Key) -> None:
        """A held key repeats: it turns the dial that its press turned, and does nothing else."""
        if self._dial is not None and self._dial.by == seat and self._keys_turn_dial:
            self._dial = self._dial.turned(key, seat)

    def _move_dial(self, dial: DieDial, seat: Place, gesture: Gesture) -> Look | None:
        match gesture:
            case "left" | "right":
                self._dial = dial.turned(gesture, seat)
            case "middle":
                confirmed = dial.confirmed()
                if isinstance(confirmed, DieReading):
                    # It may be refused nevertheless, where the journal refuses it; then the die is thrown again.
                    self._dial = None
                    self._put(confirmed)
                else:
                    self._dial = confirmed
            case _ if dial.source == "hand":
                self._dial = dial.back()
            case _:
                return "menu"
        return None

    def _ask_front(self, reading: DieReading, top: int | None) -> None:
        if self._awaited is None:
            self._announce_uncounted(f"{top} on top.")
            return
        self._dial, self._notice = DieDial(reading.source, top), f"{top} on top."
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
        shown = None if self._last is None else Lies(*self._last)
        throw, own = self._throw, state == "awaited" and self._is_own_throw
        self._hub.tell(
            DieShown(state, throw.by, self._rolls, shown, self._notice, self._is_in_page, throw.machine, own)
        )
