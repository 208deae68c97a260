"""Builds a table's devices from its wiring, the die apart (`dice/`), and chooses between real and simulated ones.

Screens are opened before keys, so that pictures which a killed daemon left on the panels are cleared first. Each branch imports
the libraries that it needs.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.core.errors import DeviceError
from companion.core.seat import Place, each_place, seat_number
from companion.devices.buzzer import GpioBuzzer
from companion.devices.keys.gpio_keys import GpioKeys
from companion.devices.panels.bus import FaultSink, PanelBus, PanelBusDisplay
from companion.devices.panels.dimming import PanelDimming
from companion.devices.panels.luma_devices import DISPLAY_OFF
from companion.devices.panels.multiplexer import MuxSwitches, OpenChannel, locate_channel, located_bus
from companion.devices.panels.oled_panel import OledPanel
from companion.devices.panels.wires import (
    COMMANDS_FOLLOW,
    I2C_SYSFS,
    I2CAdapter,
    LinuxI2C,
    MuxReset,
    PanelWire,
    ResetLine,
    root_bus,
)
from companion.devices.pins import pin_factory
from companion.devices.pods.seat import Pods
from companion.devices.protocols import Buzzer, Display, KeyEventSink, KeySource, Loop, RunSink, Timer
from companion.devices.wiring import I2CPanel, PodSeat, SeatWiring, SPIPanel, Wiring

if TYPE_CHECKING:
    from companion.devices.simulated.chip import DisplayChip
    from companion.devices.simulated.i2c import SimulatedI2C
    from companion.devices.simulated.pins import SimulatedKeys
    from companion.devices.simulated.table import SimulatedTable

_Wires = tuple[str, int]
"""The wires that one worker serves: ("i2c", bus) or ("spi", port)."""


class Devices:
    """The devices of one table; `close` them before the loop.

    `buzzer`: the table's buzzer, or None; `buzzers`: those in the seats' pods.
    Only a simulated table has `simulated_keys`, which press its keys, `panels`, its chips by seat, and `i2c_buses`, the bus of
    each seat's panel.
    """

    def __init__(self, wiring: Wiring, loop: Loop, on_runs: RunSink, on_fault: FaultSink, sysfs: Path) -> None:
        wires = _WireFactory(wiring, sysfs)
        self._wires = wires
        self._buses = [
            PanelBus(f"{kind}-{number}", panels, loop, on_runs, on_fault, clock=loop.time)
            for (kind, number), panels in _by_place(wiring, wires).items()
        ]
        now = loop.time()
        # All panels of all buses are dark before luma is loaded for the first.
        for bus in self._buses:
            bus.darken(now)
        for bus in self._buses:
            bus.open(now)
        self._pods = wires.pods(loop, on_runs, on_fault)
        try:
            factory = wires.factory() if _has_pins(wiring) else None
            self.buzzer: Buzzer | None = _buzzer(wiring, factory, loop)
            pins = GpioKeys(
                wiring.seats, factory, loop, lockout=wiring.debounce_ms / 1000, settle=wiring.settle_ms / 1000
            )
            self.keys: KeySource = _TableKeys(pins, self._pods.keys)
        except DeviceError:
            self._close_screens()
            wires.close()
            raise
        for bus in self._buses:
            bus.start()
        self._pods.open()
        self.displays: Mapping[Place, Display] = {
            **{seat: PanelBusDisplay(seat, bus) for bus in self._buses for seat in bus.seats},
            **self._pods.displays,
        }
        self.dimming = PanelDimming(self.displays, wiring.dimming, loop)
        self.buzzers: Mapping[Place, Buzzer] = self._pods.buzzers
        self.simulated_keys: SimulatedKeys | None = wires.simulated_keys()
        simulated = wires.simulated
        self.panels: Mapping[Place, DisplayChip] | None = None if simulated is None else simulated.chips
        self.i2c_buses: Mapping[Place, SimulatedI2C] = {} if simulated is None else simulated.i2c_buses

    @property
    def pin_factory(self) -> Any:
        """The gpiozero pin factory, for the die."""
        return self._wires.factory()

    def close(self) -> None:
        """Close the keys, blank every panel and switch it off, wait for the workers, and release the pins."""
        self.dimming.close()
        self.keys.close()
        if self.buzzer is not None:
            self.buzzer.close()
        self._close_screens()
        self._wires.close()

    def _close_screens(self) -> None:
        self._pods.close()
        for bus in self._buses:
            bus.close()


class _TableKeys:
    """The `KeySource` of the whole table: keys on the Pi's pins and keys of pods."""

    def __init__(self, *parts: KeySource) -> None:
        self._parts = parts

    def start(self, sink: KeyEventSink) -> None:
        for part in self._parts:
            part.start(sink)

    def close(self) -> None:
        for part in self._parts:
            part.close()


