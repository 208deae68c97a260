"""One OLED panel: what stands on it, and the next small step towards what should.

The pictures go out as the page runs that differ, since luma sends every picture whole. The panel's own pointer is
remembered, so that a run which goes on where the last one ended, or stays in its page, says only what is new. A step is
the start-up commands, the contrast, or half a page at most, so that whoever shares the bus never waits for more.

After a fault nothing is believed: the panel is started and drawn anew. A panel whose plug was out between two pictures
takes every byte, but was never switched on; `look` finds that out by its status. Clones there are whose status cannot be
read, so each panel is asked at its start, dark and lit; only where both answers are right is its status trusted later.
Where it is not, and on SPI, now and then all there is to send is sent once more, which changes nothing on one that shows.
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

STEP_BYTES: Final = 64
"""Bytes of a picture that are written at a time, at most."""
RESEND_EVERY: Final = 6
"""Every so many looks a panel that cannot tell whether it shows is sent everything once more."""
UNKNOWN_POINTER: Final = (-1, -1, -1)
"""The commands (page, low and high half of the column) that would set a pointer of which nothing is known."""


class OledPanel:
    """The panel of `seat`. `place` names its wire in errors; `open_wire` is called at the first step and after a fault.
    `start_up`: what `chips.start_up` gives. `contrast`: 0 to 255.

    Not thread-safe. Every method that touches the wire raises DeviceError when the panel does not answer.
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
        # Seats begin at different counts, so that they are not all renewed at a time.
        self._checks = seat
        self._pointer = UNKNOWN_POINTER
        self._target: Picture | None = None
        self._todo: deque[PixelRun] = deque()
        self._written: list[PixelRun] = []

    @property
    def contents(self) -> Picture | None:
        """What its memory holds; None when that is not known."""
        return self._contents

    @property
    def status_trusted(self) -> bool:
        """Whether `look` costs a question only: it has shown that it tells truly whether it is lit."""
        return self._status_trusted

    def step(self, picture: Picture) -> bool:
        """Do one step towards `picture`; True when it stands.

        A panel that is dark is lit only when the whole picture stands in it.
        """
        try:
            return self._step(picture)
        except OSError as error:
            self.forget()
            raise self.fault(wire_fault_reason(error)) from error

    def dim(self, contrast: int | None) -> None:
        """From now on show at `contrast`; None: at its own. One step; one that is not started is not touched."""
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
        """See whether the panel still shows what stands on it; False when it is to be drawn anew, in steps. One step."""
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
        """The runs that were written since this was last asked. After a fault they begin with every page whole."""
        told, self._written = tuple(self._written), []
        return told

    def forget(self) -> None:
        """Believe nothing any more: the next step opens, starts and draws everything anew."""
        wire, self._wire = self._wire, None
        self._contents = self._target = None
        self._lit = self._status_trusted = False
        self._pointer = UNKNOWN_POINTER
        self._todo.clear()
        self._written.clear()
        if wire is not None:
            with suppress(OSError):  # it is not used any more, whether or not it could be let go
                wire.cleanup()

    def close(self) -> None:
        """Switch the panel off, blank its memory, and let the wire go, whether or not it was ever opened."""
        try:
            if self._wire is not None:
                # Dark first, then blank: no part of a secret is seen for longer than it must be.
                self._wire.command(DISPLAY_OFF)
            wire = self._started()
            for run in changed_runs(self._contents, BLANK):
                self._write(wire, run)
        except OSError as error:
            raise self.fault(wire_fault_reason(error)) from error
        finally:
            self.forget()

    def fault(self, why: str) -> DeviceError:
        """The sentence that this panel does not answer. `why`: without a full stop."""
        return DeviceError(f"seat {seat_number(self.seat)}: screen not answering ({self._place}): {why}.")

    def _step(self, picture: Picture) -> bool:
        if self._wire is None:
            self._started()
            return False
        if self._target != picture:
            self._target = picture
            self._todo = deque(changed_runs(self._contents, picture))
        if self._todo:
            self._draw(self._wire, picture)
        elif not self._lit:
            self._light(self._wire)
        return self._lit and not self._todo

    def _draw(self, wire: PanelWire, picture: Picture) -> None:
        run = self._todo[0]
        part = PixelRun(run.page, run.column, run.data[:STEP_BYTES])
        self._write(wire, part)
        self._todo.popleft()
        if len(run.data) > STEP_BYTES:
            # It goes on where the pointer stands, so it costs an address and a control byte.
            self._todo.appendleft(PixelRun(run.page, run.column + STEP_BYTES, run.data[STEP_BYTES:]))
        self._written.append(part)
        if self._contents is not None:
            self._contents = applied(self._contents, (part,))
        elif not self._todo:
            self._contents = picture

    def _light(self, wire: PanelWire) -> None:
        # What it says of itself while it is known to be dark, and then while it is known to be lit.
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
        """Everything once more but the command that darkens; one that had lost its power is lit again when it is drawn."""
        wire.command(*self._start_up.replace(bytes([DISPLAY_OFF]), b"", 1))
        wire.command(CONTRAST_COMMAND, self._current_contrast)
        self._contents = self._target = None
        self._lit = False
        self._pointer = UNKNOWN_POINTER
        self._todo.clear()

    def _write(self, wire: PanelWire, run: PixelRun) -> None:
        column = run.column + self._first_column
        there = (0xB0 | run.page, column & 0x0F, 0x10 | column >> 4)
        # Until the run is written nobody knows where the pointer is.
        stands, self._pointer = self._pointer, UNKNOWN_POINTER
        commands = [command for command, holds in zip(there, stands, strict=True) if command != holds]
        if commands:
            wire.command(*commands)
        wire.data(run.data)
        end = column + len(run.data)
        if run.column + len(run.data) < WIDTH:  # at the edge the two chips do different things
            self._pointer = (there[0], end & 0x0F, 0x10 | end >> 4)


def _asked(wire: PanelWire) -> int | None:
    """Its status; None where it cannot be had. That is no fault: the panel takes what is written, which was seen before."""
    try:
        return wire.status()
    except OSError:
        return None


def _is_dark(status: int | None, *, otherwise: bool = False) -> bool:
    return otherwise if status is None else bool(status & STATUS_OFF_BIT)
