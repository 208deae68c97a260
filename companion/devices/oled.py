"""One OLED panel: what stands on it, and the next small step towards what should.

luma.oled knows the chips: its start-up commands are what is sent. The pictures go out on our own path, as the page runs
that differ, since luma sends every picture whole. The panel's own pointer is remembered, so that a run which goes on
where the last one ended, or stays in its page, says only what is new. A step is the start-up commands or one page run,
so that whoever shares the bus never waits for more. After a fault nothing is believed: the panel is started and drawn anew,
because one that was unplugged takes every byte, but was never switched on.
"""

import errno
from collections import deque
from collections.abc import Callable, Sequence
from typing import Final, Literal

from companion.core.errors import DeviceError
from companion.core.picture import BLANK, WIDTH, Picture, Run
from companion.core.seat import Seat
from companion.devices.diff import applied, runs
from companion.devices.settings import Chip
from companion.devices.wire import Wire

_ON: Final = 0xAF
_OFF: Final = 0xAE
_PAGE_MODE: Final = (0x20, 0x02)
_UPSIDE_DOWN: Final = (0xA0, 0xC0)
"""Segments and rows the other way than luma sets them."""
_FIRST_COLUMN: Final[dict[Chip, int]] = {"ssd1306": 0, "sh1106": 2}
"""An SH1106 has 132 columns, and its panels use those in the middle."""

NOWHERE: Final = (-1, -1, -1)
"""The commands (page, low and high half of the column) that would set a pointer of which nothing is known."""

_REASONS: Final = {
    121: "nothing acknowledges there, check its cable",
    errno.ENXIO: "nothing acknowledges there, check its cable",
    errno.ETIMEDOUT: "the bus timed out, check for a short circuit",
    errno.EIO: "the transfer broke off, check its cable",
    errno.EAGAIN: "the bus was lost to another master, check for a short circuit",
    errno.ENOENT: "the system has no such bus, switch it on in config.txt",
    errno.EACCES: "access to the bus is denied, add the user to the group i2c or spi",
}
"""By error number; 121 is Linux's EREMOTEIO, which other systems do not name."""


class Panel:
    """The panel of `seat`. `place` names its wire in errors; `open_wire` is called at the first step and after a fault.
    `start_up`: what the function of that name gives.

    Not thread-safe. Every method raises DeviceError when the panel does not answer.
    """

    def __init__(
        self,
        seat: Seat,
        place: str,
        chip: Chip,
        open_wire: Callable[[], Wire],
        start_up: bytes,
    ) -> None:
        self.seat = seat
        self._place = place
        self._open_wire = open_wire
        self._start_up = start_up
        self._first_column = _FIRST_COLUMN[chip]
        self._wire: Wire | None = None
        self._stands: Picture | None = None
        self._lit = False
        self._pointer = NOWHERE
        self._target: Picture | None = None
        self._todo: deque[Run] = deque()
        self._written: list[Run] = []

    @property
    def stands(self) -> Picture | None:
        """What its memory holds; None when that is not known."""
        return self._stands

    def step(self, picture: Picture) -> bool:
        """Do one step towards `picture`; True when it stands.

        A panel that is dark is lit only when the whole picture stands in it.
        """
        try:
            return self._step(picture)
        except OSError as error:
            self.forget()
            raise self._fault(error) from error

    def written(self) -> tuple[Run, ...]:
        """The runs that were written since this was last asked. After a fault they begin with every page whole."""
        told, self._written = tuple(self._written), []
        return told

    def forget(self) -> None:
        """Believe nothing any more: the next step opens, starts and draws everything anew."""
        wire, self._wire = self._wire, None
        self._stands = self._target = None
        self._lit = False
        self._pointer = NOWHERE
        self._todo.clear()
        self._written.clear()
        if wire is not None:
            wire.cleanup()

    def close(self) -> None:
        """Switch the panel off, blank its memory, and let the wire go, whether or not it was ever opened."""
        try:
            if self._wire is not None:
                # Dark first, then blank: no part of a secret is seen for longer than it must be.
                self._wire.command(_OFF)
            wire = self._started()
            for run in runs(self._stands, BLANK):
                self._write(wire, run)
        except OSError as error:
            raise self._fault(error) from error
        finally:
            self.forget()

    def _step(self, picture: Picture) -> bool:
        if self._wire is None:
            self._started()
            return False
        if self._target != picture:
            self._target = picture
            self._todo = deque(runs(self._stands, picture))
        if self._todo:
            run = self._todo[0]
            self._write(self._wire, run)
            self._todo.popleft()
            self._written.append(run)
            if self._stands is not None:
                self._stands = applied(self._stands, (run,))
            elif not self._todo:
                self._stands = picture
        elif not self._lit:
            self._wire.command(_ON)
            self._lit = True
        return self._lit and not self._todo

    def _started(self) -> Wire:
        if self._wire is None:
            self._wire = self._open_wire()
            self._wire.command(*self._start_up)
        return self._wire

    def _write(self, wire: Wire, run: Run) -> None:
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

    def _fault(self, error: OSError) -> DeviceError:
        number = error.errno
        reason = str(error).rstrip(".") if number is None else _REASONS.get(number, str(error))
        return DeviceError(f"seat {self.seat}: screen not answering ({self._place}): {reason}.")


def start_up(chip: Chip, rotate: Literal[0, 180], contrast: int) -> bytes:
    """The commands that start a panel and leave it dark, in page addressing mode. `contrast`: 0 to 255.

    They are luma's own, recorded from its device and played back at every start: a luma device talks to its wire only
    when it is made, and each one that is made stays in memory until the program ends; so record once for equal panels.
    """
    from luma.oled.device import sh1106, ssd1306

    recorder = _Recorder()
    device = {"ssd1306": ssd1306, "sh1106": sh1106}[chip](recorder)
    # luma clears panels at the program's end; this one is a recording.
    device.persist = True
    device.contrast(contrast)
    if rotate == 180:
        device.command(*_UPSIDE_DOWN)
    if chip == "ssd1306":
        # The SH1106 has no other mode.
        device.command(*_PAGE_MODE)
    return b"".join(command for command in recorder.commands if command != bytes([_ON]))


class _Recorder:
    """A wire that writes down the commands. The picture with which luma clears is left out: ours goes page by page."""

    def __init__(self) -> None:
        self.commands: list[bytes] = []

    def command(self, *cmd: int) -> None:
        self.commands.append(bytes(cmd))

    def data(self, data: Sequence[int]) -> None:
        pass

    def cleanup(self) -> None:
        pass
