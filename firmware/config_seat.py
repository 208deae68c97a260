"""The wiring of a seat pod, by GPIO numbers of the Pico; copied to the pod as config.py. hardware/wiring/pod-seat.md lists the
same wires by physical pins, with power and grounds."""

ROLE = "seat"
KEYS = (10, 11, 12, None)
"""◀ ● ▶ and an optional fourth key, the same as holding ●; each connects to ground."""
I2C = 0
SDA, SCL = 4, 5
ADDRESS = 0x3C
FREQUENCY = 400000
BUZZER = 15
"""None: no buzzer."""
LED = "LED"
"""Lit while there is a session."""
