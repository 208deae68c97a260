"""Switching the machine off: every screen says so, the journal is closed, and the service asks logind over the system bus, as the
user under which it runs. polkit decides (systemd/companion.polkit.rules), without a question for a password.

Invariant: the daemon runs no tool of the system but the one that it was given; without one it never offers to switch off.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from companion.config.configuration import Configuration
from companion.core.errors import JournalError
from companion.core.screen import Screen
from companion.journal.worker import JournalWorker
from companion.table.state import At
from companion.ui.screens import first_page

log = logging.getLogger("companion")

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


class PowerOff:
    """Switches the machine off by `run_tool`; None where that is not offered. `put` takes a PowerOffFailed. From the order on it
    is the layer "power off", in front of everything: no key does anything."""

    name = "power off"

    def __init__(self, run_tool: RunTool | None, journal: JournalWorker, put: Callable[[PowerOffFailed], None]) -> None:
        self._run_tool = run_tool
        self._journal = journal
        self._put = put
        self._task: asyncio.Task[PowerOffFailed] | None = None
        """Waits for the end of the machine."""
        self.is_ordered = False

    @property
    def is_offered(self) -> bool:
        return self._run_tool is not None

    def active(self, at: At) -> bool:
        """From the order on, until it failed."""
        return self.is_ordered

    def made_from(self, at: At) -> tuple[Any, ...]:
        """Empty: the screen never changes."""
        return ()

    def screen(self, at: At) -> Screen:
        """The same for every seat."""
        return farewell()

    def words(self, at: At) -> str:
        """The screen says everything."""
        return ""

    async def start(self) -> None:
        """Close the journal, then give the order. The end of the machine ends this service first, in its usual order."""
        assert self._run_tool is not None, "no lobby offers to switch off a machine that cannot be"
        try:
            await self._journal.close_journal()
        except JournalError as error:
            log.error("%s", error)  # every entry is on the disk nevertheless
        self._task = asyncio.create_task(switched_off(self._run_tool))
        self._task.add_done_callback(self._report)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _report(self, task: asyncio.Task[PowerOffFailed]) -> None:
        if not task.cancelled():
            error = task.exception()
            why = f"The Pi stays on: {type(error).__name__}, a fault of the companion's own. Please report it."
            self._put(task.result() if error is None else PowerOffFailed(why))


def farewell() -> Screen:
    """What every seat sees from the order on."""
    return Screen(first_page(FAREWELL))
