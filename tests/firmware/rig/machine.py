"""The hardware of a Pico, for the MicroPython of a laptop: pins, I2C and PWM that are a test's, over one socket.

It goes beside the firmware, where it stands before MicroPython's own module. A line that the test sends is "p PIN LEVEL", or
"=..." in answer to a line of ours. "o PIN LEVEL" tells of each write to a pin. With COMPANION_LOOKS set, "l PIN LEVEL" says that
the firmware has looked at a new level for the third time: where its looks are far apart, it takes two to believe a press.
"""

import os
import select
import sys

_rig = open(int(os.getenv("COMPANION_RIG")), "r+b")  # noqa: SIM115
_poll = select.poll()
_poll.register(_rig, select.POLLIN)
_levels = {}
_latches = {}
_in_interrupt = False
_LOOKS = 3
_seen = {} if os.getenv("COMPANION_LOOKS") else None


def _take(line):
    if not line:
        sys.exit()
    global _in_interrupt
    _, pin, level = line.split()
    pin, level = int(pin), int(level)
    before, _levels[pin] = _levels.get(pin), level
    latched = _latches.get(pin)
    if latched is not None and latched.armed and before != level:
        _in_interrupt = True
        latched.handler(latched.pin)
        _in_interrupt = False


def _hear():
    while _poll.poll(0):
        _take(_rig.readline())


def _ask(text):
    _rig.write(text.encode() + b"\n")
    while True:
        line = _rig.readline()
        if line[:1] == b"=":
            return line[1:].strip()
        _take(line)


class Latch:
    """An interrupt of a pin: it comes when the firmware next has to do with the rig."""

    def __init__(self, pin, handler):
        self.pin, self.handler, self.armed = pin, handler, True

    def trigger(self, edges):
        self.armed = bool(edges)


class Pin:
    """Every line is high until the test says otherwise, but one that is pulled down, which is low."""

    IN, OUT, PULL_UP, PULL_DOWN = 0, 1, 1, 2
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self, number, mode=None, pull=None):
        self.number = number
        self.idle = 0 if pull == self.PULL_DOWN else 1

    def value(self, level=None):
        if level is not None:
            assert _ask(f"o {self.number} {level}") == b"ok"
            return level
        if _in_interrupt:
            return _levels[self.number]
        _hear()
        level = _levels.get(self.number, self.idle)
        if _seen is not None:
            before, looks = _seen.get(self.number, (1, _LOOKS))
            looks = looks + 1 if level == before else 1
            _seen[self.number] = level, looks
            if looks == _LOOKS:
                assert _ask(f"l {self.number} {level}") == b"ok"
        return level

    def irq(self, handler, trigger, hard):
        assert hard
        _latches[self.number] = Latch(self, handler)
        return _latches[self.number]


class I2C:
    """An answer "=" alone: nobody acknowledged."""

    def __init__(self, number, scl, sda, freq):
        assert freq <= 400000

    def writeto(self, address, payload):
        if _ask(f"w {address} {payload.hex()}") != b"ok":
            raise OSError(5)
        return len(payload)

    def readfrom(self, address, count):
        answer = _ask(f"r {address} {count}")
        if not answer:
            raise OSError(5)
        return bytes([int(answer[place : place + 2], 16) for place in range(0, len(answer), 2)])


class PWM:
    def __init__(self, pin):
        self._hertz = 0

    def freq(self, hertz):
        self._hertz = hertz

    def duty_u16(self, duty):
        assert _ask(f"t {self._hertz if duty else 0}") == b"ok"


class WDT:
    def __init__(self, timeout):
        assert timeout <= 8388

    def feed(self):
        pass


def unique_id():
    text = os.getenv("COMPANION_POD")
    return bytes([int(text[place : place + 2], 16) for place in range(0, len(text), 2)])


PWRON_RESET, WDT_RESET = 1, 3


def reset_cause():
    """Power that came, or, as a Pico says of `reset` too, the watchdog."""
    return int(os.getenv("COMPANION_CAUSE"))


def importing(name):
    """A test has put this at the start of the module of that name."""
    assert _ask(f"i {name}") == b"ok"


def reset():
    _ask("reset")
    # With its port, as on a Pico. MicroPython's own exit would end in the prompt.
    os.system("kill -9 $PPID")
