"""The wiring of a nest pod, by GPIO numbers of the Pico; copied to the pod as config.py. hardware/wiring/pod-nest.md lists the
same wires by physical pins, with power and ground."""

ROLE = "nest"
SENSORS = (2, 3, 4, 5, 6, 7)
"""The ring's front, left, back and right, as seen from above, the centre, parity; the bits 0 to 5 of a reading."""
DARK = 1
"""The level of a sensor over a dark field. The Pico pulls the lines to it, so a missing sensor reads as dark."""
LED = "LED"
"""Lit while there is a session."""
