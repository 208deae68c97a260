"""What the page and the table say to each other as JSON.

Every text that leaves is made here, from things which are public, but for the secret of a phone, which leaves once to that
phone; what may come in is a key, a throw of the die, a name, and from a phone its code or its secret.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

from companion.core.keys import Key
from companion.core.seat import Seat

KEYBOARD: Final[tuple[tuple[str, str, str], ...]] = (
    ("a", "s", "d"),
    ("j", "k", "l"),
    ("ArrowLeft", "ArrowDown", "ArrowRight"),
)
"""The keyboard's keys for the first seats, as the browser's KeyboardEvent.key names them."""
DIGITS: Final = ("1", "2", "3")
"""For any seat that has the focus; the only ones of the seats after those."""

DieState = Literal["away", "awaited", "tumbling", "still"]
"""Of the die in the page: not in sight; to be thrown; in the air; at rest after a throw."""

LONGEST_NAME: Final = 32
"""Letters of a name that a page may send; which letters, and how many, is the table's to judge, and to say."""

LONGEST_SECRET: Final = 64
"""Letters of a phone's code or secret, with any blanks."""

MESSAGE_LIMIT: Final = 4096
"""Bytes of a message that comes in."""


class KeyMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key of a seat goes down or up."""

    seat: Seat
    key: Key
    down: bool


class DieLiesMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a person says that a die lies. It may lie like no die can: the table judges, and tells the roller."""

    top: Any
    front: Any


class DieMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page's die is thrown, or a real one was looked at."""

    die: Literal["throw"] | DieLiesMessage


class NameEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How who sits at a place wants to be called."""

    seat: Seat
    text: Annotated[str, msgspec.Meta(max_length=LONGEST_NAME)]


class NameMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A name was entered."""

    name: NameEntry


class CodeMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone that has scanned a code."""

    code: Annotated[str, msgspec.Meta(max_length=LONGEST_SECRET)]


class SessionMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phone that was let in before."""

    session: Annotated[str, msgspec.Meta(max_length=LONGEST_SECRET)]


Greeting = CodeMessage | SessionMessage


class PhoneKeyMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key of the phone's own seat goes down or up. It names no seat, so it cannot name another."""

    key: Key
    down: bool


def read(text: str, seats: int) -> KeyMessage | DieMessage | NameMessage:
    """What a page's message says; ValueError with a sentence for what is none."""
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


def read_greeting(text: str) -> Greeting:
    """The first message of a phone; ValueError with a sentence for what is none."""
    try:
        given = msgspec.json.decode(text)
        if isinstance(given, dict) and "session" in given:
            return msgspec.convert(given, SessionMessage)
        return msgspec.convert(given, CodeMessage)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ValueError('A phone says {"code": "..."} or {"session": "..."} first.') from None


def read_phone_key(text: str) -> PhoneKeyMessage:
    """Any other message of a phone; ValueError with a sentence for what is none."""
    try:
        return msgspec.json.decode(text, type=PhoneKeyMessage)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ValueError('A message of a phone is {"key": "left", "down": true}.') from None


def hello(names: Sequence[str]) -> str:
    """Who sits at the table, and which keys of the keyboard are whose."""
    keyboard = [KEYBOARD[seat] if seat < len(KEYBOARD) else DIGITS for seat in range(len(names))]
    return _text({"type": "hello", "seats": len(names), "names": list(names), "keyboard": keyboard})


def public(view: Mapping[str, object], number: int, names: Sequence[str] = (), places: Sequence[Seat] = ()) -> str:
    """The public view of the running game after its move `number`.

    `names` and `places`, where they are told: what the game's seats are called, and where at the table they are.
    """
    playing = {"names": list(names), "places": list(places)} if names else {}
    return _text({"type": "public", "number": number, "view": view, **playing})


def event(text: str) -> str:
    """A sentence of what happened."""
    return _text({"type": "event", "text": text})


def recap(recap: Mapping[str, object] | None) -> str:
    """A finished round, and what was scored in it for what, while a player still reads it; None where none does."""
    return _text({"type": "recap", "recap": recap})


def fault(text: str | None) -> str:
    """A sentence of what does not work; None when all does."""
    return _text({"type": "fault", "text": text})


def phones(text: str | None) -> str:
    """A sentence of which seats are played from a phone; None where none is."""
    return _text({"type": "phones", "text": text})


def seat(seat: Seat, name: str, session: str) -> str:
    """To a phone that is let in: which seat it plays, and the secret by which it is known when its page is loaded anew."""
    return _text({"type": "seat", "seat": seat, "name": name, "session": session})


def die(
    state: DieState,
    roller: Seat | None,
    rolls: int,
    top: int | None,
    front: int | None,
    said: str,
    is_in_page: bool = True,
) -> str:
    """The die: who is to throw it, or how it tumbles or lies. `rolls` counts throws, so that a page sees a new one;
    `is_in_page`: whether the page can throw it."""
    shown = {"top": top, "front": front} if top is not None else None
    told = {"state": state, "roller": roller, "rolls": rolls, "shown": shown, "said": said, "throws": is_in_page}
    return _text({"type": "die", **told})


def beat() -> str:
    """Sent into a long silence, so that a page can tell a quiet table from a dead one."""
    return _text({"type": "beat"})


def _text(message: Mapping[str, object]) -> str:
    return msgspec.json.encode(message).decode()
