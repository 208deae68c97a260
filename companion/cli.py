"""The command `companion`: parses, calls, prints, and gives the exit status.

0: done; 1: something at the table failed, told in a sentence; 2: the command line is not right; 78: the configuration is not.
What a command needs is imported when it is given: the engine and `--version` need no event loop, and no screen waits for
the web.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion import __version__
from companion.core.errors import CompanionError, ConfigError

if TYPE_CHECKING:
    from companion.daemon.config import Configuration

DONE, FAILED, BAD_CONFIGURATION = 0, 1, 78
_DEFAULT_PORT = 8080


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    parsed = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    try:
        status = command(parsed)
        sys.stdout.flush()
        return status
    except ConfigError as error:
        for finding in error.findings:
            print(finding, file=sys.stderr)
        return BAD_CONFIGURATION
    except CompanionError as error:
        print(error, file=sys.stderr)
        return FAILED
    except BrokenPipeError:
        # Whoever read our output has gone; nothing is left to be said, and Python shall not try at its exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except KeyboardInterrupt:
        return FAILED
    except Exception as error:  # noqa: BLE001
        # The last supervisor: no traceback reaches a player, but whoever mends it is told the places.
        print(_unexpected(error), file=sys.stderr)
        return FAILED


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion", description="A referee for code-breaking games at a table.")
    parser.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="open a simulated table in the browser; needs no hardware")
    play.add_argument(
        "--seats", type=int, default=2, choices=range(1, 7), metavar="N", help="seats, 1 to 6 (default 2)"
    )
    play.add_argument("--port", type=int, default=None, help="the page's port (default 8080; 0: any free one)")
    play.add_argument(
        "--secrecy", choices=("open", "lift"), default="open", help="lift: secrets show while ◀ ▶ are held"
    )
    play.add_argument("--journal", type=Path, default=None, help="where the game is kept (default: your state folder)")
    play.add_argument("--no-browser", action="store_true", help="only print the address")
    play.set_defaults(command=_play)

    run = commands.add_parser("run", help="run the table that a configuration describes")
    run.add_argument("--config", type=Path, required=True, metavar="TABLE.TOML")
    run.set_defaults(command=_run)

    blank = commands.add_parser("blank", help="blank every screen of a table, as after a crash")
    blank.add_argument("--config", type=Path, required=True, metavar="TABLE.TOML")
    blank.set_defaults(command=_blank)

    config = commands.add_parser("config", help="check a configuration, or print what is in force")
    config.add_argument("--config", type=Path, default=None, metavar="TABLE.TOML")
    shown = config.add_mutually_exclusive_group()
    shown.add_argument("--effective", action="store_true", help="print every key that is in force")
    shown.add_argument("--reference", action="store_true", help="print every key there is, with its default")
    config.set_defaults(command=_config)

    engine = commands.add_parser("engine", help="speak the engine protocol on standard input and output")
    engine.set_defaults(command=_engine)
    return parser


def _play(parsed: argparse.Namespace) -> int:
    from msgspec.structs import replace

    from companion.daemon.config import simulated

    port: int = parsed.port if parsed.port is not None else _DEFAULT_PORT if _is_free(_DEFAULT_PORT) else 0
    configuration = simulated(parsed.seats, os.environ, port=port, secrecy=parsed.secrecy, journal=parsed.journal)
    if parsed.journal is None:
        # A table of another size is another table.
        own = configuration.journal.with_name(f"play-{parsed.seats}-seats.sqlite3")
        configuration = replace(configuration, journal=own)

    def listening(address: str | None) -> None:
        print(f"The table is at {address}  (Ctrl-C ends it; the game is kept)", flush=True)
        if address is not None and not parsed.no_browser and _has_desktop():
            _open_browser(address)

    return _serve(configuration, listening)


def _run(parsed: argparse.Namespace) -> int:
    import logging

    from companion.daemon.config import load

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    configuration = load(parsed.config, os.environ, _kernel())

    def listening(address: str | None) -> None:
        logging.getLogger("companion").info("the table stands%s", f"; its page is {address}" if address else "")

    return _serve(configuration, listening)


def _serve(configuration: "Configuration", listening: Callable[[str | None], None]) -> int:
    """Play until a signal ends it."""
    import asyncio
    import signal

    from companion.daemon.app import serve

    async def until_signalled() -> None:
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        # SIGHUP comes when the terminal of a table is closed; its screens go dark then too.
        for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            loop.add_signal_handler(name, stop.set)
        await serve(configuration, stop, environ=os.environ, pid=os.getpid(), listening=listening)

    asyncio.run(until_signalled())
    return DONE


def _blank(parsed: argparse.Namespace) -> int:
    from companion.daemon.config import load
    from companion.devices.build import blank

    errors = blank(load(parsed.config, os.environ, _kernel()).wiring)
    for error in errors:
        print(error, file=sys.stderr)
    return FAILED if errors else DONE


def _config(parsed: argparse.Namespace) -> int:
    from companion.daemon.config import load, simulated
    from companion.daemon.effective import effective, reference

    if parsed.reference:
        print(reference(), end="")
        return DONE
    path: Path | None = parsed.config
    configuration = load(path, os.environ, _kernel()) if path else simulated(2, os.environ)
    if parsed.effective:
        print(effective(configuration), end="")
    else:
        seats = len(configuration.names)
        print(f"{path or 'The simulated table'}: {seats} {'seat' if seats == 1 else 'seats'}, nothing is wrong.")
    return DONE


def _engine(parsed: argparse.Namespace) -> int:
    from companion.engine.lines import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
    return DONE


def _kernel() -> str:
    return os.uname().release


def _has_desktop() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _open_browser(address: str) -> None:
    """On a thread of its own: some browsers are waited for, and meanwhile nobody would serve them the page."""
    import threading
    import webbrowser

    threading.Thread(target=webbrowser.open, args=(address,), name="browser", daemon=True).start()


def _is_free(port: int) -> bool:
    import socket

    with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
        return True
    return False


def _unexpected(error: BaseException) -> str:
    """A fault of the program in one line: what and where, without the values, which may be secrets."""
    places = []
    trace = error.__traceback__
    while trace is not None:
        places.append(f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}")
        trace = trace.tb_next
    return (
        f"The companion met a fault of its own ({type(error).__name__} at {' > '.join(places[-4:])}); please report it."
    )
