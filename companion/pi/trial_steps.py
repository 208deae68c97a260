"""What somebody at a table is asked when its hardware is tested, what can come in, and what is to be done."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, get_args

from msgspec import Struct

from companion.core.keys import KEYS, Contact, KeyEvent
from companion.core.seat import Seat
from companion.devices.ports import Sound
from companion.devices.settings import Encoder, PodSeat, SeatWiring, Wiring

SIGNS: Final[dict[Contact, str]] = {"left": "◀", "middle": "●", "right": "▶", "back": "the fourth key"}


class Press(Struct, frozen=True):
    """Press a key, and let go."""

    seat: Seat
    key: Contact


class Wheel(Struct, frozen=True):
    """Turn the knob by a notch."""

    seat: Seat
    way: Literal["left", "right"]


class Look(Struct, frozen=True):
    """Say whether the picture is right."""

    seat: Seat


class Hear(Struct, frozen=True):
    """Say whether a sound was heard."""

    seat: Seat
    sound: Sound


class Throw(Struct, frozen=True):
    """Throw the die; `number` of `of`."""

    seat: Seat
    number: int
    of: int


Step = Press | Wheel | Look | Hear | Throw


class Lies(Struct, frozen=True):
    """The die came to rest. `front`: None where its reader cannot tell."""

    top: int
    front: int | None


class DieSays(Struct, frozen=True):
    """What is wrong with the die, or with its reading. `again`: whether a throw is lost by it."""

    text: str
    again: bool


class Fault(Struct, frozen=True):
    """A screen does not answer; with "" as its text it does again."""

    seat: Seat
    text: str


class Tick(Struct, frozen=True):
    """Time has passed."""


Input = KeyEvent | Lies | DieSays | Fault | Tick


class Play(Struct, frozen=True):
    """Let the buzzers sound."""

    sound: Sound


class AskDie(Struct, frozen=True):
    """A throw is wanted."""


class ThrowDie(Struct, frozen=True):
    """The die that has no hand of its own is thrown."""


Effect = Play | AskDie | ThrowDie


class Outcome(Struct, frozen=True):
    """How a step ended."""

    step: Step
    status: Literal["ok", "failed", "skipped"]
    says: str


def called(home: Seat, seat: Seat, key: Contact) -> str:
    """A key as it is called at the seat `home`."""
    return SIGNS[key] if seat == home else f"seat {seat}'s {SIGNS[key]}"


def steps_of(wiring: Wiring, seats: Iterable[Seat], *, throws: int) -> tuple[Step, ...]:
    """What is asked at a table: each of these seats by itself, then the sounds and the die at the first of them.

    `throws`: how often the die is thrown; 0 where there is nothing to throw.
    """
    chosen = tuple(seats)
    first = chosen[0]
    steps: list[Step] = []
    for seat in chosen:
        steps += [*_keys_of(seat, wiring.seats[seat]), Look(seat)]
    wired = [wiring.seats[seat] for seat in chosen]
    if wiring.sounds.enabled and (wiring.sounds.pin is not None or any(isinstance(one, PodSeat) for one in wired)):
        steps += [Hear(first, sound) for sound in get_args(Sound)]
    return (*steps, *(Throw(first, number, throws) for number in range(1, throws + 1)))


def _keys_of(seat: Seat, wired: SeatWiring | PodSeat) -> Iterator[Step]:
    keys = wired.keys if isinstance(wired, SeatWiring) else None
    if isinstance(keys, Encoder):
        yield from (Wheel(seat, "left"), Wheel(seat, "right"), Press(seat, "middle"))
    else:
        yield from (Press(seat, key) for key in KEYS)
    if keys is not None and keys.back is not None:
        yield Press(seat, "back")
