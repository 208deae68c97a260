"""The wire to one panel: commands and data. It is the shape of luma's serial interfaces, so that luma's own fit in.

A wire raises OSError when the panel does not answer.
"""

from collections.abc import Sequence
from typing import Protocol


class Wire(Protocol):
    """One panel's wire. Used by one thread at a time."""

    def command(self, *cmd: int) -> None:
        """Send command bytes in one transaction."""

    def data(self, data: Sequence[int]) -> None:
        """Send bytes of the picture memory in one transaction."""

    def cleanup(self) -> None:
        """Let the wire go."""
