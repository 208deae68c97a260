"""One OLED panel: a device of luma.oled, what its memory holds, and the next small step towards the wanted picture.

luma's device says what starts, dims, lights, hides and draws it, and luma's serial interface sends that. A step is the
start-up commands, a contrast, or half a page at most, so that other panels on the bus never wait for more. Of a chip that is
addressed in pages only the runs that differ are sent; luma would send every picture whole. The position of the panel's write
pointer is tracked, so a run that continues where the last one ended, or stays in its page, needs fewer commands. Any other
chip is drawn by luma's `display`, whose bytes are sent in steps.

After a failure a panel's contents count as unknown: it is started and drawn again. A panel that was unplugged between two
pictures accepts every byte but is off; `check` detects that by its status. Some clones report a wrong status or none, so each
panel's status is tested at its start, while it is off and while it is on, and trusted later only if both answers were right.
A panel without a trusted status, such as any panel on SPI, is sent everything again at intervals; nothing changes on a panel
that shows its picture.
"""

from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final, Literal, Protocol

from companion.core.errors import DeviceError
from companion.core.picture import BLANK, PAGES, WIDTH, Picture, PixelRun, applied, runs_upside_down, upside_down
from companion.core.seat import Place, seat_number
from companion.devices.panels.luma_devices import DISPLAY_OFF, STATUS_OFF_BIT, LumaDevice, Paging, Transfer
from companion.devices.panels.wires import PanelWire, wire_fault_reason

STEP_BYTES: Final = 40
"""Bytes of a picture in one step, at most: an urgent picture of another panel waits for so many."""
RESEND_EVERY: Final = 6
"""After so many checks a panel without a trusted status is sent everything again."""
SAME_PAGE_OVERHEAD: Final = 5
"""Bytes that a run costs beside its own if the page and one half of the column do not change: address, control byte and one half
of the column, then address and control byte. If both change it costs up to 7. So two runs with a gap of at most that many bytes
are sent as one."""
UNKNOWN_POINTER: Final = (-1, -1, -1)
"""In place of the commands (page, low and high half of the column) that set the pointer: its position is unknown."""


