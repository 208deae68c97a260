"""The command `companion`: parses, calls, prints, and gives the exit status.

0: done; 1: something at the table failed, told in a sentence; 2: the command line is not right; 78: the configuration is not.
"""

import argparse
import asyncio
import contextlib
import logging
import os
import platform
import signal
import sys
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

from companion import __version__
from companion.core.errors import CompanionError, ConfigError

DONE, FAILED, BAD_CONFIGURATION = 0, 1, 78


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status."""
    parsed = _parser().parse_args(arguments)
    command: Callable[[argparse.Namespace], int] = parsed.command
    try:
        return command(parsed)
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
    play.add_argument("--port", type=int, default=None, help="the page's port (default 8080, or a free one)")
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
    from companion.daemon.config import simulated

    journal: Path | None = parsed.journal
    port = 8080 if parsed.port is None else parsed.port
    configuration = simulated(parsed.seats, os.environ, port=port, secrecy=parsed.secrecy, journal=journal)
    if journal is None:
        # A table of another size is another table.
        own = configuration.journal.with_name(f"play-{parsed.seats}-seats.sqlite3")
        configuration = simulated(parsed.seats, os.environ, port=port, secrecy=parsed.secrecy, journal=own)

    def listening(address: str | None) -> None:
        print(f"The table is at {address}  (Ctrl-C ends it; the game is kept)", flush=True)
        if address is not None and not parsed.no_browser and _has_desktop():
            webbrowser.open(address)

    if parsed.port is None and not _is_free(port):
        configuration = simulated(
            parsed.seats, os.environ, port=_free_port(), secrecy=parsed.secrecy, journal=configuration.journal
        )
    return asyncio.run(_until_signalled(configuration, listening))


def _run(parsed: argparse.Namespace) -> int:
    from companion.daemon.config import load

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    configuration = load(parsed.config, os.environ, platform.release())

    def listening(address: str | None) -> None:
        logging.getLogger("companion").info("the table stands%s", f"; its page is {address}" if address else "")

    return asyncio.run(_until_signalled(configuration, listening))


async def _until_signalled(configuration: object, listening: Callable[[str | None], None]) -> int:
    from companion.daemon.app import serve
    from companion.daemon.config import Configuration

    assert isinstance(configuration, Configuration)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(name, stop.set)
    await serve(configuration, stop, environ=os.environ, pid=os.getpid(), listening=listening)
    return DONE


def _blank(parsed: argparse.Namespace) -> int:
    from companion.daemon.config import load
    from companion.devices.build import blank

    errors = blank(load(parsed.config, os.environ, platform.release()).wiring)
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
    configuration = load(path, os.environ, platform.release()) if path else simulated(2, os.environ)
    if parsed.effective:
        print(effective(configuration), end="")
    else:
        print(f"{path or 'The simulated table'}: {len(configuration.names)} seats, nothing is wrong.")
    return DONE


def _engine(parsed: argparse.Namespace) -> int:
    from companion.engine.lines import serve

    serve(sys.stdin.buffer, sys.stdout.buffer)
    return DONE


def _has_desktop() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _is_free(port: int) -> bool:
    import socket

    with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
        return True
    return False


def _free_port() -> int:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


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
