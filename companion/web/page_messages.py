"""The JSON messages between the pages and the table.

All messages of the table are made here, from public data. A page may send a key, a throw of the die or a name; a phone sends
keys. By which requests a phone joins is in phones/join_routes.py.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

from companion.core.keys import Key
from companion.core.seat import Seat
from companion.table.effects import ClockShown

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

LONGEST_NAME: Final = 32
"""Letters of a name that a page may send. The table checks which letters, and how many, and says what is wrong."""

LONGEST_SECRET: Final = 64
"""Letters of a phone's code, with any blanks."""

MESSAGE_LIMIT: Final = 4096
"""Bytes of a message from a page."""


class KeyMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key of a seat goes down or up."""

    seat: Seat
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

    seat: Seat
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]


class NameMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name was entered."""

    name: NameEntry


class PhoneKeyMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key of the phone's own seat goes down or up. It names no seat, so it cannot name another."""

    key: Key
    down: bool


def read_bench(text: str, seats: int) -> KeyMessage | DieMessage | NameMessage:
    """The message of a bench page. Raises ValueError, with a sentence, for anything else."""
    message: KeyMessage | NameMessage
    try:
        given = msgspec.json.decode(text)
        if isinstance(given, dict) and "die" in given:
            return msgspec.convert(given, DieMessage)
        if isinstance(given, dict) and "name" in given:
            message = msgspec.convert(given, NameMessage)
            seat = message.name.seat
        else:
            message = msgspec.convert(given, KeyMessage)
            seat = message.seat
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ValueError(
            'A message is {"seat": 0, "key": "left", "down": true}, {"die": "throw"} or {"name": {"seat": 0, "text": "ANN"}}.'
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


def hello(names: Sequence[str], can_lift: bool = False) -> str:
    """The names of the places, and the keyboard's keys of each. `can_lift`: secrets show while both outer keys are held."""
    keyboard = keyboard_of(len(names))
    told = {"seats": len(names), "names": list(names), "keyboard": keyboard, "can_lift": can_lift}
    return _text({"type": "hello", **told})


def keyboard_of(seats: int) -> list[tuple[str, ...]]:
    """The keyboard's keys of each seat. The first half sits at the left, from the front to the back, the others at the right,
    from the back to the front. A seat beyond the sixth has none."""
    left = (seats + 1) // 2
    near, far = KEYBOARD[: len(KEYBOARD) // 2], KEYBOARD[len(KEYBOARD) // 2 :]
    right = seats - left
    nothing: tuple[tuple[str, ...], ...] = ((),)
    return [
        *near[:left],
        *nothing * (left - len(near)),
        *nothing * (right - len(far)),
        *far[max(0, len(far) - right) :],
    ]


def public(
    view: Mapping[str, object],
    number: int,
    names: Sequence[str] = (),
    places: Sequence[Seat] = (),
    machines: Sequence[Seat] = (),
) -> str:
    """The public view of the game in progress after its move `number`.

    `names` and `places`: of the game's seats, where they are known. `machines`: the seats that the machine plays, if any.
    """
    playing = {"names": list(names), "places": list(places)} if names else {}
    if machines:
        playing["machines"] = list(machines)
    return _text({"type": "public", "number": number, "view": view, **playing})


def event(text: str, *, said_once: bool = False) -> str:
    """A sentence about what happened. `said_once`: no page lists it once another one has come."""
    return _text({"type": "event", "text": text} | ({"once": True} if said_once else {}))


def recap_message(recap: Mapping[str, object] | None) -> str:
    """The summary of a round that ended, with its scores, while a player still reads it; then None."""
    return _text({"type": "recap", "recap": recap})


def clock(shown: ClockShown, now: float) -> str:
    """The think time as it is `now`, so that a page can count down by itself: the seconds that each seat has left (null: the
    machine's), who is asked, and whose time passes. `clock` null: there is none."""
    if not shown.seconds:
        return _text({"type": "clock", "clock": None})
    running = shown.running if shown.at is not None else ()
    passed = 0.0 if shown.at is None else now - shown.at
    left = [
        None if seconds is None else round(seconds - passed if seat in running else seconds, 2)
        for seat, seconds in enumerate(shown.left)
    ]
    told = {"kind": shown.kind, "seconds": shown.seconds, "left": left, "asked": shown.asked, "running": running}
    return _text({"type": "clock", "clock": told})


def fault(text: str | None) -> str:
    """A sentence about device faults; None where there is none."""
    return _text({"type": "fault", "text": text})


def phones(text: str | None) -> str:
    """A sentence about the seats that are played from phones; None where none is."""
    return _text({"type": "phones", "text": text})


def seat(seat: Seat, name: str) -> str:
    """To a phone that was admitted: its seat."""
    return _text({"type": "seat", "seat": seat, "name": name})


def join(page: str | None, seats: Sequence[Mapping[str, object]], wifi: Mapping[str, object] | None = None) -> str:
    """The seats that are phones: their state, and the code of each free one as text and as a QR code. `page`: the address at
    which phones join; None where no phone reaches it. `wifi`: the network to join before, where the owner has told it."""
    return _text({"type": "join", "page": page, "seats": seats} | ({} if wifi is None else {"wifi": wifi}))


def die(
    state: DieState,
    roller: Seat | None,
    rolls: int,
    top: int | None,
    front: int | None,
    said: str,
    is_in_page: bool = True,
    machine: str = "",
) -> str:
    """The die: who throws it, or how it moves or lies. `rolls` counts throws, so that a page recognises a new one.
    `is_in_page`: whether the page can throw it. `machine`: the name of the machine whose roll it is; empty where a
    person rolls."""
    shown = {"top": top, "front": front} if top is not None else None
    told = {"state": state, "roller": roller, "rolls": rolls, "shown": shown, "said": said, "throws": is_in_page}
    return _text({"type": "die", **told, "machine": machine})


def beat() -> str:
    """Sent during a long silence, so that a page can tell a quiet table from a dead one."""
    return _text({"type": "beat"})


def _text(message: Mapping[str, object]) -> str:
    return msgspec.json.encode(message).decode()
