"""Exit statuses, and the printing of errors at a command's end."""

import sys
from collections.abc import Sequence
from typing import Final

DONE: Final = 0
FAILED: Final = 1
BAD_CONFIGURATION: Final = 78
"""EX_CONFIG of sysexits.h; systemd does not restart the service after it."""


def run_and_report(faults: Sequence[str]) -> int:
    """Print the faults on standard error; returns the exit status."""
    for fault in faults:
        print(fault, file=sys.stderr)
    return FAILED if faults else DONE
