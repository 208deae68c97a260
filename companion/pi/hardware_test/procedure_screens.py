"""The screens of the hardware test: the seat's number large, a frame along every edge, and the prompt.

The frame shows whether a panel is shifted or cut off, the letters whether it is mirrored, and the number whether it is at
another seat. The terminal prints the same prompts.
"""

from typing import Final, assert_never

from companion.core.picture import HEIGHT, WIDTH
from companion.core.screen import (
    FilledBox,
    Icon,
    Mark,
    Outline,
    Rect,
    Screen,
    TextMark,
    centred,
    lines_in,
    text_lines,
    wrap,
)
from companion.core.seat import Seat, seat_number
from companion.pi.hardware_test.procedure import Procedure
from companion.pi.hardware_test.procedure_steps import (
    KEY_SIGNS,
    HearStep,
    LookStep,
    PressStep,
    ProcedureStep,
    ThrownBy,
    ThrowStep,
    WheelStep,
    key_name,
)
from companion.ui.screens import ARROWS

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


def step_screen(procedure: Procedure, seat: Seat) -> Screen:
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


def _framed(seat: Seat, words: str, sign: str) -> Screen:
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
    lines = [line for part in words.split("\n") for line in wrap(part, _WORDS.width)][: lines_in(_WORDS, "text")]
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