def build(wiring: Wiring, loop: Loop, on_runs: RunSink, on_fault: FaultSink, *, sysfs: Path = I2C_SYSFS) -> Devices:
    """Blank the screens, then open the keys. `on_runs` and `on_fault` are called on `loop`. `sysfs`: the kernel's folder
    of I2C buses.

    A screen that does not answer, or whose bus does not exist yet, is a fault of its seat and is retried. Raises DeviceError
    if the pins cannot be used.
    """
    return Devices(wiring, loop, on_runs, on_fault, sysfs)


def _buzzer(wiring: Wiring, factory: Any, loop: Loop) -> Buzzer | None:
    """The buzzer; None, with no pin claimed, if sounds are off. Raises DeviceError."""
    if wiring.sounds.pin is None or not wiring.sounds.enabled:
        return None
    return GpioBuzzer(wiring.sounds.pin, factory, loop)


def blank(wiring: Wiring, *, sysfs: Path = I2C_SYSFS) -> tuple[DeviceError, ...]:
    """After a crash: clear every panel and switch it off. Returns the errors of panels that did not answer."""
    wires = _WireFactory(wiring, sysfs)
    errors = []
    panels = [panel for shared in _by_place(wiring, wires).values() for panel in shared]
    # They are switched off before luma is loaded, with which their memories are cleared.
    for work in (OledPanel.darken, OledPanel.close):
        for panel in tuple(panels):
            try:
                work(panel)
            except DeviceError as error:
                errors.append(error)
                panels.remove(panel)
    errors += wires.pods(NoLoop(), lambda _seat, _runs: None, lambda _seat, _error: None).blank()
    wires.close()
    return tuple(errors)


def _has_pins(wiring: Wiring) -> bool:
    """Whether seats or the buzzer use pins. A table of phones alone opens none, so it runs where there are none."""
    return wiring.sounds.pin is not None or any(isinstance(wired, SeatWiring) for wired in wiring.seats)


class NoLoop:
    """The part of a `Loop` that blanking needs; callbacks are dropped."""

    def time(self) -> float:
        return time.monotonic()

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> object:
        """No effect."""

    def call_at(self, when: float, callback: Callable[..., object], *args: Any) -> Timer:
        """Blanking waits for nothing, so nobody may ask for it."""
        raise NotImplementedError


def _by_place(wiring: Wiring, wires: "_WireFactory") -> dict[_Wires, list[OledPanel]]:
    """The panels by the wires that they share, in the order of the seats."""
    found: dict[_Wires, list[OledPanel]] = {}
    for seat, panel in _wired(wiring):
        if isinstance(panel, I2CPanel):
            # The channels of a multiplexer share the wires before it, so one worker serves them all.
            wires_of = ("i2c", panel.wires if wiring.simulated else root_bus(panel.wires, wires.sysfs))
            behind = f", multiplexer 0x{panel.mux.address:02X} channel {panel.mux.channel}" if panel.mux else ""
            name = f"I2C bus {panel.wires}{behind}, address 0x{panel.address:02X}"
        else:
            wires_of = ("spi", panel.port)
            name = f"SPI {panel.port}.{panel.device}"
        made = OledPanel(
            seat,
            name,
            panel.chip,
            wires.opener(panel),
            rotate=panel.rotate,
            contrast=panel.contrast,
            darken=wires.darkener(panel),
        )
        found.setdefault(wires_of, []).append(made)
    return found


def _wired(wiring: Wiring) -> Iterator[tuple[Place, I2CPanel | SPIPanel]]:
    """The panels that are wired to the Pi itself."""
    for seat, wired in each_place(wiring.seats):
        if isinstance(wired, SeatWiring):
            yield seat, wired.panel


def _on_pods(wiring: Wiring) -> dict[Place, PodSeat]:
    return {seat: wired for seat, wired in each_place(wiring.seats) if isinstance(wired, PodSeat)}


