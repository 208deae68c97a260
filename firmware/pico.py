"""The hardware of a Pico: the only file that uses `machine`.

A `hal` has: `serial`, `micropython`, `plugged_in`, `now()`, `read()`, `write(data)`, `wait()`, `feed()`, `led(lit)`, `leave()`;
for a seat `keys`, `down(key)`, `edges()`, `panel(payload)`, `panel_status()`, `tone(hertz)`; for a nest `sensors()`.

Drawing a run, reading a frame and collecting garbage each take some milliseconds, in which the program samples no key. So an
interrupt writes down each edge of a key's contact, with its time. It allocates nothing, as MicroPython demands of a hard
interrupt.
"""

import os
import select
import sys
import time
from array import array

import machine

STAY_FILE = "stay"
"""A file of this name makes the next start end at the prompt, without this program and its watchdog."""
_WATCHDOG = 4000
_READ_AT_ONCE = 256
_EDGES = 64
"""So many edges are kept between two looks at them; a press that bounces makes 20 at most."""


class Pico:
    """`config`: the pins, as in config_seat.py and config_nest.py."""

    def __init__(self, config) -> None:
        self.serial = "".join([f"{byte:02X}" for byte in machine.unique_id()])
        self.micropython = ".".join([str(part) for part in sys.implementation.version[:3]])
        self.plugged_in = machine.reset_cause() == machine.PWRON_RESET
        """Whether the Pico was just powered, and not restarted by the watchdog."""
        self._ticks = time.ticks_ms()
        self._now = 0
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._stdin = sys.stdin.buffer
        self._received = memoryview(bytearray(_READ_AT_ONCE))
        self._places = [self._received[place : place + 1] for place in range(_READ_AT_ONCE)]
        self._led = machine.Pin(config.LED, machine.Pin.OUT)
        self._lit = None
        self._watchdog = None
        self.keys = 0
        if config.ROLE == "seat":
            self._seat(config)
        else:
            self._dark = config.DARK
            pull = machine.Pin.PULL_UP if self._dark else machine.Pin.PULL_DOWN
            self._sensors = [machine.Pin(pin, machine.Pin.IN, pull) for pin in config.SENSORS]

    def _seat(self, config) -> None:
        pin = machine.Pin
        self._keys = [None if key is None else pin(key, pin.IN, pin.PULL_UP) for key in config.KEYS]
        self.keys = len(self._keys)
        self._latches = Latches(self._keys)
        self._i2c = machine.I2C(config.I2C, sda=pin(config.SDA), scl=pin(config.SCL), freq=config.FREQUENCY)
        self._address = config.ADDRESS
        self._buzzer = None if config.BUZZER is None else machine.PWM(pin(config.BUZZER))
        if self._buzzer is not None:
            # A PWM without a frequency accepts no duty.
            self._buzzer.freq(1000)

    def now(self) -> int:
        """Milliseconds since the start; unlike the ticks they never wrap."""
        ticks = time.ticks_ms()
        self._now += time.ticks_diff(ticks, self._ticks)
        self._ticks = ticks
        return self._now

    def read(self) -> bytes:
        """The received bytes."""
        ready, take, count = self._poll.ipoll, self._stdin.readinto, 0
        try:
            # Byte by byte, since a Pico's stdin blocks until all requested bytes are there. Nothing is allocated or looked up for
            # a byte: a frame of 150 bytes takes 4 ms.
            for place in self._places:
                for _ in ready(0):
                    break
                else:
                    break
                if not take(place):
                    break
                count += 1
        except OSError:
            pass
        return bytes(self._received[:count])

    def write(self, data: bytes) -> None:
        """Send bytes; they are lost if nobody reads them."""
        try:
            sys.stdout.buffer.write(data)
        except OSError:
            pass

    def wait(self) -> None:
        """Wait for bytes, or until the keys have to be sampled again."""
        self._poll.poll(1)

    def feed(self) -> None:
        """Feed the watchdog; without it the Pico restarts after four seconds."""
        if self._watchdog is None:
            self._watchdog = machine.WDT(timeout=_WATCHDOG)
        self._watchdog.feed()

    def led(self, lit: bool) -> None:
        """Set the LED, which shows whether there is a session. Written on change only: on a Pico W a write goes through the
        radio chip and takes about a millisecond."""
        if lit != self._lit:
            self._lit = lit
            self._led.value(1 if lit else 0)

    def leave(self) -> None:
        """Restart without this program, since its watchdog cannot be stopped."""
        with open(STAY_FILE, "w"):
            pass
        machine.reset()

    def down(self, key: int) -> bool:
        """Whether the key is pressed."""
        pin = self._keys[key]
        return pin is not None and pin.value() == 0

    def edges(self):
        """The edges of the keys' contacts since the last call, in order: (key, whether it closed, when). If there were too many,
        the newest are missing, which `down` makes good. A time may be later than the newest `now()`."""
        latched = self._latches.take()
        return (
            [(key, closed, self._now + time.ticks_diff(ticks, self._ticks)) for key, closed, ticks in latched]
            if latched
            else ()
        )

    def panel(self, payload: bytes) -> None:
        """One transaction with the panel."""
        self._i2c.writeto(self._address, payload)

    def panel_status(self) -> int:
        """The panel's status byte."""
        return self._i2c.readfrom(self._address, 1)[0]

    def tone(self, hertz: int) -> None:
        """Play a tone; 0: silence."""
        if self._buzzer is None:
            return
        if hertz:
            self._buzzer.freq(hertz)
            self._buzzer.duty_u16(0x8000)
        else:
            self._buzzer.duty_u16(0)

    def sensors(self) -> int:
        """A bit for each sensor over a dark field."""
        raw = 0
        for bit, pin in enumerate(self._sensors):
            if pin.value() == self._dark:
                raw |= 1 << bit
        return raw