class OledPanel:
    """The panel of `seat`. `place` names its wire in errors; `open_wire` is called at the first step and after a failure.
    `device`: luma.oled's name of it. `rotate`: by how many degrees the module is turned. `contrast`: 0 to 255. `darken`: switches
    the panel off without luma; None: nothing does.

    Not thread-safe. Every method that uses the wire raises DeviceError if the panel does not answer, or if luma has no such
    device.
    """

    def __init__(
        self,
        seat: Place,
        place: str,
        device: str,
        open_wire: Callable[[], PanelWire],
        *,
        rotate: Literal[0, 180] = 0,
        contrast: int = 127,
        darken: Callable[[], None] | None = None,
    ) -> None:
        self.seat = seat
        self._place = place
        self._name = device
        self._open_wire = open_wire
        self._turned = rotate == 180
        self._contrast = contrast
        self._current_contrast = contrast
        self._darken = darken
        self._device: LumaDevice | None = None
        self._memory: _Memory | None = None
        self._wire: PanelWire | None = None
        self._is_started = False
        self._lit = False
        self._status_trusted = False
        # Seats start at different counts, so that they are not all renewed at the same time.
        self._checks: int = seat
        self._written: list[PixelRun] = []

    def darken(self) -> None:
        """Before the first step: switch the panel off, whatever it shows, without loading luma and Pillow first."""
        if self._darken is not None:
            try:
                self._darken()
            except OSError as error:
                raise self._failed(error) from error

    def step(self, picture: Picture, *, urgent: bool = False) -> bool:
        """Do one step towards `picture`; True when the panel shows it. `urgent`: in large steps, since nothing should overtake.

        A panel that is off is switched on only when the whole picture is in its memory.
        """
        try:
            return self._step(upside_down(picture) if self._turned else picture, urgent)
        except OSError as error:
            raise self._failed(error) from error

    def dim(self, contrast: int | None) -> None:
        """From now on use `contrast`; None: the configured one. One step; nothing is sent to a panel that is not started."""
        level = self._contrast if contrast is None else contrast
        if level == self._current_contrast:
            return
        self._current_contrast = level
        if self._wire is not None and self._device is not None and self._is_started:
            try:
                self._interrupt(self._wire, self._device.contrast(level))
            except OSError as error:
                raise self._failed(error) from error

    def check(self) -> bool:
        """Check whether the panel still shows its picture; False: it has to be drawn again, in steps. One step."""
        if self._wire is None or not self._lit:
            return False
        self._checks += 1
        if not self._status_trusted and self._checks % RESEND_EVERY:
            return True
        try:
            if not self._status_trusted:
                self._renew(self._wire)
                return False
            if not _is_dark(self._wire.status()):
                return True
        except OSError as error:
            raise self._failed(error) from error
        self.forget()
        return False

    def take_written(self) -> tuple[PixelRun, ...]:
        """The runs written since the last call. After a failure they begin with every whole page."""
        written, self._written = tuple(self._written), []
        return runs_upside_down(written) if self._turned else written

    def forget(self) -> None:
        """Count everything as unknown: the next steps open the wire, start the panel and draw it again."""
        wire, self._wire = self._wire, None
        self._is_started = self._lit = self._status_trusted = False
        if self._memory is not None:
            self._memory.forget()
        self._written.clear()
        if wire is not None:
            with suppress(OSError):  # the wire is not used again, even if it cannot be closed
                wire.cleanup()

    def close(self) -> None:
        """Switch the panel off, clear its memory, and close the wire, even if it was never opened."""
        try:
            # Off first, then clear: secrets disappear as soon as possible.
            if self._wire is not None and self._device is not None:
                self._interrupt(self._wire, self._device.hide())
            wire, _, memory = self._started()
            while not memory.holds(BLANK):
                memory.write(wire, BLANK, WIDTH)
        except OSError as error:
            raise self.fault(wire_fault_reason(error)) from error
        finally:
            self.forget()

    def fault(self, why: str) -> DeviceError:
        """The error of this panel. `why`: without a full stop."""
        return DeviceError(f"seat {seat_number(self.seat)}: screen not answering ({self._place}): {why}.")

    def _failed(self, error: OSError) -> DeviceError:
        self.forget()
        return self.fault(wire_fault_reason(error))

    def _step(self, picture: Picture, urgent: bool) -> bool:
        if not self._is_started:
            self._started()
            return False
        wire, device, memory = self._started()
        if not memory.holds(picture):
            self._written.extend(memory.write(wire, picture, WIDTH if urgent else STEP_BYTES))
        elif not self._lit:
            self._light(wire, device)
        return self._lit and memory.holds(picture)

    def _light(self, wire: PanelWire, device: LumaDevice) -> None:
        # Test its status: first while it is known to be off, then while it is known to be on.
        dark = device.paging is not None and _is_dark(_asked(wire))
        _send(wire, device.show())
        self._lit = True
        self._status_trusted = dark and not _is_dark(_asked(wire), otherwise=True)

    def _opened(self) -> PanelWire:
        if self._wire is None:
            self._wire = self._open_wire()
            self._wire.command(DISPLAY_OFF)
        return self._wire

    def _started(self) -> "tuple[PanelWire, LumaDevice, _Memory]":
        wire = self._opened()
        if self._device is None or self._memory is None:
            self._device = LumaDevice(self._name)
            self._memory = _memory(self._device)
        if not self._is_started:
            _send(wire, self._device.start)
            _send(wire, self._device.contrast(self._current_contrast))
            self._is_started = True
        return wire, self._device, self._memory

    def _interrupt(self, wire: PanelWire, transfers: Iterable[Transfer]) -> None:
        _send(wire, transfers)
        if self._memory is not None:
            self._memory.interrupted()

    def _renew(self, wire: PanelWire) -> None:
        """Send everything again except the command that switches it off; a panel that had lost its power is switched on when it
        is drawn."""
        _, device, memory = self._started()
        _send(wire, device.renewal)
        _send(wire, device.contrast(self._current_contrast))
        memory.forget()
        self._lit = False


class _Memory(Protocol):
    """The picture memory of one panel."""

    def holds(self, picture: Picture) -> bool:
        """Whether it is known to hold `picture`."""

    def write(self, wire: PanelWire, picture: Picture, most: int) -> Iterable[PixelRun]:
        """Write at most so many bytes of what is missing of `picture`; returns the runs of it that are now there."""

    def interrupted(self) -> None:
        """Other commands were sent between two writes."""

    def forget(self) -> None:
        """It is unknown what it holds."""


def _memory(device: LumaDevice) -> _Memory:
    return _DrawnByLuma(device) if device.paging is None else _Pages(device.paging)


