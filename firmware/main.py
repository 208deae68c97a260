"""The file that a Pico runs at its start; `companion pods flash` copies it to the Pico's root, beside config.py.

Invariant: from the first line on, Ctrl-C does not interrupt the program, since frames may contain its byte and a table may greet
a pod that is still starting.
"""

import micropython

micropython.kbd_intr(-1)

import config  # noqa: E402

from firmware.run import run  # noqa: E402

run(config)
