"""The steps of the hardware test, its inputs and its effects."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, get_args

from msgspec import Struct

from companion.core.keys import KEYS, Contact, KeyEvent
from companion.core.seat import Seat, seat_number
from companion.devices.dice.die import DieWiring
from companion.devices.protocols import Sound
from companion.devices.wiring import (
    Encoder,
    PhoneSeat,
    PodSeat,
    SeatKind,
    SeatWiring,
    Wiring,
)

THROWS: Final = 3
"""The number of throws of the die."""
KEY_SIGNS: Final[dict[Contact, str]] = {"left": "◀", "middle": "●", "right": "▶", "back": "the fourth key"}


class PressStep(Struct, frozen=True):
    """Press a key and release it."""

    seat: Seat
    key: Contact


class WheelStep(Struct, frozen=True):
    """Turn the knob by one notch."""

    seat: Seat
    direction: Literal["left", "right"]


class LookStep(Struct, frozen=True):
    """Confirm that the picture is right."""

    seat: Seat


class HearStep(Struct, frozen=True):
    """Confirm that a sound was heard. `own`: from the buzzer of the seat's pod; else from the table's."""

    seat: Seat
    sound: Sound
    own: bool = False


ThrownBy = Literal["hand", "roll key", "middle"]
"""How a die is thrown: by hand, by its roll key, or by a seat's ● if it is simulated."""


class ThrowStep(Struct, frozen=True):
    """Throw the die: throw `number` (from 1) of `of`."""

    seat: Seat
    number: int
    of: int
    by: ThrownBy = "hand"


ProcedureStep = PressStep | WheelStep | LookStep | HearStep | ThrowStep


class DieLies(Struct, frozen=True):
    """The die came to rest. `front`: None if its reader gives only the top face."""

    top: int
    front: int | None


class DieSays(Struct, frozen=True):
    """A problem with the die or its reading. `again`: whether the throw has to be repeated."""

    text: str
    again: bool


class ProcedureFault(Struct, frozen=True):
    """A screen stopped answering; with the text "" it answers again."""

    seat: Seat
    text: str


class ProcedureTick(Struct, frozen=True):
    """Time has passed."""


ProcedureInput = KeyEvent | DieLies | DieSays | ProcedureFault | ProcedureTick


class PlayTone(Struct, frozen=True):
    """Play a sound on one buzzer: that of a seat's pod, or the table's own (None)."""

    sound: Sound
    seat: Seat | None = None


class AskDie(Struct, frozen=True):
    """Request a throw."""


class ThrowDie(Struct, frozen=True):
    """Throw the simulated die."""


ProcedureEffect = PlayTone | AskDie | ThrowDie


class StepOutcome(Struct, frozen=True):
    """The outcome of a step."""

    step: ProcedureStep
    status: Literal["ok", "failed", "skipped"]
    says: str


def key_name(home: Seat, seat: Seat, key: Contact) -> str:
    """The name of a seat's key, as shown at the seat `home`."""
    return KEY_SIGNS[key] if seat == home else f"seat {seat_number(seat)}'s {KEY_SIGNS[key]}"


def steps_of(wiring: Wiring, seats: Iterable[Seat], die: DieWiring | None) -> tuple[ProcedureStep, ...]:
    """The steps for a table: each of these seats that has hardware, then, at the first of them, the table's buzzer and die.

    `die`: the table's; None skips the table's buzzer and die. A die of random numbers or of the page has no hardware to test.
    The first buzzer plays every sound, each other buzzer only the last one.
    """
    chosen = tuple(seat for seat in seats if not isinstance(wiring.seats[seat], PhoneSeat))
    if not chosen:
        return ()
    sounds: tuple[Sound, ...] = get_args(Sound) if wiring.sounds.enabled else ()
    has_buzzer = die is not None and wiring.sounds.pin is not None
    steps: list[ProcedureStep] = []
    unheard = sounds[-1:] if has_buzzer else sounds
    for seat in chosen:
        wired = wiring.seats[seat]
        steps += [*_keys_of(seat, wired), LookStep(seat)]
        if isinstance(wired, PodSeat):
            steps += [HearStep(seat, sound, own=True) for sound in unheard]
            unheard = sounds[-1:]
    if has_buzzer:
        steps += [HearStep(chosen[0], sound) for sound in sounds]
    by = None if die is None else _thrown_by(wiring, die)
    return (*steps, *(ThrowStep(chosen[0], number, THROWS, by) for number in range(1, THROWS + 1) if by is not None))


def _thrown_by(wiring: Wiring, die: DieWiring) -> ThrownBy | None:
    """How the table's die is thrown; None if it has no hardware."""
    if not die.has_hardware:
        return None
    if wiring.simulated:
        return "middle"
    return "roll key" if any(pin.is_key for pin in die.wired_pins()) else "hand"


def _keys_of(seat: Seat, wired: SeatKind) -> Iterator[ProcedureStep]:
    keys = wired.keys if isinstance(wired, SeatWiring) else None
    if isinstance(keys, Encoder):
        yield from (WheelStep(seat, "left"), WheelStep(seat, "right"), PressStep(seat, "middle"))
    else:
        yield from (PressStep(seat, key) for key in KEYS)
    if keys is not None and keys.back is not None:
        yield PressStep(seat, "back")
