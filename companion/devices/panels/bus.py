"""The panels of one bus: which is written next (`DrawQueue`), and the worker thread that does it, the only one that uses the bus
while it runs.

After every step the worker asks the draw queue again, so the acting seat's small change never waits behind whole pictures of
other seats. It reports to the loop and knows nothing else of the daemon.
"""

import threading
import time
from collections.abc import Callable, Iterable
from typing import Final, NamedTuple

from companion.core.errors import DeviceError
from companion.core.picture import BLANK, Picture
from companion.core.seat import Place
from companion.devices.panels.dimming import shift_picture
from companion.devices.panels.oled_panel import OledPanel
from companion.devices.protocols import UNMOVED, Loop, RunSink, Shift

FaultSink = Callable[[Place, DeviceError | None], None]
"""Takes (seat, error) when a screen fails, and (seat, None) when it shows its picture again."""

WORKER_ENDED = "its worker stopped after an internal error, restart the companion"
FIRST_RETRY_WAIT: Final = 0.1
LONGEST_RETRY_WAIT: Final = 5.0
"""Seconds between retries of a panel that does not answer."""


class QueuedPicture(NamedTuple):
    """A picture for the panel of `seat`. It is not drawn before `not_before`, in seconds."""

    seat: Place
    picture: Picture
    urgent: bool
    not_before: float


class QueuedContrast(NamedTuple):
    """A contrast for the panel of `seat`; None: the configured one."""

    seat: Place
    contrast: int | None


class DrawQueue:
    """What waits on one bus, for each panel one picture, contrast and check at most. Not thread-safe. Pure: time is a parameter.

    Contrasts come first, then pictures, then checks. Urgent pictures go first, then the one that has waited longest. The newest
    picture of a panel replaces the waiting one and keeps its place; in the place of an urgent one it is urgent too, so a tick of
    the clock does not send a press back behind other panels. A panel that did not answer waits before each retry, twice as long
    each time.
    """

    def __init__(self) -> None:
        self._waiting: dict[Place, QueuedPicture] = {}
        self._waits: dict[Place, float] = {}
        self._contrasts: dict[Place, QueuedContrast] = {}
        self._checks: dict[Place, None] = {}

    def put(self, seat: Place, picture: Picture, *, urgent: bool) -> None:
        """Queue `picture` in place of an older one."""
        old = self._waiting.get(seat)
        if old is not None:
            urgent = urgent or old.urgent
        # Assigning to an existing key keeps its place in the dict, which is the place in the queue.
        self._waiting[seat] = QueuedPicture(seat, picture, urgent, old.not_before if old is not None else 0.0)

    def newest(self, seat: Place) -> Picture | None:
        """The picture that waits for that panel."""
        queued = self._waiting.get(seat)
        return None if queued is None else queued.picture

    def dim(self, seat: Place, contrast: int | None, *, urgent: bool) -> None:
        """Queue a contrast in place of an older one."""
        self._contrasts.pop(seat, None)
        queued = {seat: QueuedContrast(seat, contrast)}
        self._contrasts = queued | self._contrasts if urgent else self._contrasts | queued

    def next_contrast(self) -> QueuedContrast | None:
        """Remove and return the next contrast to set; None if there is none."""
        return self._contrasts.pop(next(iter(self._contrasts))) if self._contrasts else None

    def check(self, seat: Place) -> None:
        """Queue a check of that panel."""
        self._checks[seat] = None

    def next_check(self) -> Place | None:
        """Remove and return the next panel to check; None if there is none."""
        seat = next(iter(self._checks), None)
        if seat is not None:
            del self._checks[seat]
        return seat

    def take(self, now: float) -> QueuedPicture | None:
        """The picture to draw now, or None. It stays queued until `done`, so a more urgent one can overtake it."""
        due = [queued for queued in self._waiting.values() if queued.not_before <= now]
        return next((queued for queued in due if queued.urgent), due[0] if due else None)

    def done(self, queued: QueuedPicture) -> None:
        """The picture is on its panel. A newer one that came meanwhile stays queued."""
        self._waits.pop(queued.seat, None)
        waiting = self._waiting.get(queued.seat)
        if waiting is not None and waiting.picture == queued.picture:
            del self._waiting[queued.seat]

    def failed(self, seat: Place, now: float) -> None:
        """The panel did not answer: retry later, with its newest picture. One must be queued."""
        wait = self._waits.get(seat, FIRST_RETRY_WAIT)
        self._waits[seat] = min(2 * wait, LONGEST_RETRY_WAIT)
        # It goes to the end of the queue.
        self._waiting[seat] = self._waiting.pop(seat)._replace(not_before=now + wait)

    def drop(self, seat: Place) -> None:
        """Remove everything that waits for that panel."""
        self._waiting.pop(seat, None)
        self._waits.pop(seat, None)
        self._contrasts.pop(seat, None)
        self._checks.pop(seat, None)

    def next_due(self) -> float | None:
        """When the next entry is due, in seconds; it may be in the past. None: the queue is empty."""
        if self._contrasts or self._checks:
            return 0.0
        return min((queued.not_before for queued in self._waiting.values()), default=None)


