"""A whole simulated table: keys enter at the pins, pictures come out at the panels."""

import asyncio
import math
import sys
import threading
from functools import partial
from pathlib import Path

import pytest
from luma.core import threadpool
from msgspec import structs

from companion.core.errors import DeviceError
from companion.core.keys import KeyEdge, KeyEvent, KnobTurn
from companion.core.picture import BLANK, PixelRun
from companion.devices import build as building
from companion.devices.build import Devices, blank, build
from companion.devices.protocols import Loop
from companion.devices.simulated.i2c import SimulatedI2C
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring import Encoder, I2CPanel, Mux, SeatWiring, SoundSettings, SPIPanel, Wiring
from tests.devices.clock import HandLoop
from tests.devices.pictures import lit
from tests.devices.rigs import seats, shows
from tests.sysfs import Sysfs
from tests.until import setting, until

WIRING = Wiring(
    simulated=True,
    pin_factory="mock",
    seats=seats(
        I2CPanel("ssd1306", 11, 0x3C),
        I2CPanel("sh1106", 12, 0x3C),
        SPIPanel("ssd1306", 0, 0, dc=24, reset=25),
        SPIPanel("sh1106", 0, 1, dc=26, reset=27),
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


def started(before: set[threading.Thread]) -> list[str]:
    """The names of the threads that were started since; not those of luma's own pool, which its first import starts."""
    return sorted(
        thread.name for thread in set(threading.enumerate()) - before if not isinstance(thread, threadpool.worker)
    )


def open_table(loop: Loop, onlooker: Onlooker) -> Devices:
    return build(WIRING, loop, onlooker.on_runs, onlooker.on_fault)


@pytest.mark.anyio
async def test_a_whole_table_on_asyncios_loop() -> None:
    onlooker = Onlooker()
    devices = open_table(asyncio.get_running_loop(), onlooker)
    assert devices.simulated_keys is not None
    assert devices.panels is not None
    try:
        edges: asyncio.Queue[KeyEvent] = asyncio.Queue()
        devices.keys.start(edges.put_nowait)
        for seat in range(len(WIRING.seats)):
            devices.simulated_keys.press(seat, "middle")
            edge = await edges.get()
            assert isinstance(edge, KeyEdge)
            assert (edge.seat, edge.key, edge.down) == (seat, "middle", True)
            picture = lit((seat, seat))
            devices.displays[seat].show(picture, urgent=True)
            await until(partial(shows, devices.panels[seat], picture), setting(onlooker.told))
    finally:
        devices.close()
    assert onlooker.faults == []
    assert all(chip.pixels() == BLANK for chip in devices.panels.values())


def test_every_screen_is_lit_and_blank_before_build_returns() -> None:
    loop, onlooker = HandLoop(), Onlooker()
    devices = open_table(loop, onlooker)
    loop.run()
    assert sorted(onlooker.runs) == [0, 1, 2, 3]
    assert all(not any(run.data) for runs in onlooker.runs.values() for run in runs)
    assert devices.panels is not None
    for chip in devices.panels.values():
        chip.command(b"\xa5")
        assert chip.pixels() == bytes([0xFF]) * len(BLANK)
    devices.close()


@pytest.mark.parametrize("one_by_one", [False, True])
def test_there_is_one_worker_for_each_bus_and_none_after_close(one_by_one: bool) -> None:
    before = set(threading.enumerate())
    devices = open_table(HandLoop(), Onlooker())
    assert started(before) == ["i2c-11", "i2c-12", "spi-0"]
    for display in devices.displays.values() if one_by_one else ():
        display.close()
    devices.close()
    assert started(before) == []


def test_the_channels_of_a_multiplexer_have_one_worker(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    wires = SimulatedI2C({0x3C: SSD1306()})
    monkeypatch.setattr(building, "LinuxI2C", lambda bus: wires)
    panels = (
        I2CPanel("ssd1306", None, 0x3C, mux=Mux(0x70, 0)),
        I2CPanel("ssd1306", None, 0x3C, mux=Mux(0x70, 1)),
        I2CPanel("ssd1306", 3, 0x3C),
    )
    before = set(threading.enumerate())
    onlooker = Onlooker()
    wiring = Wiring(False, "mock", seats(*panels))
    # Before the kernel has found the multiplexer, too.
    devices = build(wiring, HandLoop(), onlooker.on_runs, onlooker.on_fault, sysfs=own_buses(tmp_path, 1, 3))
    assert started(before) == ["i2c-1", "i2c-3"]
    assert devices.simulated_keys is None
    assert devices.panels is None
    devices.close()


def own_buses(root: Path, *numbers: int) -> Path:
    """The sysfs of a Raspberry Pi with these buses, and no multiplexer."""
    sysfs = Sysfs(root)
    for number in numbers:
        sysfs.adapter("bcm2835 (i2c@7e804000)", number)
    return sysfs.devices


def real(monkeypatch: pytest.MonkeyPatch, chip: SSD1306) -> Wiring:
    """A Raspberry Pi's wiring, with our bus in the place of /dev/i2c-1."""
    wires = SimulatedI2C({0x3C: chip})
    monkeypatch.setattr(building, "LinuxI2C", lambda bus: wires)
    return Wiring(False, "lgpio", seats(I2CPanel("ssd1306", 1, 0x3C), I2CPanel("ssd1306", 1, 0x3D)))


def leftover(chip: SSD1306) -> None:
    """The picture of a daemon that was killed."""
    chip.command(b"\x8d\x14\xa1\xc8\x20\x00\xaf")
    chip.data(bytes([0xFF]) * len(BLANK))


def test_blank_darkens_every_panel_that_answers_and_names_the_others(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    chip = SSD1306()
    leftover(chip)
    errors = blank(real(monkeypatch, chip), sysfs=own_buses(tmp_path, 1))
    assert [str(error).partition(":")[0] for error in errors] == ["seat 2"]
    assert chip.pixels() == BLANK
    chip.command(b"\xaf")
    assert chip.pixels() == BLANK


def test_screens_are_blanked_even_when_there_are_no_pins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    chip = SSD1306()
    leftover(chip)
    wiring = real(monkeypatch, chip)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
    before = set(threading.enumerate())
    with pytest.raises(DeviceError, match='pin_factory "lgpio"'):
        build(wiring, HandLoop(), Onlooker().on_runs, Onlooker().on_fault, sysfs=own_buses(tmp_path, 1))
    assert chip.pixels() == BLANK
    chip.command(b"\xaf")
    assert chip.pixels() == BLANK
    assert started(before) == []


def test_a_knob_in_the_place_of_keys_is_turned_by_the_fingers() -> None:
    knob = SeatWiring(Encoder(7, 8, 9), I2CPanel("ssd1306", 13, 0x3C))
    loop, onlooker = HandLoop(), Onlooker()
    devices = build(structs.replace(WIRING, seats=(*WIRING.seats, knob)), loop, onlooker.on_runs, onlooker.on_fault)
    # Mock pins take their ticks from the wall clock; with this one every edge is dated by the loop's.
    devices.pin_factory.ticks = lambda: math.inf
    told: list[KeyEvent] = []
    devices.keys.start(told.append)
    assert devices.simulated_keys is not None
    devices.simulated_keys.press(4, "right")
    devices.simulated_keys.release(4, "right")
    loop.run()
    assert [(event.seat, event.way) for event in told if isinstance(event, KnobTurn)] == [(4, "right")]
    devices.close()


def test_the_tables_buzzer_sounds_on_its_pin_until_the_table_is_closed() -> None:
    loop, onlooker = HandLoop(), Onlooker()
    devices = build(structs.replace(WIRING, sounds=SoundSettings(pin=23)), loop, onlooker.on_runs, onlooker.on_fault)
    pin = devices.pin_factory.pin(23)
    assert devices.buzzer is not None
    devices.buzzer.play("end")
    assert pin.tone
    devices.close()
    assert pin.tone == 0


@pytest.mark.parametrize("sounds", [SoundSettings(), SoundSettings(pin=23, enabled=False)])
def test_a_silent_table_takes_no_pin_for_a_buzzer(sounds: SoundSettings) -> None:
    onlooker = Onlooker()
    devices = build(structs.replace(WIRING, sounds=sounds), HandLoop(), onlooker.on_runs, onlooker.on_fault)
    assert devices.buzzer is None
    assert devices.pin_factory.pin(23).function == "input"
    devices.close()


def test_a_missing_spidev_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    (error,) = blank(Wiring(False, "mock", seats(SPIPanel("sh1106", 0, 0, 24, 25))))
    assert "seat 1" in str(error)
    assert "spidev is missing" in str(error)


def muxed(*, simulated: bool) -> Wiring:
    """Three panels of one address behind two multiplexers on bus 1, and one before them."""
    panels = (
        I2CPanel("ssd1306", 1, 0x3C, mux=Mux(0x70, 0)),
        I2CPanel("sh1106", 1, 0x3C, mux=Mux(0x70, 7)),
        I2CPanel("ssd1309", 1, 0x3C, mux=Mux(0x71, 0)),
        I2CPanel("ssd1306", 1, 0x3D, contrast=9),
    )
    return Wiring(simulated, "mock", seats(*panels))


def test_a_table_behind_multiplexers_that_the_daemon_switches() -> None:
    before = set(threading.enumerate())
    onlooker, loop = Onlooker(), HandLoop()
    devices = build(muxed(simulated=True), loop, onlooker.on_runs, onlooker.on_fault)
    assert started(before) == ["i2c-1"]
    assert devices.panels is not None
    for chip in devices.panels.values():
        chip.command(b"\xa5")
        assert chip.pixels() == bytes([0xFF]) * len(BLANK)
    assert [devices.panels[seat].contrast for seat in range(4)] == [127, 127, 127, 9]
    devices.close()
    loop.run()
    assert onlooker.faults == []


def test_a_screen_behind_a_multiplexer_is_named_with_its_channel(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    opened: list[int] = []

    def open_bus(bus: int) -> SimulatedI2C:
        opened.append(bus)
        return SimulatedI2C({0x3D: SSD1306()})

    monkeypatch.setattr(building, "LinuxI2C", open_bus)
    errors = [str(error) for error in blank(muxed(simulated=False), sysfs=own_buses(tmp_path, 1))]
    assert "seat 2: screen not answering (I2C bus 1, multiplexer 0x70 channel 7, address 0x3C): " in errors[1]
    assert len(errors) == 4
    assert set(opened) == {1}


def test_a_multiplexer_that_the_kernel_switches_keeps_the_daemon_from_its_whole_bus(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Whichever of the two on it that is: each would undo the other's choice."""
    sysfs = Sysfs(tmp_path)
    sysfs.adapter("bcm2835 (i2c@7e804000)", 1)
    sysfs.multiplexer(1, 0x71)
    wires = SimulatedI2C({0x3D: SSD1306()})
    monkeypatch.setattr(building, "LinuxI2C", lambda bus: wires)
    errors = [str(error) for error in blank(muxed(simulated=False), sysfs=sysfs.devices)]
    assert len(errors) == 4
    assert all("the kernel switches the multiplexer at 0x71 too" in one for one in errors)
    assert wires.transactions == 0


def test_the_care_of_a_table_dims_its_panels_and_ends_with_it() -> None:
    loop, onlooker = HandLoop(), Onlooker()
    devices = open_table(loop, onlooker)
    loop.run()
    assert len(loop.timers) == 1
    devices.dimming.key_used(0)
    devices.close()
    loop.run()
    assert [call for call in loop.timers if not call.cancelled] == []
