"""What a Pico starts by itself; `companion pods flash` puts it into the Pico's root, beside config.py.

Law: Ctrl-C, which is a byte like others on the wire, interrupts nothing from the first line on, since a table may greet a pod
that is only starting.
"""

import micropython

micropython.kbd_intr(-1)

import config  # noqa: E402

from firmware.run import run  # noqa: E402

run(config)
