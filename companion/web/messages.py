"""The messages between the pages and the table, as text and as bytes. All of them are made and read here.

A message with one seat's screen is binary:

    byte 0     seat
    byte 1     flags; bit 0: full, that is, the runs are drawn on a blank picture and not on the one before
    then runs  page (one byte), column (one byte), length (one byte), data
    then zeros, any number of them: phones are sent them to fill the message

A small update takes 2 + 3 bytes a run + its data, since a frame is what the display path sent to the panel. Where the flags are
4, the same screen follows as text, for who hears it; where they are 2, the data of the seat for a touch interface. Both are JSON
objects of table/data.py.

Invariant: what is public is text; what one seat alone may know is bytes, so no page of public text can be sent it.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal, NamedTuple

import msgspec

from companion.core.keys import Key
from companion.core.picture import BLANK, PAGES, WIDTH, Picture, PixelRun, applied
from companion.core.seat import Place, Seat
from companion.core.sound import SoundCue
from companion.table.clock import ClockKind
from companion.table.effects import ClockShown
from companion.ui.screens import Secrecy

KEYBOARD: Final[tuple[tuple[str, str, str], ...]] = (
    ("KeyA", "KeyS", "KeyD"),
    ("KeyQ", "KeyW", "KeyE"),
    ("Digit1", "Digit2", "Digit3"),
    ("Digit7", "Digit8", "Digit9"),
    ("KeyU", "KeyI", "KeyO"),
    ("KeyJ", "KeyK", "KeyL"),
)
"""The keyboard's keys by their places, as the browser's KeyboardEvent.code names them: three for each of six seats, clockwise
from the one who sits in front at the left. The left hand has the seats at the left, the right hand those at the right."""

DieState = Literal["away", "awaited", "tumbling", "still"]
"""Of the die in the page: hidden; to be thrown; in the air; at rest after a throw."""

PhoneState = Literal["free", "here", "away"]
"""Of a seat that is a phone: `free`: a code lets a phone join it; `here`, `away`: a phone holds it, and is connected or not."""

LONGEST_NAME: Final = 32
"""Letters of a name that a page may send. The table checks which letters, and how many, and says what is wrong."""

LONGEST_SECRET: Final = 64
"""Letters of a phone's code, with any blanks."""

MESSAGE_LIMIT: Final = 4096
"""Bytes of a message from a page."""


LONGEST_QUESTION: Final = 32
"""Letters of the name of a question."""
QUESTION_COST: Final = 10.0
"""Keys of a page's allowance that a hint, a review or "What is it worth?" costs: ten a second in the long run."""

FULL: Final = 1
DATA: Final = 2
TEXT: Final = 4
"""Flags of binary messages."""


class KeyMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key of a seat goes down or up."""

    seat: Place
    key: Key
    down: bool


class DieLiesMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a die lies, entered by a person. The table checks whether a die can lie so."""

    top: Any
    front: Any


class DieMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page's die is thrown, or a real one was looked at."""

    die: Literal["throw"] | DieLiesMessage


class NameEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name for the player at a place of the table."""

    seat: Place
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]


class NameMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name was entered."""

    name: NameEntry


class GivenMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page was given to the player at a place."""

    given: Place


class PhoneKeyMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key of the phone's own seat goes down or up. It names no seat, so it cannot name another."""

    key: Key
    down: bool


def read_bench(text: str, seats: int) -> KeyMessage | DieMessage | NameMessage | GivenMessage:
    """The message of a bench page. Raises ValueError, with a sentence, for anything else."""
    message: KeyMessage | NameMessage | GivenMessage
    try:
        given = msgspec.json.decode(text)
        if isinstance(given, dict) and "die" in given:
            return msgspec.convert(given, DieMessage)
        if isinstance(given, dict) and "name" in given:
            message = msgspec.convert(given, NameMessage)
            seat = message.name.seat
        elif isinstance(given, dict) and "given" in given:
            message = msgspec.convert(given, GivenMessage)
            seat = message.given
        else:
            message = msgspec.convert(given, KeyMessage)
            seat = message.seat
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ValueError(
            'A message is {"seat": 0, "key": "left", "down": true}, {"die": "throw"}, {"name": {…}} or {"given": 0}.'
        ) from None
    if not 0 <= seat < seats:
        raise ValueError(f"This table has the seats 0 to {seats - 1}.")
    return message


