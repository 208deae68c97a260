"""The pod's loop, on a Pico.

The link uses the Pico's USB port, which is also MicroPython's prompt. So Ctrl-C must not interrupt (main.py disables it). LEAVE,
or holding ● while the Pico is plugged in, leads to the prompt, where Ctrl-C works again.

Invariant: however the program starts or ends, the panel is off, since a panel keeps its picture when only the Pico restarts.
"""

from .pico import Pico, prompt_requested
from .pod import Pod, make_role


def run(config) -> None:
    """Run the pod for ever."""
    hal = Pico(config)
    # This switches the panel off.
    pod = Pod(hal, make_role(config.ROLE, hal))
    held = hal.keys and hal.down(1)
    # ● held during a restart by the watchdog belongs to the game.
    if prompt_requested() or (held and hal.plugged_in):
        return
    try:
        while True:
            hal.feed()
            out = pod.step(hal.read())
            if out:
                hal.write(out)
            hal.led(pod.linked)
            hal.wait()
    finally:
        pod.end()
