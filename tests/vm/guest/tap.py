"""The guest's report, line by line, in the plan's order."""

import sys
import time
from collections.abc import Sequence

from tests.vm.report import END


class Tap:
    """Writes to standard output, which is the serial line."""

    def __init__(self, plan: Sequence[str]) -> None:
        self._plan = plan
        self._say(f"1..{len(plan)}")

    def check(self, name: str, passed: bool, why: object = "") -> None:
        """A planned check; `why` is told where it failed."""
        number = self._plan.index(name) + 1
        if not passed and why:
            self.note(why)
        self._say(f"{'ok' if passed else 'not ok'} {number} - {name}")

    def note(self, text: object) -> None:
        """A figure or a reason."""
        for line in str(text).splitlines():
            self._say(f"# {time.clock_gettime(time.CLOCK_BOOTTIME):7.2f} {line}")

    def end(self) -> None:
        """The guest came to its end."""
        self._say(END)

    def _say(self, line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
