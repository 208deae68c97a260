"""`companion play`, `run` and `blank`: open a simulated table, open a configured one, or blank its screens.

Invariant: the codes of free seats are printed on a terminal only. Where the output goes to a file or to a log, it has none.
"""

import argparse
import contextlib
import os
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.commands.shared import (
    DONE,
    FAILED,
    Commands,
    host_software,
    of_play,
    run_until_signalled,
    show_on_desktop,
    usual_port,
)
from companion.core.errors import ConfigError
from companion.core.seat import seat_number

if TYPE_CHECKING:
    from companion.web.codes import JoinCode

NO_NETWORK: Final = (
    "This machine is in no network, so no phone reaches the table: join one, or open a hotspot, and start again.\n"
    "If it is in one, name its own address there with --host."
)


def where(address: str | None, journal: Path) -> str:
    """Where the table is, and whether its game goes on next time: not where nothing can be written."""
    kept = "; the game is kept" if os.access(journal, os.W_OK) else ""
    return f"The table is at {address}  (Ctrl-C ends it{kept})"


def reach(*, encrypted: bool) -> str:
    """Who can open the page of such a table, and what it never shows."""
    lines = [
        "",
        "Everybody in this machine's network can open that page. It shows the middle of the table and a code for each",
        "free seat; whoever scans a code first has the seat. What a seat's screen shows is never on that page: it goes",
        "to the one phone that has the seat. No page of this table shows all screens.",
    ]
    if not encrypted:
        lines += [
            "The page is plain HTTP, so whoever can record the network's traffic can read along: play in a network of",
            "your own.",
        ]
    lines += ["A lost phone: open /phones on this machine, or run: companion phones --new-code SEAT."]
    return "\n".join(lines)


class TerminalCodes:
    """Prints the code of each seat that becomes free. `out` takes the text."""

    def __init__(self, out: Callable[[str], None]) -> None:
        self._out = out
        self._shown: frozenset[JoinCode] = frozenset()

    def show(self, codes: tuple["JoinCode", ...]) -> None:
        """These codes are good now."""
        for code in codes:
            if code not in self._shown:
                self._out(drawn(code))
        self._shown = frozenset(codes)


def drawn(code: "JoinCode") -> str:
    """A code as a QR code of text blocks, with its address and letters below it."""
    picture = StringIO()
    code.qr().terminal(picture, compact=True)
    return f"{picture.getvalue()}Seat {seat_number(code.seat)}: scan, or open {code.page} and write {code.written}\n"


if TYPE_CHECKING:
    from companion.app.power import RunTool
    from companion.config.configuration import Configuration
    from companion.web.codes import CodeSink