class _Wanted(NamedTuple):
    """What a panel has to show: a picture, and its shift."""

    picture: Picture = BLANK
    shift: Shift = UNMOVED

    @property
    def moved(self) -> Picture:
        return shift_picture(self.picture, self.shift)


class PanelBus:
    """The panels that share wires. `on_runs` and `on_fault` are called on `loop`. `clock`: monotonic seconds."""

    def __init__(
        self,
        name: str,
        panels: Iterable[OledPanel],
        loop: Loop,
        on_runs: RunSink,
        on_fault: FaultSink,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._panels = {panel.seat: panel for panel in panels}
        self._loop = loop
        self._on_runs = on_runs
        self._on_fault = on_fault
        self._clock = clock
        self._queue = DrawQueue()
        self._wanted = {seat: _Wanted() for seat in self._panels}
        self._faults: dict[Place, str] = {}
        # Lock order: `_wires` before `_changed`.
        self._wires = threading.Lock()
        self._changed = threading.Condition()
        self._closing = False
        self._thread = threading.Thread(target=self._work, name=name, daemon=True)

    @property
    def seats(self) -> tuple[Place, ...]:
        """The seats whose panels are on this bus and not closed."""
        return tuple(self._panels)

    def darken(self, now: float) -> None:
        """Switch every panel off, in the calling thread, without loading luma. Call it before `open`, with the same time."""
        for seat, panel in self._panels.items():
            self.show(seat, BLANK)
            try:
                panel.darken()
            except DeviceError as error:
                self._failed(seat, error, now)

    def open(self, now: float | None = None) -> None:
        """Blank every panel and switch it on, in the calling thread, one try each; the worker retries those that fail. Call it
        before `start`. `now`: in seconds; None: by the clock."""
        for seat in self._panels:
            self.show(seat, BLANK)
        # `now` is fixed, so a failed panel does not become due again in this loop.
        now = self._clock() if now is None else now
        while self._step_at(now):
            pass

    def start(self) -> None:
        self._thread.start()

    def show(self, seat: Place, picture: Picture, *, urgent: bool = False) -> None:
        """Queue the newest picture of `seat`. Thread-safe, returns at once."""
        with self._changed:
            if seat in self._panels:
                self._want(seat, self._wanted[seat]._replace(picture=picture), urgent=urgent)
                self._changed.notify()

    def dim(self, seat: Place, contrast: int | None, shift: Shift = UNMOVED, *, urgent: bool = False) -> None:
        """From now on use `contrast` and `shift`. Thread-safe, returns at once. See `Display.dim`."""
        with self._changed:
            if seat in self._panels:
                self._queue.dim(seat, contrast, urgent=urgent)
                if shift != self._wanted[seat].shift:
                    self._want(seat, self._wanted[seat]._replace(shift=shift), urgent=urgent)
                self._changed.notify()

    def check(self, seat: Place) -> None:
        """Queue a check of the panel of `seat`. Thread-safe, returns at once."""
        with self._changed:
            if seat in self._panels:
                self._queue.check(seat)
                self._changed.notify()

    def step(self) -> bool:
        """Do the step that is due now; False if none is. The worker calls this in a loop."""
        return self._step_at(self._clock())

    def shut(self, seat: Place) -> None:
        """Blank the panel of `seat`, switch it off, and wait until that is done; a panel that does not answer is given up. The
        worker ends with the last panel."""
        with self._wires:
            with self._changed:
                panel = self._panels.pop(seat, None)
                self._queue.drop(seat)
                last = not self._panels
            if panel is not None:
                try:
                    panel.close()
                except DeviceError as error:
                    self._report_fault(seat, error)
        if last:
            self._end()

    def close(self) -> None:
        """`shut` every panel, and wait for the worker to end."""
        for seat in self.seats:
            self.shut(seat)
        self._end()

    def _want(self, seat: Place, wanted: _Wanted, *, urgent: bool) -> None:
        self._wanted[seat] = wanted
        self._queue.put(seat, wanted.moved, urgent=urgent)

    def _step_at(self, now: float) -> bool:
        with self._wires:
            with self._changed:
                contrast = self._queue.next_contrast()
                queued = self._queue.take(now) if contrast is None else None
                check = self._queue.next_check() if contrast is None and queued is None else None
                seat = contrast.seat if contrast is not None else queued.seat if queued is not None else check
                if seat is None:
                    return False
            panel = self._panels[seat]
            try:
                if contrast is not None:
                    panel.dim(contrast.contrast)
                elif queued is not None:
                    self._draw(panel, queued)
                else:
                    self._check(panel)
            except DeviceError as error:
                self._failed(seat, error, now)
            return True

    def _draw(self, panel: OledPanel, queued: QueuedPicture) -> None:
        if panel.step(queued.picture, urgent=queued.urgent):
            with self._changed:
                self._queue.done(queued)
            self._report_shown(panel)

    def _check(self, panel: OledPanel) -> None:
        shows = panel.check()
        with self._changed:
            if not shows and self._queue.newest(panel.seat) is None:
                self._queue.put(panel.seat, self._wanted[panel.seat].moved, urgent=False)

    def _failed(self, seat: Place, error: DeviceError, now: float) -> None:
        with self._changed:
            if self._queue.newest(seat) is None:
                self._queue.put(seat, self._wanted[seat].moved, urgent=False)
            self._queue.failed(seat, now)
        self._report_fault(seat, error)

    def _report_shown(self, panel: OledPanel) -> None:
        written = panel.take_written()
        if written:
            self._loop.call_soon_threadsafe(self._on_runs, panel.seat, written)
        if self._faults.pop(panel.seat, None) is not None:
            self._loop.call_soon_threadsafe(self._on_fault, panel.seat, None)

    def _report_fault(self, seat: Place, error: DeviceError) -> None:
        # A panel that is missing for hours is tried every few seconds; its error is reported once.
        if self._faults.get(seat) != str(error):
            self._faults[seat] = str(error)
            self._loop.call_soon_threadsafe(self._on_fault, seat, error)

    def _work(self) -> None:
        try:
            while self._due():
                pass
        finally:
            # However the worker ended, its screens no longer work: report that.
            for seat, panel in tuple(self._panels.items()):
                self._report_fault(seat, panel.fault(WORKER_ENDED))

    def _due(self) -> bool:
        """Do a step, or wait for the next; False when the bus is closing."""
        if self.step():
            return True
        with self._changed:
            if self._closing:
                return False
            due = self._queue.next_due()
            wait = None if due is None else due - self._clock()
            if wait is None or wait > 0:
                self._changed.wait(wait)
        return True

    def _end(self) -> None:
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join()


class PanelBusDisplay:
    """The `Display` port of one seat: a panel on a bus."""

    def __init__(self, seat: Place, bus: PanelBus) -> None:
        self._seat = seat
        self._bus = bus

    @property
    def seat(self) -> Place:
        return self._seat

    def show(self, picture: Picture, *, urgent: bool = False) -> None:
        self._bus.show(self._seat, picture, urgent=urgent)

    def dim(self, contrast: int | None, shift: Shift = UNMOVED, *, urgent: bool = False) -> None:
        self._bus.dim(self._seat, contrast, shift, urgent=urgent)

    def check(self) -> None:
        self._bus.check(self._seat)

    def close(self) -> None:
        self._bus.shut(self._seat)
