"""Which pin factories the service's sandbox (systemd/companion.service) blocks, and the settings that allow them.

lgpio, and rpi-lgpio on top of it, use /dev/gpiochip*, which the service may open. The original RPi.GPIO and pigpio do not.
"""

from collections.abc import Iterator
from typing import Final

from companion.config.configuration import Configuration
from companion.devices.pins import RpiGpio

_REGISTERS: Final = ("DeviceAllow=/dev/gpiomem rw", "ProcSubset=all", "ProtectKernelTunables=no")
_PIGPIOD: Final = (
    "PrivateNetwork=no",
    "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6",
    "IPAddressDeny=any",
    "IPAddressAllow=localhost",
)


def service_remarks(configuration: Configuration, rpi_gpio: RpiGpio | None) -> Iterator[str]:
    """Warnings about what this configuration needs and the installed service's sandbox blocks, with the settings that allow
    it. Each is a text of several lines. A table that is started by hand has no sandbox."""
    factory = configuration.wiring.pin_factory
    if factory == "rpigpio" and rpi_gpio == "original":
        reason = "the original RPi.GPIO reads /dev/gpiomem, /proc and /sys, which are closed to it"
        yield _remark(factory, reason, _REGISTERS)
    if factory == "pigpio":
        yield _remark(factory, "pigpio speaks to its daemon over TCP, and the service has no network", _PIGPIOD)


def _remark(factory: str, reason: str, settings: tuple[str, ...]) -> str:
    lines = "\n".join(f"    {line}" for line in ("[Service]", *settings))
    return (
        f'Warning: the service as installed cannot use pin_factory = "{factory}": {reason}. "lgpio" needs nothing. To allow it '
        f"anyway, run sudo systemctl edit companion.service, write\n{lines}\n"
        "and run sudo systemctl restart companion.socket companion.service."
    )
