"""The protocol of the wire to one panel: commands, data and status. It has the methods of luma's serial interfaces.

Invariant: a wire raises OSError, and no other exception, if the panel does not answer.
"""

import errno
from collections.abc import Sequence
from typing import Final, Protocol

_REASONS: Final = {
    121: "nothing acknowledges there, check its cable",
    errno.ENXIO: "nothing acknowledges there, check its cable",
    errno.ETIMEDOUT: "the bus timed out, check for a short circuit",
    errno.EIO: "the transfer was interrupted, check its cable",
    errno.EAGAIN: "the bus was lost to another master, check for a short circuit",
    errno.ENOENT: "the system has no such bus, enable it in config.txt",
    errno.EACCES: "access to the bus is denied, add the user to the group i2c or spi",
}
"""By error number; 121 is Linux's EREMOTEIO, which other systems lack."""


class PanelWire(Protocol):
    """One panel's wire. Used by one thread at a time."""

    def command(self, *cmd: int) -> None:
        """Send command bytes in one transaction."""

    def data(self, data: Sequence[int]) -> None:
        """Send bytes of the picture memory in one transaction."""

    def status(self) -> int | None:
        """The chip's status byte; None if the wire cannot read."""

    def cleanup(self) -> None:
        """Close the wire."""


def wire_fault_reason(error: OSError) -> str:
    """Why a wire failed, with a remedy if there is one: the end of a sentence, without a full stop."""
    if error.errno is None:
        return str(error).rstrip(".")
    return _REASONS.get(error.errno, str(error).rstrip("."))
