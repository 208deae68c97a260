"""The pod's loop, on a Pico.

The wire is the Pico's own USB port, which is MicroPython's prompt too. So Ctrl-C must not interrupt, as main.py has seen to; the
prompt, which minds it again in every line, comes back by LEAVE, or by holding ● while the Pico is plugged in.

Law: however it starts and however it ends, the panel is dark: one keeps its picture through a start of the Pico alone.
"""

from .pico import Pico, prompt_requested
from .pod import Pod, make_role


def run(config) -> None:
    """Be a pod, for ever."""
    hal = Pico(config)
    # From here on the panel is dark.
    pod = Pod(hal, make_role(config.ROLE, hal))
    held = hal.keys and hal.down(1)
    # Whoever holds ● while the watchdog starts the Pico anew is playing.
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
