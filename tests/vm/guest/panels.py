"""Six panels, each on a channel of a multiplexer that the kernel would switch, with this project's chip models as the chips.

There is a node for each channel, and a folder over the kernel's own that says which it is.

Law: what stands on a glass is what its chip was sent over its own node, and nothing else.
"""

import errno
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path

from companion.core.picture import BLANK, Picture
from companion.devices.simulated.chip import ChipError, i2c_write
from companion.devices.simulated.ssd1306 import SSD1306
from tests.vm.guest.cuse import Node

ADDRESS = 0x3C
MUX = 0x70
TRUNK = 1
SYSFS = Path("/sys/bus/i2c/devices")
FIRST_BUS = 11
SEATS = 6


class Glass:
    """A panel that can be pulled and put back, and the bus that it hangs on alone. `news` is told when it comes to show what
    it is `wanted` to show."""

    def __init__(self, bus: int, news: threading.Condition) -> None:
        self._bus = bus
        self._news = news
        self._chip = SSD1306()
        self._seen: Picture | None = None
        self._plugged = True
        self.wanted: Picture | None = None
        self.complaints: list[str] = []
        """What came over the bus that should not have."""

    def write(self, address: int, payload: bytes) -> None:
        """One message. Raises OSError when nobody takes it."""
        with self._news:
            self._answers(address)
            self._seen = None
            try:
                i2c_write(self._chip, payload)
            except ChipError as error:
                self.complaints.append(f"bus {self._bus}: {error}")
                raise OSError(errno.EIO, str(error)) from error
            finally:
                self._changed()

    def read(self, address: int, count: int) -> bytes:
        """The status byte, or the multiplexer's register. Raises OSError when nobody answers."""
        if address == MUX:
            return bytes([1 << self._bus - FIRST_BUS]) * count
        with self._news:
            self._answers(address)
            return bytes([self._chip.status()]) * count

    def pull(self) -> None:
        """Take it out: it loses its power."""
        with self._news:
            self._plugged, self._seen = False, None
            self._chip.power_cycle()
            self._changed()

    def put_back(self) -> None:
        """In again: its memory holds anything and it is dark."""
        with self._news:
            self._plugged = True

    @property
    def picture(self) -> Picture:
        """What a person in front of it sees."""
        if self._seen is None:
            self._seen = self._chip.pixels()
        return self._seen

    def _changed(self) -> None:
        # Whoever waits is not woken for each of the many messages of a picture.
        if self.wanted is not None and self.picture == self.wanted:
            self._news.notify_all()

    def _answers(self, address: int) -> None:
        if address != ADDRESS:
            self.complaints.append(f"bus {self._bus}: something for address {address:#x}")
        if address != ADDRESS or not self._plugged:
            raise OSError(errno.EREMOTEIO, "nobody there")


class Glasses:
    """The glasses of a table, in the order of its seats. `news`: what each of them tells of its changes."""

    def __init__(self, glasses: Sequence[Glass], news: threading.Condition) -> None:
        self.glasses = tuple(glasses)
        self.news = news

    @property
    def pictures(self) -> tuple[Picture, ...]:
        """What stands on every glass now."""
        with self.news:
            return tuple(glass.picture for glass in self.glasses)

    @property
    def complaints(self) -> list[str]:
        """What came over a bus that should not have."""
        return [complaint for glass in self.glasses for complaint in glass.complaints]

    def wait(self, wanted: Sequence[Picture], seconds: float) -> bool:
        """Whether the glasses come to show `wanted` in that time; looked at after every change."""
        with self.news:
            for glass, picture in zip(self.glasses, wanted, strict=True):
                glass.wanted = picture
            try:
                return self.news.wait_for(self._stand, seconds)
            finally:
                for glass in self.glasses:
                    glass.wanted = None

    def _stand(self) -> bool:
        return all(glass.picture == glass.wanted for glass in self.glasses)

    def wait_blank(self, seconds: float) -> bool:
        """Whether all go dark in that time."""
        return self.wait([BLANK] * len(self.glasses), seconds)


def _say_which_is_which() -> None:
    """A TCA9548A on bus 1, and its channels, as the kernel's driver would have them in sysfs."""
    subprocess.run(["mount", "-t", "tmpfs", "i2c", str(SYSFS)], check=True)
    mux = SYSFS / f"{TRUNK}-{MUX:04x}"
    driver = SYSFS / "drivers" / "pca954x"
    for folder in (mux, driver, SYSFS / f"i2c-{TRUNK}"):
        folder.mkdir(parents=True)
    (mux / "name").write_text("pca9548\n")
    (mux / "driver").symlink_to(driver)
    for channel in range(8):
        bus = SYSFS / f"i2c-{FIRST_BUS + channel}"
        bus.mkdir()
        (bus / "name").write_text(f"i2c-{TRUNK}-mux (chan_id {channel})\n")
        (bus / "mux_device").symlink_to(mux)
        (mux / f"channel-{channel}").symlink_to(bus)


def panels() -> Glasses:
    """Six of them, each behind a node of its own; the nodes stay until the end."""
    _say_which_is_which()
    news = threading.Condition()
    glasses = [Glass(FIRST_BUS + seat, news) for seat in range(SEATS)]
    # /proc/devices lists the class i2c only where something of that very name has the number.
    Node("i2c", 255, Glass(255, news))
    for bus, glass in enumerate(glasses, start=FIRST_BUS):
        Node(f"i2c-{bus}", bus, glass)
    return Glasses(glasses, news)
