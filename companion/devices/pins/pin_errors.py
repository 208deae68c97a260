"""Turns the errors of all pin libraries into one sentence: a pin that is in use, missing or cannot be driven.

gpiozero passes on the exceptions of lgpio and pigpio, whose types exist only if they are loaded; RPi.GPIO raises RuntimeError.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from companion.core.errors import DeviceError


def pin_error_types() -> tuple[type[Exception], ...]:
    """The exceptions of a pin factory if a pin is in use, does not exist or cannot be driven."""
    from gpiozero.exc import GPIOZeroError

    own = (getattr(sys.modules.get(name), "error", None) for name in ("lgpio", "pigpio"))
    return (GPIOZeroError, RuntimeError, *(error for error in own if error is not None))


@contextmanager
def pin_errors_named(what: str, number: int) -> Iterator[None]:
    """Within it, the pin `number` (BCM) is claimed for `what`. Raises DeviceError if that fails."""
    try:
        yield
    except pin_error_types() as error:
        raise DeviceError(
            f"{what} cannot use GPIO{number} ({error}); stop the program that uses that pin (gpioinfo shows it), or configure "
            "another pin."
        ) from error
