"""A Pico, emulated to its cycles: the official MicroPython for the RP2040 and the pod's file, as dropped on its drive one after
the other. The USB cable, the panel and the keys are the test's, and all time is the emulator's, so a run is always the same.

What it lacks: the waits for flash memory that is not in the cache, so a real Pico is a little slower; the second core; a serial
number (all ones).
"""

import os
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.core.keys import KeyEvent
from companion.core.picture import Picture
from companion.core.seat import Place
from companion.devices.pods.seat import SeatPodSide
from companion.devices.pods.session import PodSession, PodSide
from companion.devices.simulated.i2c import SimulatedI2C
from companion.devices.simulated.ssd1306 import SSD1306
from companion.devices.wiring import PodSeat
from companion.pod_wire import pod_messages
from companion.pod_wire.pod_frames import PodFrame
from companion.pod_wire.pod_link import UP, PodLink

VARIABLE = "COMPANION_MICROPYTHON_UF2"
SERIAL = "F" * 16
ADDRESS = 0x3C
_MILLISECOND = 1e6
"""In nanoseconds, as the emulator counts."""
_I2C_BYTE = 9 / 400_000 * 1e9
"""A byte and its acknowledgement at 400 kHz."""
_USB_PACKET = 60
"""Microseconds for a packet of 64 bytes at full speed, with what surrounds it."""
_BATCH = 16
"""Instructions between two looks at the clock; an alarm is never late for it."""


def micropython_uf2() -> Path:
    """The official MicroPython for a Pico; without it, or without the emulator, the test is skipped."""
    said = os.environ.get(VARIABLE)
    if not said:
        pytest.skip(
            "No MicroPython for the RP2040: download RPI_PICO-….uf2 from micropython.org/download/RPI_PICO, "
            "and 'make pod-test UF2=RPI_PICO-….uf2' runs this."
        )
    path = Path(said)
    if not path.is_file():
        pytest.fail(f"{VARIABLE} names {path}, which is no file.")
    pytest.importorskip("rp2040py")
    return path


