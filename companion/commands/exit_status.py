"""How a command ends: its exit statuses, and the faults that it tells last."""

import sys
from collections.abc import Sequence
from typing import Final

DONE: Final = 0
FAILED: Final = 1
BAD_CONFIGURATION: Final = 78
"""As sysexits.h has it; systemd is told that no restart mends this."""


def run_and_report(faults: Sequence[str]) -> int:
    """Print them on standard error; the exit status."""
    for fault in faults:
        print(fault, file=sys.stderr)
    return FAILED if faults else DONE
