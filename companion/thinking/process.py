"""The process that thinks: lines in, lines out, until its input ends.

It runs beside the daemon at a lower priority, with a limit to its memory, and is the first to go when memory is short.

While it thinks about what a page asks, a timer interrupts it: a signal handler looks at the input, and answers what the table
asks there and then, on top of the page's work, which goes on afterwards. So a review may be one long call, and the table never
waits for it. Everything that thinks is a pure function of its arguments, so it does not matter where it is interrupted.
"""

import os
import resource
import select
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import json

from companion.thinking.messages import PageWanted, ToProcess
from companion.thinking.thinker import Thinker

_NICER = 10
_FIRST_TO_GO = "500"
MOST_MEMORY: Final = 96 << 20
"""Bytes. Raspberry Pi OS switches the kernel's memory groups off, so the unit's MemoryMax is of no effect there. Whole games of
every kind with their hints and reviews were measured to need 19 MiB."""
LOOK_SECONDS: Final = 0.02
"""Between two looks at the input during a page's work. A look takes some microseconds."""
_CHUNK = 1 << 16


class Lines:
    """The lines of an input, which can be asked whether one is there. `fileno`: of a pipe."""

    def __init__(self, fileno: int) -> None:
        self._fileno = fileno
        self._read = bytearray()

    @property
    def is_waiting(self) -> bool:
        """Whether a line, or the beginning of one, or the end can be read now."""
        return b"\n" in self._read or bool(select.select([self._fileno], [], [], 0)[0])

    def next(self) -> bytes | None:
        """The next line; None at the end."""
        begin = 0
        while (end := self._read.find(b"\n", begin)) < 0:
            begin = len(self._read)
            more = os.read(self._fileno, _CHUNK)
            if not more:
                return None
            self._read += more
        line = bytes(self._read[:end])
        del self._read[: end + 1]
        return line


class Process:
    """Answers the lines of `told`."""

    def __init__(self, told: int, said: BinaryIO) -> None:
        self._lines = Lines(told)
        self._said = said
        self._thinker = Thinker()
        self._decoder = json.Decoder(ToProcess)
        self._is_paged = False
        """Whether it works for a page, which may be interrupted."""
        signal.signal(signal.SIGALRM, lambda _number, _frame: self._look())

    def run(self) -> None:
        """Answer until the input ends."""
        while (line := self._lines.next()) is not None:
            self._take(line)

    def _take(self, line: bytes) -> None:
        message = self._decoder.decode(line)
        if isinstance(message, PageWanted) and not self._is_paged:
            self._is_paged = True
            signal.setitimer(signal.ITIMER_REAL, LOOK_SECONDS)
            try:
                answer = self._thinker.take(message)
            finally:
                self._is_paged = False
                signal.setitimer(signal.ITIMER_REAL, 0)
        else:
            answer = self._thinker.take(message)
        if answer is not None:
            self._said.write(json.encode(answer) + b"\n")
            self._said.flush()

    def _look(self) -> None:
        """Answer the table in the midst of a page's work. Looks do not interrupt each other."""
        if not self._is_paged:
            return
        try:
            while self._lines.is_waiting:
                line = self._lines.next()
                if line is None:
                    os._exit(0)  # the daemon has gone, and nobody waits for the page's answer
                self._take(line)
        except Exception as error:  # noqa: BLE001 - the page's work must not take it for an error of its own
            sys.stderr.write(_failure(error))
            sys.stderr.flush()
            os._exit(1)
        signal.setitimer(signal.ITIMER_REAL, LOOK_SECONDS)


def step_back() -> None:
    """Lower our priority, limit our memory, and be the first to go; ignore systems that do not allow it."""
    with suppress(OSError):
        os.nice(_NICER)
    with suppress(OSError, ValueError):
        # What is written to: the heap and private pages, and not the libraries, which are shared with the daemon.
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text(_FIRST_TO_GO)


def main() -> int:
    """The exit status: 1 after an error, which is one line of the log."""
    step_back()
    try:
        Process(sys.stdin.fileno(), sys.stdout.buffer).run()
    except BrokenPipeError:
        # The daemon has gone. Nothing is left to be flushed when this process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:  # noqa: BLE001 - the outermost handler: the daemon's log gets one line, and no traceback
        sys.stderr.write(_failure(error))
        return 1
    return 0


def _failure(error: Exception) -> str:
    return f"the machine's process failed: {type(error).__name__}: {error}\n"


if __name__ == "__main__":
    sys.exit(main())
