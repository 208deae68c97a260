"""Folders that stand for Raspberry Pis."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from companion.core.errors import DeviceError
from companion.devices.settings import Mux, Wiring
from companion.pi.machine import Machine, User


def put(root: Path, name: str, data: bytes | str) -> None:
    path = root / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data.encode() if isinstance(data, str) else data)


def raspberry(root: Path, *, first: int | None = 11, hertz: int = 400_000) -> None:
    """A Pi with I2C bus 1, and a multiplexer whose channel 0 is the bus `first`."""
    put(root, "proc/device-tree/model", "Raspberry Pi 4 Model B Rev 1.4\0")
    put(root, "proc/device-tree/system/linux,revision", (0xC03114).to_bytes(4, "big"))
    put(root, "dev/i2c-1", "")
    put(root, "sys/bus/i2c/devices/i2c-1/name", "bcm2835 (i2c@7e804000)\n")
    put(root, "sys/bus/i2c/devices/i2c-1/of_node/clock-frequency", hertz.to_bytes(4, "big"))
    if first is not None:
        put(root, "sys/devices/1-0070/name", "pca9548\n")
        for channel in range(8):
            device = f"sys/bus/i2c/devices/i2c-{first + channel}"
            put(root, f"{device}/name", f"i2c-1-mux (chan_id {channel})\n")
            (root / device / "mux_device").symlink_to(root / "sys/devices/1-0070")
            put(root, f"dev/i2c-{first + channel}", "")


def machine(
    root: Path,
    *,
    answering: Iterable[tuple[int, int]] = (),
    tools: Mapping[str, str] | None = None,
    low: Iterable[int] = (),
    serials: Mapping[str, str] | None = None,
    no_pins: str = "",
    user: User | None = None,
    probed: list[tuple[int, int]] | None = None,
) -> Machine:
    there, said, closed = set(answering), dict(tools or {}), set(low)

    def probe(bus: int, address: int, _mux: Mux | None) -> bool:
        if probed is not None:
            probed.append((bus, address))
        return (bus, address) in there

    def levels(_wiring: Wiring, pins: Iterable[int]) -> Mapping[int, bool]:
        if no_pins:
            raise DeviceError(no_pins)
        return {pin: pin not in closed for pin in pins}

    return Machine(
        root,
        user or User("root", 0, frozenset()),
        {"HOME": "/home/PLANTEDUSER"},
        lambda words: said.get(" ".join(words[:2])),
        probe,
        levels,
        lambda: dict(serials or {}),
        lambda _path: 10**9,
        lambda _path: "companion",
    )
