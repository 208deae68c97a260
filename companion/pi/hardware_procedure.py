"""The hardware test as a state machine: it asks a person step by step, and evaluates the answers.

Pure: it gets inputs and the time, and returns effects; the screens are a function of its state.
Invariants: every step ends by itself; a step passes only by a right answer; holding ● always reports that it does not work.

A screen has the seat's number large, a frame along every edge, and the prompt. The frame shows whether a panel is shifted or
cut off, the letters whether it is mirrored, and the number whether it is at another seat. The terminal prints the same
prompts.
"""

from collections.abc import Iterable, Iterator
from typing import Final, Literal, assert_never, get_args

from msgspec import Struct

from companion.core.keys import KEYS, Cancelled, Contact, InitiallyDown, KeyEdge, KeyEvent, KnobTurn, SignalLost
from companion.core.picture import HEIGHT, WIDTH
from companion.core.screen import FilledBox, Icon, Mark, Outline, Rect, Screen, TextMark, centred, text_lines, wrap
from companion.core.seat import Place, seat_number
from companion.core.sound import Sound
from companion.devices.dice.die import DieWiring
from companion.devices.wiring import Encoder, PhoneSeat, PodSeat, SeatKind, SeatWiring, Wiring
from companion.ui.screens import ARROWS

THROWS: Final = 3
"""The number of throws of the die."""
KEY_SIGNS: Final[dict[Contact, str]] = {"left": "◀", "middle": "●", "right": "▶", "back": "the fourth key"}


class PressStep(Struct, frozen=True):
    """Press a key and release it."""

    seat: Place
    key: Contact


class WheelStep(Struct, frozen=True):
    """Turn the knob by one notch."""

    seat: Place
    direction: Literal["left", "right"]


class LookStep(Struct, frozen=True):
    """Confirm that the picture is right."""

    seat: Place


class HearStep(Struct, frozen=True):
    """Confirm that a sound was heard. `own`: from the buzzer of the seat's pod; else from the table's."""

    seat: Place
    sound: Sound
    own: bool = False


ThrownBy = Literal["hand", "roll key", "middle"]
"""How a die is thrown: by hand, by its roll key, or by a seat's ● if it is simulated."""


class ThrowStep(Struct, frozen=True):
    """Throw the die: throw `number` (from 1) of `of`."""

    seat: Place
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

    seat: Place
    text: str


class ProcedureTick(Struct, frozen=True):
    """Time has passed."""


ProcedureInput = KeyEvent | DieLies | DieSays | ProcedureFault | ProcedureTick


class PlayTone(Struct, frozen=True):
    """Play a sound on one buzzer: that of a seat's pod, or the table's own (None)."""

    sound: Sound
    seat: Place | None = None


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


def key_name(home: Place, seat: Place, key: Contact) -> str:
    """The name of a seat's key, as shown at the seat `home`."""
    return KEY_SIGNS[key] if seat == home else f"seat {seat_number(seat)}'s {KEY_SIGNS[key]}"


def steps_of(wiring: Wiring, seats: Iterable[Place], die: DieWiring | None) -> tuple[ProcedureStep, ...]:
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


def _keys_of(seat: Place, wired: SeatKind) -> Iterator[ProcedureStep]:
    keys = wired.keys if isinstance(wired, SeatWiring) else None
    if isinstance(keys, Encoder):
        yield from (WheelStep(seat, "left"), WheelStep(seat, "right"), PressStep(seat, "middle"))
    else:
        yield from (PressStep(seat, key) for key in KEYS)
    if keys is not None and keys.back is not None:
        yield PressStep(seat, "back")


HOLD_SECONDS: Final = 2.0
"""Seconds to hold ● to report that it does not work."""
STEP_SECONDS: Final = 60.0
"""Seconds until a step without an answer fails."""
MAX_WRONG_ANSWERS: Final = 2
"""The number of equal wrong answers that make a step fail; fewer may be slips."""

_STUCK: Final = "it was down before anybody pressed it"


