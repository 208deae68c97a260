"""What the page and the table say to each other as JSON.

Every text that leaves is made here, from things which are public; the one thing that may come in is a key.
"""

from collections.abc import Mapping, Sequence
from typing import Final

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

MESSAGE_LIMIT: Final = 4096
"""Bytes of a message that comes in."""


class KeyMessage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A key of a seat goes down or up."""

    seat: Seat
    key: Key
    down: bool


_KEY = msgspec.json.Decoder(KeyMessage)


def read_key(text: str, seats: int) -> KeyMessage:
    """The key that a page's message names; ValueError with a sentence for anything else."""
    try:
        message = _KEY.decode(text)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise ValueError(
            'A message is {"seat": number, "key": "left", "middle" or "right", "down": true or false}.'
        ) from None
    if not 0 <= message.seat < seats:
        raise ValueError(f"This table has the seats 0 to {seats - 1}.")
    return message


def hello(names: Sequence[str]) -> str:
    """Who sits at the table, and which keys of the keyboard are whose."""
    keyboard = [KEYBOARD[seat] if seat < len(KEYBOARD) else DIGITS for seat in range(len(names))]
    return _text({"type": "hello", "seats": len(names), "names": list(names), "keyboard": keyboard})


def public(view: Mapping[str, object], number: int) -> str:
    """The public view of the running game after its move `number`."""
    return _text({"type": "public", "number": number, "view": view})


def event(text: str) -> str:
    """A sentence of what happened."""
    return _text({"type": "event", "text": text})


def fault(text: str | None) -> str:
    """A sentence of what does not work; None when all does."""
    return _text({"type": "fault", "text": text})


def beat() -> str:
    """Sent into a long silence, so that a page can tell a quiet table from a dead one."""
    return _text({"type": "beat"})


def _text(message: Mapping[str, object]) -> str:
    return msgspec.json.encode(message).decode()
