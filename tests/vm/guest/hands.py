"""A score is played by fingers on pins, and every glass is compared after every press."""

import statistics
import time
from collections.abc import Iterable, Sequence
from typing import Protocol

from companion.core.keys import Gesture, Key
from companion.core.picture import Picture
from companion.core.seat import Place
from tests.pictures import as_text
from tests.vm.guest.panels import Glasses
from tests.vm.guest.pins import BOUNCE
from tests.vm.score import Part, Step

PATIENCE = 60.0
"""Seconds, and only for a table that is broken."""
SLOW = """\
# Where everything is emulated a finger may be stopped for half a second. It is a tap all the same, however often that happens.
keys.hold_ms = 1500
keys.repeat_ms = 0"""
"""What a table is told of these hands."""
HOLD = 1.8
"""Seconds after which ● is surely held."""


class Fingers(Protocol):
    """What presses keys."""

    def press(self, seat: Place, key: Key, *, hold: float = BOUNCE) -> None:
        """Press a key, hold it that many seconds, and let it go."""


class Hands:
    """Two hands at every seat. `pictures`: those of the score, by number."""

    def __init__(self, pins: Fingers, panels: Glasses, pictures: Sequence[Picture]) -> None:
        self._pins = pins
        self._panels = panels
        self._pictures = pictures
        self.latencies: list[float] = []
        """Seconds from the release of a key until every glass was right."""

    def stands(self, numbers: Iterable[int], seconds: float = PATIENCE) -> bool:
        """Whether every glass comes to show the pictures with these numbers."""
        return self._panels.wait([self._pictures[number] for number in numbers], seconds)

    def play(self, part: Part) -> str:
        """Play a part to its end; what was wrong where it first was, or nothing."""
        if not self.stands(part.start):
            return f"before the first step: {self.differences(part.start)}"
        for number, step in enumerate(part.steps):
            wrong = self.do(step)
            if wrong:
                return f"step {number} of {len(part.steps)}: {wrong}"
        return ""

    def do(self, step: Step) -> str:
        """One step; what was wrong after it, or nothing."""
        self.gesture(step.seat, step.gesture)
        if not self.right(step.shows):
            return f"seat {step.seat + 1}, {step.gesture}: {self.differences(step.shows)}"
        return ""

    def right(self, numbers: Iterable[int]) -> bool:
        """Whether every glass comes to show the pictures with these numbers, after keys were let go just now."""
        released = time.monotonic()
        stands = self.stands(numbers)
        if stands:
            self.latencies.append(time.monotonic() - released)
        return stands

    def gesture(self, seat: Place, gesture: Gesture) -> None:
        """Make a gesture."""
        if gesture == "back":
            self._pins.press(seat, "middle", hold=HOLD)
        else:
            assert gesture in ("left", "middle", "right"), "nobody lifts a screen here"
            self._pins.press(seat, gesture)

    def differences(self, numbers: Iterable[int]) -> str:
        """How the glasses differ from the pictures with these numbers, as far as a log wants it."""
        wrong = [
            (seat, glass, self._pictures[number])
            for seat, (glass, number) in enumerate(zip(self._panels.pictures, numbers, strict=True))
            if glass != self._pictures[number]
        ]
        if not wrong:
            return "now every panel is right, too late"
        seat, glass, wanted = wrong[0]
        seats = ", ".join(str(one) for one, _, _ in wrong)
        return f"wrong on seats {seats}; seat {seat + 1} shows\n{as_text(glass)}instead of\n{as_text(wanted)}"

    def figures(self) -> str:
        """How fast the glasses were right, and forget it."""
        if not self.latencies:
            return "no press"
        times, self.latencies = sorted(self.latencies), []
        middle, slow = statistics.median(times), times[int(len(times) * 0.99)]
        told = f"median {middle * 1000:.0f} ms, 99 of 100 in {slow * 1000:.0f} ms"
        return f"{len(times)} times, from letting go until all is right: {told}"
