"""`companion phones`: list the seats of a running table that are phones, and give one a new code.

It asks the table's own page, which gives codes to this machine only.
"""

import argparse
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.commands.shared import DONE, Commands, host_software
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
    phones.add_argument(
        "--host",
        default=None,
        metavar="ADDRESS",
        help="the address of this machine at which its page is (default 127.0.0.1)",
    )
    where.add_argument("--port", type=int, default=None, help="the port of its page (default 8080)")
    phones.add_argument(
        "--new-code",
        type=int,
        default=None,
        metavar="SEAT",
        help="give this seat, counted from 1, a new code, or back to its panel if it has one; its phone is put out at once",
    )
    phones.set_defaults(command=_phones)


def _phones(parsed: argparse.Namespace) -> int:
    table = _address(parsed)
    if parsed.new_code is not None:
        _ask(table, "POST", "/phones/code", {"seat": parsed.new_code - 1})
    board = _ask(table, "GET", "/phones/seats", None)
    for one in board["seats"]:
        code = f"; open {board['page']} and write {one['code']}" if one.get("code") else ""
        print(f"seat {seat_number(one['seat'])}: {_STATES[one['state']]}{code}")
    if not board["seats"]:
        print(
            'No seat of this table is a phone: companion play --phones, kind = "phone" below [[seats]], or "Codes for phones" '
            "in the menu of a panel in the lobby."
        )
    return DONE


class _Address(NamedTuple):
    """Where the page of the table is."""

    host: str
    port: int
    encrypted: bool


def _address(parsed: argparse.Namespace) -> _Address:
    from companion.app.web import EVERYWHERE
    from companion.config.configuration import load

    if parsed.config is None:
        return _Address(parsed.host or "127.0.0.1", parsed.port or 8080, encrypted=False)
    web = load(parsed.config, os.environ, host_software()).web
    if not web.enabled:
        raise ConfigError((f"{parsed.config}: this table has no page; write web.enabled = true.",))
    host = parsed.host or ("127.0.0.1" if web.host in EVERYWHERE else web.host)
    return _Address(host, web.port, encrypted=web.certificate is not None)


def _ask(table: _Address, method: str, path: str, body: object) -> dict[str, Any]:
    """The answer of the table, a JSON object. Raises DeviceError."""
    import json
    from http.client import HTTPException

    headers = _headers(table)
    called = headers["Host"]
    connection = _connection(table)
    try:
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        text = connection.getresponse().read(_LONGEST).decode()
        answer: dict[str, Any] = json.loads(text) if text.startswith("{") else {"error": text.strip()}
    except (OSError, HTTPException, ValueError) as error:
        raise DeviceError(
            f"No table answers at {called} ({type(error).__name__}): name the right place with --port, --host or --config, "
            "or start the table first."
        ) from error
    finally:
        connection.close()
    if "error" in answer:
        raise DeviceError(answer["error"])
    return answer


def _headers(table: _Address) -> dict[str, str]:
    """Of a page of the table itself. `Host` has the port, as `Origin` does, also where the port is the usual one."""
    from companion.web.loopback import host_and_port

    called = host_and_port(table.host, table.port)
    return {"Origin": f"{'https' if table.encrypted else 'http'}://{called}", "Host": called}


def _connection(table: _Address) -> "HTTPConnection":
    from http.client import HTTPConnection, HTTPSConnection

    if not table.encrypted:
        return HTTPConnection(table.host, table.port, timeout=_SECONDS)
    import ssl

    # It is this machine, and a certificate for other names is right here.
    context = ssl.create_default_context()
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return HTTPSConnection(table.host, table.port, timeout=_SECONDS, context=context)
