"""A roll key and seven LEDs in the middle of the table: random numbers, thrown with a key.

    signal          wired                                                     to
    roll key        closes to ground; the Pi pulls it up, no resistor         one GPIO
    centre          one LED, 1 kΩ in series, to ground                        one GPIO
    three pairs     two LEDs, 1 kΩ in series with each, to ground             one GPIO each

The pairs are top left and bottom right; top right and bottom left; middle left and middle right. A red LED draws 1.5 mA at most
((3.3 V - 1.8 V) / 1 kΩ), a pair 3 mA of an output's 16 mA, and a six 9 mA of the 50 mA that all outputs together may supply.
Down to 470 Ω a pair stays below 8 mA, the drive strength of an output when the Pi starts. The LEDs are optional: without them
the screens and the page show the roll.

The roller's ● throws the die as well. A throw that was not requested also tumbles and is reported, but does not count. The
result is drawn at the throw. Invariant: the LEDs change only by timers of the loop, from a throw until they go off.
"""

from typing import Any, Final

from companion.core.die import Orientation
from companion.core.errors import DeviceError
from companion.core.prompt import RandBelow
from companion.devices.dice.die import DieAtTable, DieParts, DieWiring
from companion.devices.dice.readings import random_orientation
from companion.devices.dice.sensors import DieLine
from companion.devices.keys.debounce import ContactChange, KeyDebounce
from companion.devices.pins import pin_errors_named
from companion.devices.protocols import DieReading, DieSight, DieSink, Loop, Timer
from companion.devices.wiring import WiredPin

TUMBLE_STEPS: Final = (0.06, 0.06, 0.07, 0.08, 0.09, 0.11, 0.13, 0.15, 0.17, 0.2)
"""Seconds for each face while the die tumbles, getting slower."""
LIGHTS_STAY: Final = 15.0
"""Seconds for which the LEDs show the result."""

Pips = tuple[bool, bool, bool, bool]
"""Whether the centre and each of the three pairs is lit."""
PIPS_OFF: Final[Pips] = (False, False, False, False)


def pips(face: int) -> Pips:
    return (face % 2 == 1, face > 1, face > 3, face == 6)


class ButtonDie(DieWiring, frozen=True):
    """A roll key and, as an option, seven pip LEDs on four outputs: the centre, and the three pairs
    (top left and bottom right; top right and bottom left; middle left and middle right)."""

    source = "button"

    key: int
    leds: tuple[int, int, int, int] | None = None

    def wired_pins(self) -> tuple[WiredPin, ...]:
        lights = (WiredPin(number, "LEDs", "floating") for number in self.leds or ())
        return (WiredPin(self.key, "roll key", "up", is_key=True), *lights)

    def build(self, parts: DieParts) -> DieAtTable:
        die = RollKeyDie(self, parts.pins(), parts.loop, parts.randbelow, lockout=parts.lockout, settle=parts.settle)
        if not parts.simulated:
            return DieAtTable(die)
        from companion.devices.simulated.dice import RollKeyThrower

        return DieAtTable(die, RollKeyThrower(self.key, parts.pins(), parts.loop))


class RollKeyDie:
    """A `Die`. `randbelow`: random numbers; `lockout`, `settle`: seconds, see KeyDebounce.

    Raises DeviceError if a pin cannot be used.
    """

    kind: Final = "button"
    by_hand = True
    throws = True

    def __init__(
        self, wiring: ButtonDie, factory: Any, loop: Loop, randbelow: RandBelow, *, lockout: float, settle: float
    ) -> None:
        self._loop = loop
        self._randbelow = randbelow
        self._lockout, self._settle = lockout, settle
        self._sink: DieSink | None = None
        self._debounce = KeyDebounce(lockout, settle)
        self._bouncing: Timer | None = None
        self._turning: Timer | None = None
        self._thrown: Orientation | None = None
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
        """From now on pass readings to `sink`. A key that is already down throws when it is pressed again."""
        self._sink = sink
        self._debounce = KeyDebounce(self._lockout, self._settle, down=not self._key.is_high())
        self._key.start(lambda level, at: self._loop.call_soon_threadsafe(self._edge, not level, at))

    def ask(self) -> None:
        """Request a roll: the LEDs of the last one go off."""
        if self._thrown is None:
            self._stop()

    def throw(self) -> None:
        """Throw it. A die that tumbles is not thrown again."""
        if self._thrown is not None or self._sink is None:
            return
        self._stop()
        self._thrown = random_orientation(self._randbelow)
        self._sink(DieSight("tumbling", self._thrown))
        self._tumble(0)

    def close(self) -> None:
        """Switch the LEDs off and release the pins; a die that tumbles does not count."""
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

    def _deadline_passed(self) -> None:
        self._bouncing = None
        if self._sink is not None:
            self._pressed(self._debounce.expire(not self._key.is_high(), self._loop.time()))

    def _pressed(self, changes: tuple[ContactChange, ...]) -> None:
        deadline = self._debounce.deadline
        if deadline is not None and self._bouncing is None:
            self._bouncing = self._loop.call_at(deadline, self._deadline_passed)
        if any(change.down for change in changes):
            self.throw()

    # The lights

    def _tumble(self, step: int) -> None:
        """Show other faces in turn, then the result."""
        assert self._thrown is not None, "a die that tumbles was thrown"
        assert self._sink is not None, "nothing tumbles after close"
        if step < len(TUMBLE_STEPS):
            # Counted down to the result, so that no face is shown twice in a row.
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
        # `_lights` is empty without LEDs.
        for light, on in zip(self._lights, lit, strict=False):
            light.value = on


def _light(name: str, number: int, factory: Any) -> Any:
    from gpiozero import DigitalOutputDevice

    with pin_errors_named(f"the die: its {name} of lights", number):
        return DigitalOutputDevice(number, pin_factory=factory)


WIRING: Final = ButtonDie
