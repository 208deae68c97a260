"""`companion club`: run the club of many tables, read its games, name its organisers, give tables their accounts, have them send
refused games again, and try a club on this machine."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.commands.shared import DONE, FAILED, Commands, run_until_signalled, show_on_desktop, usual_port

if TYPE_CHECKING:
    from companion.club.database import Database
    from companion.club.service import ClubConfiguration


def add_command(commands: Commands) -> None:
    """The command club, with commands of its own."""
    club = commands.add_parser("club", help="the club of many tables: run it, read its games")
    every = club.add_subparsers(title="commands", required=True, metavar="COMMAND")
    run = every.add_parser("run", help="listen to all tables at a broker, and keep their finished games")
    _add_broker(run)
    run.add_argument(
        "--database", metavar="URL", default=None, help="sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME"
    )
    run.add_argument("--host", metavar="ADDRESS", default=None, help="the address to listen at (default: 127.0.0.1)")
    run.add_argument("--port", type=int, default=None, metavar="N", help="the port (default: 8090; 0: any free one)")
    run.set_defaults(command=_run)
    games = every.add_parser("games", help="write every stored game as JSON Lines, in the order of arrival")
    games.add_argument("--database", metavar="URL", required=True)
    games.set_defaults(command=_games)
    add = every.add_parser("add-organiser", help="add somebody who may change results, or give one a new password")
    add.add_argument("name", metavar="NAME")
    add.add_argument("--database", metavar="URL", required=True)
    add.set_defaults(command=_add_organiser)
    remove = every.add_parser("remove-organiser", help="remove an organiser, and end the sessions")
    remove.add_argument("name", metavar="NAME")
    remove.add_argument("--database", metavar="URL", required=True)
    remove.set_defaults(command=_remove_organiser)
    backup = every.add_parser(
        "backup", help="copy the database to a file while the club runs; with PostgreSQL, say how"
    )
    backup.add_argument("--database", metavar="URL", default=None)
    backup.add_argument("--config", type=Path, default=None, metavar="CLUB.TOML", help="a file that names it")
    backup.add_argument("file", type=Path, metavar="FILE")
    backup.set_defaults(command=_backup)
    forget = every.add_parser("forget", help="remove a player's name from all that the club keeps; the games stay")
    forget.add_argument("name", metavar="NAME")
    forget.add_argument("--database", metavar="URL", required=True)
    forget.set_defaults(command=_forget)
    resend = every.add_parser("resend", help="have tables send the games again that the club has refused")
    _add_broker(resend)
    resend.add_argument("tables", nargs="+", metavar="TABLE")
    resend.set_defaults(command=_resend)
    _add_accounts(every)
    relay = every.add_parser(
        "relay", help="for companion-club.service: carry the connection of a table without a network to its broker"
    )
    relay.add_argument("--config", type=Path, required=True, metavar="TABLE.TOML")
    relay.set_defaults(command=_relay)
    demo = every.add_parser(
        "demo", help="a broker, a club and three simulated tables on this machine, two of which play by themselves"
    )
    demo.add_argument(
        "--port", type=int, default=None, metavar="N", help="the port of the hall (default: 8090, or a free one)"
    )
    demo.add_argument(
        "--folder", type=Path, default=None, metavar="FOLDER", help="where it is kept (default: your state folder)"
    )
    demo.add_argument("--no-browser", action="store_true", help="only print the addresses")
    demo.set_defaults(command=_demo)


def _add_broker(command: argparse.ArgumentParser) -> None:
    command.add_argument("--broker", metavar="URL", default=None, help="mqtts://HOST:PORT, or mqtt:// on this machine")
    command.add_argument("--config", type=Path, default=None, metavar="CLUB.TOML", help="a file with these settings")
    command.add_argument(
        "--user", default=None, metavar="NAME", help="the club's user name at the broker (default: club)"
    )
    command.add_argument("--password-file", default=None, metavar="FILE", help="the file with its password")
    command.add_argument("--ca-file", default=None, metavar="FILE", help="the certificate of the club's own authority")
    command.add_argument(
        "--prefix", default=None, metavar="TEXT", help="what all topics begin with (default: companion)"
    )
    command.add_argument(
        "--insecure",
        action="store_true",
        default=None,
        help="allow mqtt:// to another machine: passwords travel unencrypted",
    )


def _add_accounts(every: Commands) -> None:
    init = every.add_parser(
        "init",
        help="make what a broker needs: the club's own certificate authority, access rules, and the club's account",
    )
    init.add_argument(
        "hosts",
        nargs="+",
        metavar="HOST",
        help="the broker as tables know it: names and addresses, the first one is used",
    )
    init.add_argument("--prefix", default="companion", metavar="TEXT", help="what all topics begin with")
    init.set_defaults(command=_init)
    add = every.add_parser("add-table", help="give a table an account at the broker, or another password")
    add.add_argument("table", metavar="TABLE", help="its name: small letters, digits and hyphens")
    add.add_argument(
        "--to",
        type=Path,
        default=None,
        metavar="FILE",
        help="write the line for the table there; FILE.svg: its QR code",
    )
    add.set_defaults(command=_add_table)
    remove = every.add_parser("remove-table", help="take a table's account away")
    remove.add_argument("table", metavar="TABLE")
    remove.set_defaults(command=_remove_table)
    for command in (init, add, remove):
        command.add_argument(
            "--folder",
            type=Path,
            default=Path("/etc/codebreakers-club"),
            help="where the files are (default: %(default)s)",
        )


RELOAD = "Have the broker read it: sudo systemctl reload mosquitto"


def _init(parsed: argparse.Namespace) -> int:
    from companion.club.accounts import init

    init(parsed.folder, parsed.hosts, prefix=parsed.prefix)
    here = parsed.folder.absolute()
    print(f"The files are in {here}. Have Mosquitto use them, and give each table an account:")
    print(f"  sudo ln -sf {here}/mosquitto.conf /etc/mosquitto/conf.d/codebreakers-club.conf")
    print("  sudo systemctl restart mosquitto")
    print("  sudo companion club add-table table-1")
    return DONE


def _add_table(parsed: argparse.Namespace) -> int:
    from io import BytesIO

    import segno

    from companion.club.accounts import add_table
    from companion.files import write_file

    written = add_table(parsed.folder, parsed.table).written
    code = segno.make(written, error="L", micro=False)
    if parsed.to is None:
        code.terminal(compact=True)
        print(written)
        print("It holds the table's password, and is not shown again. At the table: sudo companion setup --club")
    else:
        data = BytesIO()
        if parsed.to.suffix == ".svg":
            code.save(data, kind="svg", scale=4)
        else:
            data.write(f"{written}\n".encode())
        write_file(parsed.to, data.getvalue(), 0o600)
        print(f"{parsed.to} holds the table's password.")
        if parsed.to.suffix != ".svg":
            print(f"At the table: sudo companion setup --club {parsed.to.name}")
    print(RELOAD)
    return DONE


def _remove_table(parsed: argparse.Namespace) -> int:
    from companion.club.accounts import remove_table

    remove_table(parsed.folder, parsed.table)
    print(RELOAD)
    return DONE


_OPTIONS = ("broker", "database", "host", "port", "user", "password_file", "ca_file", "prefix", "insecure")


def _configuration(parsed: argparse.Namespace, **more: Any) -> "ClubConfiguration":
    from companion.club.service import read_configuration

    given = {name: value for name in _OPTIONS if (value := getattr(parsed, name, None)) is not None}
    return read_configuration(parsed.config, more | given)


def _needed() -> None:
    """Raises ConfigError where a library of the club is missing."""
    from importlib.util import find_spec

    from companion.core.errors import ConfigError

    for name in ("sqlalchemy", "alembic", "paho", "jinja2", "argon2", "openskill"):
        if find_spec(name) is None:
            raise ConfigError((f"A club needs {name}: pip install 'codebreakers-companion[club]' brings it.",))


def _run(parsed: argparse.Namespace) -> int:
    import logging

    _needed()
    from companion.club.service import serve

    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    logging.getLogger("alembic").setLevel(logging.WARNING)
    configuration = _configuration(parsed)

    def listening(address: str) -> None:
        print(f"The club is at {address}  (Ctrl-C ends it)", flush=True)

    run_until_signalled(lambda stop: serve(configuration, stop, listening))
    return DONE


@contextmanager
def _opened(url: str, *, must_exist: bool = True, migrated: bool = False) -> "Iterator[Database]":
    """The database, until the block ends. `migrated`: brought to this version before. Raises CompanionError."""
    _needed()
    from companion.club.database import Database

    with closing(Database(url, must_exist=must_exist)) as database:
        if migrated:
            database.migrate()
        yield database


def _games(parsed: argparse.Namespace) -> int:
    with _opened(parsed.database) as database:
        from companion.club.database import game_json

        for game in database.games():
            sys.stdout.buffer.write(game_json(game) + b"\n")
        sys.stdout.buffer.flush()
    return DONE


def _add_organiser(parsed: argparse.Namespace) -> int:
    _needed()
    password = _new_password()
    with _opened(parsed.database, must_exist=False, migrated=True) as database:
        from companion.club.organisers import Organisers

        is_new = Organisers(database).set_password(parsed.name, password)
    print(f"{parsed.name} is an organiser." if is_new else f"{parsed.name} has a new password, and is logged out.")
    return DONE


def _new_password() -> str:
    """What somebody types twice, or one line of a file or a pipe. Raises RequestError."""
    import getpass

    from companion.core.errors import RequestError

    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\r\n")
    password = getpass.getpass("Password: ")
    if getpass.getpass("Again: ") != password:
        raise RequestError("The two passwords differ; nothing was changed.")
    return password


def _remove_organiser(parsed: argparse.Namespace) -> int:
    with _opened(parsed.database, migrated=True) as database:
        from companion.club.organisers import Organisers

        was_one = Organisers(database).remove(parsed.name)
    if not was_one:
        print(f"There is no organiser {parsed.name}.", file=sys.stderr)
        return FAILED
    print(f"{parsed.name} is no organiser any more.")
    return DONE


def _backup(parsed: argparse.Namespace) -> int:
    _needed()
    with _opened(_configuration(parsed, broker="mqtt://localhost").database) as database:
        database.backup(parsed.file)
    return DONE


def _forget(parsed: argparse.Namespace) -> int:
    _needed()
    from companion.club.database import DatabaseError
    from companion.club.players import forget

    with _opened(parsed.database, migrated=True) as database:
        games = forget(database, parsed.name, "companion club forget")
        print(f"{parsed.name} is forgotten, and called Somebody in {games} games.")
        try:
            database.sweep()
        except DatabaseError as error:
            print(f"{error} The name is removed from the database's files when the club starts next.", file=sys.stderr)
            return FAILED
    return DONE


def _resend(parsed: argparse.Namespace) -> int:
    import asyncio

    _needed()
    from companion.club.mqtt import Account, Connection, Listener, read_password
    from companion.club.wire import Ack, Topics, encoded
    from companion.config.club import broker_address

    made = _configuration(parsed, database="none")
    faults: list[str] = []

    class Asking(Listener):
        def __init__(self) -> None:
            self.done = asyncio.Event()

        def connected(self) -> None:
            self.done.set()

        def acknowledged(self, mid: int, refusal: str | None) -> None:
            if refusal is not None:
                faults.append(f"The broker does not take it: {refusal}.")

        def trouble(self, sentence: str | None) -> None:
            if sentence is not None and not self.done.is_set():
                faults.append(sentence)
                self.done.set()

    async def ask() -> None:
        asking = Asking()
        account = Account(made.user, read_password(made.password_file), client_id=f"{made.user}-resend")
        address = broker_address(made.broker, insecure=made.insecure)
        connection = Connection(address, account, asking, ca_file=made.ca_file)
        running = asyncio.create_task(connection.run())
        await asking.done.wait()
        if not faults:
            for table in parsed.tables:
                connection.publish(Topics(made.prefix, table).of("ack"), encoded(Ack(again=True)))
        await connection.close()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)

    asyncio.run(ask())
    for fault in faults:
        print(fault, file=sys.stderr)
    return FAILED if faults else DONE


def _relay(parsed: argparse.Namespace) -> int:
    import logging
    import os
    import socket

    from companion.app.systemd import listen_fds
    from companion.club.relay import relay
    from companion.core.errors import ConfigError

    handed = listen_fds(os.environ, os.getpid())
    if len(handed) != 1:
        raise ConfigError(("The relay gets its socket from systemd: sudo systemctl start companion-club.socket",))
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    listener = socket.socket(fileno=handed[0])
    run_until_signalled(lambda stop: relay(listener, parsed.config, stop))
    return DONE


def _demo(parsed: argparse.Namespace) -> int:
    import logging
    import os

    _needed()
    from companion.app.demo import ORGANISER, Addresses, find_mosquitto, run_demo
    from companion.config.configuration import simulated

    mosquitto = find_mosquitto()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    folder: Path = parsed.folder or simulated(2, os.environ).journal.with_name("club-demo")

    def listening(found: Addresses) -> None:
        print(f"The hall is at {found.hall}  (Ctrl-C ends everything; the games are kept)")
        for name, address, guest in found.tables:
            plays = "waits for you" if guest is None else f"{guest.name} plays {guest.game.title}"
            print(f"  {name} is at {address}  ({plays})")
        print(f"To run a tournament, log in as {ORGANISER} with the password {found.password}")
        print(f"Their broker is at {found.broker}, open to this machine alone.", flush=True)
        if not parsed.no_browser:
            show_on_desktop(found.hall)

    port = usual_port(parsed.port, 8090)
    run_until_signalled(lambda stop: run_demo(folder, stop, listening, mosquitto=mosquitto, port=port))
    return DONE