def read_phone(text: str) -> PhoneKeyMessage:
    """A message of a phone. Raises ValueError, with a sentence, for anything else."""
    try:
        return msgspec.json.decode(text, type=PhoneKeyMessage)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ValueError('A message of a phone is {"key": "left", "down": true}.') from None


class AnswerMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A whole move by touch. `to`: the question that it answers; `number`: the move that it would be."""

    move: dict[str, Any]
    number: int
    to: str = "game"

    @property
    def cost(self) -> float:
        """What it takes of the allowance of keys: a question to the machine costs more than a move."""
        return QUESTION_COST if self.to == "promise" or self.move["move"] in ("hint", "review") else 1.0


def read_answer(text: str) -> AnswerMessage | None:
    """The answer in a message of a page; None where the message is something else. Raises ValueError for a wrong answer."""
    if '"move"' not in text:
        return None
    try:
        answer = msgspec.json.decode(text, type=AnswerMessage)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        answer = None
    if answer is None or len(answer.to) > LONGEST_QUESTION or not isinstance(answer.move.get("move"), str):
        raise ValueError('An answer is {"move": {"move": "guess", ...}, "number": 7, "to": "game"}.')
    return answer


class Down(msgspec.Struct, frozen=True, tag_field="type"):
    """What all may know of one thing, for pages. Each kind of record below is one kind of message."""


class Hello(Down, frozen=True, tag="hello"):
    """The names of the places, and the keyboard's keys of each. `secrecy`: when secrets show, as the table is configured."""

    seats: int
    names: tuple[str, ...]
    keyboard: tuple[tuple[str, ...], ...]
    secrecy: Secrecy = "open"

    @classmethod
    def of(cls, names: Sequence[str], secrecy: Secrecy = "open") -> "Hello":
        """The first message of a table whose places have these names."""
        return cls(len(names), tuple(names), keyboard_of(len(names)), secrecy)


class Public(Down, frozen=True, tag="public", omit_defaults=True):
    """The public view of the game in progress, as builtins, after its move `number`.

    `names` and `places`: of the game's seats, where they are known. `machines`: the seats that the machine plays, if any;
    `handed_over`: those of them that it plays for somebody; `absent`: in the lobby, by place, what is said of those whose
    phones are away.
    """

    view: Mapping[str, Any]
    number: int
    names: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    machines: tuple[Seat, ...] = ()
    handed_over: tuple[Seat, ...] = ()
    absent: Mapping[Place, str] = {}


class Event(Down, frozen=True, tag="event"):
    """The event line: what happened last, and perhaps what comes next."""

    text: str


class Said(Down, frozen=True, tag="said"):
    """One more line of the log, in the past tense. `number`: of the move after which it was said."""

    text: str
    number: int


class Log(Down, frozen=True, tag="log"):
    """What happened in the game so far, oldest first."""

    said: tuple[Said, ...] = ()


class Recap(Down, frozen=True, tag="recap"):
    """The summary of a round that ended, with its scores, while a player still reads it; then None."""

    recap: Mapping[str, Any] | None = None


class Pass(Down, frozen=True, tag="pass"):
    """A page that several players share is to be given to the player at a place, who has this name; None: to nobody."""

    place: Place | None = None
    name: str = ""


