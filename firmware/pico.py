"""The hardware of a Pico: the only file that uses `machine`.

A `hal` has: `serial`, `plugged_in`, `now()`, `read()`, `write(data)`, `wait()`, `feed()`, `led(lit)`, `leave()`; for a seat
`keys`, `down(key)`, `panel(payload)`, `panel_status()`, `tone(hertz)`; for a nest `sensors()`.
"""

import os
import select
import sys
import time

import machine

STAY_FILE = "stay"
"""A file of this name makes the next start end at the prompt, without this program and its watchdog."""
_WATCHDOG = 4000
_READ_AT_ONCE = 256


class Pico:
    """`config`: the pins, as in config_seat.py and config_nest.py."""

    def __init__(self, config) -> None:
        self.serial = "".join([f"{byte:02X}" for byte in machine.unique_id()])
        self.plugged_in = machine.reset_cause() == machine.PWRON_RESET
        """Whether the Pico was just powered, and not restarted by the watchdog."""
        self._ticks = time.ticks_ms()
        self._now = 0
        self._poll = select.poll()
        self._poll.register(sys.stdin, select.POLLIN)
        self._byte = bytearray(1)
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
        data = bytearray()
        try:
            # Byte by byte, since a Pico's stdin blocks until all requested bytes are there.
            while len(data) < _READ_AT_ONCE and self._poll.poll(0):
                if not sys.stdin.buffer.readinto(self._byte):
                    break
                data += self._byte
        except OSError:
            pass
        return bytes(data)

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


def prompt_requested() -> bool:
    """Whether this start has to end at the prompt; resets the request."""
    try:
        os.remove(STAY_FILE)
    except OSError:
        return False
    return True
