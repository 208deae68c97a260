"""What spares the panels: dimming when nobody touches a key, a shift by one pixel against burn-in while dimmed, and a look
now and then whether each still shows.

Law: while people play no picture is moved, and any key brings every panel back exactly. The table has one timer: while
somebody plays it looks at the panels every `LOOK_EVERY` seconds; while dimmed it comes every `shift_every` seconds only,
and where that is 0 never.
"""

from collections.abc import Mapping
from typing import Final, Literal

from companion.core.seat import Seat
from companion.devices import wiring_records
from companion.devices.device_protocols import UNMOVED, Display, Shift
from companion.devices.loop_protocol import Loop, Timer
from companion.devices.panels.burn_in_shift import CYCLE

LOOK_EVERY: Final = 5.0
"""Seconds between looks at the panels while somebody plays."""
IDLE: Final = 120.0
"""Seconds without a key after which nobody plays, where panels are never dimmed."""

CareTask = Literal["look", "dim", "shift"]


class IdleTimer:
    """Whether anybody plays, by the time of the last key. Pure: the time is a parameter, in seconds."""

    def __init__(self, care: wiring_records.CareSettings, now: float) -> None:
        self._care = care
        self._touched = now
        self._next = now + LOOK_EVERY
        self._place = 0
        self.dozing = False

    @property
    def shift(self) -> Shift:
        """By how much pictures are moved now."""
        return CYCLE[self._place]

    def touch(self, now: float) -> bool:
        """A key was pressed or let go; whether that ends a doze."""
        woken, self.dozing = self.dozing, False
        self._touched = now
        if woken:
            self._place = 0
            self._next = now + LOOK_EVERY
        return woken

    def due(self) -> float | None:
        """When `pass_to` has something to say; None: not before the next `touch`."""
        if not self.dozing:
            return min(self._next, self._touched + self._patience)
        return self._next if self._moves else None

    def pass_to(self, now: float) -> CareTask | None:
        """What is to be done at that time; None: nothing yet."""
        due = self.due()
        if due is None or now < due:
            return None
        if self.dozing:
            self._place = (self._place + 1) % len(CYCLE)
            self._next = now + self._care.shift_every
            return "shift"
        if now >= self._touched + self._patience:
            self.dozing = True
            self._next = now + self._care.shift_every
            return "dim"
        self._next = now + LOOK_EVERY
        return "look"

    @property
    def _patience(self) -> float:
        return self._care.dim_after or IDLE

    @property
    def _moves(self) -> bool:
        return bool(self._care.dim_after and self._care.shift_every)


class PanelCare:
    """The panels of one table, `displays`. Everything happens on `loop`, from now on until `close`."""

    def __init__(self, displays: Mapping[Seat, Display], care: wiring_records.CareSettings, loop: Loop) -> None:
        self._displays = displays
        self._care = care
        self._loop = loop
        self._doze = IdleTimer(care, loop.time())
        self._timer: Timer | None = None
        self._wait()

    def touched(self, seat: Seat) -> None:
        """Somebody at that seat pressed a key or let it go."""
        if not self._doze.touch(self._loop.time()):
            return
        for other in sorted(self._displays, key=lambda other: other != seat):
            if self._care.dim_after:
                self._displays[other].dim(None, UNMOVED, urgent=other == seat)
            # Nobody looked while nobody played.
            self._displays[other].check()
        self._wait()

    def close(self) -> None:
        """Wait for nothing any more."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        self.close()
        due = self._doze.due()
        if due is not None:
            self._timer = self._loop.call_at(due, self._passed)

    def _passed(self) -> None:
        self._timer = None
        turn = self._doze.pass_to(self._loop.time())
        for display in self._displays.values():
            if turn is not None:
                display.check()
            if turn in ("dim", "shift") and self._care.dim_after:
                display.dim(self._care.dim_contrast, self._doze.shift)
        self._wait()
