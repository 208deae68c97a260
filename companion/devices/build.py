"""A table's devices out of its wiring: the only place that chooses between a Raspberry Pi's and simulated ones.

Screens come before keys: what a killed daemon left on a panel is blanked before anything else happens. The libraries of
either world are imported in the branch that needs them.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from companion.core.errors import DeviceError
from companion.core.prompt import Pick
from companion.core.seat import Seat
from companion.devices.bus import Bus, BusDisplay, FaultSink
from companion.devices.die import MachineDie
from companion.devices.gpio import GpioKeys
from companion.devices.i2c import Adapter, I2CWire, LinuxI2C, trunk
from companion.devices.loop import Loop
from companion.devices.oled import Panel, start_up
from companion.devices.pins import pin_factory
from companion.devices.ports import Display, Keys, RunSink
from companion.devices.settings import DieSource, I2CPanel, SPIPanel, Wiring
from companion.devices.spi import SPIWire
from companion.devices.wire import Wire

if TYPE_CHECKING:
    from companion.devices.simulated.chip import Chip
    from companion.devices.simulated.die import SimulatedDie
    from companion.devices.simulated.fingers import Fingers

_Place = tuple[str, int]
"""What one worker serves: ("i2c", bus) or ("spi", port)."""


class Devices:
    """The devices of one table; `close` them before the loop.

    `fingers` and `panels` are there only at a simulated table: who presses its keys, and what its screens show.
    """

    def __init__(self, wiring: Wiring, loop: Loop, on_runs: RunSink, on_fault: FaultSink) -> None:
        world = _World(wiring)
        self._world = world
        self._buses = [
            Bus(f"{kind}-{number}", panels, loop, on_runs, on_fault)
            for (kind, number), panels in _by_place(wiring, world).items()
        ]
        for bus in self._buses:
            bus.open()
        try:
            factory = world.factory()
            self.keys: Keys = GpioKeys(wiring.seats, factory, loop, lockout=wiring.debounce_ms / 1000)
        except DeviceError:
            self._close_screens()
            world.close()
            raise
        for bus in self._buses:
            bus.start()
        self.displays: Mapping[Seat, Display] = {
            seat: BusDisplay(seat, bus) for bus in self._buses for seat in bus.seats
        }
        self.fingers: Fingers | None = world.fingers()
        self.panels: Mapping[Seat, Chip] | None = world.chips

    def refresh(self, seat: Seat) -> None:
        """Start the seat's panel anew and draw it whole: for one that lost its power between two pictures, which no
        write can notice."""
        for bus in self._buses:
            bus.refresh(seat)

    def close(self) -> None:
        """Let the keys go, blank every panel, switch it off, wait for the workers, and let the pins go."""
        self.keys.close()
        self._close_screens()
        self._world.close()

    def _close_screens(self) -> None:
        for bus in self._buses:
            bus.close()


def build(wiring: Wiring, loop: Loop, on_runs: RunSink, on_fault: FaultSink) -> Devices:
    """Blank the screens, then open the keys. `on_runs` and `on_fault` are called on `loop`.

    A screen that does not answer is a fault of its seat and is tried again. Raises DeviceError when there are no pins.
    """
    return Devices(wiring, loop, on_runs, on_fault)


def build_die(source: DieSource, loop: Loop, pick: Pick) -> "MachineDie | SimulatedDie":
    """What answers when a die is to be rolled; `pick` is its luck."""
    if source == "machine":
        return MachineDie(pick)
    from companion.devices.simulated.die import SimulatedDie

    return SimulatedDie(loop, pick)


def blank(wiring: Wiring) -> tuple[DeviceError, ...]:
    """Switch every panel off with an empty memory, after a crash; the errors of those that did not answer."""
    world = _World(wiring)
    errors = []
    for panels in _by_place(wiring, world).values():
        for panel in panels:
            try:
                panel.close()
            except DeviceError as error:
                errors.append(error)
    world.close()
    return tuple(errors)


def _by_place(wiring: Wiring, world: "_World") -> dict[_Place, list[Panel]]:
    """The panels of each set of wires, seats in order."""
    found: dict[_Place, list[Panel]] = {}
    recorded = cache(start_up)
    for seat, wired in enumerate(wiring.seats):
        panel = wired.panel
        if isinstance(panel, I2CPanel):
            # The channels of a multiplexer share the wires above it, so one worker serves them all.
            place = ("i2c", panel.bus if wiring.simulated else trunk(panel.bus))
            name = f"I2C bus {panel.bus}, address 0x{panel.address:02X}"
        else:
            place = ("spi", panel.port)
            name = f"SPI {panel.port}.{panel.device}"
        commands = recorded(panel.chip, panel.rotate, panel.contrast)
        found.setdefault(place, []).append(Panel(seat, name, panel.chip, world.opener(seat, panel), commands))
    return found


class _World:
    """Either the Raspberry Pi or the simulated table; the pins are opened when they are first asked for."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._factory: Any = None
        self.chips: dict[Seat, Chip] | None = None
        self._adapters: dict[int, Adapter] = {}
        if wiring.simulated:
            self._simulate()

    def factory(self) -> Any:
        """The one pin factory. Raises DeviceError."""
        if self._factory is None:
            name = "mock" if self._wiring.simulated else self._wiring.pin_factory
            self._factory = pin_factory(name, self._wiring.revision)
        return self._factory

    def opener(self, seat: Seat, panel: I2CPanel | SPIPanel) -> Callable[[], Wire]:
        """What opens the panel's wire."""
        if isinstance(panel, I2CPanel):
            return partial(self._open_i2c, panel)
        return partial(self._open_spi, seat, panel)

    def fingers(self) -> "Fingers | None":
        if not self._wiring.simulated:
            return None
        from companion.devices.simulated.fingers import Fingers

        return Fingers(self.factory(), self._wiring)

    def close(self) -> None:
        if self._factory is not None:
            self._factory.close()
            self._factory = None

    def _open_i2c(self, panel: I2CPanel) -> Wire:
        adapter = self._adapters[panel.bus] if self._wiring.simulated else LinuxI2C(panel.bus)
        return I2CWire(adapter, panel.address)

    def _open_spi(self, seat: Seat, panel: SPIPanel) -> Wire:
        if self.chips is None:
            return SPIWire(panel, self.factory())
        from companion.devices.simulated.spi import SimulatedSPI

        port = SimulatedSPI(self.chips[seat], self.factory(), dc=panel.dc, reset=panel.reset)
        return SPIWire(panel, self.factory(), port, reset_seconds=0)

    def _simulate(self) -> None:
        from companion.devices.simulated.i2c import SimulatedI2C
        from companion.devices.simulated.sh1106 import SH1106
        from companion.devices.simulated.ssd1306 import SSD1306

        made: dict[str, Callable[[], Chip]] = {"ssd1306": SSD1306, "sh1106": SH1106}
        self.chips = {seat: made[wired.panel.chip]() for seat, wired in enumerate(self._wiring.seats)}
        buses: dict[int, dict[int, Chip]] = {}
        for seat, wired in enumerate(self._wiring.seats):
            if isinstance(wired.panel, I2CPanel):
                buses.setdefault(wired.panel.bus, {})[wired.panel.address] = self.chips[seat]
        self._adapters = {bus: SimulatedI2C(chips) for bus, chips in buses.items()}
