"""What all tests share: one profile for Hypothesis, temporary files in memory, and that none of them switches this machine off.

No test may depend on how fast the machine is: there is no deadline for an example, and slow generation of input is no failure.
In CI (where the variable `CI` is set) the examples are the same in every run; elsewhere every run tries new ones.
"""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from companion.app import power

settings.register_profile(
    "companion",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("companion")
settings.register_profile("quick", settings.get_profile("companion"), max_examples=8)

MEMORY: Final = Path("/dev/shm")
ROOM: Final = 1 << 30
"""Bytes that must be free in MEMORY."""


def pytest_configure() -> None:
    """Put temporary files into memory if there is room, so that no test waits for a disk. A TMPDIR that is set is kept."""
    if os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM:
        os.environ.setdefault("TMPDIR", str(MEMORY))
        tempfile.tempdir = None  # pytest has asked already, and would keep the old answer


@pytest.fixture
def anyio_backend() -> str:
    """The loop on which the tests marked `anyio` run: the program's, although WebKit's driver brings another library of loops."""
    return "asyncio"


@pytest.fixture(autouse=True)
def _no_tool_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test runs a tool of this machine, such as the one that switches it off."""

    async def closed(words: tuple[str, ...]) -> str | None:
        raise AssertionError(f"a test would have run {words}")

    monkeypatch.setattr(power, "run_tool", closed)
