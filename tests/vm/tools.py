"""How the rig runs the programs of this machine: each ends well, or the rig ends with one sentence."""

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

Made = TypeVar("Made")


class RigError(Exception):
    """The rig cannot go on: what is missing and what to do, in a sentence."""


def run(command: Sequence[str | Path], *, cwd: Path | None = None) -> str:
    """The text that the program printed. Raises RigError with the end of what it said, when it is missing or fails."""
    return piped(command, b"", cwd=cwd).decode(errors="replace")


def piped(command: Sequence[str | Path], given: bytes, *, cwd: Path | None = None) -> bytes:
    """What the program made of `given`. Raises RigError like `run`."""
    called = Path(command[0]).name
    try:
        done = subprocess.run(command, cwd=cwd, input=given, capture_output=True, check=False)
    except FileNotFoundError as error:
        raise RigError(f"{called} is not installed, and apt could not bring it.") from error
    if done.returncode:
        said = (done.stderr or done.stdout).decode(errors="replace").strip().splitlines()
        raise RigError(f"{called} failed ({done.returncode}): " + " / ".join(said[-12:]))
    return done.stdout


def timed(what: str, make: Callable[[], Made]) -> Made:
    """Do it, and say on standard error what it was and how long it took."""
    began = time.monotonic()
    made = make()
    say(f"{what}: {time.monotonic() - began:.1f} s")
    return made


def say(sentence: str) -> None:
    """A line on standard error."""
    sys.stderr.write(f"vm: {sentence}\n")
    sys.stderr.flush()
