"""How long a test waits for what must come."""

from typing import Final

PATIENCE: Final = 180.0
"""Seconds. Only a test that fails waits so long: on a machine with other work to do, all that must come may come late."""
