"""What all tests share: one profile for Hypothesis, and that none of them switches this machine off.

No test may depend on how fast the machine is: there is no deadline for an example, and slow generation of input is no failure.
In CI (where the variable `CI` is set) the examples are the same in every run; elsewhere every run tries new ones.
"""

import os

import pytest
from hypothesis import HealthCheck, settings

from companion.daemon import power_off

settings.register_profile(
    "companion",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("companion")


@pytest.fixture(autouse=True)
def _no_tool_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """The daemon's way to this machine's tools is closed."""

    async def closed(words: tuple[str, ...]) -> str | None:
        raise AssertionError(f"a test would have run {words}")

    monkeypatch.setattr(power_off, "run_tool", closed)
