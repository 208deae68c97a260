"""How long a test waits before it fails."""

from typing import Final

PATIENCE: Final = 180.0
"""Seconds. It is long because events may be late on a busy machine. Only a test that fails waits so long."""
