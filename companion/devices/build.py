"""A table's devices out of its wiring: the only place that chooses between a Raspberry Pi's and simulated ones.

Screens come before keys: what a killed daemon left on a panel is blanked before anything else happens. The libraries of
either world are imported in the branch that needs them.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.core.errors import DeviceError
from companion.core.seat import Seat
from companion.devices.bus import Bus, BusDisplay, FaultSink
from companion.devices.buzzer import GpioBuzzer
from companion.devices.care import Care
from companion.devices.chips import start_up
from companion.devices.gpio import GpioKeys
from companion.devices.i2c import Adapter, I2CWire, LinuxI2C, trunk
from companion.devices.loop import Loop
from companion.devices.mux import Switches
from companion.devices.oled import Panel
from companion.devices.pins import pin_factory
from companion.devices.pods import NoLoop, Pods, TableKeys
from companion.devices.ports import Buzzer, Display, Keys, RunSink
from companion.devices.settings import Chip as ChipName
from companion.devices.settings import I2CPanel, PodSeat, SeatWiring, SPIPanel, Wiring
from companion.devices.spi import SPIWire
from companion.devices.wire import Wire

if TYPE_CHECKING:
    from companion.devices.simulated.chip import Chip
    from companion.devices.simulated.fingers import Fingers
    from companion.devices.simulated.i2c import SimulatedI2C
    from companion.devices.simulated.pod import SimulatedPod
    from companion.devices.simulated.spi import Wired

_Place = tuple[str, int]
"""What one worker serves: ("i2c", bus) or ("spi", port)."""


class Devices:
    """The devices of one table; `close` them before the loop.

    `buzzer`: the table's own, None where it has none; `buzzers`: of the seats that have one of their own, in their pods.
    `fingers`, `panels` and `cables` are there only at a simulated table: who presses its keys, what its screens show, and the
    I2C buses by number.
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
        self._pods = world.pods(loop, on_runs, on_fault)
        try:
            factory = world.factory()
            self.buzzer: Buzzer | None = _buzzer(wiring, factory, loop)
            pins = GpioKeys(wiring.seats, factory, loop, lockout=wiring.debounce_ms / 1000)
            self.keys: Keys = TableKeys(pins, self._pods.keys)
        except DeviceError:
            self._close_screens()
            world.close()
            raise
        for bus in self._buses:
            bus.start()
        self._pods.open()
        self.displays: Mapping[Seat, Display] = {
            **{seat: BusDisplay(seat, bus) for bus in self._buses for seat in bus.seats},
            **self._pods.displays,
        }
        self.care = Care(self.displays, wiring.care, loop)
        self.buzzers: Mapping[Seat, Buzzer] = self._pods.buzzers
        self.fingers: Fingers | None = world.fingers()
        self.panels: Mapping[Seat, Chip] | None = world.chips
        self.cables: Mapping[int, SimulatedI2C] = world.cables

    @property
    def pins(self) -> Any:
        """The gpiozero pin factory, for what stands in the middle of the table."""
        return self._world.factory()

    def close(self) -> None:
        """Let the keys go, blank every panel, switch it off, wait for the workers, and let the pins go."""
        self.care.close()
        self.keys.close()
        if self.buzzer is not None:
            self.buzzer.close()
        self._close_screens()
        self._world.close()

    def _close_screens(self) -> None:
        self._pods.close()
        for bus in self._buses:
            bus.close()


def build(wiring: Wiring, loop: Loop, on_runs: RunSink, on_fault: FaultSink) -> Devices:
    """Blank the screens, then open the keys. `on_runs` and `on_fault` are called on `loop`.

    A screen that does not answer is a fault of its seat and is tried again. Raises DeviceError when there are no pins.
    """
    return Devices(wiring, loop, on_runs, on_fault)


def _buzzer(wiring: Wiring, factory: Any, loop: Loop) -> Buzzer | None:
    """A table that is to be silent takes no pin for it. Raises DeviceError."""
    if wiring.sounds.pin is None or not wiring.sounds.enabled:
        return None
    return GpioBuzzer(wiring.sounds.pin, factory, loop)


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
    errors += world.pods(NoLoop(), lambda _seat, _runs: None, lambda _seat, _error: None).blank()
    world.close()
    return tuple(errors)


def _by_place(wiring: Wiring, world: "_World") -> dict[_Place, list[Panel]]:
    """The panels of each set of wires, seats in order."""
    found: dict[_Place, list[Panel]] = {}
    for seat, panel in _wired(wiring):
        if isinstance(panel, I2CPanel):
            # The channels of a multiplexer share the wires above it, so one worker serves them all.
            place = ("i2c", panel.bus if wiring.simulated else trunk(panel.bus))
            behind = f", multiplexer 0x{panel.mux.address:02X} channel {panel.mux.channel}" if panel.mux else ""
            name = f"I2C bus {panel.bus}{behind}, address 0x{panel.address:02X}"
        else:
            place = ("spi", panel.port)
            name = f"SPI {panel.port}.{panel.device}"
        commands = start_up(panel.chip, panel.rotate)
        made = Panel(seat, name, panel.chip, world.opener(panel), commands, panel.contrast)
        found.setdefault(place, []).append(made)
    return found


