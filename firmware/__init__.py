"""The firmware of a pod: a Raspberry Pi Pico that is a seat's screen, keys and buzzer, or the nest that reads the die.

Everything but `pico.py`, `run.py` and `main.py` runs on CPython as well, as the pod of the simulated table.
"""

VERSION = "1.1.0"