class Pointing(Down, frozen=True, tag="pointing"):
    """A seat points at a place on the table, while it makes a move: its name and the fields that name the place, and a sentence.
    `seat` None: nobody does."""

    seat: Seat | None = None
    place: Mapping[str, Any] = {}
    words: str = ""


class Waiting(Down, frozen=True, tag="waiting"):
    """For whom the machine waits with its move, because they have something to read, as a headline; empty: nobody."""

    words: str = ""


class TimeLeft(msgspec.Struct, frozen=True):
    """`left`: the seconds that each seat has left, None for the machine's; who is asked, and whose time passes."""

    kind: ClockKind
    seconds: int
    left: tuple[float | None, ...]
    asked: tuple[Seat, ...]
    running: tuple[Seat, ...]


class Clock(Down, frozen=True, tag="clock"):
    """The think time as it is when this is sent, so that a page can count down by itself. None: there is none."""

    clock: TimeLeft | None

    @classmethod
    def of(cls, shown: ClockShown, now: float) -> "Clock":
        """The think time as it is `now`."""
        if not shown.seconds:
            return cls(None)
        running = shown.running if shown.at is not None else ()
        passed = 0.0 if shown.at is None else now - shown.at
        left = tuple(
            None if seconds is None else round(seconds - passed if seat in running else seconds, 2)
            for seat, seconds in enumerate(shown.left)
        )
        return cls(TimeLeft(shown.kind, shown.seconds, left, shown.asked, running))


class Fault(Down, frozen=True, tag="fault"):
    """A sentence about device faults; None where there is none."""

    text: str | None = None


class Phones(Down, frozen=True, tag="phones"):
    """A sentence about seats on phones, and about codes on screens; None where there is neither."""

    text: str | None = None


class Club(Down, frozen=True, tag="club"):
    """What the club of this table wants to be played here, and what is wrong with the club; None where there is neither."""

    text: str | None = None


class JoinSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat that is a phone. A free one has a `code`, and the rows of its QR code, 1 for a dark module. `has_panel`: it can
    return to its panel."""

    seat: Place
    state: PhoneState
    has_panel: bool = False
    code: str = ""
    qr: tuple[str, ...] = ()


class Network(msgspec.Struct, frozen=True):
    """The Wi-Fi network to join first, and the rows of its QR code."""

    name: str
    password: str
    qr: tuple[str, ...]


class Join(Down, frozen=True, tag="join"):
    """The seats that are phones. `page`: the address at which phones join; None where no phone reaches it. `wifi`: where the
    owner has told it."""

    page: str | None = None
    seats: tuple[JoinSeat, ...] = ()
    wifi: Network | None = None


class Lies(msgspec.Struct, frozen=True):
    """How a die lies: the numbers on top and in front."""

    top: int
    front: int


class DieShown(Down, frozen=True, tag="die"):
    """The die: who throws it, or how it moves or lies, and a sentence about it. `rolls` counts throws, so that a page recognises
    a new one. `throws`: whether the page can throw it. `machine`: the name of the machine whose roll it is; empty where a person
    rolls. `own`: the roller throws a die of their own, and is asked at the seat how it lies."""

    state: DieState
    roller: Place | None = None
    rolls: int = 0
    shown: Lies | None = None
    said: str = ""
    throws: bool = True
    machine: str = ""
    own: bool = False


class Cue(Down, frozen=True, tag="cue"):
    """What is to be heard now. The last of the sounds for a place is the most important one. It is news only, so nothing sounds
    twice."""

    sounds: tuple[SoundCue, ...]


class SeatGiven(Down, frozen=True, tag="seat"):
    """To a phone that was admitted: its seat."""

    seat: Place
    name: str


class Beat(Down, frozen=True, tag="beat"):
    """Sent during a long silence, so that a page can tell a quiet table from a dead one."""


Kept = Hello | Fault | Phones | Club | Public | Pointing | Waiting | Join | Recap | Event | DieShown | Pass
"""Of each of these kinds a page that comes later is told the newest one, in this order. The game comes before the codes: a page
shows those that the game needs."""


def encode(record: Down) -> str:
    """The message that a record is."""
    return msgspec.json.encode(record).decode()


def keyboard_of(seats: int) -> tuple[tuple[str, ...], ...]:
    """The keyboard's keys of each seat. The first half sits at the left, from the front to the back, the others at the right,
    from the back to the front. A seat beyond the sixth has none."""
    left = (seats + 1) // 2
    near, far = KEYBOARD[: len(KEYBOARD) // 2], KEYBOARD[len(KEYBOARD) // 2 :]
    right = seats - left
    nothing: tuple[tuple[str, ...], ...] = ((),)
    return (
        *near[:left],
        *nothing * (left - len(near)),
        *nothing * (right - len(far)),
        *far[max(0, len(far) - right) :],
    )


class ScreenFrame(NamedTuple):
    """A message: `runs` of `seat`'s picture. `full`: all other pixels are dark."""

    seat: Place
    full: bool
    runs: tuple[PixelRun, ...]