def _wired(wiring: Wiring) -> Iterator[tuple[Seat, I2CPanel | SPIPanel]]:
    """The panels that hang on the Pi's own wires."""
    for seat, wired in enumerate(wiring.seats):
        if isinstance(wired, SeatWiring):
            yield seat, wired.panel


def _on_pods(wiring: Wiring) -> dict[Seat, PodSeat]:
    return {seat: wired for seat, wired in enumerate(wiring.seats) if isinstance(wired, PodSeat)}


class _World:
    """Either the Raspberry Pi or the simulated table; the pins are opened when they are first asked for."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self._factory: Any = None
        self.chips: dict[Seat, Chip] | None = None
        self._adapters: dict[int, Adapter] = {}
        self.cables: dict[int, SimulatedI2C] = {}
        self._spi_panels: dict[tuple[int, int], Wired] = {}
        self._simulated_pods: dict[Seat, SimulatedPod] = {}
        self._switches = {
            bus: Switches(addresses, partial(self._open_bus, bus)) for bus, addresses in _muxes(wiring).items()
        }
        if wiring.simulated:
            self._simulate()

    def factory(self) -> Any:
        """The one pin factory. Raises DeviceError."""
        if self._factory is None:
            name = "mock" if self._wiring.simulated else self._wiring.pin_factory
            self._factory = pin_factory(name, self._wiring.revision)
        return self._factory

    def opener(self, panel: I2CPanel | SPIPanel) -> Callable[[], Wire]:
        """What opens the panel's wire."""
        if isinstance(panel, I2CPanel):
            return partial(self._open_i2c, panel)
        return partial(self._open_spi, panel)

    def fingers(self) -> "Fingers | None":
        if not self._wiring.simulated:
            return None
        from companion.devices.simulated.fingers import Fingers

        return Fingers(self.factory(), self._wiring, self._simulated_pods)

    def pods(self, loop: Loop, on_runs: RunSink, on_fault: FaultSink) -> Pods:
        """The pods of the seats that have one; not looked for yet."""
        seats = _on_pods(self._wiring)
        if not self._wiring.simulated or not seats:
            return Pods(seats, loop, on_runs, on_fault)
        from companion.devices.simulated.pod import SimulatedPods

        ports = SimulatedPods(self._simulated_pods.values())
        return Pods(seats, loop, on_runs, on_fault, find=ports.find, open_port=ports.open)

    def close(self) -> None:
        if self._factory is not None:
            self._factory.close()
            self._factory = None

    def _open_i2c(self, panel: I2CPanel) -> Wire:
        switches = self._switches.get(panel.bus)
        adapter = self._open_bus(panel.bus) if switches is None else switches.channel(panel.mux)
        return I2CWire(adapter, panel.address)

    def _open_bus(self, bus: int) -> Adapter:
        return self._adapters[bus] if self._wiring.simulated else LinuxI2C(bus)

    def _open_spi(self, panel: SPIPanel) -> Wire:
        if not self._wiring.simulated:
            return SPIWire(panel, self.factory())
        from companion.devices.simulated.spi import SimulatedSPI

        port = SimulatedSPI(self._spi_panels, self.factory())
        return SPIWire(panel, self.factory(), port, reset_seconds=0)

    def _simulate(self) -> None:
        from companion.devices.simulated.i2c import SimulatedI2C
        from companion.devices.simulated.mux import TCA9548A
        from companion.devices.simulated.sh1106 import SH1106
        from companion.devices.simulated.spi import Wired
        from companion.devices.simulated.ssd1306 import SSD1306
        from companion.devices.simulated.ssd1309 import SSD1309

        made: dict[ChipName, Callable[[], Chip]] = {"ssd1306": SSD1306, "sh1106": SH1106, "ssd1309": SSD1309}
        self.chips = {seat: made[panel.chip]() for seat, panel in _wired(self._wiring)}
        if pods := _on_pods(self._wiring):
            from companion.devices.simulated.pod import SimulatedPod

            for seat, pod in pods.items():
                self.chips[seat] = made[pod.chip]()
                self._simulated_pods[seat] = SimulatedPod(pod.serial, self.chips[seat])
        buses: dict[int, dict[int, Chip]] = {}
        muxes: dict[int, dict[int, dict[int, dict[int, Chip]]]] = {}
        for seat, panel in _wired(self._wiring):
            chip = self.chips[seat]
            if isinstance(panel, SPIPanel):
                self._spi_panels[panel.port, panel.device] = Wired(chip, panel.dc, panel.reset)
                continue
            chips = buses.setdefault(panel.bus, {})
            if panel.mux is not None:
                channels = muxes.setdefault(panel.bus, {}).setdefault(panel.mux.address, {})
                chips = channels.setdefault(panel.mux.channel, {})
            chips[panel.address] = chip
        for bus, chips in buses.items():
            behind = {address: TCA9548A(channels) for address, channels in muxes.get(bus, {}).items()}
            self._adapters[bus] = self.cables[bus] = SimulatedI2C(chips, behind)


def _muxes(wiring: Wiring) -> dict[int, set[int]]:
    """The multiplexers that the daemon switches itself, by bus."""
    found: dict[int, set[int]] = {}
    for _, panel in _wired(wiring):
        if isinstance(panel, I2CPanel) and panel.mux is not None:
            found.setdefault(panel.bus, set()).add(panel.mux.address)
    return found
