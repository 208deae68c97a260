"""The pod's loop, on a Pico.

The wire is the Pico's own USB port, which is MicroPython's prompt too. So Ctrl-C, a byte like any other on the wire, must not
interrupt; the prompt comes back by LEAVE, or by holding ● while the Pico is plugged in.
"""

import micropython

from .pico import Pico, stays
from .pod import Pod, part_of


def run(config) -> None:
    """Be a pod, for ever."""
    if stays():
        return
    hal = Pico(config)
    if hal.keys and hal.down(1):
        return
    micropython.kbd_intr(-1)
    pod = Pod(hal, part_of(config.ROLE, hal))
    while True:
        hal.feed()
        out = pod.step(hal.read())
        if out:
            hal.write(out)
        hal.led(pod.linked)
        hal.wait()