def lit_runs(picture: Picture) -> tuple[PixelRun, ...]:
    """The runs that make `picture` out of a blank one: one for each page that is not dark, without its dark ends."""
    runs = []
    for page in range(PAGES):
        line = picture[page * WIDTH : (page + 1) * WIDTH]
        lit = line.strip(b"\0")
        if lit:
            runs.append(PixelRun(page, len(line) - len(line.lstrip(b"\0")), lit))
    return tuple(runs)


def encode_screen(frame: ScreenFrame) -> bytes:
    """The message. Every run lies within its page."""
    parts = [bytes((frame.seat, FULL if frame.full else 0))]
    for run in frame.runs:
        if not (0 <= run.page < PAGES and run.column >= 0 and 0 < len(run.data) <= WIDTH - run.column):
            raise ValueError(
                f"A run of {len(run.data)} bytes at page {run.page}, column {run.column} leaves the screen."
            )
        parts += (bytes((run.page, run.column, len(run.data))), run.data)
    return b"".join(parts)


def decode_screen(message: bytes) -> ScreenFrame:
    """The frame of a message, which zeros may fill. Raises ValueError for a message that `encode_screen` never makes."""
    if len(message) < 2 or message[1] & ~FULL:
        raise ValueError("A frame begins with its seat and its flags.")
    runs, at = [], 2
    while any(message[at:]):
        if at + 3 > len(message):
            raise ValueError("A run of this frame has no head.")
        page, column, length = message[at : at + 3]
        data = message[at + 3 : at + 3 + length]
        if page >= PAGES or not 0 < length <= WIDTH - column or len(data) != length:
            raise ValueError(
                f"A run of {length} bytes at page {page}, column {column} leaves the screen or the message."
            )
        runs.append(PixelRun(page, column, data))
        at += 3 + length
    return ScreenFrame(Place(message[0]), bool(message[1] & FULL), tuple(runs))


def encode_text(seat: Place, text: bytes) -> bytes:
    """The message with a screen as text."""
    return bytes((seat, TEXT)) + text


def encode_data(seat: Place, data: bytes) -> bytes:
    """The message with the data of a seat."""
    return bytes((seat, DATA)) + data


def whole_screen(seat: Place, picture: Picture) -> bytes:
    """The message that makes a seat's screen from nothing."""
    return encode_screen(ScreenFrame(seat, True, lit_runs(picture)))


def changed_screen(seat: Place, before: Picture, runs: tuple[PixelRun, ...], after: Picture) -> bytes | None:
    """The message that changes a page from `before` to `after`; None where they are equal.

    It has the `runs` where they give `after`, else the whole picture; so a page never differs from its panel.
    """
    if before == after:
        return None
    if after != BLANK and applied(before, runs) == after:
        return encode_screen(ScreenFrame(seat, False, runs))
    return whole_screen(seat, after)
