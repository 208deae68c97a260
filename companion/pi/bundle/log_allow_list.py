"""Select the log lines for the support bundle.

Invariant: only lines that match a pattern here are included, with their variable parts left out; other lines are only counted.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from companion.devices.panels.wires import wire_fault_reason

_NUMBERS: Final = (121, 6, 110, 5, 11, 2, 13)
"""The errno values of a bus that have a sentence of their own."""
_OF_WIRES: Final = "|".join(sorted({re.escape(wire_fault_reason(OSError(number, ""))) for number in _NUMBERS}))
_AT: Final = r"0x7[0-7] on I2C bus \d{1,3}"
_OF_CHANNELS: Final = "|".join(
    (
        rf"the kernel has no multiplexer at {_AT} yet, see companion doctor",
        rf"the kernel has not found the multiplexer at {_AT}, check its cable and restart",
        rf"what the kernel drives at {_AT} is no TCA9548A, so nothing is shown there",
        rf"the multiplexer at {_AT} has no channel [0-7] here, so nothing is shown there",
        r"I2C bus \d{1,3} is not channel [0-7] of the multiplexer, so nothing is shown there; take panel\.bus out",
        r"I2C bus \d{1,3} is a channel of a multiplexer, but the configuration does not say which, so nothing is shown there; "
        r"write panel\.mux and panel\.channel",
        r"I2C bus \d{1,3} is itself a channel, so nothing is shown there; wire the multiplexer to a bus of the Pi's own",
        r"the kernel switches the multiplexer at 0x7[0-7] too, so nothing is shown there; take panel\.bus out",
        r"the multiplexer at 0x7[0-7] has another channel open, check its cable",
        r"the multiplexer at 0x7[0-7] did not keep its setting, check its cable",
        rf"the multiplexer at 0x7[0-7] cannot be (?:read|set): (?:{_OF_WIRES})",
        r"the kernel created its bus again, searching for it",
    )
)
_REASON: Final = f"{_OF_WIRES}|{_OF_CHANNELS}"
_BUS: Final = r"I2C bus \d{1,3}(?:, multiplexer 0x[0-9A-F]{2} channel [0-7])?, address 0x[0-9A-F]{2}|SPI \d\.\d"
_MORE: Final = r"(?: companion --traceback COMMAND prints more, for the report\.)?"
_PLACES: Final = r"[a-z_]{1,40}\.py:\d{1,5}(?: > [a-z_]{1,40}\.py:\d{1,5})*"
_KIND: Final = r"[A-Z][A-Za-z]{1,40}(?:Error|Exception|Interrupt|Warning|Exit)"

# Each pattern with its replacement; None keeps the line unchanged.
_DAEMON: Final = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (rf"(?:[A-Z]+ )?seat \d: screen not answering \((?:{_BUS})\): (?:{_REASON})\.", None),
        (r"(INFO the table stands)(?:; its page is .*)?", r"\1"),
        (r"INFO the table (?:starts|has stopped)", None),
        (r"ERROR the machine(?:'s (?:hint|review))?: it has ended", None),
        (r"WARNING the page has too many visitors; connections that were ended: \d{1,9}", None),
        (
            r"WARNING the page takes no visitors, since the system has no file descriptors or memory left; times tried: \d{1,9}",
            None,
        ),
        (r"(WARNING refused): .*", r"\1: (left out)"),
        (r"INFO switching off: all who sit have agreed", None),
        (r"(ERROR The Pi stays on): .*", r"\1: (left out)"),
        (r"ERROR The Pi is still on \d{1,3} s after it was told to switch off\. Some program keeps it on\.", None),
        (r"(WARNING|ERROR) The journal (is|was|cannot|does|holds)\b.*", r"\1 The journal \2 (left out)"),
        (r"((?:WARNING |ERROR )?The journal) /.*", r"\1 (left out)"),
        (rf"The companion met a fault of its own \({_KIND} at {_PLACES}\); please report it\.{_MORE}", None),
        (r"Traceback \(most recent call last\):", None),
        (r'  File ".*/(\w{1,40}\.py)", line (\d{1,6}), in \w{1,60}', r"  File \1, line \2"),
        (rf"((?:[a-z_]+\.)*{_KIND})(?::.*)?", r"\1: (left out)"),
        (r"Starting companion\.(service|socket) - .*", r"Starting companion.\1"),
        (r"(Started|Stopping|Stopped|Listening on|Closed) companion\.(service|socket) - .*", r"\1 companion.\2"),
        (r"companion\.service: Main process exited, code=[a-z]{1,10}, status=\d{1,3}(?:/[A-Z]{1,10})?", None),
        (r"companion\.service: Failed with result '[a-z-]{1,30}'\.", None),
        (
            r"companion\.service: (Scheduled restart job, restart counter is at \d{1,6}|Deactivated successfully)\.",
            None,
        ),
        (r"companion\.service: Watchdog timeout \(limit [0-9a-z ]{1,12}\)!", None),
        (r"companion\.service: Start request repeated too quickly\.", None),
        (r"companion\.service: Killing process \d{1,7} \(companion\) with signal SIG[A-Z]{1,5}\.", None),
        (r"companion\.service: Consumed [0-9a-z. ]{1,20} CPU time\.", None),
    )
)
_KERNEL: Final = tuple(
    (re.compile(pattern), None)
    for pattern in (
        r"(?:hwmon hwmon\d{1,2}: )?(?:Under-?voltage detected!|Voltage normali[sz]ed)(?: \(0x[0-9a-f]{8}\))?",
        r"rpi_volt [a-z:_-]{1,40}: (?:Under-?voltage detected!|Voltage normali[sz]ed)",
        r"i2c /?dev entries driver",
        r"i2c[a-z0-9_-]{0,20}(?: [0-9a-f]{1,12}\.i2c)?(?: i2c-\d{1,3})?: "
        r"(?:i2c transfer timed out|controller timed out|transfer timed out|bus seems to be busy|lost arbitration"
        r"|timeout waiting for bus ready|SCL is stuck low[a-z, ]{0,40}|SDA stuck at low|clock stretch timeout)",
        r"i2c i2c-\d{1,3}: Added multiplexed i2c bus \d{1,3}",
        r"i2c i2c-\d{1,3}: Failed to register i2c client [a-z0-9]{1,20} at 0x[0-9a-f]{2} \(-\d{1,3}\)",
        r"pca954x \d{1,2}-00[0-9a-f]{2}: (?:probe failed|supply vdd not found, using dummy regulator"
        r"|registered \d multiplexed busses for I2C (?:switch|mux) pca95\d\d)",
        r"cdc_acm \d{1,2}-[0-9.]{1,8}:1\.\d: ttyACM\d{1,2}: USB ACM device",
        r"usb \d{1,2}-[0-9.]{1,8}: USB disconnect, device number \d{1,4}",
    )
)
_STAMP: Final = re.compile(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)[+-]\d\d:?\d\d [\w./@-]+\[\d{1,7}\]: (.*)")
_UPTIME: Final = re.compile(r"(\[ *\d{1,9}\.\d{6}\]) (?:kernel: )?(.*)")


def daemon_lines(lines: Iterable[str]) -> Iterator[str]:
    """What leaves of `journalctl --output=short-iso --no-hostname`."""
    return _passed(lines, _STAMP, _DAEMON)


def kernel_lines(lines: Iterable[str]) -> Iterator[str]:
    """What leaves of `dmesg`."""
    return _passed(lines, _UPTIME, _KERNEL)


def _passed(
    lines: Iterable[str], stamp: re.Pattern[str], known: Iterable[tuple[re.Pattern[str], str | None]]
) -> Iterator[str]:
    forms = tuple(known)
    unknown = 0
    for line in lines:
        stamped = stamp.fullmatch(line)
        message = None if stamped is None else _form(stamped[2], forms)
        if stamped is None or message is None:
            unknown += 1
            continue
        if unknown:
            yield _left_out(unknown)
            unknown = 0
        yield f"{stamped[1]} {message}"
    if unknown:
        yield _left_out(unknown)


def _form(message: str, forms: Iterable[tuple[re.Pattern[str], str | None]]) -> str | None:
    for pattern, instead in forms:
        if found := pattern.fullmatch(message):
            return message if instead is None else found.expand(instead)
    return None


def _left_out(number: int) -> str:
    return "(1 line left out)" if number == 1 else f"({number} lines left out)"
