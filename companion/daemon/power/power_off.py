"""Switching the machine off: the daemon asks logind over the system bus, as the user under which it runs. polkit decides
(systemd/companion.polkit.rules), without a question for a password.

Invariant: the daemon runs no tool of the system but the one that it was given; without one it never offers to switch off.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from msgspec import Struct

from companion.config.configuration import Configuration
from companion.core.screen import Screen
from companion.ui.layout import first_page

RunTool = Callable[[tuple[str, ...]], Awaitable[str | None]]
"""Runs a tool of the system; the result is None after success, else the error that the tool printed."""

LOGIND: Final = ("org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager")
_BUSCTL: Final = ("busctl", "--system", "--allow-interactive-authorization=no", "--timeout=20")
POWER_OFF: Final = (*_BUSCTL, "--quiet", "call", *LOGIND, "PowerOff", "b", "false")
"""One method call, by a tool of the systemd package. `false`: do not ask for a password. Inhibitors count, so no upgrade of
packages is cut short."""
CAN_POWER_OFF: Final = (*_BUSCTL, "call", *LOGIND, "CanPowerOff")
"""Changes nothing; prints `s "yes"` where its user may switch the machine off."""

GRACE: Final = 60.0
"""Seconds in which the machine ends the service after logind accepted the order. Programs may delay it, usually by 5 s."""
FAREWELL: Final = "Switching off. Wait until the green light is out, then unplug."
LEAVING: Final = "switching off: all who sit have agreed"
"""For the log."""
_PATIENCE: Final = 30.0
_LONGEST: Final = 60
"""Characters of the system's error that a screen shows."""
_MODEL: Final = "sys/firmware/devicetree/base/model"
"""The board's name. /proc has it, too, but is hidden in the service."""


class PoweringOff(Struct, frozen=True):
    """What every screen shows after the order; no key does anything."""

    @property
    def screen(self) -> Screen:
        """The screen of every seat."""
        return Screen(first_page(FAREWELL))


class PowerOffFailed(Struct, frozen=True):
    """The machine was not switched off. `why`: a sentence for the screens."""

    why: str


def is_offered(configuration: Configuration, environ: Mapping[str, str], root: Path = Path("/")) -> bool:
    """Whether this process may offer to switch its machine off: as a service of systemd, with real devices, on a Raspberry Pi."""
    if not configuration.table.power_off or configuration.wiring.simulated or "NOTIFY_SOCKET" not in environ:
        return False
    try:
        return (root / _MODEL).read_bytes().startswith(b"Raspberry Pi")
    except OSError:
        return False


async def switched_off(run: RunTool, grace: float = GRACE) -> PowerOffFailed:
    """Switch the machine off by the tool `run`. After success this is cancelled, since the machine ends the service before
    `grace` seconds are over; it returns only after a failure."""
    said = await run(POWER_OFF)
    if said is None:
        await asyncio.sleep(grace)
        return PowerOffFailed(
            f"The Pi is still on {grace:g} s after it was told to switch off. Some program keeps it on."
        )
    plain = "".join(one if one.isascii() and one.isprintable() else " " for one in said)
    words = " ".join(plain.split()).removeprefix("Call failed: ").rstrip(".")[:_LONGEST]
    return PowerOffFailed(f"The Pi stays on: {words or 'logind refused'}. sudo companion doctor says more.")


async def run_tool(words: tuple[str, ...]) -> str | None:
    """Run a tool of this machine. The one place where the daemon starts another program."""
    from asyncio.subprocess import DEVNULL, PIPE

    try:
        child = await asyncio.create_subprocess_exec(*words, stdin=DEVNULL, stdout=DEVNULL, stderr=PIPE)
    except OSError as error:
        return f"{words[0]}: {error.strerror or error}"
    try:
        async with asyncio.timeout(_PATIENCE):
            _, said = await child.communicate()
    except TimeoutError:
        return f"{words[0]} does not end"
    finally:
        if child.returncode is None:
            with suppress(ProcessLookupError):
                child.kill()
            await child.wait()
    if child.returncode == 0:
        return None
    return said.decode("utf-8", "replace") or f"{words[0]} failed"
