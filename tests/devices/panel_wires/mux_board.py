"""Panels behind simulated multiplexers that the daemon switches."""

from companion.core.picture import BLANK, Picture
from companion.core.seat import Seat
from companion.devices.panel_wires.daemon_mux_channel import MuxSwitches
from companion.devices.panel_wires.i2c_wire import I2CWire
from companion.devices.panels.chip_commands import start_up_commands
from companion.devices.panels.oled_panel import OledPanel
from companion.devices.panels.panel_bus import PanelBus
from companion.devices.simulated.display_chip import DisplayChip
from companion.devices.simulated.sh1106 import SH1106
from companion.devices.simulated.simulated_i2c import SimulatedI2C
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.simulated.tca9548a import TCA9548A
from companion.devices.wiring_records import ChipName as ChipName
from companion.devices.wiring_records import Mux
from tests.devices.clock import HandLoop

ADDRESS = 0x3C
PLACES = (Mux(0x70, 0), Mux(0x70, 5), Mux(0x71, 0), Mux(0x71, 7))
"""Four seats, all with the same address, behind two multiplexers."""


class Ear:
    """A chip that writes down what it hears."""

    def __init__(self, chip: DisplayChip) -> None:
        self.chip = chip
        self.heard: list[bytes] = []
        self.commanded = 0

    @property
    def contrast(self) -> int:
        return self.chip.contrast

    def command(self, stream: bytes) -> None:
        self.commanded += 1
        self.chip.command(stream)

    def data(self, stream: bytes) -> None:
        self.heard.append(stream)
        self.chip.data(stream)

    def status(self) -> int:
        return self.chip.status()

    def reset(self) -> None:
        self.chip.reset()

    def power_cycle(self) -> None:
        self.chip.power_cycle()

    def pixels(self) -> Picture:
        return self.chip.pixels()


class Board:
    """Four panels behind two multiplexers on one bus, without its worker."""

    def __init__(self) -> None:
        self.loop = HandLoop()
        self.chips = [Ear(chip) for chip in (SSD1306(), SH1106(), SSD1306(), SH1106())]
        channels: dict[int, dict[int, dict[int, DisplayChip]]] = {0x70: {}, 0x71: {}}
        for place, chip in zip(PLACES, self.chips, strict=True):
            channels[place.address][place.channel] = {ADDRESS: chip}
        self.muxes = {address: TCA9548A(found) for address, found in channels.items()}
        self.wires = SimulatedI2C({}, self.muxes)
        self.switches = MuxSwitches(self.muxes, lambda: self.wires)
        self.faults: list[tuple[Seat, str | None]] = []
        self.bus = PanelBus(
            "i2c-1",
            [self.panel(seat) for seat in range(len(PLACES))],
            self.loop,
            lambda *_: None,
            lambda seat, error: self.faults.append((seat, None if error is None else str(error))),
            clock=self.loop.time,
        )

    def panel(self, seat: Seat) -> OledPanel:
        chip: ChipName = "sh1106" if seat % 2 else "ssd1306"
        return OledPanel(seat, f"multiplexer {seat}", chip, lambda: self.wire(seat), start_up_commands(chip), 127)

    def work(self) -> None:
        while self.bus.step():
            pass
        self.loop.run()

    def seen(self) -> list[Picture]:
        return [chip.pixels() for chip in self.chips]

    def wire(self, seat: Seat) -> I2CWire:
        return I2CWire(self.switches.channel(PLACES[seat]), ADDRESS)

    def commanded(self) -> list[int]:
        """How many transactions of commands each chip has heard."""
        return [chip.commanded for chip in self.chips]


def secret(seat: Seat) -> Picture:
    """A picture of which every byte tells whose it is."""
    return bytes([0x11 << seat]) * len(BLANK)
