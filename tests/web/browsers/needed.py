"""What a test does without the browser that it is for, and how a browser ends."""

import os
import signal
import subprocess
from contextlib import suppress
from typing import Final, NoReturn

import pytest

NEEDS: Final = "COMPANION_NEEDS_OTHER_BROWSERS"


def missing(browser: str, package: str) -> NoReturn:
    """Skip the test; fail where the environment says that nothing is skipped."""
    reason = f"No {browser} is installed ('sudo apt install {package}' brings it)."
    if os.environ.get(NEEDS):
        pytest.fail(reason)
    pytest.skip(reason)


def ended(process: subprocess.Popen[str], how: signal.Signals) -> None:
    """End a process that leads a session of its own, and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, how)
    process.wait()
