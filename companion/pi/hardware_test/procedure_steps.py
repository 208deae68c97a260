"""What somebody at a table is asked when its hardware is tested, what can come in, and what is to be done."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, assert_never, get_args

from msgspec import Struct

from companion.core.keys import KEYS, Contact, KeyEvent
from companion.core.seat import Seat, seat_number
from companion.devices.device_protocols import Sound
from companion.devices.wiring_records import (
    ButtonDie,
    CodedDie,
    DieWiring,
    Encoder,
    NestDie,
    PodSeat,
    SeatWiring,
    SerialDie,
    Wiring,
)

THROWS: Final = 3
"""How often a die is thrown."""
KEY_SIGNS: Final[dict[Contact, str]] = {"left": "◀", "middle": "●", "right": "▶", "back": "the fourth key"}


class PressStep(Struct, frozen=True):
    """Press a key, and let go."""

    seat: Seat
    key: Contact


class WheelStep(Struct, frozen=True):
    """Turn the knob by a notch."""

    seat: Seat
    way: Literal["left", "right"]


class LookStep(Struct, frozen=True):
    """Say whether the picture is right."""

    seat: Seat


class HearStep(Struct, frozen=True):
    """Say whether a sound was heard. `own`: of the seat's own buzzer, in its pod; else of the table's."""

    seat: Seat
    sound: Sound
    own: bool = False


ThrownBy = Literal["hand", "roll key", "middle"]
"""What throws a die: a hand, its roll key, or a seat's ●, where there is no real one to be thrown."""


class ThrowStep(Struct, frozen=True):
    """Throw the die; `number` of `of`."""

    seat: Seat
    number: int
    of: int
    by: ThrownBy = "hand"


ProcedureStep = PressStep | WheelStep | LookStep | HearStep | ThrowStep


class DieLies(Struct, frozen=True):
    """The die came to rest. `front`: None where its reader cannot tell."""

    top: int
    front: int | None


class DieSays(Struct, frozen=True):
    """What is wrong with the die, or with its reading. `again`: whether a throw is lost by it."""

    text: str
    again: bool


class ProcedureFault(Struct, frozen=True):
    """A screen does not answer; with "" as its text it does again."""

    seat: Seat
    text: str


class ProcedureTick(Struct, frozen=True):
    """Time has passed."""


ProcedureInput = KeyEvent | DieLies | DieSays | ProcedureFault | ProcedureTick


class PlayTone(Struct, frozen=True):
    """Let one buzzer sound, and no other: that of a seat's pod, or the table's own (None)."""

    sound: Sound
    seat: Seat | None = None


class AskDie(Struct, frozen=True):
    """A throw is wanted."""


class ThrowDie(Struct, frozen=True):
    """The die that has no hand of its own is thrown."""


ProcedureEffect = PlayTone | AskDie | ThrowDie


class StepOutcome(Struct, frozen=True):
    """How a step ended."""

    step: ProcedureStep
    status: Literal["ok", "failed", "skipped"]
    says: str


def key_name(home: Seat, seat: Seat, key: Contact) -> str:
    """A key as it is called at the seat `home`."""
    return KEY_SIGNS[key] if seat == home else f"seat {seat_number(seat)}'s {KEY_SIGNS[key]}"


def steps_of(wiring: Wiring, seats: Iterable[Seat], die: DieWiring | None) -> tuple[ProcedureStep, ...]:
    """What is asked at a table: each of these seats by itself, and then, at the first of them, what stands in the middle.

    `die`: the table's; with None nothing in the middle is tried, neither the table's buzzer nor a die. A die of random
    numbers or of the page is none that can be broken. The first buzzer plays every sound, and each other one the longest.
    """
    chosen = tuple(seats)
    sounds: tuple[Sound, ...] = get_args(Sound) if wiring.sounds.enabled else ()
    has_buzzer = die is not None and wiring.sounds.pin is not None
    steps: list[ProcedureStep] = []
    unheard = sounds[-1:] if has_buzzer else sounds
    for seat in chosen:
        steps += [*_keys_of(seat, wiring.seats[seat]), LookStep(seat)]
        if isinstance(wiring.seats[seat], PodSeat):
            steps += [HearStep(seat, sound, own=True) for sound in unheard]
            unheard = sounds[-1:]
    if has_buzzer:
        steps += [HearStep(chosen[0], sound) for sound in sounds]
    by = None if die is None else _thrown_by(wiring, die)
    return (*steps, *(ThrowStep(chosen[0], number, THROWS, by) for number in range(1, THROWS + 1) if by is not None))


def _thrown_by(wiring: Wiring, die: DieWiring) -> ThrownBy | None:
    """None: there is nothing to throw."""
    match die:
        case "machine" | "page":
            return None
        case ButtonDie() | CodedDie() | NestDie() | SerialDie() if wiring.simulated:
            return "middle"
        case ButtonDie():
            return "roll key"
        case CodedDie() | NestDie() | SerialDie():
            return "hand"
        case _:
            assert_never(die)


def _keys_of(seat: Seat, wired: SeatWiring | PodSeat) -> Iterator[ProcedureStep]:
    keys = wired.keys if isinstance(wired, SeatWiring) else None
    if isinstance(keys, Encoder):
        yield from (WheelStep(seat, "left"), WheelStep(seat, "right"), PressStep(seat, "middle"))
    else:
        yield from (PressStep(seat, key) for key in KEYS)
    if keys is not None and keys.back is not None:
        yield PressStep(seat, "back")
