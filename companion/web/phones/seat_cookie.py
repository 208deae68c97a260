"""The cookie that has a phone's secret. Scripts cannot read it, and no other site can have it sent.

It outlives a reload, an empty battery and a restart of the daemon. Browsers do not separate cookies by port, so its name has the
port: two tables on one machine do not overwrite each other's.
"""

from typing import Final

from starlette.requests import HTTPConnection
from starlette.responses import Response

from companion.core.errors import RequestError
from companion.web.page_handlers import PageHandlers
from companion.web.shares import Client

COOKIE_SECONDS: Final = 400 * 24 * 60 * 60
"""Seconds; no browser keeps one longer."""
LONGEST: Final = 64


def seat_secret(connection: HTTPConnection) -> str | None:
    """The secret that the phone sent; None where it has none."""
    secret = connection.cookies.get(_name(connection), "")
    return secret if 0 < len(secret) <= LONGEST else None


def seat_client(connection: HTTPConnection, handlers: PageHandlers) -> Client | None:
    """As whom a phone counts that shows the secret of a seat: as that seat, wherever it is; None for everybody else."""
    secret = seat_secret(connection)
    if secret is None:
        return None
    try:
        name = f"seat {handlers.resume_phone(secret)}"
    except RequestError:
        return None
    return Client(name, name)


def set_seat_secret(connection: HTTPConnection, response: Response, secret: str) -> None:
    """Have the phone keep its secret."""
    response.set_cookie(
        _name(connection),
        secret,
        max_age=COOKIE_SECONDS,
        path="/",
        secure=connection.url.scheme in ("https", "wss"),
        httponly=True,
        samesite="strict",
    )


def forget_seat_secret(connection: HTTPConnection, response: Response) -> None:
    """Have the phone forget its secret."""
    response.delete_cookie(_name(connection), path="/", httponly=True, samesite="strict")


def _name(connection: HTTPConnection) -> str:
    server = connection.scope.get("server")
    return f"companion-seat-{server[1] if server else 0}"