class EmulatedPico:
    """It starts when it is made. `image`: the pod's UF2. `keys`: the GPIO numbers of ◀ ● ▶, all of them open. `i2c`: the number
    of the bus with the panel."""

    def __init__(self, micropython: Path, image: Path, keys: tuple[int, ...] = (10, 11, 12), i2c: int = 0) -> None:
        from rp2040py.boards import build_rp2040
        from rp2040py.device.bootrom import BOOTROM_B1
        from rp2040py.device.load_flash import load_uf2
        from rp2040py.memory_map import FLASH_START_ADDRESS
        from rp2040py.simulator import Simulator
        from rp2040py.usb.cdc import USBCDC
        from rp2040py.utils.logging import ConsoleLogger, LogLevel

        self.chip = SSD1306()
        self.bus = SimulatedI2C({ADDRESS: self.chip})
        self.up = b""
        """What it has sent and nobody has taken."""
        self.all = b""
        """All that it has ever sent."""
        self.resets = 0
        self.sessions = count(0x1A2B3C4D)
        """A number for each session."""
        self.host_reads = True
        self._simulator: Any = Simulator(rp2040=build_rp2040("pico"))
        self._mcu: Any = self._simulator.rp2040
        self._clock: Any = self._simulator.clock
        self._mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self._mcu.load_bootrom(BOOTROM_B1)
        for path in (micropython, image):
            load_uf2(path, self._mcu)
        self._keys = keys
        for key in range(len(keys)):
            self.release(key)
        self._down = b""
        self._armed: tuple[int, int] | None = None
        """The endpoint that waits for bytes, and how many it takes."""
        self._unread: list[tuple[int, bool]] = []
        """What it has sent since the host ceased to read."""
        self._cdc: Any = USBCDC(self._mcu.usb_ctrl)
        self._plug_usb()
        self._plug_panel(self._mcu.i2c[i2c])
        self._host: Callable[[], object] = lambda: None
        self._tick: Any = self._clock.create_alarm(self._ticked)
        self._tick.schedule(_MILLISECOND)
        self._stop: Callable[[], bool] = lambda: False
        watchdog = self._mcu.watchdog.on_watchdog_trigger
        self._mcu.watchdog.on_watchdog_trigger = lambda: self._reset(watchdog)
        self._mcu.core.pc = FLASH_START_ADDRESS

    @property
    def now(self) -> float:
        """Seconds since its start."""
        return float(self._clock.nanos) / 1e9

    def run_until(self, holds: Callable[[], bool], seconds: float) -> None:
        """Run until that holds, which is asked every millisecond; fail after so many seconds."""
        assert self._run(holds, seconds), "it never came to that"

    def run(self, seconds: float) -> None:
        """Run for so long."""
        self._run(lambda: False, seconds)

    def host(self, step: Callable[[], object]) -> None:
        """What the host does in every millisecond from now on."""
        self._host = step

    def send(self, data: bytes) -> None:
        """Send it bytes. They wait in the host until it takes them, as on a real bus."""
        self._down += data
        self._deliver()

    def after(self, seconds: float, act: Callable[[], object]) -> None:
        """Do that then."""
        self._clock.create_alarm(act).schedule(seconds * 1e9)

    def press(self, key: int) -> None:
        """Close a key's contact to ground."""
        self._mcu.gpio[self._keys[key]].set_input_value(False)

    def release(self, key: int) -> None:
        """Open it."""
        self._mcu.gpio[self._keys[key]].release_input()

    def drive(self, gpio: int, level: bool) -> None:
        """Set the level of a pin."""
        self._mcu.gpio[gpio].set_input_value(level)

    def is_pwm(self, gpio: int) -> bool:
        """Whether a pin is driven by a counter, as a buzzer's is."""
        from rp2040py.gpio_pin import FUNCTION_PWM

        return bool(self._mcu.gpio[gpio].function_select == FUNCTION_PWM)

    def _run(self, holds: Callable[[], bool], seconds: float) -> bool:
        from rp2040py.execute_batch import execute_batch

        end = self.now + seconds
        self._stop = lambda: self.now >= end or holds()
        self._simulator.stopped = False
        while not self._simulator.stopped:
            execute_batch(self._simulator, _BATCH)
        return holds()

    def _ticked(self) -> None:
        self._tick.schedule(_MILLISECOND)
        self._host()
        if self._stop():
            self._simulator.stopped = True

    def _reset(self, watchdog: Callable[[], object]) -> None:
        self.resets += 1
        self._armed = None
        watchdog()

    # The cable

    def _plug_usb(self) -> None:
        """The emulator's own host answers at once that it has nothing, over and over, which costs the firmware most of its time;
        a real one keeps silent. And it reads whatever is sent."""
        usb = self._mcu.usb_ctrl
        usual, ready = usb.on_endpoint_read, usb._indicate_buffer_ready

        def read(endpoint: int, size: int) -> None:
            if endpoint != self._cdc._out_endpoint:
                usual(endpoint, size)
            else:
                self._armed = (endpoint, size)
                self._deliver()

        def indicate(endpoint: int, out: bool) -> None:
            if out or endpoint != self._cdc._in_endpoint or self.host_reads:
                ready(endpoint, out)
            else:
                self._unread.append((endpoint, out))

        def sent(data: bytes) -> None:
            self.up += bytes(data)
            self.all += bytes(data)

        usb.on_endpoint_read = read
        usb._indicate_buffer_ready = indicate
        self._cdc.on_serial_data = sent
        self._ready = ready

    def read_again(self) -> None:
        """The host reads on."""
        self.host_reads = True
        for endpoint, out in self._unread:
            self._ready(endpoint, out)
        self._unread.clear()

    def _deliver(self) -> None:
        if self._armed is not None and self._down:
            endpoint, size = self._armed
            self._armed = None
            packet, self._down = self._down[:size], self._down[size:]
            self._mcu.usb_ctrl.endpoint_read_done(endpoint, packet, _USB_PACKET)

    # The panel

    def _plug_panel(self, wires: Any) -> None:
        written = bytearray()
        reading = False

        def later(act: Callable[[], object]) -> None:
            self._clock.create_alarm(act).schedule(_I2C_BYTE)

        def connect(address: int, mode: int) -> None:
            nonlocal reading
            written.clear()
            reading = bool(mode)
            try:
                self.bus.write(address, b"\x00\xe3")
                there = True
            except OSError:
                there = False
            later(lambda: wires.complete_connect(there))

        def write(value: int) -> None:
            written.append(value)
            later(lambda: wires.complete_write(True))

        def read(more: bool) -> None:
            later(lambda: wires.complete_read(self.bus.read(ADDRESS, 1)[0]))

        def stop() -> None:
            if written and not reading:
                self.bus.write(ADDRESS, bytes(written))
            written.clear()
            wires.complete_stop()

        wires.on_connect, wires.on_write_byte, wires.on_read_byte, wires.on_stop = connect, write, read, stop


class Table:
    """The table's end of the cable, in the emulator's time."""

    def __init__(self, pico: EmulatedPico, side: PodSide | None = None) -> None:
        self.pico = pico
        self.keys: list[KeyEvent] = []
        self.side = SeatPodSide(Place(0), PodSeat(SERIAL), lambda runs: None, self.keys.append)
        self.session = PodSession(SERIAL, side or self.side, pico.sessions.__next__)
        self.session.open(pico.now)
        pico.host(self._step)

    def shows(self, picture: Picture) -> float:
        """Show a picture; the seconds until it is on the panel."""
        since = self.pico.now
        self.side.show(picture)
        self.pico.run_until(lambda: self.side.fine, 2)
        assert self.pico.chip.pixels() == picture
        return self.pico.now - since

    def _step(self) -> None:
        if not self.pico.host_reads:
            return
        data, self.pico.up = self.pico.up, b""
        out = self.session.step(data, self.pico.now)
        if out:
            self.pico.send(out)


def welcome(pico: EmulatedPico) -> tuple[int, int, str, str]:
    """What it answers to a greeting that opens no session."""
    link, found = PodLink(up=False), list[PodFrame]()
    greeting = b"\0" + link.greeting(pod_messages.HELLO, 0, pod_messages.pack_hello("", pod_messages.QUERY_VERSION), 0)
    asked = -1.0

    def step() -> None:
        nonlocal asked
        data, pico.up = pico.up, b""
        # What it said in an older session may still come.
        found.extend(frame for frame in link.receive(data) if frame.kind == pod_messages.WELCOME | UP)
        if pico.now - asked >= 0.2:
            asked = pico.now
            pico.send(greeting)

    pico.host(step)
    pico.run_until(lambda: bool(found), 5)
    answer = pod_messages.unpack_welcome(found[0].body)
    assert answer is not None
    return answer
