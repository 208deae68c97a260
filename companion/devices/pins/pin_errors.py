"""A pin that cannot be had, or not be driven, is one sentence, whichever library drives the pins.

gpiozero passes on what lgpio and pigpio raise, and their errors are known only where they are loaded; RPi.GPIO says
RuntimeError.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from companion.core.errors import DeviceError


def pin_error_types() -> tuple[type[Exception], ...]:
    """What a pin factory raises where a pin is in other hands, is none, or does not do what it is told."""
    from gpiozero.exc import GPIOZeroError

    own = (getattr(sys.modules.get(name), "error", None) for name in ("lgpio", "pigpio"))
    return (GPIOZeroError, RuntimeError, *(error for error in own if error is not None))


@contextmanager
def pin_errors_named(what: str, number: int) -> Iterator[None]:
    """The pin `number` (BCM) is taken for `what`. Raises DeviceError where it cannot be had."""
    try:
        yield
    except pin_error_types() as error:
        raise DeviceError(
            f"{what} cannot have GPIO{number} ({error}); end what else uses that pin, which gpioinfo shows, or name another."
        ) from error
