"""The I2C part of /sys, as the kernel lays it out on each model of the Raspberry Pi.

Numbers are given out as the kernel does: a bus that the device tree names has that number, and every other one takes the
first free number above all that are named (Linux, drivers/i2c/i2c-core-base.c).
"""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Literal, NamedTuple

Model = Literal["3", "4", "5", "zero2"]
NAMED: Final[Mapping[Model, int]] = {"3": 10, "zero2": 10, "4": 21, "5": 10}
"""By model: the highest bus number in its device tree."""


class Sysfs:
    """A folder that stands for /. `first`: the number that the first bus without one of its own is given."""

    def __init__(self, root: Path, first: int = 11) -> None:
        self._root = root
        self._next = first
        self._taken: dict[int, Path] = {}
        self.devices = root / "sys/bus/i2c/devices"
        self.devices.mkdir(parents=True)

    def adapter(self, name: str, number: int | None = None, above: Path | None = None) -> int:
        """A bus of its own, or one below `above`; the number that it has."""
        if number is None:
            number = next(one for one in range(self._next, 999) if one not in self._taken)
        place = (above or self._root / "sys/devices/platform/soc") / f"i2c-{number}"
        place.mkdir(parents=True)
        (place / "name").write_text(f"{name}\n")
        (self.devices / f"i2c-{number}").symlink_to(place)
        self._taken[number] = place
        node = self._root / "dev" / f"i2c-{number}"
        node.parent.mkdir(exist_ok=True)
        node.write_text("")
        return number

    def told(self, bus: int, address: int, name: str = "pca9548", driver: str | None = None) -> Path:
        """The kernel is told of a chip, and drives it if it finds it."""
        place = self._taken[bus] / f"{bus}-{address:04x}"
        place.mkdir(exist_ok=True)
        (place / "name").write_text(f"{name}\n")
        if not (link := self.devices / place.name).is_symlink():
            link.symlink_to(place)
        if driver is not None:
            drives = self._root / "sys/bus/i2c/drivers" / driver
            drives.mkdir(parents=True, exist_ok=True)
            (place / "driver").symlink_to(drives)
        return place

    def multiplexer(
        self, bus: int, address: int = 0x70, count: int = 8, name: str = "pca9548", driver: str = "pca954x"
    ) -> list[int]:
        """A multiplexer that the kernel has found; the numbers of its channels."""
        place = self.told(bus, address, name, driver)
        return [self._channel(bus, place, channel, None) for channel in range(count)]

    def camera_switch(self, above: int | None = None) -> int:
        """The Pi's own switch between header and camera: a bus, and the named ones 0 and 10 behind it."""
        number = self.adapter("bcm2835 (i2c@7e205000)", above)
        place = self._root / "sys/devices/platform/soc/soc:i2c0mux"
        place.mkdir(parents=True)
        for channel, named in enumerate((0, 10)):
            self._channel(number, place, channel, named)
        return number

    def unbind(self, bus: int, address: int = 0x70) -> None:
        """The driver releases the multiplexer, which removes its channels."""
        place = (self.devices / f"{bus}-{address:04x}").resolve()
        (place / "driver").unlink()
        for link in place.glob("channel-*"):
            channel = link.resolve()
            number = int(channel.name.removeprefix("i2c-"))
            link.unlink()
            (self.devices / channel.name).unlink()
            (self._root / "dev" / channel.name).unlink()
            del self._taken[number]
            # Moved and not removed, so that its inode is not used again.
            shutil.move(channel, channel.with_name(f"gone-{number}-{len(list(channel.parent.iterdir()))}"))

    def _channel(self, bus: int, device: Path, channel: int, named: int | None) -> int:
        number = self.adapter(f"i2c-{bus}-mux (chan_id {channel})", named, self._taken[bus])
        (self._taken[number] / "mux_device").symlink_to(device)
        (device / f"channel-{channel}").symlink_to(self._taken[number])
        return number


class Pi(NamedTuple):
    """`sysfs`, and by channel of the table's multiplexer the number of its bus."""

    sysfs: Sysfs
    channels: list[int]


def raspberry_pi(
    root: Path, model: Model, *, i2c_vc: bool = False, hdmi: bool = False, camera: bool = False, late: bool = False
) -> Pi:
    """A Raspberry Pi with a TCA9548A at 0x70 on bus 1. `i2c_vc`: the camera's own bus is switched on. `hdmi`: the buses of its
    screens are. `camera`: a multiplexer for cameras at 0x70 of the camera's bus, which the same driver drives. `late`: the
    table's multiplexer is found after all of these, and not before."""
    sysfs = Sysfs(root, NAMED[model] + 1)
    sysfs.adapter("Synopsys DesignWare I2C adapter" if model == "5" else "bcm2835 (i2c@7e804000)", 1)
    early = [] if late else sysfs.multiplexer(1)
    if i2c_vc:
        if model == "5":
            sysfs.adapter("Synopsys DesignWare I2C adapter", 0)
            sysfs.adapter("Synopsys DesignWare I2C adapter", 10)
        else:
            sysfs.camera_switch()
    if hdmi:
        names = {"4": ("fef04500.i2c", "fef09500.i2c"), "5": ("107d508200.i2c", "107d508280.i2c")}
        for index, name in enumerate(names.get(model, ("bcm2835 (i2c@7e805000)",))):
            sysfs.adapter(name, {"4": 20 + index, "5": None}.get(model, 2))
    if camera and i2c_vc:
        sysfs.multiplexer(10, count=4, name="pca9544")
    return Pi(sysfs, early or sysfs.multiplexer(1))
