"""A passive piezo on a GPIO pin, with gpiozero's PWM: a few notes for each sound of the table.

Invariant: notes end by timers of the loop, so there is no thread. While silent, the PWM is off, the pin is low and no timer runs.
"""

from typing import Any, Final, NamedTuple

from companion.core.sound import Sound
from companion.devices.pins import pin_errors_named
from companion.devices.protocols import Loop, Timer


class BuzzerNote(NamedTuple):
    """`hertz` 0: a rest."""

    hertz: int
    seconds: float


MELODIES: Final[dict[Sound, tuple[BuzzerNote, ...]]] = {
    "turn": (BuzzerNote(1047, 0.07), BuzzerNote(1568, 0.11)),
    "accepted": (BuzzerNote(1319, 0.05),),
    "refused": (BuzzerNote(392, 0.09), BuzzerNote(0, 0.03), BuzzerNote(330, 0.14)),
    "end": (BuzzerNote(1047, 0.1), BuzzerNote(1319, 0.1), BuzzerNote(1568, 0.1), BuzzerNote(2093, 0.22)),
    "time": (
        BuzzerNote(1760, 0.1),
        BuzzerNote(0, 0.06),
        BuzzerNote(1760, 0.1),
        BuzzerNote(0, 0.06),
        BuzzerNote(1319, 0.24),
    ),
}


class GpioBuzzer:
    """A `Buzzer`. `factory`: a gpiozero pin factory, which the caller closes.

    Raises DeviceError if the pin cannot be used or has no PWM.
    """

    def __init__(self, number: int, factory: Any, loop: Loop) -> None:
        from gpiozero import PWMOutputDevice

        self._loop = loop
        self._notes: tuple[BuzzerNote, ...] = ()
        self._timer: Timer | None = None
        with pin_errors_named("the buzzer", number):
            # Only blink and pulse of this class start a thread.
            self._device = PWMOutputDevice(number, pin_factory=factory)
        self._silence()

    def play(self, sound: Sound) -> None:
        self._stop()
        self._notes = MELODIES[sound]
        self._next(self._loop.time())

    def close(self) -> None:
        self._stop()
        self._silence()
        self._device.close()

    def _next(self, at: float) -> None:
        self._timer = None
        if not self._notes:
            self._silence()
            return
        note, *rest = self._notes
        self._notes = tuple(rest)
        if note.hertz:
            self._device.frequency = note.hertz
            self._device.value = 0.5
        else:
            self._silence()
        # Counted from its due time, so that delays of the loop do not add up.
        end = at + note.seconds
        self._timer = self._loop.call_at(end, self._next, end)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _silence(self) -> None:
        self._device.frequency = None
        # Switching the PWM off may leave the pin high.
        self._device.value = 0
