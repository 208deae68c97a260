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
_SOURCES = {"machine": "Random numbers", "page": "The die in the page", "hand": "A die of your own"}


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
    play.add_argument(
        "--material",
        choices=("screens", "box"),
        default="screens",
        help="box: play with your own tiles and cards, and tell the table what you draw (default: screens)",
    )
    play.add_argument("--journal", type=Path, default=None, help="where the game is kept (default: your state folder)")
    play.add_argument(
        "--die",
        choices=("page", "machine"),
        default="page",
        help="machine: rolls come at once (default: a die in the page)",
    )
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

    history = commands.add_parser("history", help="list the finished games")
    export = commands.add_parser("export", help="write the finished games as JSON Lines")
    export.add_argument("--out", type=Path, default=None, metavar="FILE", help="where to (default: standard output)")
    importing = commands.add_parser("import", help="read games in again that export wrote, each judged by its replay")
    importing.add_argument("file", type=Path, metavar="FILE")
    die = commands.add_parser("die", help="count the rolls of the die, and say whether it looks fair")
    for command, does in ((history, _history), (export, _export), (importing, _import), (die, _die)):
        where = command.add_mutually_exclusive_group()
        where.add_argument("--journal", type=Path, default=None, metavar="PATH", help="the journal of one table")
        where.add_argument("--config", type=Path, default=None, metavar="TABLE.TOML", help="the table's configuration")
        command.set_defaults(command=does)
    history.add_argument("--json", action="store_true", help="one JSON object a line instead")
    return parser


def _play(parsed: argparse.Namespace) -> int:
    from msgspec.structs import replace

    from companion.daemon.config import simulated

    port: int = parsed.port if parsed.port is not None else _DEFAULT_PORT if _is_free(_DEFAULT_PORT) else 0
    configuration = simulated(
        parsed.seats,
        os.environ,
        port=port,
        secrecy=parsed.secrecy,
        material=parsed.material,
        journal=parsed.journal,
        die=parsed.die,
    )
    if parsed.journal is None:
        own = configuration.journal.with_name(_of_play(parsed.seats))
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


def _history(parsed: argparse.Namespace) -> int:
    import msgspec

    from companion.archive.shelf import history, shelf
    from companion.archive.told import table
    from companion.daemon.keeper import now

    with shelf(_journals(parsed), now) as journals:
        games, faults = history(journals)
    for line in (msgspec.json.encode(game).decode() for game in games) if parsed.json else table(games):
        print(line)
    return _told(faults)


def _export(parsed: argparse.Namespace) -> int:
    from companion.archive.shelf import exported, shelf
    from companion.daemon.keeper import now

    faults: list[str] = []
    out: Path | None = parsed.out
    with contextlib.ExitStack() as stack:
        journals = stack.enter_context(shelf(_journals(parsed), now))
        try:
            # Written whole beside it first, so that an export that fails leaves the old one as it was.
            part = out.with_name(out.name + ".part") if out else None
            to = stack.enter_context(part.open("wb")) if part else sys.stdout.buffer
            for line in exported(journals):
                if isinstance(line, bytes):
                    to.write(line)
                else:
                    faults.append(line)
            to.flush()
            if part is not None and out is not None:
                part.replace(out)
        except BrokenPipeError:
            raise
        except OSError as error:
            faults.append(f"The games cannot be written to {out or 'standard output'}: {error.strerror or error}.")
    return _told(faults)


def _import(parsed: argparse.Namespace) -> int:
    from companion.archive.shelf import imported, lines, shelf
    from companion.core.errors import RequestError, RuleError
    from companion.daemon.keeper import now

    path: Path = parsed.file
    bases = _journals(parsed)
    taken = there = refused = 0
    try:
        file = path.open("rb")
    except OSError as error:
        return _told([f"The file {path} cannot be read: {error.strerror or error}."])
    with file, shelf(bases, now, new=True) as journals:
        for number, line in enumerate(lines(file), 1):
            try:
                if imported(journals, bases[0], line):
                    taken += 1
                else:
                    there += 1
                    print(f"{path}, line {number}: this game is in the journal already.")
            except (RequestError, RuleError) as error:
                refused += 1
                print(f"{path}, line {number} is refused: {error}", file=sys.stderr)
    print(f"Taken in: {taken}; there already: {there}; refused: {refused}.")
    return FAILED if refused else DONE


def _die(parsed: argparse.Namespace) -> int:
    from companion.archive.shelf import shelf
    from companion.daemon.keeper import now
    from companion.games.fairness import report

    with shelf(_journals(parsed), now) as journals:
        rolls = [roll for volume in journals.volumes for roll in volume.journal.rolls()]
    # Each source by itself: a real die is not to be cleared by the machine's numbers.
    for source in sorted({roll.source for roll in rolls}) or [""]:
        print(f"{_SOURCES.get(source, source)}: " if source else "", end="")
        print(report((roll.top, roll.front) for roll in rolls if roll.source == source))
    return _told(journals.faults)


def _journals(parsed: argparse.Namespace) -> list[Path]:
    """The journals that a command is about: those of one table, or of every table of this user."""
    from companion.daemon.config import load, simulated

    if parsed.journal is not None:
        return [parsed.journal.absolute()]
    if parsed.config is not None:
        return [load(parsed.config, os.environ, _kernel()).journal]
    usual = simulated(2, os.environ).journal
    return [usual, *(usual.with_name(_of_play(seats)) for seats in range(1, 7))]


def _of_play(seats: int) -> str:
    """What the journal of a simulated table is called. A table of another size is another table."""
    return f"play-{seats}-seats.sqlite3"


def _told(faults: Sequence[str]) -> int:
    for fault in faults:
        print(fault, file=sys.stderr)
    return FAILED if faults else DONE


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
