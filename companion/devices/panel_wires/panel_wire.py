"""The wire to one panel: commands and data. It is the shape of luma's serial interfaces, with a way back beside it.

Law: a wire raises OSError, and nothing else, when the panel does not answer.
"""

import errno
from collections.abc import Sequence
from typing import Final, Protocol

_REASONS: Final = {
    121: "nothing acknowledges there, check its cable",
    errno.ENXIO: "nothing acknowledges there, check its cable",
    errno.ETIMEDOUT: "the bus timed out, check for a short circuit",
    errno.EIO: "the transfer broke off, check its cable",
    errno.EAGAIN: "the bus was lost to another master, check for a short circuit",
    errno.ENOENT: "the system has no such bus, switch it on in config.txt",
    errno.EACCES: "access to the bus is denied, add the user to the group i2c or spi",
}
"""By error number; 121 is Linux's EREMOTEIO, which other systems do not name."""


class PanelWire(Protocol):
    """One panel's wire. Used by one thread at a time."""

    def command(self, *cmd: int) -> None:
        """Send command bytes in one transaction."""

    def data(self, data: Sequence[int]) -> None:
        """Send bytes of the picture memory in one transaction."""

    def status(self) -> int | None:
        """The chip's status byte; None where the wire has no way back."""

    def cleanup(self) -> None:
        """Let the wire go."""


def wire_fault_reason(error: OSError) -> str:
    """Why a wire failed, as the end of a sentence, with the remedy where there is one; without a full stop."""
    if error.errno is None:
        return str(error).rstrip(".")
    return _REASONS.get(error.errno, str(error).rstrip("."))
