"""One OLED panel: what its memory holds, and the next small step towards the wanted picture.

Only the page runs that differ are sent; luma would send every picture whole. The position of the panel's write pointer is
tracked, so a run that continues where the last one ended, or stays in its page, needs fewer commands. A step is the start-up
commands, a contrast, or half a page at most, so that other panels on the bus never wait for more.

After a failure a panel's contents count as unknown: it is started and drawn again. A panel that was unplugged between two
pictures accepts every byte but is off; `check` detects that by its status. Some clones report a wrong status or none, so each
panel's status is tested at its start, while it is off and while it is on, and trusted later only if both answers were right.
A panel without a trusted status, such as any panel on SPI, is sent everything again at intervals; nothing changes on a panel
that shows its picture.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from companion.core.errors import DeviceError
from companion.core.picture import BLANK, WIDTH, Picture, PixelRun, applied
from companion.core.seat import Seat, seat_number
from companion.devices.panel_wires.panel_wire import PanelWire, wire_fault_reason
from companion.devices.panels.chip_commands import (
    CONTRAST_COMMAND,
    DISPLAY_OFF,
    DISPLAY_ON,
    FIRST_COLUMN,
    STATUS_OFF_BIT,
)
from companion.devices.panels.picture_diff import changed_runs
from companion.devices.wiring_records import ChipName

STEP_BYTES: Final = 40
"""Bytes of a picture in one step, at most: an urgent picture of another panel waits for so many."""
RESEND_EVERY: Final = 6
"""After so many checks a panel without a trusted status is sent everything again."""
UNKNOWN_POINTER: Final = (-1, -1, -1)
"""In place of the commands (page, low and high half of the column) that set the pointer: its position is unknown."""


class OledPanel:
    """The panel of `seat`. `place` names its wire in errors; `open_wire` is called at the first step and after a failure.
    `start_up`: from `start_up_commands`. `contrast`: 0 to 255.

    Not thread-safe. Every method that uses the wire raises DeviceError if the panel does not answer.
    """

    def __init__(
        self,
        seat: Seat,
        place: str,
        chip: ChipName,
        open_wire: Callable[[], PanelWire],
        start_up: bytes,
        contrast: int,
    ) -> None:
        self.seat = seat
        self._place = place
        self._open_wire = open_wire
        self._start_up = start_up
        self._contrast = contrast
        self._current_contrast = contrast
        self._first_column = FIRST_COLUMN[chip]
        self._wire: PanelWire | None = None
        self._contents: Picture | None = None
        self._lit = False
        self._status_trusted = False
        # Seats start at different counts, so that they are not all renewed at the same time.
        self._checks = seat
        self._pointer = UNKNOWN_POINTER
        self._target: Picture | None = None
        self._todo: deque[PixelRun] = deque()
        self._written: list[PixelRun] = []

    @property
    def contents(self) -> Picture | None:
        """The picture in its memory; None: unknown."""
        return self._contents

    @property
    def status_trusted(self) -> bool:
        """Whether its status was right when it was tested, so that `check` only has to read it."""
        return self._status_trusted

    def step(self, picture: Picture, *, urgent: bool = False) -> bool:
        """Do one step towards `picture`; True when the panel shows it. `urgent`: in large steps, since nothing should overtake.

        A panel that is off is switched on only when the whole picture is in its memory.
        """
        try:
            return self._step(picture, urgent)
        except OSError as error:
            self.forget()
            raise self.fault(wire_fault_reason(error)) from error

    def dim(self, contrast: int | None) -> None:
        """From now on use `contrast`; None: the configured one. One step; nothing is sent to a panel that is not started."""
        level = self._contrast if contrast is None else contrast
        if level == self._current_contrast:
            return
        self._current_contrast = level
        if self._wire is not None:
            try:
                self._wire.command(CONTRAST_COMMAND, level)
            except OSError as error:
                self.forget()
                raise self.fault(wire_fault_reason(error)) from error

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
            self.forget()
            raise self.fault(wire_fault_reason(error)) from error
        self.forget()
        return False

    def take_written(self) -> tuple[PixelRun, ...]:
        """The runs written since the last call. After a failure they begin with every whole page."""
        written, self._written = tuple(self._written), []
        return written

    def forget(self) -> None:
        """Count everything as unknown: the next steps open the wire, start the panel and draw it again."""
        wire, self._wire = self._wire, None
        self._contents = self._target = None
        self._lit = self._status_trusted = False
        self._pointer = UNKNOWN_POINTER
        self._todo.clear()
        self._written.clear()
        if wire is not None:
            with suppress(OSError):  # the wire is not used again, even if it cannot be closed
                wire.cleanup()

    def close(self) -> None:
        """Switch the panel off, clear its memory, and close the wire, even if it was never opened."""
        try:
            if self._wire is not None:
                # Off first, then clear: secrets disappear as soon as possible.
                self._wire.command(DISPLAY_OFF)
            wire = self._started()
            for run in changed_runs(self._contents, BLANK):
                self._write(wire, run)
        except OSError as error:
            raise self.fault(wire_fault_reason(error)) from error
        finally:
            self.forget()

    def fault(self, why: str) -> DeviceError:
        """The error of this panel. `why`: without a full stop."""
        return DeviceError(f"seat {seat_number(self.seat)}: screen not answering ({self._place}): {why}.")

    def _step(self, picture: Picture, urgent: bool) -> bool:
        if self._wire is None:
            self._started()
            return False
        if self._target != picture:
            self._target = picture
            self._todo = deque(changed_runs(self._contents, picture))
        if self._todo:
            self._draw(self._wire, picture, WIDTH if urgent else STEP_BYTES)
        elif not self._lit:
            self._light(self._wire)
        return self._lit and not self._todo

    def _draw(self, wire: PanelWire, picture: Picture, most: int) -> None:
        run = self._todo[0]
        part = PixelRun(run.page, run.column, run.data[:most])
        self._write(wire, part)
        self._todo.popleft()
        if len(run.data) > most:
            # The rest continues at the pointer, so it costs only an address and a control byte.
            self._todo.appendleft(PixelRun(run.page, run.column + most, run.data[most:]))
        self._written.append(part)
        if self._contents is not None:
            self._contents = applied(self._contents, (part,))
        elif not self._todo:
            self._contents = picture

    def _light(self, wire: PanelWire) -> None:
        # Test its status: first while it is known to be off, then while it is known to be on.
        dark = _is_dark(_asked(wire))
        wire.command(DISPLAY_ON)
        self._lit = True
        self._status_trusted = dark and not _is_dark(_asked(wire), otherwise=True)

    def _started(self) -> PanelWire:
        if self._wire is None:
            self._wire = self._open_wire()
            self._wire.command(*self._start_up)
            self._wire.command(CONTRAST_COMMAND, self._current_contrast)
        return self._wire

    def _renew(self, wire: PanelWire) -> None:
        """Send everything again except the command that switches it off; a panel that had lost its power is switched on when it
        is drawn."""
        wire.command(*self._start_up.replace(bytes([DISPLAY_OFF]), b"", 1))
        wire.command(CONTRAST_COMMAND, self._current_contrast)
        self._contents = self._target = None
        self._lit = False
        self._pointer = UNKNOWN_POINTER
        self._todo.clear()

    def _write(self, wire: PanelWire, run: PixelRun) -> None:
        column = run.column + self._first_column
        there = (0xB0 | run.page, column & 0x0F, 0x10 | column >> 4)
        # Until the run is written the position of the pointer is unknown.
        pointer, self._pointer = self._pointer, UNKNOWN_POINTER
        commands = [command for command, holds in zip(there, pointer, strict=True) if command != holds]
        if commands:
            wire.command(*commands)
        wire.data(run.data)
        end = column + len(run.data)
        if run.column + len(run.data) < WIDTH:  # at the edge the chips differ
            self._pointer = (there[0], end & 0x0F, 0x10 | end >> 4)


def _asked(wire: PanelWire) -> int | None:
    """Its status; None if it cannot be read. That is no fault: the panel has acknowledged writes before."""
    try:
        return wire.status()
    except OSError:
        return None


def _is_dark(status: int | None, *, otherwise: bool = False) -> bool:
    return otherwise if status is None else bool(status & STATUS_OFF_BIT)