class Procedure:
    """The steps in order. `now` is in seconds throughout."""

    def __init__(self, steps: Iterable[ProcedureStep]) -> None:
        self._waiting = list(steps)
        self._outcomes: list[StepOutcome] = []
        self._faults: dict[Place, str] = {}
        self._stuck: set[tuple[Place, Contact]] = set()
        self._fresh(0.0)

    @property
    def step(self) -> ProcedureStep | None:
        """The current step; None at the end."""
        return self._waiting[0] if self._waiting else None

    @property
    def outcomes(self) -> tuple[StepOutcome, ...]:
        """The outcomes of the finished steps. A later fault may change one in place."""
        return tuple(self._outcomes)

    @property
    def remark(self) -> str:
        """The remark about the last answer, or ""."""
        return self._remark

    @property
    def down(self) -> frozenset[tuple[Place, Contact]]:
        """The keys that were pressed in this step and are down."""
        return frozenset(self._down)

    @property
    def deadline(self) -> float | None:
        """The time of the next ProcedureTick; None at the end."""
        if (step := self.step) is None:
            return None
        held = self._down.get((step.seat, "middle"))
        end = self._since + STEP_SECONDS
        return end if held is None or not self._may_hold(step) else min(end, held + HOLD_SECONDS)

    def start(self, now: float) -> tuple[ProcedureEffect, ...]:
        """Ask for the first step."""
        return self._begin(now)

    def handle(self, news: ProcedureInput, now: float) -> tuple[ProcedureEffect, ...]:
        """Process an input; returns its effects."""
        if (step := self.step) is None:
            return ()
        match news:
            case KeyEdge():
                return self._edge(step, news, now)
            case KnobTurn():
                return self._turned(step, news, now)
            case InitiallyDown():
                self._stuck.add((news.seat, news.key))
                return self._end("failed", _STUCK, now) if step == PressStep(news.seat, news.key) else ()
            case Cancelled():
                # Contact to a pod was lost: ignore the releases that follow.
                for key in [key for key in self._down if key[0] == news.seat]:
                    del self._down[key]
                return ()
            case SignalLost():
                return ()
            case DieLies():
                front = "" if news.front is None else f", {news.front} in front"
                return self._end("ok", f"{news.top} on top{front}", now) if isinstance(step, ThrowStep) else ()
            case DieSays():
                if isinstance(step, ThrowStep):
                    self._remark = news.text
                    return (AskDie(),) if news.again else ()
                return ()
            case ProcedureFault():
                return self._fault(step, news, now)
            case ProcedureTick():
                return self._tick(step, now)
            case _:
                assert_never(news)

    # A step's beginning and end

    def _fresh(self, now: float) -> None:
        self._since = now
        self._down: dict[tuple[Place, Contact], float] = {}
        self._beside: set[tuple[Place, Contact]] = set()
        self._wrong: list[object] = []
        self._remark = ""

    def _begin(self, now: float) -> tuple[ProcedureEffect, ...]:
        self._fresh(now)
        match self.step:
            case PressStep() as step if (step.seat, step.key) in self._stuck:
                return self._end("failed", _STUCK, now)
            case LookStep(seat=seat) if self._faults.get(seat):
                return self._end("failed", self._faults[seat], now)
            case HearStep() as step:
                return (_sounding(step),)
            case ThrowStep():
                return (AskDie(),)
            case _:
                return ()

    def _end(self, status: Literal["ok", "failed", "skipped"], says: str, now: float) -> tuple[ProcedureEffect, ...]:
        self._outcomes.append(StepOutcome(self._waiting.pop(0), status, says))
        return self._begin(now)

    def _fault(self, step: ProcedureStep, fault: ProcedureFault, now: float) -> tuple[ProcedureEffect, ...]:
        self._faults[fault.seat] = fault.text
        if not fault.text:
            return ()
        if step == LookStep(fault.seat):
            return self._end("failed", fault.text, now)
        # A screen that passed and then failed probably has a loose wire: its outcome becomes a failure.
        for number, outcome in enumerate(self._outcomes):
            if outcome.step == LookStep(fault.seat) and outcome.status == "ok":
                self._outcomes[number] = StepOutcome(outcome.step, "failed", f"it was right, and then {fault.text}")
        return ()

    def _tick(self, step: ProcedureStep, now: float) -> tuple[ProcedureEffect, ...]:
        held = self._down.get((step.seat, "middle"))
        if held is not None and self._may_hold(step) and now >= held + HOLD_SECONDS:
            if isinstance(step, LookStep):
                return self._end("failed", "not right, as the person before it says", now)
            return self._end("skipped", "does not work, as the person before it says", now)
        if now < self._since + STEP_SECONDS:
            return ()
        if isinstance(step, PressStep) and (step.seat, step.key) in self._down:
            return self._end("failed", "it went down and never came up", now)
        return self._end("failed", f"nothing came in {STEP_SECONDS:.0f} seconds", now)

    def _may_hold(self, step: ProcedureStep) -> bool:
        """Whether holding ● reports a failure; not while ● itself is tested."""
        return not (isinstance(step, PressStep) and step.key == "middle")

    # Answers

    def _edge(self, step: ProcedureStep, edge: KeyEdge, now: float) -> tuple[ProcedureEffect, ...]:
        key = (edge.seat, edge.key)
        if edge.down:
            if isinstance(step, PressStep) and self._down:
                self._beside |= {key, *self._down} - {(step.seat, step.key)}
            self._down[key] = now
            return ()
        self._stuck.discard(key)
        if key not in self._down:
            # It was pressed in the previous step.
            return ()
        del self._down[key]
        return self._pressed(step, edge.seat, edge.key, now)

    def _pressed(self, step: ProcedureStep, seat: Place, key: Contact, now: float) -> tuple[ProcedureEffect, ...]:
        match step:
            case PressStep() if (seat, key) == (step.seat, step.key):
                if self._beside:
                    other = key_name(step.seat, *sorted(self._beside)[0])
                    return self._missed(("beside", other), f"{other} went down with it: the two touch", now)
                return self._end("ok", "pressed and released", now)
            case PressStep():
                if (step.seat, step.key) in self._down:
                    return ()
                was, asked = key_name(step.seat, seat, key), KEY_SIGNS[step.key]
                return self._missed((seat, key), f"that was {was}, wired where {asked} should be", now)
            case WheelStep():
                return self._missed((seat, key), f"that was {key_name(step.seat, seat, key)}; turn the knob", now)
            case LookStep() | HearStep() | ThrowStep() if seat != step.seat:
                self._remark = f"that was seat {seat_number(seat)}; answer at seat {seat_number(step.seat)}"
                return ()
            case LookStep() if key == "middle":
                return self._end("ok", "right, as the person before it says", now)
            case LookStep():
                self._remark = f"that was {KEY_SIGNS[key]}; ● says yes, and holding ● no"
                return ()
            case HearStep() if key == "middle":
                return self._end("ok", "heard", now)
            case HearStep():
                return (_sounding(step),)
            case ThrowStep(by="middle"):
                return (ThrowDie(),)
            case ThrowStep(by=by):
                self._remark = (
                    f"that was {KEY_SIGNS[key]}; the die is thrown by {'its roll key' if by == 'roll key' else 'hand'}"
                )
                return ()
            case _:
                assert_never(step)

    def _turned(self, step: ProcedureStep, turn: KnobTurn, now: float) -> tuple[ProcedureEffect, ...]:
        match step:
            case WheelStep() if (turn.seat, turn.way) == (step.seat, step.direction):
                return self._end("ok", "turned", now)
            case WheelStep() if turn.seat == step.seat:
                return self._missed(turn.way, "that was the other direction: lines A and B are swapped", now)
            case WheelStep() | PressStep():
                return self._missed((turn.seat, "knob"), f"that was the knob of seat {seat_number(turn.seat)}", now)
            case LookStep() | ThrowStep():
                return ()
            case HearStep():
                return (_sounding(step),) if turn.seat == step.seat else ()
            case _:
                assert_never(step)

    def _missed(self, what: object, says: str, now: float) -> tuple[ProcedureEffect, ...]:
        """Count a wrong answer; the first may be a slip."""
        self._wrong.append(what)
        self._beside.clear()
        self._remark = says
        if self._wrong.count(what) >= MAX_WRONG_ANSWERS or len(self._wrong) > MAX_WRONG_ANSWERS:
            return self._end("failed", says, now)
        return ()


