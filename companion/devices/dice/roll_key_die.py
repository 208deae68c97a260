"""A roll key and seven lights: the machine's random numbers, thrown by a hand in the middle of the table.

    signal          wired                                                     to
    roll key        closes to ground; the Pi pulls it up, no resistor         one GPIO
    centre          one LED, 1 kΩ in series, to ground                        one GPIO
    three pairs     two LEDs, 1 kΩ in series with each, to ground             one GPIO each

The pairs are top left and bottom right; top right and bottom left; middle left and middle right. A red LED takes 1.5 mA at
most ((3.3 V - 1.8 V) / 1 kΩ), a pair 3 mA of an output's 16 mA, and a six 9 mA of the 50 mA that all outputs together may give.
Down to 470 Ω a pair stays below 8 mA, the strength that an output has when the Pi starts. The lights are an option: without
them the screens and the page show the roll.

The roller's own ● throws it as well. A throw that nobody asked for tumbles too, and is told; it does not count. How it will
lie is drawn when it is thrown. Law: lights change by timers of the loop, and only from a throw until they go out.
"""

from typing import Any, Final

from companion.core.errors import DeviceError
from companion.core.prompt import RandBelow
from companion.devices.device_protocols import DieReading, DieSight, DieSink
from companion.devices.dice.die_lines import DieLine
from companion.devices.dice.die_reading_check import draw_attitude
from companion.devices.keys.key_debounce import ContactChange, KeyDebounce
from companion.devices.loop_protocol import Loop, Timer
from companion.devices.pins.pin_errors import pin_errors_named
from companion.devices.wiring_records import ButtonDie
from companion.dice.attitude import Attitude

TUMBLE_STEPS: Final = (0.06, 0.06, 0.07, 0.08, 0.09, 0.11, 0.13, 0.15, 0.17, 0.2)
"""Seconds that each face shows while it tumbles, slower and slower."""
LIGHTS_STAY: Final = 15.0
"""Seconds that the result stands on the lights."""

Pips = tuple[bool, bool, bool, bool]
"""Whether the centre and each of the three pairs is lit."""
PIPS_OFF: Final[Pips] = (False, False, False, False)


def pips(face: int) -> Pips:
    """The lights of a face, as on any die."""
    return (face % 2 == 1, face > 1, face > 3, face == 6)


class RollKeyDie:
    """The `Die` port. `randbelow`: its luck; `lockout`: seconds that the key is deaf after an edge.

    Raises DeviceError when a pin cannot be had.
    """

    kind: Final = "button"
    by_hand = True
    throws = True

    def __init__(self, wiring: ButtonDie, factory: Any, loop: Loop, randbelow: RandBelow, *, lockout: float) -> None:
        self._loop = loop
        self._randbelow = randbelow
        self._lockout = lockout
        self._sink: DieSink | None = None
        self._debounce = KeyDebounce(lockout)
        self._bouncing: Timer | None = None
        self._turning: Timer | None = None
        self._thrown: Attitude | None = None
        self._key = DieLine("roll key", wiring.key, factory, loop, pull_up=True)
        self._lights: list[Any] = []
        try:
            for name, number in zip(
                ("centre", "first pair", "second pair", "third pair"), wiring.leds or (), strict=False
            ):
                self._lights.append(_light(name, number, factory))
        except DeviceError:
            self.close()
            raise

    def start(self, sink: DieSink) -> None:
        """From now on hand readings to `sink`. A key that is down already throws when it is pressed again."""
        self._sink = sink
        self._debounce = KeyDebounce(self._lockout, down=not self._key.is_high())
        self._key.start(lambda level, at: self._loop.call_soon_threadsafe(self._edge, not level, at))

    def ask(self) -> None:
        """A roll is wanted: the lights of the last one go out."""
        if self._thrown is None:
            self._stop()

    def throw(self) -> None:
        """Throw it. One that is in the air is not thrown again."""
        if self._thrown is not None or self._sink is None:
            return
        self._stop()
        self._thrown = draw_attitude(self._randbelow)
        self._sink(DieSight("tumbling", self._thrown))
        self._tumble(0)

    def close(self) -> None:
        """Lights out, and let the pins go; what is in the air does not count any more."""
        self._sink = self._thrown = None
        for timer in (self._bouncing, self._turning):
            if timer is not None:
                timer.cancel()
        self._show(PIPS_OFF)
        self._key.close()
        for light in self._lights:
            light.close()

    # The key

    def _edge(self, down: bool, at: float) -> None:
        if self._sink is not None:
            self._pressed(self._debounce.edge(down, at, self._loop.time()))

    def _look_again(self) -> None:
        self._bouncing = None
        if self._sink is not None:
            self._pressed(self._debounce.expire(not self._key.is_high(), self._loop.time()))

    def _pressed(self, changes: tuple[ContactChange, ...]) -> None:
        deadline = self._debounce.deadline
        if deadline is not None and self._bouncing is None:
            self._bouncing = self._loop.call_at(deadline, self._look_again)
        if any(change.down for change in changes):
            self.throw()

    # The lights

    def _tumble(self, step: int) -> None:
        """Show other faces, each next to the one before, then the one it was thrown to."""
        assert self._thrown is not None, "what is in the air was thrown"
        assert self._sink is not None, "nothing tumbles after the end"
        if step < len(TUMBLE_STEPS):
            # Counted so that no face is shown twice running, the last one included.
            self._show(pips((self._thrown.top - 1 + len(TUMBLE_STEPS) - step) % 6 + 1))
            self._turning = self._loop.call_at(self._loop.time() + TUMBLE_STEPS[step], self._tumble, step + 1)
            return
        lies, self._thrown = self._thrown, None
        self._show(pips(lies.top))
        self._turning = self._loop.call_at(self._loop.time() + LIGHTS_STAY, self._stop) if self._lights else None
        self._sink(DieReading("button", *lies))

    def _stop(self) -> None:
        if self._turning is not None:
            self._turning.cancel()
            self._turning = None
        self._show(PIPS_OFF)

    def _show(self, lit: Pips) -> None:
        # Without lights there is nothing to show.
        for light, on in zip(self._lights, lit, strict=False):
            light.value = on


def _light(name: str, number: int, factory: Any) -> Any:
    from gpiozero import DigitalOutputDevice

    with pin_errors_named(f"the die: its {name} of lights", number):
        return DigitalOutputDevice(number, pin_factory=factory)