class Latches:
    """The interrupts of the keys. They write each edge into a ring; a line that never rests fills it, and is ignored until `take`
    is called, so it cannot stop the pod. `lines`: the keys' pins, or None."""

    def __init__(self, lines) -> None:
        self._whats = bytearray(_EDGES)
        """Of each edge: the number of the key, times two, and one more if its contact closed."""
        self._ticks = array("i", [0] * _EDGES)
        self._first = self._next = 0
        self._all_armed = True
        self._edges = machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING
        self._armed = [
            line.irq(Latch(self, key, line).edge, self._edges, hard=True)
            for key, line in enumerate(lines)
            if line is not None
        ]

    def put(self, what: int) -> None:
        """Take an edge. Called in an interrupt."""
        place = self._next
        after = (place + 1) % _EDGES
        if after == self._first:
            self._all_armed = False
            for one in self._armed:
                one.trigger(0)
            return
        self._whats[place] = what
        self._ticks[place] = time.ticks_ms()
        self._next = after

    def take(self):
        """The edges since the last call: (key, whether it closed, ticks)."""
        if self._first == self._next:
            return ()
        found = []
        while self._first != self._next:
            what = self._whats[self._first]
            found.append((what >> 1, bool(what & 1), self._ticks[self._first]))
            self._first = (self._first + 1) % _EDGES
        if not self._all_armed:
            self._all_armed = True
            for one in self._armed:
                one.trigger(self._edges)
        return found


class Latch:
    """The interrupt of one key."""

    def __init__(self, latches: Latches, key: int, line) -> None:
        self._latches = latches
        self._line = line
        self._closed = key << 1 | 1

    def edge(self, _) -> None:
        """Its contact closed or opened. A method and not a closure: MicroPython allocates memory for calls of larger closures."""
        # The line is low while the contact is closed.
        self._latches.put(self._closed ^ self._line.value())


def prompt_requested() -> bool:
    """Whether this start has to end at the prompt; resets the request."""
    try:
        os.remove(STAY_FILE)
    except OSError:
        return False
    return True