_DEFAULT_PORT = 8080
_PHONES = 4
"""Seats of a table of phones."""


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
    play.add_argument(
        "--phones",
        action="store_true",
        help="every seat is a phone: scan its code and play (--seats is 4 by default). The page of the table is open to this "
        "machine's network",
    )
    play.add_argument(
        "--host",
        default=None,
        metavar="ADDRESS",
        help="with --phones: the address of this machine to listen at (default: all of them)",
    )
    play.add_argument("--port", type=int, default=None, help="the page's port (default 8080; 0: any free one)")
    play.add_argument(
        "--secrecy",
        choices=("pass", "open", "lift"),
        default=None,
        help="pass: several people pass this computer round, and each sees the own secrets alone; open: all secrets show; lift: "
        "they show while ◀ ▶ are held (default: pass; with --phones: open)",
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
        default=None,
        help="machine: rolls come at once; button, coded, nest, serial: as with a roll key, a module that reads a die, a nest "
        "of six sensors, or one on a pod, all simulated (default: a die in the page; with --phones: machine)",
    )
    play.add_argument(
        "--club",
        metavar="URL",
        default=None,
        help="the MQTT broker of a club that this table belongs to; needs --table",
    )
    play.add_argument("--table", metavar="NAME", default=None, help="the table's name in the club, such as table-4")
    play.add_argument(
        "--club-password",
        type=Path,
        default=None,
        metavar="FILE",
        help="the file with the table's password at the broker",
    )
    play.add_argument(
        "--club-ca", type=Path, default=None, metavar="FILE", help="the certificate of the club's own authority"
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

    if parsed.phones:
        return _play_on_phones(parsed)
    if parsed.host is not None:
        raise ConfigError(("--host is for --phones: a table that shows all screens is open to this machine only.",))
    die: str = parsed.die or "page"
    configuration = simulated(
        parsed.seats,
        os.environ,
        board=parsed.board or _board(die, parsed.seats),
        port=usual_port(parsed.port, _DEFAULT_PORT),
        secrecy=parsed.secrecy or "pass",
        material=parsed.material,
        journal=parsed.journal,
        die=die,
        club=_club(parsed),
    )
    if parsed.journal is None:
        own = configuration.journal.with_name(of_play(len(configuration.names)))
        configuration = replace(configuration, journal=own)

    def listening(address: str | None) -> None:
        print(where(address, configuration.journal), flush=True)
        if address is not None and not parsed.no_browser:
            show_on_desktop(address)

    return _serve(configuration, listening)


def _play_on_phones(parsed: argparse.Namespace) -> int:
    from msgspec.structs import replace

    from companion.config.configuration import simulated
    from companion.web.loopback import is_loopback

    if parsed.board is not None or parsed.die not in (None, "machine"):
        raise ConfigError(("--phones needs no hardware: take out --board, and --die other than machine.",))
    known = parsed.host or _lan_address()
    host: str = parsed.host or ("127.0.0.1" if known is None else "0.0.0.0")
    configuration = simulated(
        parsed.seats or _PHONES,
        os.environ,
        port=usual_port(parsed.port, _DEFAULT_PORT, host),
        secrecy=parsed.secrecy or "open",
        material=parsed.material,
        journal=parsed.journal,
        phones_at=host,
        phone_hosts=() if known is None or is_loopback(known) else (known,),
        club=_club(parsed),
    )
    if parsed.journal is None:
        configuration = replace(
            configuration, journal=configuration.journal.with_name(of_play(len(configuration.names)))
        )

    def listening(address: str | None) -> None:
        assert address is not None, "such a table always has a page"
        print(where(address, configuration.journal), flush=True)
        print(reach(encrypted=address.startswith("https")), flush=True)
        if known is None:
            print(NO_NETWORK, flush=True)
        if not parsed.no_browser:
            show_on_desktop(address)

    codes = TerminalCodes(lambda text: print(text, flush=True))
    return _serve(configuration, listening, show_codes=codes.show if sys.stdout.isatty() else None)


def _club(parsed: argparse.Namespace) -> dict[str, str] | None:
    """The settings of the section [club] that the command line gives."""
    if parsed.club is not None and Path(parsed.club).is_file():
        return _invited(Path(parsed.club), parsed.table)
    files = {"password_file": parsed.club_password, "ca_file": parsed.club_ca}
    given = {"broker": parsed.club, "table": parsed.table}
    given |= {key: path and str(path.absolute()) for key, path in files.items()}
    return {key: value for key, value in given.items() if value is not None} or None


def _invited(file: Path, table: str | None) -> dict[str, str]:
    """The same by the line that `companion club add-table` wrote. What it holds besides is written into the state folder."""
    from companion.config.club import read_invitation
    from companion.config.configuration import simulated
    from companion.files import write_file

    invitation = read_invitation(file.read_text(encoding="utf-8", errors="replace"))
    if table not in (None, invitation.table):
        raise ConfigError((f"{file} is for {invitation.table}: take --table out.",))
    folder = simulated(2, os.environ).journal.parent
    folder.mkdir(parents=True, exist_ok=True)
    given = {"broker": invitation.broker, "table": invitation.table, "prefix": invitation.prefix}
    for key, text, name in (("password_file", invitation.password, "password"), ("ca_file", invitation.ca, "ca.pem")):
        if text is not None:
            path = folder / f"club-{invitation.table}.{name}"
            write_file(path, text.encode(), 0o600)
            given[key] = str(path.absolute())
    return given


def _board(die: str, seats: int | None) -> str:
    """The default board. A nest's six sensors and six wired seats need more pins than a Pi has, so a nest has its own."""
    if die != "nest":
        return "bench"
    return "two-seats" if seats is None or seats <= 2 else "four-seats" if seats <= 4 else "six-pods"


def _run(parsed: argparse.Namespace) -> int:
    import logging

    from companion.app.power import is_offered, run_tool
    from companion.app.recent_log import recent_log
    from companion.config.configuration import load

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    configuration = load(parsed.config, os.environ, host_software())

    def listening(address: str | None) -> None:
        logging.getLogger("companion").info("the table stands%s", f"; its page is {address}" if address else "")

    offered = run_tool if is_offered(configuration, os.environ) else None
    return _serve(configuration, listening, offered, keep_log=recent_log)


def _serve(
    configuration: "Configuration",
    listening: Callable[[str | None], None],
    run_tool: "RunTool | None" = None,
    show_codes: "CodeSink | None" = None,
    *,
    keep_log: Callable[[Path], contextlib.AbstractContextManager[None]] | None = None,
) -> int:
    """Play until a signal comes. `run_tool`: runs a system tool, if the table may switch the machine off; else None. `show_codes`
    takes the codes of free seats; None where nobody would see them. `keep_log`: keeps what is logged."""
    import asyncio
    import gc

    from companion.app.hardware import Surroundings
    from companion.app.service import serve
    from companion.core.errors import FileError
    from companion.files import owner_of

    if (owner := owner_of(configuration.journal)) is not None:
        # Root would create files that the owner cannot open; and a process that acts as the owner could not use the pins.
        raise FileError(
            f"The journal {configuration.journal} belongs to {owner.name}, and a table that root opens would keep "
            f"{owner.name} out of it: start the service (sudo systemctl start companion.socket companion.service), give the "
            f"command as {owner.name}, or name another journal."
        )

    def started(address: str | None) -> None:
        # A full collection goes through every object, which takes the loop 20 to 30 ms on a desk's computer, most of it for what
        # was loaded at the start and stays. So no later collection looks at that.
        gc.collect()
        gc.freeze()
        listening(address)

    async def play(stop: asyncio.Event) -> None:
        await serve(
            configuration,
            stop,
            environ=os.environ,
            pid=os.getpid(),
            listening=started,
            surroundings=Surroundings(run_tool=run_tool, club_socket=os.environ.get("COMPANION_CLUB_SOCKET")),
            show_codes=show_codes,
        )

    with contextlib.nullcontext() if keep_log is None else keep_log(configuration.journal):
        run_until_signalled(play)
    return DONE


def _blank(parsed: argparse.Namespace) -> int:
    from companion.config.configuration import load
    from companion.devices.build import blank
    from companion.pi.lgpio_pipe import pipe_folder

    with pipe_folder():
        errors = blank(load(parsed.config, os.environ, host_software()).wiring)
    for error in errors:
        print(error, file=sys.stderr)
    return FAILED if errors else DONE


def _lan_address() -> str | None:
    """The address by which this machine's network knows it; None where it is in none."""
    import socket

    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        # An address that is kept free for documents. Connecting a datagram socket chooses a route and sends nothing.
        probe.connect(("192.0.2.1", 9))
        found = str(probe.getsockname()[0])
        return None if found.startswith("127.") or found == "0.0.0.0" else found
    return None
