"""The roll key and its LEDs on mock pins, with a manual clock."""

import math
from itertools import pairwise
from typing import Any

import pytest

from companion.core.die import ORIENTATIONS
from companion.devices.dice.button import LIGHTS_STAY, PIPS_OFF, TUMBLE_STEPS, ButtonDie, pips
from companion.devices.dice.die import DieParts
from companion.devices.pins import pin_factory
from companion.devices.protocols import DieReading, DieSight
from tests.devices.bounces import TRAINS
from tests.devices.clock import HandLoop
from tests.devices.dice.die_bench import quiet

SETTLE = 0.002
LEDS = (7, 26, 19, 12)
LIT = ButtonDie(8, LEDS)
# As pips are on every western die: which of the seven are lit, in rows of two, three and two.
FACES = {1: ".. .o. ..", 2: "o. ... .o", 3: "o. .o. .o", 4: "oo ... oo", 5: "oo .o. oo", 6: "oo o.o oo"}
# Which of them each of the four outputs lights.
OUTPUTS = (".. .o. ..", "o. ... .o", ".o ... o.", ".. o.o ..")
TUMBLES = sum(TUMBLE_STEPS)


class Bench:
    def __init__(self, wiring: ButtonDie = LIT, start: int = 0, *, is_down: bool = False) -> None:
        self.loop = HandLoop()
        self.factory = pin_factory("mock")
        self.factory.ticks = lambda: math.inf
        picks = iter(range(start, 1000))
        self.die = wiring.build(
            DieParts(lambda: self.factory, self.loop, lambda limit: next(picks) % limit, quiet, simulated=True)
        )
        self.told: list[DieReading | DieSight] = []
        if is_down:
            self.pin(8).drive_low()
        self.die.start(self.told.append)

    def pin(self, number: int) -> Any:
        return self.factory.pin(number)

    def press(self) -> None:
        """Until the press counts."""
        self.pin(8).drive_low()
        self.loop.advance(SETTLE)

    def release(self) -> None:
        self.pin(8).drive_high()
        self.loop.run()

    @property
    def lit(self) -> tuple[bool, ...]:
        return tuple(bool(self.pin(number).state) for number in LEDS)

    @property
    def readings(self) -> list[DieReading]:
        return [one for one in self.told if isinstance(one, DieReading)]


def test_the_pips_of_each_face() -> None:
    for face, seven in FACES.items():
        lit = {place for output, on in zip(OUTPUTS, pips(face), strict=True) if on for place in places(output)}
        assert lit == places(seven), face


def places(seven: str) -> set[int]:
    """Which of the seven are lit."""
    return {place for place, sign in enumerate(seven) if sign == "o"}


def test_a_press_tumbles_and_shows_the_roll() -> None:
    bench = Bench(start=14)
    bench.die.die.ask()
    bench.press()
    assert bench.told == [DieSight("tumbling", ORIENTATIONS[14])]
    seen = [bench.lit]
    for step in TUMBLE_STEPS:
        bench.loop.advance(step)
        seen.append(bench.lit)
    assert all(one != other for one, other in pairwise(seen)), "no face twice running"
    assert seen[-1] == pips(ORIENTATIONS[14].top)
    assert PIPS_OFF not in seen
    assert bench.told[1:] == [DieReading("button", *ORIENTATIONS[14])]


def test_the_lights_go_out_after_a_while_and_then_nothing_waits() -> None:
    bench = Bench()
    bench.press()
    bench.release()
    bench.loop.advance(TUMBLES)
    assert bench.lit == pips(1)
    bench.loop.advance(LIGHTS_STAY - 0.1)
    assert bench.lit == pips(1)
    bench.loop.advance(0.2)
    assert bench.lit == PIPS_OFF
    assert bench.loop.timers == []


def test_the_lights_go_out_when_the_next_roll_is_asked_for() -> None:
    bench = Bench()
    bench.press()
    bench.loop.advance(TUMBLES)
    bench.die.die.ask()
    assert bench.lit == PIPS_OFF
    bench.loop.advance(1)
    assert bench.loop.timers == []


def test_a_bouncing_key_is_one_roll() -> None:
    for name in ("clean", "worn out", "held for a minute"):
        bench = Bench()
        start = bench.loop.now
        for milliseconds, closed in TRAINS[name].edges:
            bench.loop.advance(start + milliseconds / 1000 - bench.loop.now)
            bench.pin(8).drive_low() if closed else bench.release()
        bench.loop.advance(LIGHTS_STAY + 3)
        assert bench.readings == [DieReading("button", 1, 2)], name


def test_a_key_that_was_down_at_the_start_throws_when_it_is_pressed_again() -> None:
    bench = Bench(is_down=True)
    bench.loop.advance(3)
    bench.release()
    bench.loop.advance(3)
    assert (bench.told, bench.lit, bench.loop.timers) == ([], PIPS_OFF, [])
    bench.press()
    bench.loop.advance(3)
    assert len(bench.told) == 2


@pytest.mark.parametrize("wiring", [LIT, ButtonDie(8)], ids=["with lights", "without"])
def test_a_hand_of_the_simulated_table_presses_it(wiring: ButtonDie) -> None:
    bench = Bench(wiring)
    for _ in range(3):
        bench.die.throw()
        bench.die.die.throw()  # it is in the air
        bench.loop.advance(TUMBLES)
    assert [(one.top, one.front) for one in bench.readings] == list(ORIENTATIONS[:3])
    bench.die.die.throw()
    bench.loop.advance(TUMBLES)
    assert len(bench.readings) == 4


def test_the_end_in_the_middle_of_a_roll_is_dark() -> None:
    bench = Bench()
    bench.press()
    bench.die.close()
    bench.loop.advance(5)
    assert bench.readings == []
    assert bench.lit == PIPS_OFF
    assert bench.loop.timers == []
