"""A passive piezo on a GPIO pin, over gpiozero's PWM: a few notes for each thing that a table can say aloud.

Law: a note ends by a timer of the loop, so no thread is started here; silent, the PWM is off, the pin is low and nothing is
waited for.
"""

from typing import Any, Final, NamedTuple

from companion.devices.device_protocols import Sound
from companion.devices.loop_protocol import Loop, Timer
from companion.devices.pins.pin_errors import pin_errors_named


class BuzzerNote(NamedTuple):
    """`hertz` 0: a rest."""

    hertz: int
    seconds: float


MELODIES: Final[dict[Sound, tuple[BuzzerNote, ...]]] = {
    "turn": (BuzzerNote(1047, 0.07), BuzzerNote(1568, 0.11)),
    "accepted": (BuzzerNote(1319, 0.05),),
    "refused": (BuzzerNote(392, 0.09), BuzzerNote(0, 0.03), BuzzerNote(330, 0.14)),
    "end": (BuzzerNote(1047, 0.1), BuzzerNote(1319, 0.1), BuzzerNote(1568, 0.1), BuzzerNote(2093, 0.22)),
}


class GpioBuzzer:
    """The `Buzzer` port. `factory`: a gpiozero pin factory, which stays the caller's to close.

    Raises DeviceError when the pin cannot be had, or has no PWM.
    """

    def __init__(self, number: int, factory: Any, loop: Loop) -> None:
        from gpiozero import PWMOutputDevice

        self._loop = loop
        self._notes: tuple[BuzzerNote, ...] = ()
        self._timer: Timer | None = None
        with pin_errors_named("the buzzer", number):
            # Of this class only blink and pulse start a thread.
            self._device = PWMOutputDevice(number, pin_factory=factory)
        self._silence()

    def play(self, sound: Sound) -> None:
        """Let it sound; what is still sounding is cut off."""
        self._stop()
        self._notes = MELODIES[sound]
        self._next(self._loop.time())

    def close(self) -> None:
        """Be silent, and let the pin go."""
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
        # Counted from when it was due, so that notes do not drift by what the loop was late.
        end = at + note.seconds
        self._timer = self._loop.call_at(end, self._next, end)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _silence(self) -> None:
        self._device.frequency = None
        # PWM that is switched off may leave the pin as it was.
        self._device.value = 0