class _WireFactory:
    """Either the Raspberry Pi or the simulated table; the pin factory is opened at its first use."""

    def __init__(self, wiring: Wiring, sysfs: Path) -> None:
        self._wiring = wiring
        self.sysfs = sysfs
        self._factory: Any = None
        self._open_channels: dict[tuple[int, int], OpenChannel] = {}
        self._lines = {
            panel.reset: ResetLine(
                f"the reset of seat {seat_number(seat)}'s panel", panel.reset, self.factory, self._sleep
            )
            for seat, panel in _wired(wiring)
            if isinstance(panel, I2CPanel) and panel.reset is not None
        }
        mux_reset = wiring.i2c.mux_reset
        self._mux_reset = (
            None if mux_reset is None else ResetLine("the multiplexers' reset", mux_reset, self.factory, self._sleep)
        )
        self._switches = {
            bus: MuxSwitches(
                {panel.mux.address for panel in panels if panel.mux is not None}, partial(self._open_before, panels)
            )
            for bus, panels in _by_daemon_switched_bus(wiring).items()
        }
        self.simulated = _simulated(wiring, self.factory) if wiring.simulated else None

    def factory(self) -> Any:
        """The one pin factory. Raises DeviceError."""
        if self._factory is None:
            name = "mock" if self._wiring.simulated else self._wiring.pin_factory
            self._factory = pin_factory(name, self._wiring.revision)
        return self._factory

    def opener(self, panel: I2CPanel | SPIPanel) -> Callable[[], PanelWire]:
        """A function that opens the panel's wire."""
        if isinstance(panel, I2CPanel):
            return partial(self._open_i2c, panel)
        return partial(self._open_spi, panel)

    def darkener(self, panel: I2CPanel | SPIPanel) -> Callable[[], None]:
        """A function that switches the panel off without luma, which takes long to load."""
        return partial(self._darken, panel) if isinstance(panel, I2CPanel) else partial(self._reset_spi, panel)

    def simulated_keys(self) -> "SimulatedKeys | None":
        if self.simulated is None:
            return None
        from companion.devices.simulated.pins import SimulatedKeys

        return SimulatedKeys(self.factory(), self._wiring, self.simulated.pods)

    def pods(self, loop: Loop, on_runs: RunSink, on_fault: FaultSink) -> Pods:
        """The pods of the seats that have one; the search for them has not started."""
        seats = _on_pods(self._wiring)
        if self.simulated is None or not seats:
            return Pods(seats, loop, on_runs, on_fault)
        from companion.devices.simulated.pod import SimulatedPods

        ports = SimulatedPods(self.simulated.pods.values())
        return Pods(seats, loop, on_runs, on_fault, find_port=ports.find, open_port=ports.open)

    def close(self) -> None:
        for line in (*self._lines.values(), self._mux_reset):
            if line is not None:
                line.close()
        if self._factory is not None:
            self._factory.close()
            self._factory = None

    def _open_i2c(self, panel: I2CPanel) -> PanelWire:
        from companion.devices.panels.luma_wires import LumaI2C

        return LumaI2C(self._open_adapter(panel), panel.address)

    def _darken(self, panel: I2CPanel) -> None:
        adapter = self._open_adapter(panel)
        try:
            adapter.write(panel.address, COMMANDS_FOLLOW + bytes([DISPLAY_OFF]))
        finally:
            adapter.close()

    def _reset_spi(self, panel: SPIPanel) -> None:
        line = ResetLine(
            f"the reset of the panel on SPI {panel.port}.{panel.device}", panel.reset, self.factory, self._sleep
        )
        try:
            line.pulse()
        finally:
            line.close()

    def _open_adapter(self, panel: I2CPanel) -> I2CAdapter:
        if panel.reset is not None:
            self._lines[panel.reset].pulse()
        switches = None if panel.switched_by == "kernel" else self._switches.get(panel.wires)
        return self._open_bus(panel) if switches is None else switches.channel(panel.mux)

    def _open_bus(self, panel: I2CPanel) -> I2CAdapter:
        """The bus of `panel`; behind a multiplexer that the daemon switches, the bus of the multiplexer."""
        if self.simulated is not None:
            return self._with_mux_reset(self.simulated.bus(panel))
        mux = panel.mux
        open_channel = (
            OpenChannel() if mux is None else self._open_channels.setdefault((mux.bus, mux.address), OpenChannel())
        )
        return located_bus(panel, lambda number: self._with_mux_reset(LinuxI2C(number)), open_channel, self.sysfs)

    def _open_before(self, panels: Sequence[I2CPanel]) -> I2CAdapter:
        """The bus of multiplexers that the daemon switches; an error if the kernel drives one of them."""
        if self.simulated is None:
            for panel in panels:
                locate_channel(panel, self.sysfs)
        return self._open_bus(panels[0])

    def _with_mux_reset(self, adapter: I2CAdapter) -> I2CAdapter:
        return adapter if self._mux_reset is None else MuxReset(adapter, self._mux_reset)

    def _sleep(self, seconds: float) -> None:
        if not self._wiring.simulated:
            time.sleep(seconds)

    def _open_spi(self, panel: SPIPanel) -> PanelWire:
        from companion.devices.panels.luma_wires import LumaSPI

        if self.simulated is None:
            return LumaSPI(panel, self.factory())
        from companion.devices.simulated.spi import SimulatedSPI

        port = SimulatedSPI(self.simulated.spi_panels, self.factory())
        return LumaSPI(panel, self.factory(), port, reset_seconds=0)


def _simulated(wiring: Wiring, factory: Callable[[], Any]) -> "SimulatedTable":
    from companion.devices.simulated.table import SimulatedTable

    return SimulatedTable(wiring, factory)


def _by_daemon_switched_bus(wiring: Wiring) -> dict[int, list[I2CPanel]]:
    """By bus, the panels behind multiplexers that the daemon switches."""
    found: dict[int, list[I2CPanel]] = {}
    for _, panel in _wired(wiring):
        if isinstance(panel, I2CPanel) and panel.switched_by == "daemon":
            found.setdefault(panel.wires, []).append(panel)
    return found
