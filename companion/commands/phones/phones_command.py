"""`companion phones`: list the seats of a running table that are phones, and give one a new code.

It asks the table's own page at the loopback address, which no other machine reaches.
"""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from companion.commands.argparse_types import Commands
from companion.commands.exit_status import DONE
from companion.commands.which_table import this_host
from companion.core.errors import ConfigError, DeviceError
from companion.core.seat import seat_number

if TYPE_CHECKING:
    from http.client import HTTPConnection

_SECONDS: Final = 10.0
_LONGEST: Final = 65536
_STATES: Final = {"free": "free", "here": "on a phone", "away": "on a phone, which is away"}


def add_command(commands: Commands) -> None:
    """The command phones."""
    phones = commands.add_parser("phones", help="list the seats that are phones, or give one a new code")
    where = phones.add_mutually_exclusive_group()
    where.add_argument(
        "--config", type=Path, default=None, metavar="TABLE.TOML", help="the running table's configuration"
    )
    where.add_argument("--port", type=int, default=None, help="the port of its page (default 8080)")
    phones.add_argument(
        "--new-code",
        type=int,
        default=None,
        metavar="SEAT",
        help="give this seat, counted from 1, a new code; the phone that has it is put out at once",
    )
    phones.set_defaults(command=_phones)


def _phones(parsed: argparse.Namespace) -> int:
    port, encrypted = _place(parsed)
    if parsed.new_code is not None:
        answer = _ask(port, encrypted, "POST", "/phones/code", {"seat": parsed.new_code - 1})
        if "error" in answer:
            raise DeviceError(answer["error"])
    board = _ask(port, encrypted, "GET", "/phones/seats", None)
    if "error" in board:
        raise DeviceError(board["error"])
    for one in board["seats"]:
        code = f"; open {board['page']} and write {one['code']}" if one.get("code") else ""
        print(f"seat {seat_number(one['seat'])}: {_STATES[one['state']]}{code}")
    if not board["seats"]:
        print('No seat of this table is a phone: companion play --phones, or kind = "phone" below [[seats]].')
    return DONE


def _place(parsed: argparse.Namespace) -> tuple[int, bool]:
    """The port of the page, and whether it is encrypted."""
    from companion.config.configuration import load

    if parsed.config is None:
        return parsed.port or 8080, False
    web = load(parsed.config, os.environ, this_host()).web
    if not web.enabled:
        raise ConfigError((f"{parsed.config}: this table has no page; write web.enabled = true.",))
    return web.port, web.certificate is not None


def _ask(port: int, encrypted: bool, method: str, path: str, body: object) -> dict[str, Any]:
    """The answer of the table, a JSON object. Raises DeviceError."""
    import json
    from http.client import HTTPException

    headers = {"Origin": f"{'https' if encrypted else 'http'}://localhost:{port}", "Host": f"localhost:{port}"}
    connection = _connection(port, encrypted)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        text = answer.read(_LONGEST).decode()
        found: dict[str, Any] = json.loads(text) if text.startswith("{") else {"error": text.strip()}
    except (OSError, HTTPException, ValueError) as error:
        raise DeviceError(
            f"No table answers at port {port} of this machine ({type(error).__name__}): name the right one with --port "
            "or --config, or start the table first."
        ) from error
    finally:
        connection.close()
    return found


def _connection(port: int, encrypted: bool) -> "HTTPConnection":
    from http.client import HTTPConnection, HTTPSConnection

    if not encrypted:
        return HTTPConnection("127.0.0.1", port, timeout=_SECONDS)
    import ssl

    # It is this machine, and a certificate for other names is right here.
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return HTTPSConnection("127.0.0.1", port, timeout=_SECONDS, context=context)