def _sounding(step: HearStep) -> PlayTone:
    return PlayTone(step.sound, step.seat if step.own else None)


_CORNER: Final = 4
_NUMBER: Final = Rect(6, 6, 32, 52)
_WORDS: Final = Rect(40, 6, 82, 54)
"""Where the text stands, right of the number."""
_THROWN: Final[dict[ThrownBy, str]] = {
    "hand": "Throw the die",
    "roll key": "Press the roll key",
    "middle": "Press ● for the die",
}
_SOUNDS: Final = {
    "turn": "your turn",
    "accepted": "accepted",
    "refused": "refused",
    "end": "the end",
    "time": "time is up",
}


def step_screen(procedure: Procedure, seat: Place) -> Screen:
    """The current screen of a seat."""
    step = procedure.step
    if step is None:
        return _framed(seat, "The test is over.", "")
    if step.seat != seat:
        return _framed(seat, f"Go on at seat {seat_number(step.seat)}.", "")
    held = sorted(procedure.down)
    if isinstance(step, PressStep | WheelStep) and held:
        down = " and ".join(key_name(seat, *key) for key in held)
        return _framed(seat, _sentence(f"{down} {'is' if len(held) == 1 else 'are'} down") + "\nLet go.", "")
    words = screen_prompt(step)
    if procedure.remark and not isinstance(step, LookStep | HearStep):
        # A die's remark already ends with what to do.
        words = _sentence(procedure.remark) + ("" if isinstance(step, ThrowStep) else f"\n{screen_prompt(step)}")
    # Before the first remark, the sign of the requested key is shown large.
    sign = KEY_SIGNS[step.key] if isinstance(step, PressStep) and step.key != "back" and not procedure.remark else ""
    return _framed(seat, words, sign)


