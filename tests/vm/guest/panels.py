"""Six panels, each behind a bus of its own, with this project's chip models as the chips.

Law: what stands on a glass is what its chip was sent over its own node, and nothing else; every change is kept.
"""

import errno
import threading
import time
from collections.abc import Callable, Sequence

from companion.core.picture import BLANK, Picture
from companion.core.seat import Seat
from companion.devices.simulated.chip import ChipError, i2c_write
from companion.devices.simulated.ssd1306 import SSD1306
from tests.vm.guest.cuse import Node

ADDRESS = 0x3C
FIRST_BUS = 11
SEATS = 6


class Glass:
    """A panel that can be pulled and put back."""

    def __init__(self) -> None:
        self._chip = SSD1306()
        self._seen: Picture | None = None
        self.plugged = True

    def write(self, payload: bytes) -> None:
        """One transaction. Raises OSError when it is not there, ChipError for nonsense."""
        if not self.plugged:
            raise OSError(errno.EREMOTEIO, "no panel")
        self._seen = None
        i2c_write(self._chip, payload)

    def pull(self) -> None:
        """Take it out: it loses its power."""
        self.plugged = False
        self._seen = None
        self._chip.power_cycle()

    def put_back(self) -> None:
        """In again: its memory holds anything and it is dark."""
        self.plugged = True

    @property
    def picture(self) -> Picture:
        """What a person in front of it sees."""
        if self._seen is None:
            self._seen = self._chip.pixels()
        return self._seen


class Panels:
    """The glasses of all seats. Made once; the nodes stay until the end."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._glasses = [Glass() for _ in range(SEATS)]
        self.complaints: list[str] = []
        """What came over a bus that should not have."""
        # /proc/devices lists the class i2c only where something of that very name has the number.
        self._nodes = [Node("i2c", 255, self._nobody)]
        self._nodes += [Node(f"i2c-{FIRST_BUS + seat}", FIRST_BUS + seat, self._to(seat)) for seat in range(SEATS)]

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """What stands on every glass now."""
        with self._news:
            return tuple(glass.picture for glass in self._glasses)

    def pull(self, seat: Seat) -> None:
        """Take a panel out."""
        with self._news:
            self._glasses[seat].pull()

    def put_back(self, seat: Seat) -> None:
        """And in again."""
        with self._news:
            self._glasses[seat].put_back()

    def wait(self, wanted: Sequence[Picture | None], seconds: float) -> bool:
        """Whether the glasses come to show `wanted` in that time; None: whatever that one shows."""
        return self.wait_for(
            lambda: all(
                picture is None or glass.picture == picture
                for glass, picture in zip(self._glasses, wanted, strict=True)
            ),
            seconds,
        )

    def wait_blank(self, seconds: float) -> bool:
        """Whether all go dark in that time."""
        return self.wait([BLANK] * SEATS, seconds)

    def wait_for(self, shown: Callable[[], bool], seconds: float) -> bool:
        """Whether it comes true in that time; looked at after every change."""
        until = time.monotonic() + seconds
        with self._news:
            while not shown():
                left = until - time.monotonic()
                if left <= 0 or not self._news.wait(left):
                    return shown()
        return True

    def _to(self, seat: Seat) -> Callable[[int, bytes], None]:
        def transact(address: int, payload: bytes) -> None:
            with self._news:
                if address != ADDRESS:
                    self.complaints.append(f"bus {FIRST_BUS + seat}: something for address {address:#x}")
                    raise OSError(errno.EREMOTEIO, "nobody there")
                try:
                    self._glasses[seat].write(payload)
                except ChipError as error:
                    self.complaints.append(f"bus {FIRST_BUS + seat}: {error}")
                    raise OSError(errno.EIO, str(error)) from error
                finally:
                    self._news.notify_all()

        return transact

    def _nobody(self, address: int, _payload: bytes) -> None:
        raise OSError(errno.EREMOTEIO, f"nothing at {address:#x}")
