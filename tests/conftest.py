"""What all tests share: one profile for Hypothesis.

No test may depend on how fast the machine is: there is no deadline for an example, and slow generation of input is no failure.
In CI (where the variable `CI` is set) the examples are the same in every run; elsewhere every run tries new ones.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "companion",
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("companion")
