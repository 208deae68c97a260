"""Two simulated panels on one bus, without the worker thread."""

from companion.core.errors import DeviceError
from companion.core.picture import Picture, PixelRun, applied
from companion.devices.panels.panel_bus import PanelBus
from companion.devices.simulated.sh1106 import SH1106
from companion.devices.simulated.simulated_i2c import SimulatedI2C
from companion.devices.simulated.ssd1306 import SSD1306
from tests.devices.clock import HandLoop
from tests.devices.rigs import i2c_panel

BUSY = bytes(range(256)) * 4
OTHER = BUSY[::-1]


class Two:
    """Two panels on one bus; without its worker unless that is started."""

    def __init__(self) -> None:
        self.loop = HandLoop()
        self.chips = (SSD1306(), SH1106())
        self.wires = SimulatedI2C({0x3C: self.chips[0], 0x3D: self.chips[1]})
        self.mirrors: dict[int, Picture] = {0: OTHER, 1: OTHER}
        self.reports: list[tuple[int, tuple[PixelRun, ...]]] = []
        self.faults: list[tuple[int, str | None]] = []
        self.bus = PanelBus(
            "i2c-1",
            (i2c_panel("ssd1306", self.wires, 0, 0x3C), i2c_panel("sh1106", self.wires, 1, 0x3D)),
            self.loop,
            self.on_runs,
            self.on_fault,
            clock=self.loop.time,
        )

    def on_runs(self, seat: int, runs: tuple[PixelRun, ...]) -> None:
        self.reports.append((seat, runs))
        self.mirrors[seat] = applied(self.mirrors[seat], runs)

    def on_fault(self, seat: int, error: DeviceError | None) -> None:
        self.faults.append((seat, None if error is None else str(error)))

    def work(self) -> None:
        """Be the worker until nothing is due, and hand over what it told."""
        while self.bus.step():
            pass
        self.loop.run()

    def seen(self) -> tuple[Picture, Picture]:
        return self.chips[0].pixels(), self.chips[1].pixels()