class _Pages:
    """The memory of a chip that is addressed in pages."""

    def __init__(self, paging: Paging) -> None:
        self._paging = paging
        self._contents: Picture | None = None
        self._pointer = UNKNOWN_POINTER
        self._target: Picture | None = None
        self._todo: deque[PixelRun] = deque()

    def holds(self, picture: Picture) -> bool:
        return self._contents == picture

    def write(self, wire: PanelWire, picture: Picture, most: int) -> Iterable[PixelRun]:
        if self._target != picture:
            self._target = picture
            self._todo = deque(changed_runs(self._contents, picture))
            if self._contents is None:
                self._todo.extendleft(self._margins())
        run = self._todo[0]
        part = PixelRun(run.page, run.column, run.data[:most])
        self._send(wire, part)
        self._todo.popleft()
        if len(run.data) > most:
            # The rest continues at the pointer, so it costs only an address and a control byte.
            self._todo.appendleft(PixelRun(run.page, run.column + most, run.data[most:]))
        if self._contents is not None:
            self._contents = applied(self._contents, (part,))
        elif not self._todo:
            self._contents = picture
        return (part,) if 0 <= part.page < PAGES else ()

    def interrupted(self) -> None:
        """The pointer stays where it is."""

    def forget(self) -> None:
        self._contents = self._target = None
        self._pointer = UNKNOWN_POINTER
        self._todo.clear()

    def _margins(self) -> Iterable[PixelRun]:
        """What is dark above and below the picture, counted in pages from its top."""
        for page in range(self._paging.pages):
            if not 0 <= page - self._paging.first_page < PAGES:
                yield PixelRun(page - self._paging.first_page, 0, bytes(WIDTH))

    def _send(self, wire: PanelWire, run: PixelRun) -> None:
        column = run.column + self._paging.first_column
        there = (0xB0 | run.page + self._paging.first_page, column & 0x0F, 0x10 | column >> 4)
        # Until the run is written the position of the pointer is unknown.
        pointer, self._pointer = self._pointer, UNKNOWN_POINTER
        commands = [command for command, holds in zip(there, pointer, strict=True) if command != holds]
        if commands:
            wire.command(*commands)
        wire.data(run.data)
        end = column + len(run.data)
        if run.column + len(run.data) < WIDTH:  # at the edge the chips differ
            self._pointer = (there[0], end & 0x0F, 0x10 | end >> 4)


class _DrawnByLuma:
    """The memory of any other chip. A picture that was begun is finished before the next, since luma counts it as drawn."""

    def __init__(self, device: LumaDevice) -> None:
        self._device = device
        self._contents: Picture | None = None
        self._target = BLANK
        self._todo: deque[Transfer] = deque()

    def holds(self, picture: Picture) -> bool:
        return not self._todo and self._contents == picture

    def write(self, wire: PanelWire, picture: Picture, most: int) -> Iterable[PixelRun]:
        if not self._todo:
            self._target = picture
            self._todo.extend(self._device.display(picture))
        while self._todo and most:
            is_data, payload = self._todo.popleft()
            # Commands are short, and what they set is for the data after them.
            part = payload[:most] if is_data else payload
            if part != payload:
                self._todo.appendleft(Transfer(True, payload[len(part) :]))
            _send(wire, (Transfer(is_data, part),))
            most -= len(part) if is_data else 0
        if self._todo:
            return ()
        runs = changed_runs(self._contents, self._target)
        self._contents = self._target
        return runs

    def interrupted(self) -> None:
        # After a command an SSD1322 takes the rest of a window for arguments, so the picture is begun anew.
        if self._todo:
            self.forget()

    def forget(self) -> None:
        self._contents = None
        self._todo.clear()
        self._device.forget()


def _send(wire: PanelWire, transfers: Iterable[Transfer]) -> None:
    for is_data, payload in transfers:
        if is_data:
            wire.data(payload)
        else:
            wire.command(*payload)


def _asked(wire: PanelWire) -> int | None:
    """Its status; None if it cannot be read. That is no fault: the panel has acknowledged writes before."""
    try:
        return wire.status()
    except OSError:
        return None


def _is_dark(status: int | None, *, otherwise: bool = False) -> bool:
    return otherwise if status is None else bool(status & STATUS_OFF_BIT)


def changed_runs(old: Picture | None, new: Picture) -> tuple[PixelRun, ...]:
    """The runs that turn `old` into `new` in the fewest bytes on the wire, from the top page down. `old` None: unknown, so every
    whole page."""
    if old is None:
        return tuple(PixelRun(page, 0, new[page * WIDTH : (page + 1) * WIDTH]) for page in range(PAGES))
    if old == new:
        return ()
    found: list[PixelRun] = []
    for page in range(PAGES):
        start = page * WIDTH
        before, after = old[start : start + WIDTH], new[start : start + WIDTH]
        if before != after:
            found.extend(PixelRun(page, first, after[first:end]) for first, end in _stretches(before, after))
    return tuple(found)


def _stretches(before: bytes, after: bytes) -> list[tuple[int, int]]:
    """Half-open ranges of columns that cover all differences of one page."""
    found: list[tuple[int, int]] = []
    for column, (was, now) in enumerate(zip(before, after, strict=True)):
        if was != now:
            if found and column - found[-1][1] <= SAME_PAGE_OVERHEAD:
                found[-1] = (found[-1][0], column + 1)
            else:
                found.append((column, column + 1))
    return found
