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
from companion.devices.panels.chip_commands import CONTRAST, DARK, FIRST_COLUMN, OFF, ON
from companion.devices.panels.panel_wire import PanelWire, wire_fault
from companion.devices.panels.picture_diff import runs
from companion.devices.wiring_records import ChipName

STEP: Final = 64
"""Bytes of a picture that are written at a time, at most."""
RENEWAL: Final = 6
"""Every so many looks a panel that cannot tell whether it shows is sent everything once more."""
NOWHERE: Final = (-1, -1, -1)
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
        self._level = contrast
        self._first_column = FIRST_COLUMN[chip]
        self._wire: PanelWire | None = None
        self._stands: Picture | None = None
        self._lit = False
        self._trusted = False
        # Seats begin at different counts, so that they are not all renewed at a time.
        self._looks = seat
        self._pointer = NOWHERE
        self._target: Picture | None = None
        self._todo: deque[PixelRun] = deque()
        self._written: list[PixelRun] = []

    @property
    def stands(self) -> Picture | None:
        """What its memory holds; None when that is not known."""
        return self._stands

    @property
    def tells(self) -> bool:
        """Whether `look` costs a question only: it has shown that it tells truly whether it is lit."""
        return self._trusted

    def step(self, picture: Picture) -> bool:
        """Do one step towards `picture`; True when it stands.

        A panel that is dark is lit only when the whole picture stands in it.
        """
        try:
            return self._step(picture)
        except OSError as error:
            self.forget()
            raise self.fault(wire_fault(error)) from error

    def dim(self, contrast: int | None) -> None:
        """From now on show at `contrast`; None: at its own. One step; one that is not started is not touched."""
        level = self._contrast if contrast is None else contrast
        if level == self._level:
            return
        self._level = level
        if self._wire is not None:
            try:
                self._wire.command(CONTRAST, level)
            except OSError as error:
                self.forget()
                raise self.fault(wire_fault(error)) from error

    def look(self) -> bool:
        """See whether the panel still shows what stands on it; False when it is to be drawn anew, in steps. One step."""
        if self._wire is None or not self._lit:
            return False
        self._looks += 1
        if not self._trusted and self._looks % RENEWAL:
            return True
        try:
            if not self._trusted:
                self._renew(self._wire)
                return False
            if not _is_dark(self._wire.status()):
                return True
        except OSError as error:
            self.forget()
            raise self.fault(wire_fault(error)) from error
        self.forget()
        return False

    def written(self) -> tuple[PixelRun, ...]:
        """The runs that were written since this was last asked. After a fault they begin with every page whole."""
        told, self._written = tuple(self._written), []
        return told

    def forget(self) -> None:
        """Believe nothing any more: the next step opens, starts and draws everything anew."""
        wire, self._wire = self._wire, None
        self._stands = self._target = None
        self._lit = self._trusted = False
        self._pointer = NOWHERE
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
                self._wire.command(OFF)
            wire = self._started()
            for run in runs(self._stands, BLANK):
                self._write(wire, run)
        except OSError as error:
            raise self.fault(wire_fault(error)) from error
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
            self._todo = deque(runs(self._stands, picture))
        if self._todo:
            self._draw(self._wire, picture)
        elif not self._lit:
            self._light(self._wire)
        return self._lit and not self._todo

    def _draw(self, wire: PanelWire, picture: Picture) -> None:
        run = self._todo[0]
        part = PixelRun(run.page, run.column, run.data[:STEP])
        self._write(wire, part)
        self._todo.popleft()
        if len(run.data) > STEP:
            # It goes on where the pointer stands, so it costs an address and a control byte.
            self._todo.appendleft(PixelRun(run.page, run.column + STEP, run.data[STEP:]))
        self._written.append(part)
        if self._stands is not None:
            self._stands = applied(self._stands, (part,))
        elif not self._todo:
            self._stands = picture

    def _light(self, wire: PanelWire) -> None:
        # What it says of itself while it is known to be dark, and then while it is known to be lit.
        dark = _is_dark(_asked(wire))
        wire.command(ON)
        self._lit = True
        self._trusted = dark and not _is_dark(_asked(wire), otherwise=True)

    def _started(self) -> PanelWire:
        if self._wire is None:
            self._wire = self._open_wire()
            self._wire.command(*self._start_up)
            self._wire.command(CONTRAST, self._level)
        return self._wire

    def _renew(self, wire: PanelWire) -> None:
        """Everything once more but the command that darkens; one that had lost its power is lit again when it is drawn."""
        wire.command(*self._start_up.replace(bytes([OFF]), b"", 1))
        wire.command(CONTRAST, self._level)
        self._stands = self._target = None
        self._lit = False
        self._pointer = NOWHERE
        self._todo.clear()

    def _write(self, wire: PanelWire, run: PixelRun) -> None:
        column = run.column + self._first_column
        there = (0xB0 | run.page, column & 0x0F, 0x10 | column >> 4)
        # Until the run is written nobody knows where the pointer is.
        stands, self._pointer = self._pointer, NOWHERE
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
    return otherwise if status is None else bool(status & DARK)
