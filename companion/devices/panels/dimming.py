"""Dims all panels after a time without keys, shifts the dimmed pictures by one pixel against burn-in, and checks regularly
that each panel still shows its picture.

Invariant: no picture is shifted while people play, and any key restores every panel exactly. The table has one timer: in use it
checks the panels every `PANEL_CHECK_EVERY` seconds; while idle it fires every `shift_every` seconds, or never if that is 0.
"""

from collections.abc import Mapping
from typing import Final, Literal

from companion.core.picture import PAGES, WIDTH, Picture
from companion.core.seat import Place
from companion.devices.protocols import UNMOVED, Display, Loop, Shift, Timer
from companion.devices.wiring import DimmingSettings

PANEL_CHECK_EVERY: Final = 5.0
"""Seconds between checks of the panels while the table is in use."""
IDLE_AFTER: Final = 120.0
"""Seconds without a key after which the table is idle, if panels are never dimmed."""

SHIFT_CYCLE: Final[tuple[Shift, ...]] = ((0, 0), (1, 0), (1, 1), (0, 1))
"""By how much idle pictures are shifted in turn, since one that stays for hours would always light the same pixels. Each
differs from the one before it by one pixel, and the last one from the first."""

DimmingTask = Literal["check", "dim", "shift"]


class IdleTimer:
    """Whether the table is idle, by the time of the last key. Pure: the time is a parameter, in seconds."""

    def __init__(self, dimming: DimmingSettings, now: float) -> None:
        self._settings = dimming
        self._last_key = now
        self._next = now + PANEL_CHECK_EVERY
        self._place = 0
        self.idle = False

    @property
    def shift(self) -> Shift:
        """By how much pictures are shifted now."""
        return SHIFT_CYCLE[self._place]

    def key_used(self, now: float) -> bool:
        """A key was pressed or released; True if the table was idle until now."""
        woken, self.idle = self.idle, False
        self._last_key = now
        if woken:
            self._place = 0
            self._next = now + PANEL_CHECK_EVERY
        return woken

    def due(self) -> float | None:
        """When `advance` returns the next task; None: not before the next `key_used`."""
        if not self.idle:
            return min(self._next, self._last_key + self._idle_after)
        return self._next if self._moves else None

    def advance(self, now: float) -> DimmingTask | None:
        """The task that is due at `now`; None: none yet."""
        due = self.due()
        if due is None or now < due:
            return None
        if self.idle:
            self._place = (self._place + 1) % len(SHIFT_CYCLE)
            self._next = now + self._settings.shift_every
            return "shift"
        if now >= self._last_key + self._idle_after:
            self.idle = True
            self._next = now + self._settings.shift_every
            return "dim"
        self._next = now + PANEL_CHECK_EVERY
        return "check"

    @property
    def _idle_after(self) -> float:
        return self._settings.dim_after or IDLE_AFTER

    @property
    def _moves(self) -> bool:
        return bool(self._settings.dim_after and self._settings.shift_every)


class PanelDimming:
    """Dims, shifts and checks the panels of one table, on `loop`, from now on until `close`."""

    def __init__(self, displays: Mapping[Place, Display], dimming: DimmingSettings, loop: Loop) -> None:
        self._displays = displays
        self._settings = dimming
        self._loop = loop
        self._idle = IdleTimer(dimming, loop.time())
        self._timer: Timer | None = None
        self._wait()

    def key_used(self, seat: Place) -> None:
        """A key of that seat was pressed or released."""
        if not self._idle.key_used(self._loop.time()):
            return
        for other in sorted(self._displays, key=lambda other: other != seat):
            if self._settings.dim_after:
                self._displays[other].dim(None, UNMOVED, urgent=other == seat)
            # There were no checks while the table was idle.
            self._displays[other].check()
        self._wait()

    def close(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _wait(self) -> None:
        self.close()
        due = self._idle.due()
        if due is not None:
            self._timer = self._loop.call_at(due, self._passed)

    def _passed(self) -> None:
        self._timer = None
        task = self._idle.advance(self._loop.time())
        for display in self._displays.values():
            if task is not None:
                display.check()
            if task in ("dim", "shift") and self._settings.dim_after:
                display.dim(self._settings.dim_contrast, self._idle.shift)
        self._wait()


_DOWN: Final = bytes((byte << 1) & 0xFF for byte in range(256))
_CARRIED: Final = bytes(byte >> 7 for byte in range(256))


def shift_picture(picture: Picture, shift: Shift) -> Picture:
    """The picture moved to the right and down. Pixels that leave at an edge are lost; pixels that come in are dark."""
    right, down = shift
    if right:
        pages = (picture[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES))
        picture = b"".join(b"\x00" + page[:-1] for page in pages)
    if down:
        above = bytes(WIDTH) + picture[:-WIDTH]
        moved = int.from_bytes(picture.translate(_DOWN), "big") | int.from_bytes(above.translate(_CARRIED), "big")
        picture = moved.to_bytes(len(picture), "big")
    return picture
