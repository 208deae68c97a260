"""The process that thinks for the machine's seats: lines in, lines out, until its input ends.

It runs beside the daemon, so that no thought keeps the table waiting, at a lower priority, with a limit to its memory, and is the
first to go when memory is short.
"""

import os
import resource
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO, Final

from msgspec import json

from companion.machine_players.machine_messages import ToProcess
from companion.machine_players.machine_seats import MachineSeats

_NICER = 10
_FIRST_TO_GO = "500"
MOST_MEMORY: Final = 96 << 20
"""Bytes. Raspberry Pi OS switches the kernel's memory groups off, so the unit's MemoryMax is of no effect there. Whole games of
every kind with their hints and reviews were measured to need 19 MiB."""


def answer_lines(told: BinaryIO, said: BinaryIO) -> None:
    """Answer until `told` ends."""
    seats, decoder = MachineSeats(), json.Decoder(ToProcess)
    for line in told:
        choice = seats.take(decoder.decode(line))
        if choice is not None:
            said.write(json.encode(choice) + b"\n")
            said.flush()


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
        answer_lines(sys.stdin.buffer, sys.stdout.buffer)
    except BrokenPipeError:
        # The daemon has gone. Nothing is left to be flushed when this process ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except Exception as error:  # noqa: BLE001 - the outermost handler: the daemon's log gets one line, and no traceback
        sys.stderr.write(f"the machine's process failed: {type(error).__name__}: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