def screen_prompt(step: ProcedureStep) -> str:
    """The prompt of a step on a screen."""
    match step:
        case PressStep(key="back"):
            return "Press the fourth key."
        case PressStep(key=key):
            return f"Press {KEY_SIGNS[key]}"
        case WheelStep(direction=direction):
            return f"Turn the knob {direction}."
        case LookStep():
            return "Frame whole? Words to read?\n● yes\nHold ●: no"
        case HearStep(sound=sound):
            return f"Sound: {_SOUNDS[sound]}\n● heard it\n◀ again\nHold ●: no"
        case ThrowStep(number=number, of=of, by=by):
            return f"{_THROWN[by]}, {number} of {of}.\nHold ●: no"
        case _:
            assert_never(step)


def terminal_prompt(step: ProcedureStep) -> str:
    """The prompt of a step on the terminal."""
    match step:
        case PressStep(key=key):
            return f"seat {seat_number(step.seat)}: press {KEY_SIGNS[key]} and let go."
        case WheelStep(direction=direction):
            return f"seat {seat_number(step.seat)}: turn the knob one notch to the {direction}."
        case LookStep():
            return (
                f"seat {seat_number(step.seat)}: is the frame whole, and can the words be read? ● yes; hold ● for no."
            )
        case HearStep(sound=sound, own=own):
            whose = ", from its own buzzer" if own else ""
            return f"seat {seat_number(step.seat)}: the sound for {_SOUNDS[sound]}{whose}. ● heard; ◀ again; hold ● for no."
        case ThrowStep(number=number, of=of, by=by):
            thrown = _THROWN[by][:1].lower() + _THROWN[by][1:]
            return f"seat {seat_number(step.seat)}: {thrown}, {number} of {of}; hold ● for no."
        case _:
            assert_never(step)


def step_name(step: ProcedureStep) -> str:
    """A step's name in the report."""
    match step:
        case PressStep(key=key):
            return f"seat {seat_number(step.seat)}, {KEY_SIGNS[key]}"
        case WheelStep(direction=direction):
            return f"seat {seat_number(step.seat)}, knob to the {direction}"
        case LookStep():
            return f"seat {seat_number(step.seat)}, screen"
        case HearStep(seat=seat, sound=sound, own=own):
            return f"seat {seat_number(seat)}, sound: {_SOUNDS[sound]}" if own else f"sound: {_SOUNDS[sound]}"
        case ThrowStep(number=number):
            return f"die, throw {number}"
        case _:
            assert_never(step)


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def _framed(seat: Place, words: str, sign: str) -> Screen:
    marks: list[Mark] = [Outline(0, 0, WIDTH, HEIGHT)]
    for x in (0, WIDTH - _CORNER):
        marks += [FilledBox(x, y, _CORNER, _CORNER) for y in (0, HEIGHT - _CORNER)]
    number = str(seat_number(seat))
    marks.append(TextMark(_NUMBER.x + 4, _NUMBER.y + 12, number, "value", scale=2))
    if sign:
        marks += [TextMark(_WORDS.x, _WORDS.y, f"Seat {number}: press"), *_large_sign(sign)]
        if sign != KEY_SIGNS["middle"]:
            marks.append(TextMark(_WORDS.x, _WORDS.bottom - 9, "Hold ●: broken"))
        return Screen(tuple(marks))
    lines = [line for part in words.split("\n") for line in wrap(part, _WORDS.width)][: _WORDS.lines("text")]
    return Screen((*marks, *text_lines(tuple(lines), _WORDS)))


def _large_sign(sign: str) -> tuple[Mark, ...]:
    """The sign of a key, large, below the first line."""
    area = Rect(_WORDS.x, _WORDS.y + 12, 60, 28)
    rows = ARROWS.get(sign)
    if rows is None:
        return (centred(sign, area, "value"),)
    tall = tuple("".join(letter * 3 for letter in row) for row in rows for _ in range(3))
    icon = Icon(0, 0, tall)
    return (Icon(area.x + (area.width - icon.width) // 2, area.y, tall),)
