"""`companion play`, `run` and `blank`: open a simulated table, open a configured one, or blank its screens."""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.argparse_types import Commands
from companion.commands.exit_status import DONE, FAILED
from companion.commands.which_table import of_play, this_host

if TYPE_CHECKING:
    from companion.config.configuration import Configuration
    from companion.daemon.power_off import RunTool

_DEFAULT_PORT = 8080


def add_command(commands: Commands) -> None:
    """The commands play, run and blank."""
    play = commands.add_parser("play", help="open a simulated table in the browser; needs no hardware")
    play.add_argument(
        "--seats", type=int, choices=range(1, 7), metavar="N", help="seats, 1 to 6 (default 2, or the board's own)"
    )
    play.add_argument(
        "--board",
        metavar="NAME",
        help="simulate another board: two-seats, four-seats, six-seats, six-pods (with real pods' firmware), or a pin map of "
        "your own (default: bench)",
    )
    play.add_argument("--port", type=int, default=None, help="the page's port (default 8080; 0: any free one)")
    play.add_argument(
        "--secrecy", choices=("open", "lift"), default="open", help="lift: secrets show while ◀ ▶ are held"
    )
    play.add_argument(
        "--material",
        choices=("screens", "box"),
        default="screens",
        help="box: play with your own tiles and cards, and enter what you draw (default: screens)",
    )
    play.add_argument("--journal", type=Path, default=None, help="where the game is kept (default: your state folder)")
    play.add_argument(
        "--die",
        choices=("page", "machine", "button", "coded", "nest", "serial"),
        default="page",
        help="machine: rolls come at once; button, coded, nest, serial: as with a roll key, a module that reads a die, a nest "
        "of six sensors, or one on a pod, all simulated (default: a die in the page)",
    )
    play.add_argument("--no-browser", action="store_true", help="only print the address")
    play.set_defaults(command=_play)

    run = commands.add_parser("run", help="run the table that a configuration describes")
    run.add_argument("--config", type=Path, required=True, metavar="TABLE.TOML")
    run.set_defaults(command=_run)

    blank = commands.add_parser("blank", help="blank every screen of a table, as after a crash")
    blank.add_argument("--config", type=Path, required=True, metavar="TABLE.TOML")
    blank.set_defaults(command=_blank)


def _play(parsed: argparse.Namespace) -> int:
    from msgspec.structs import replace

    from companion.config.configuration import simulated

    port: int = parsed.port if parsed.port is not None else _DEFAULT_PORT if _is_free(_DEFAULT_PORT) else 0
    configuration = simulated(
        parsed.seats,
        os.environ,
        board=parsed.board or _board(parsed.die, parsed.seats),
        port=port,
        secrecy=parsed.secrecy,
        material=parsed.material,
        journal=parsed.journal,
        die=parsed.die,
    )
    if parsed.journal is None:
        own = configuration.journal.with_name(of_play(len(configuration.names)))
        configuration = replace(configuration, journal=own)

    def listening(address: str | None) -> None:
        print(f"The table is at {address}  (Ctrl-C ends it; the game is kept)", flush=True)
        if address is not None and not parsed.no_browser and _has_desktop():
            _open_browser(address)

    return _serve(configuration, listening)


def _board(die: str, seats: int | None) -> str:
    """The default board. A nest's six sensors and six wired seats need more pins than a Pi has, so a nest has its own."""
    if die != "nest":
        return "bench"
    return "two-seats" if seats is None or seats <= 2 else "four-seats" if seats <= 4 else "six-pods"


def _run(parsed: argparse.Namespace) -> int:
    import logging

    from companion.config.configuration import load
    from companion.daemon.power_off import is_offered, run_tool

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    configuration = load(parsed.config, os.environ, this_host())

    def listening(address: str | None) -> None:
        logging.getLogger("companion").info("the table stands%s", f"; its page is {address}" if address else "")

    return _serve(configuration, listening, run_tool if is_offered(configuration, os.environ) else None)


def _serve(
    configuration: "Configuration", listening: Callable[[str | None], None], run_tool: "RunTool | None" = None
) -> int:
    """Play until a signal. `run_tool`: runs a system tool, if the table may switch the machine off; else None."""
    import asyncio
    import signal

    from companion.core.errors import FileError
    from companion.daemon.lifecycle import serve
    from companion.host.owner import owner_of

    if (owner := owner_of(configuration.journal)) is not None:
        # Root would create files that the owner cannot open; and a process that acts as the owner could not use the pins.
        raise FileError(
            f"The journal {configuration.journal} belongs to {owner.name}, and a table that root opens would keep "
            f"{owner.name} out of it: start the service (sudo systemctl start companion.socket companion.service), give the "
            f"command as {owner.name}, or name another journal."
        )

    async def until_signalled() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        # SIGHUP comes when the terminal is closed; the screens must go dark then too.
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(name, stop.set)
        await serve(configuration, stop, environ=os.environ, pid=os.getpid(), listening=listening, run_tool=run_tool)

    asyncio.run(until_signalled())
    return DONE


def _blank(parsed: argparse.Namespace) -> int:
    from companion.config.configuration import load
    from companion.devices.build_devices import blank
    from companion.pi.lgpio_pipe import pipe_folder

    with pipe_folder():
        errors = blank(load(parsed.config, os.environ, this_host()).wiring)
    for error in errors:
        print(error, file=sys.stderr)
    return FAILED if errors else DONE


def _has_desktop() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    """Open the browser on a thread: webbrowser.open may block until the browser has loaded the page."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()


def _is_free(port: int) -> bool:
    import socket

    with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
        return True
    return False
