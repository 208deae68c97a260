"""The wiring of a simulated table with every kind of panel, and a recorder of what it reports."""

import asyncio

from companion.core.errors import DeviceError
from companion.core.picture import PixelRun
from companion.devices.build_devices import Devices, build
from companion.devices.loop_protocol import Loop
from companion.devices.wiring_records import (
    I2CPanel,
    KeyPins,
    SeatWiring,
    SPIPanel,
    Wiring,
)

WIRING = Wiring(
    simulated=True,
    pin_factory="mock",
    seats=(
        SeatWiring(KeyPins(4, 5, 6), I2CPanel("ssd1306", 11, 0x3C)),
        SeatWiring(KeyPins(12, 13, 16), I2CPanel("sh1106", 12, 0x3C)),
        SeatWiring(KeyPins(17, 18, 19), SPIPanel("ssd1306", 0, 0, dc=24, reset=25)),
        SeatWiring(KeyPins(20, 21, 22), SPIPanel("sh1106", 0, 1, dc=26, reset=27)),
    ),
)


class Onlooker:
    """What the daemon would be told."""

    def __init__(self) -> None:
        self.faults: list[tuple[int, DeviceError | None]] = []
        self.runs: dict[int, list[PixelRun]] = {}
        self.told = asyncio.Event()

    def on_runs(self, seat: int, runs: tuple[PixelRun, ...]) -> None:
        self.runs.setdefault(seat, []).extend(runs)
        self.told.set()

    def on_fault(self, seat: int, error: DeviceError | None) -> None:
        self.faults.append((seat, error))


def open_table(loop: Loop, onlooker: Onlooker) -> Devices:
    return build(WIRING, loop, onlooker.on_runs, onlooker.on_fault)
