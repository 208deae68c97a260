"""How a seat pod is wired, by GPIO numbers of the Pico; put on the pod as config.py. hardware/wiring/pod-seat.md has the same
wires by physical pins, with power and grounds."""

ROLE = "seat"
KEYS = (10, 11, 12, None)
"""◀ ● ▶ and, if there is one, the fourth key, which does what holding ● does; each closes to ground."""
I2C = 0
SDA, SCL = 4, 5
ADDRESS = 0x3C
FREQUENCY = 400000
BUZZER = 15
"""None: no buzzer."""
LED = "LED"
"""Lit while the table is there."""
