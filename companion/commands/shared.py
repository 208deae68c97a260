"""What several commands need: the type of argparse's subcommands, exit statuses and how faults are printed, which journals a
command means, the properties of this machine that a configuration is checked against, and how a page is served until Ctrl-C.
"""

import argparse
import os
import sys
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"


DONE: Final = 0
FAILED: Final = 1
BAD_CONFIGURATION: Final = 78
"""EX_CONFIG of sysexits.h; systemd does not restart the service after it."""


def run_and_report(faults: Sequence[str]) -> int:
    """Print the faults on standard error; returns the exit status."""
    for fault in faults:
        print(fault, file=sys.stderr)
    return FAILED if faults else DONE


if TYPE_CHECKING:
    import asyncio

    from companion.config.cross_checks import HostSoftware


def add_journal(command: argparse.ArgumentParser) -> None:
    """Add the options that name a journal."""
    where = command.add_mutually_exclusive_group()
    where.add_argument("--journal", type=Path, default=None, metavar="PATH", help="the journal of one table")
    where.add_argument("--config", type=Path, default=None, metavar="TABLE.TOML", help="the table's configuration")


def journals(parsed: argparse.Namespace) -> list[Path]:
    """The paths of the journals to use: of one table, or of all of this user's simulated tables."""
    from companion.config.configuration import load, simulated

    if parsed.journal is not None:
        return [parsed.journal.absolute()]
    if parsed.config is not None:
        return [load(parsed.config, os.environ, host_software()).journal]
    usual = simulated(2, os.environ).journal
    return [usual, *(usual.with_name(of_play(seats)) for seats in range(1, 7))]


def of_play(seats: int) -> str:
    """The file name of a simulated table's journal. Each number of seats has a journal of its own."""
    return f"play-{seats}-seats.sqlite3"


def host_software() -> "HostSoftware":
    """The kernel and GPIO library here, for checking a configuration that will run here."""
    from companion.config.cross_checks import HostSoftware
    from companion.devices.pins import installed_rpi_gpio

    return HostSoftware(kernel=os.uname().release, rpi_gpio=installed_rpi_gpio())


def run_until_signalled(serve: "Callable[[asyncio.Event], Coroutine[None, None, None]]") -> None:
    """Run `serve`, which ends when its event is set: by SIGTERM, SIGINT or SIGHUP."""
    import asyncio
    import signal

    async def run() -> None:
        stop = asyncio.Event()
        # SIGHUP comes when the terminal is closed; the screens must go dark then too.
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
        await serve(stop)

    asyncio.run(run())


def usual_port(given: int | None, usual: int, host: str = "127.0.0.1") -> int:
    """The port for a page: as given, else the usual one where it is free, else any."""
    import socket

    if given is not None:
        return given
    try:
        socket.create_server((host, usual)).close()
    except OSError:
        return 0
    return usual


def show_on_desktop(address: str) -> None:
    """Open the browser where there is a desktop, on a thread: webbrowser.open may block until the browser has loaded the page."""
    import threading
    import webbrowser

    if sys.platform in ("darwin", "win32") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        threading.Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()
