"""Seats with simulated pods, on asyncio's loop."""

import asyncio

from companion.core.errors import DeviceError
from companion.core.keys import KeyEvent
from companion.core.picture import Picture, PixelRun
from companion.devices.pods.pod_devices import Pods
from companion.devices.simulated.display_chip import DisplayChip
from companion.devices.simulated.sh1106 import SH1106
from companion.devices.simulated.simulated_pod import SimulatedPod, SimulatedPods
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring_records import I2CPanel, KeyPins, PodSeat, SeatWiring, Wiring
from tests.devices.pictures import lit

PICTURE, OTHER = lit((3, 3)), lit((100, 40), (7, 60))

MIXED = Wiring(
    simulated=True,
    pin_factory="mock",
    seats=(
        PodSeat("SIM0", chip="sh1106"),
        SeatWiring(KeyPins(4, 5, 6), I2CPanel("ssd1306", 11, 0x3C)),
        PodSeat("SIM2", chip="ssd1309", contrast=40),
    ),
)


def shows(chip: DisplayChip, picture: Picture) -> bool:
    return chip.pixels() == picture


class Table:
    """Two seats on pods, and what the daemon would be told."""

    def __init__(self) -> None:
        self.chips: tuple[DisplayChip, DisplayChip] = (SSD1306(), SH1106())
        self.simulated = [SimulatedPod("SIM0", self.chips[0]), SimulatedPod("SIM1", self.chips[1])]
        self.faults: list[tuple[int, str | None]] = []
        self.keys: list[KeyEvent] = []
        self.told = asyncio.Event()
        ports = SimulatedPods(self.simulated)
        seats = {0: PodSeat("SIM0"), 1: PodSeat("SIM1", chip="sh1106")}
        loop = asyncio.get_running_loop()
        self.pods = Pods(seats, loop, self._on_runs, self._on_fault, find_port=ports.find, open_port=ports.open)

    def shows(self, seat: int, picture: bytes) -> bool:
        return self.chips[seat].pixels() == picture

    def heard(self, event: KeyEvent) -> None:
        self.keys.append(event)
        self.told.set()

    def _on_runs(self, seat: int, runs: tuple[PixelRun, ...]) -> None:
        self.told.set()

    def _on_fault(self, seat: int, error: DeviceError | None) -> None:
        self.faults.append((seat, None if error is None else str(error)))
        self.told.set()
